import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Embedding, normalised, similarity } from '../../providers/embedder/port.ts';
import { sharedEncoder } from '../../testing/encoder.ts';
import { isShort, openThread, profileOf, rankMemories, skipsMemory } from './recall.ts';
import { fromBytes, type RecalledMemory, toBytes } from './store.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const EMBEDDER = 'one';
const encoder = sharedEncoder();
const embed = async (text: string): Promise<Embedding> => (await encoder.encode([text]))?.[0] as Embedding;

const memory = async (text: string, more: Partial<RecalledMemory> = {}): Promise<RecalledMemory> => ({
  id: text,
  kind: 'fact',
  subject: text,
  text,
  importance: 0.8,
  embedding: toBytes(await embed(text)),
  embedder: EMBEDDER,
  created_at: NOW,
  session_id: null,
  ...more,
});
const query = async (words: string) => ({ embedding: await embed(words), embedder: EMBEDDER });
const recalled = async (memories: RecalledMemory[], words: string) =>
  rankMemories(memories, await query(words), NOW).map(({ text }) => text);
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);

const BAKERY = 'Said: “I run a bakery with 40 people in Leeds”';
const BUDGET = 'Their budget is 20,000 pounds';
const SALES = 'Said: “I want to hand over sales to a first manager”';

describe('fast mode (specification, section 9)', () => {
  test.each<[string, boolean, boolean]>([
    ['hm?', true, true],
    ['no', true, true],
    ['   a   ', true, true],
    ['thank you very much', true, true],
    ['oh okay, thanks a lot', true, true],
    ['why is that so?', true, false],
    ['twelve letters', true, false],
    ['exactly fifteen', true, false],
    ['what about sales?', false, false],
    ['yes, but what about sales', false, false],
  ])('%j: memory skipped %s, short %s', (words, skipped, short) => {
    expect(skipsMemory(words)).toBe(skipped);
    expect(isShort(words)).toBe(short);
  });

  test('never more than 2, none of importance below 0.5', async () => {
    const many = await Promise.all([BAKERY, BUDGET, SALES].map((text) => memory(text)));
    expect(await recalled(many, 'tell me about the bakery and sales')).toHaveLength(2);
    expect(await recalled([await memory(BAKERY, { importance: 0.49 })], 'what about my bakery?')).toEqual([]);
  });
});

describe('what is recalled is what matters most', () => {
  test.each([
    ['what would it cost for us?', BUDGET],
    ['how is my bakery doing in Leeds?', BAKERY],
    ['who could take over our sales?', SALES],
  ])('by meaning: %s', async (words, first) => {
    const kept = await Promise.all([BAKERY, BUDGET, SALES].map((text) => memory(text)));
    expect((await recalled(kept, words))[0]).toBe(first);
  });

  test('by importance and by how long ago it was said, where the meaning is the same', async () => {
    const [small, great] = [
      await memory('Likes tea', { importance: 0.5 }),
      await memory('Likes tea', { importance: 0.9, subject: 'b' }),
    ];
    expect(rankMemories([small, great], await query('do I like tea?'), NOW)[0]).toBe(great);
    const [old, young] = [
      await memory('Likes tea', { created_at: daysAgo(300) }),
      await memory('Likes tea', { created_at: daysAgo(1) }),
    ];
    expect(rankMemories([old, young], await query('do I like tea?'), NOW)[0]).toBe(young);
  });

  test('embeddings of two embedders are never compared', async () => {
    const { embedding } = await query('how is my bakery doing in Leeds?');
    // If only the numbers counted, the memory of the other embedder would be a perfect match.
    const wrong = await memory(BUDGET, { embedder: 'other', embedding: toBytes(embedding) });
    const kept = [wrong, await memory(BAKERY)];
    expect(rankMemories(kept, { embedding, embedder: EMBEDDER }, NOW)[0]?.text).toBe(BAKERY);
    expect(rankMemories(kept, { embedding, embedder: 'other' }, NOW)[0]?.text).toBe(BUDGET);
  });
});

test('who they are, and what was left open last in another conversation', async () => {
  const kept = await Promise.all([
    memory(SALES, { kind: 'thread', session_id: 'a', created_at: daysAgo(9) }),
    memory('Asked: “What does a workshop cost us?”', { kind: 'thread', session_id: 'b', created_at: daysAgo(2) }),
    memory('Said: “I want a price”', { kind: 'thread', session_id: 'now' }),
    memory(BAKERY, { subject: 'fact:bakery' }),
    memory('Is called Maria', { subject: 'name' }),
  ]);
  expect(openThread(kept, 'now')?.text).toBe('Asked: “What does a workshop cost us?”');
  expect(openThread(kept.slice(2), 'now')).toBeNull();
  expect(profileOf(kept).map(({ text }) => text)).toEqual(['Is called Maria', BAKERY]);
});

test('numbers come back in the direction in which they were kept', () => {
  const figure = fc.float({ min: -1, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.array(figure, { minLength: 384, maxLength: 384 }), (numbers) => {
      const embedding = normalised(numbers);
      fc.pre(embedding !== null);
      if (embedding) expect(similarity(fromBytes(toBytes(embedding)), embedding)).toBeGreaterThan(0.99);
    }),
  );
  expect(fromBytes(Buffer.alloc(384))).toEqual(new Float32Array(384));
});
