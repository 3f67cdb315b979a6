/**
 * Conversations with the embedded twin, line by line as a visitor would have them. Beside what a scene expects of single
 * replies, every reply of every scene is held to the rules of `house rules` below.
 */
import type { QuestionSlot } from '@understudy/contract/manner';
import { beforeAll, describe, expect, it } from 'vitest';
import { ATTENTION_SCENES } from '../testing/scenes/attention.ts';
import { BEHAVIOUR_SCENES } from '../testing/scenes/behaviour.ts';
import { BUSINESS_SCENES } from '../testing/scenes/business.ts';
import { CALLER_SCENES } from '../testing/scenes/callers.ts';
import { CONSULTING_SCENES } from '../testing/scenes/consulting.ts';
import { NEWCOMER_SCENES } from '../testing/scenes/newcomers.ts';
import { SECOND_THOUGHT_SCENES } from '../testing/scenes/second-thoughts.ts';
import { TROUBLED_SCENES } from '../testing/scenes/troubled.ts';
import { VISITOR_SCENES } from '../testing/scenes/visitors.ts';
import { type Spoken, sampleTwin, startTalk } from '../testing/talk.ts';

const SCENES = [
  ...BUSINESS_SCENES,
  ...BEHAVIOUR_SCENES,
  ...ATTENTION_SCENES,
  ...CONSULTING_SCENES,
  ...VISITOR_SCENES,
  ...NEWCOMER_SCENES,
  ...TROUBLED_SCENES,
  ...CALLER_SCENES,
  ...SECOND_THOUGHT_SCENES,
];

let stage: Awaited<ReturnType<typeof sampleTwin>>;
beforeAll(async () => {
  stage = await sampleTwin();
});

/** Sentences long enough that saying them twice would be noticed. */
const sentences = (text: string) =>
  (text.match(/[^.?!]+[.?!]/g) ?? []).map((one) => one.trim()).filter((one) => one.length > 28);

/** Replies in which none begins as another one did. */
const OPENING_LINES = 5;
const openerOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}' ]/gu, '')
    .split(/\s+/, 3)
    .join(' ');

function houseRules(spoken: Spoken, before: string[]): void {
  const { text, raw, deltas } = spoken;
  expect(text).not.toBe('');
  expect(text.length).toBeLessThan(900);
  expect(text.split('?').length - 1, `at most one question: ${text}`).toBeLessThanOrEqual(1);
  expect(text).not.toMatch(/\{\w+\}|undefined|null|\[pause| {2}|:$/);
  expect(raw.match(/\[pause:/g)?.length ?? 0).toBeLessThanOrEqual(2);
  expect(deltas.every((delta) => delta.trim() !== '')).toBe(true);
  expect(before.slice(-OPENING_LINES).map(openerOf), `begins as before: ${text}`).not.toContain(openerOf(text));
  for (const sentence of sentences(text)) {
    expect(
      before.filter((other) => other.includes(sentence)),
      `said before: ${sentence}`,
    ).toEqual([]);
  }
}

describe('conversations', () => {
  it('are twenty or more, in all seven modes', () => {
    expect(SCENES.length).toBeGreaterThanOrEqual(20);
    expect(new Set(SCENES.map(({ mode }) => mode)).size).toBe(7);
  });

  it.each(SCENES.map((scene) => [scene.title, scene] as const))('%s', async (_, scene) => {
    const talk = startTalk(stage.model, scene.mode, { consent: scene.kept });
    const before: string[] = [];
    const told = new Set<QuestionSlot>();
    const rules = (spoken: Spoken) => {
      houseRules(spoken, before);
      for (const slot of told) {
        const asked = stage.twin.modes.flatMap(({ manner }) => manner.questions[slot]);
        const again = asked.filter(
          (question) => spoken.text.endsWith(question.slice(0, -1)) || spoken.text.includes(question),
        );
        expect(again, `asked for what was told (${slot})`).toEqual([]);
      }
      before.push(spoken.text);
    };
    if (scene.greeted !== false) rules(await talk.unprompted('greeting'));
    for (const line of scene.lines) {
      for (const slot of line.tells ?? []) told.add(slot);
      const spoken =
        line.v === null ? await talk.unprompted('followup') : await talk.say(line.v, line.mode ?? scene.mode);
      rules(spoken);
      const where = `${line.v ?? '(silence)'} -> ${spoken.text}`;
      if (line.knows) expect(spoken.knowledge, where).toContain(line.knows);
      if (line.knowsNothing) expect(spoken.knowledge, where).toEqual([]);
      for (const pattern of [line.says ?? []].flat()) expect(spoken.text, where).toMatch(pattern);
      if (line.never) expect(spoken.text, where).not.toMatch(line.never);
      if (line.asks !== undefined) expect(spoken.text.includes('?'), where).toBe(line.asks);
    }
  });
});
