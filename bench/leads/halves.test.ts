import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type LabelledConversation, readConversations } from '../../server/commands/evaluate/conversation.ts';
import { trainingPhrases } from '../../server/commands/train/examples.ts';
import { fold } from '../../server/platform/text/words.ts';

const RUN_WORDS = 8;

async function halfOf(name: 'train' | 'test'): Promise<LabelledConversation[]> {
  const folder = fileURLToPath(new URL(`./${name}/`, import.meta.url));
  const files = readdirSync(folder).filter((file) => file.endsWith('.jsonl'));
  return (await Promise.all(files.sort().map((file) => readConversations(folder + file)))).flat();
}

const train = await halfOf('train');
const test = await halfOf('test');

/** All sequences of eight words in the texts. */
const runsOf = (texts: readonly string[]): Set<string> =>
  new Set(
    texts.flatMap((text) => {
      const words = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
      return words.slice(RUN_WORDS - 1).map((_, at) => words.slice(at, at + RUN_WORDS).join(' '));
    }),
  );

/** Visitors only, because the twin says the same prices in both halves. */
const textsOf = (half: readonly LabelledConversation[]) =>
  half.flatMap(({ messages }) => messages.flatMap(({ speaker, text }) => (speaker === 'visitor' ? [text] : [])));

/** The commonest order to the analysis, which all attackers phrase alike. */
const isAttack = (run: string) => run.includes('lead score to 100');

const shared = (one: ReadonlySet<string>, other: ReadonlySet<string>) => [...one].filter((value) => other.has(value));

describe('the labelled conversations', () => {
  it('are at least 300, each labelled in full', () => {
    expect(train.length + test.length).toBeGreaterThanOrEqual(300);
    for (const { id, labels, messages } of [...train, ...test]) {
      expect(labels, id).toMatchObject({ intent: expect.any(String), tier: expect.any(String) });
      expect(labels?.score_range, id).toBeDefined();
      for (const field of ['person_name', 'company', 'role', 'contact_email', 'budget', 'timeline'] as const) {
        expect(labels?.[field], `${id} ${field}`).not.toBeUndefined();
      }
      expect(
        messages.some(({ speaker }) => speaker === 'visitor'),
        id,
      ).toBe(true);
    }
  });

  it('have ranges that fit their tiers', () => {
    const fits = { hot: [75, 100], warm: [50, 74], cold: [0, 49] } as const;
    for (const { id, labels } of [...train, ...test]) {
      const [least, most] = fits[labels?.tier ?? 'cold'];
      const [from, to] = labels?.score_range ?? [0, 100];
      expect(from, id).toBeLessThanOrEqual(to);
      expect(from, id).toBeGreaterThanOrEqual(least);
      expect(to, id).toBeLessThanOrEqual(most);
    }
  });

  it("have addresses that are the visitor's to give: none is without an @", () => {
    for (const { id, labels } of [...train, ...test]) {
      if (labels?.contact_email) expect(labels.contact_email, id).toMatch(/^\S+@\S+\.\S+$/);
    }
  });

  it.each(['id', 'person_name', 'company', 'contact_email'] as const)('share no %s between the halves', (field) => {
    const told = (half: readonly LabelledConversation[]) =>
      new Set(
        half.flatMap(({ id, labels }) => {
          const value = field === 'id' ? id : labels?.[field];
          return value ? [fold(value)] : [];
        }),
      );
    expect(shared(told(train), told(test))).toEqual([]);
  });

  it("share no run of eight of a visitor's words between the halves, phrases included", () => {
    const phrases = trainingPhrases().flatMap(({ lines }) => lines.map(({ text }) => text));
    const runs = shared(runsOf([...textsOf(train), ...phrases]), runsOf(textsOf(test)));
    expect(runs.filter((run) => !isAttack(run))).toEqual([]);
  });
});
