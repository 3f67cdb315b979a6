import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EMBEDDED_EMBEDDER, embed } from '../../providers/embedder/embedded/embed.ts';
import { normalised, similarity } from '../../providers/embedder/port.ts';
import { isShort, openThread, profileOf, rankMemories, skipsMemory } from './recall.ts';
import { fromBytes, type RecalledMemory, toBytes } from './store.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const memory = (text: string, more: Partial<RecalledMemory> = {}): RecalledMemory => ({
  kind: 'fact',
  subject: text,
  text,
  importance: 0.8,
  embedding: toBytes(embed(text)),
  embedder: EMBEDDED_EMBEDDER,
  created_at: NOW,
  session_id: null,
  ...more,
});
const recalled = (memories: RecalledMemory[], words: string) =>
  rankMemories(memories, { words, embedding: embed(words), embedder: EMBEDDED_EMBEDDER }, NOW).map(({ text }) => text);
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);

const BAKERY = 'Runs a bakery with 40 people in Leeds';
const BUDGET = 'Their budget is 20,000 pounds';
const SALES = 'Wants to hand over sales to a first manager';

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

  test('never more than 2, none of importance below 0.5', () => {
    const many = [BAKERY, BUDGET, SALES].map((text) => memory(text));
    expect(recalled(many, 'tell me about the bakery and sales')).toHaveLength(2);
    expect(recalled([memory(BAKERY, { importance: 0.49 })], 'what about my bakery?')).toEqual([]);
  });
});

describe('what is recalled is what matters most', () => {
  test.each([
    ['what would it cost for us?', BUDGET],
    ['how is my bakery doing in Leeds?', BAKERY],
    ['who could take over our sales?', SALES],
  ])('by meaning: %s', (words, first) => {
    expect(
      recalled(
        [BAKERY, BUDGET, SALES].map((text) => memory(text)),
        words,
      )[0],
    ).toBe(first);
  });

  test('by importance and by how long ago it was said, where the meaning is the same', () => {
    const [small, great] = [
      memory('Likes tea', { importance: 0.5 }),
      memory('Likes tea', { importance: 0.9, subject: 'b' }),
    ];
    expect(rankMemories([small, great], query('do I like tea?'), NOW)[0]).toBe(great);
    const [old, young] = [
      memory('Likes tea', { created_at: daysAgo(300) }),
      memory('Likes tea', { created_at: daysAgo(1) }),
    ];
    expect(rankMemories([old, young], query('do I like tea?'), NOW)[0]).toBe(young);
  });

  test('those of another embedder are compared anew by the embedded one, never with its numbers', () => {
    // By the provider's numbers the wrong one would be the same as the words.
    const foreign = Float32Array.from({ length: 384 }, (_, at) => (at === 0 ? 1 : 0));
    const wrong = memory(BUDGET, { embedder: 'custom:a', embedding: toBytes(foreign) });
    const right = memory(BAKERY, { embedder: 'custom:b', embedding: toBytes(foreign.map((value) => -value)) });
    expect(recalled([wrong, right], 'how is my bakery doing in Leeds?')[0]).toBe(BAKERY);
    const asked = { words: 'how is my bakery doing in Leeds?', embedding: foreign, embedder: 'custom:c' };
    expect(rankMemories([wrong, memory(BAKERY)], asked, NOW)[0]?.text).toBe(BAKERY);
    expect(rankMemories([wrong, right], { ...asked, embedder: 'custom:a' }, NOW)[0]?.text).toBe(BUDGET);
  });
});

const query = (words: string) => ({ words, embedding: embed(words), embedder: EMBEDDED_EMBEDDER });

test('who they are, and what was left open last in another conversation', () => {
  const kept = [
    memory(SALES, { kind: 'thread', session_id: 'a', created_at: daysAgo(9) }),
    memory('Asked what a workshop costs', { kind: 'thread', session_id: 'b', created_at: daysAgo(2) }),
    memory('Wants a price', { kind: 'thread', session_id: 'now' }),
    memory(BAKERY, { subject: 'business' }),
    memory('Is called Maria', { subject: 'name' }),
  ];
  expect(openThread(kept, 'now')?.text).toBe('Asked what a workshop costs');
  expect(openThread(kept.slice(2), 'now')).toBeNull();
  expect(profileOf(kept)).toEqual(['Is called Maria', BAKERY]);
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
