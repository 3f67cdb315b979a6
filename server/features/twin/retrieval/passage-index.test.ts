import type { KnowledgePassage } from '@understudy/contract/twin';
import { expect, test } from 'vitest';
import type { SentenceVector } from '../../../providers/embedder/encoder/sentence-encoder.ts';
import { sharedEncoder } from '../../../testing/encoder.ts';
import { createPassageIndex, type Signals, unitsOf } from './passage-index.ts';

const passage = (id: string, title: string, asked: string[], text: string): KnowledgePassage => ({
  id,
  title,
  called: title,
  asked,
  text,
  tags: [],
  file: 'knowledge/test.md',
  line: 1,
});

const PASSAGES = [
  passage(
    'cancel',
    'Cancelling',
    ['can I stop halfway', 'what if we pull out'],
    'Stop when you like. You pay for the weeks worked.\n\nDeposits are kept after the tenth day.',
  ),
  passage('parking', 'Parking', ['where do I leave my car'], 'There is a yard behind the office with six places.'),
  passage('noise', 'Noise', ['is the pump loud'], 'The outdoor unit makes about 48 decibels at one metre.'),
];

const encoder = sharedEncoder();

const vectorsOf = async (texts: string[]) => (await encoder.encode(texts)) as SentenceVector[];
const index = createPassageIndex(
  PASSAGES,
  await vectorsOf(unitsOf(PASSAGES).map(({ text }) => text)),
  new Set(['orla']),
);
const compare = async (text: string) =>
  index.compare([{ text, vector: (await vectorsOf([text]))[0] ?? null }])[0] as Signals;
const nearest = (values: Float64Array) => PASSAGES[values.indexOf(Math.max(...values))]?.id;

test('each title, question, paragraph and sentence is a unit, which knows its paragraph', () => {
  const units = unitsOf(PASSAGES);
  expect(units.slice(0, 8)).toEqual([
    { passage: 0, field: 'title', text: 'Cancelling', paragraph: 0 },
    { passage: 0, field: 'asks', text: 'can I stop halfway', paragraph: 0 },
    { passage: 0, field: 'asks', text: 'what if we pull out', paragraph: 0 },
    {
      passage: 0,
      field: 'paragraph',
      text: 'Cancelling. Stop when you like. You pay for the weeks worked.',
      paragraph: 0,
    },
    { passage: 0, field: 'sentence', text: 'Stop when you like.', paragraph: 0 },
    { passage: 0, field: 'sentence', text: 'You pay for the weeks worked.', paragraph: 0 },
    {
      passage: 0,
      field: 'paragraph',
      text: 'Cancelling. Deposits are kept after the tenth day.',
      paragraph: 1,
    },
    { passage: 0, field: 'sentence', text: 'Deposits are kept after the tenth day.', paragraph: 1 },
  ]);
});

test('other words for the same thing are found by their meaning', async () => {
  const { ask, words } = await compare('where can I put my vehicle?');
  expect(nearest(ask)).toBe('parking');
  expect(words.every((share) => share === 0)).toBe(true);
});

test('rare words are found by their letters, and the name of the consultant counts for nothing', async () => {
  const { words, covered } = await compare('Orla, how many decibels?');
  expect(nearest(words)).toBe('noise');
  expect(covered[2]).toBeCloseTo(1, 5);
});

test('a question that stands in the file is covered whole', async () => {
  const { askCovered, ask, asks } = await compare('can I stop halfway');
  expect(askCovered[0]).toBeCloseTo(1, 5);
  expect(ask[0]).toBeGreaterThan(0.97);
  expect(asks[0]).toBeLessThan(ask[0] as number);
});

test('the nearest paragraph is that of the nearest sentence, which is named', async () => {
  const signals = await compare('are deposits kept after the tenth day?');
  const [first, second] = signals.paragraphsOf(0);
  expect(second?.similarity).toBeGreaterThan(first?.similarity as number);
  expect(second?.sentence).toBe('Deposits are kept after the tenth day.');
});

test('without an encoder words alone are compared', () => {
  const words = createPassageIndex(PASSAGES, null, new Set());
  const signals = words.compare([{ text: 'the pump is loud', vector: null }])[0] as Signals;
  expect(nearest(signals.words)).toBe('noise');
  for (const name of ['ask', 'sentence', 'inContext', 'title'] as const) expect(signals[name][2]).toBe(0);
  expect(signals.paragraphsOf(2)).toEqual([]);
});

test('nothing is near to no words, and a twin without knowledge has no passages', async () => {
  for (const text of ['', '?!', 'the of and']) {
    const { words, covered } = await compare(text);
    expect([...words, ...covered]).toEqual([0, 0, 0, 0, 0, 0]);
  }
  const [signals] = createPassageIndex([], [], new Set()).compare([{ text: 'hello', vector: null }]);
  expect(signals?.ask).toHaveLength(0);
});
