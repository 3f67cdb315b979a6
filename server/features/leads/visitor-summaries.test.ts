import type { Twin } from '@understudy/contract/twin';
import { beforeAll, expect, test } from 'vitest';
import { loadSampleTwin } from '../../testing/sample-twin.ts';
import type { Summary } from './after/summary.ts';
import { VisitorSummaries } from './functions.ts';

let twin: Twin;
beforeAll(async () => {
  twin = await loadSampleTwin();
});

const saying = (executive_summary: string): Summary => ({
  executive_summary,
  action_items: [],
  topics: [],
  open_questions: [],
  sentiment: 'neutral',
});

test('a summary is made once, until its conversation is forgotten', async () => {
  const summaries = new VisitorSummaries();
  const first = await summaries.get('one', twin, async () => saying('First.'));
  await summaries.get('two', twin, async () => saying('Of another.'));
  expect(await summaries.get('one', twin, async () => saying('Again.'))).toBe(first);
  summaries.forget('one');
  expect(await summaries.get('one', twin, async () => saying('Anew.'))).toEqual(saying('Anew.'));
  expect(await summaries.get('two', twin, async () => saying('Again.'))).toEqual(saying('Of another.'));
});

test('one that is being made while its conversation is forgotten is not held', async () => {
  const summaries = new VisitorSummaries();
  const { promise, resolve } = Promise.withResolvers<Summary>();
  const asked = summaries.get('one', twin, () => promise);
  summaries.forget('one');
  resolve(saying('Of before.'));
  expect(await asked).toEqual(saying('Of before.'));
  expect(await summaries.get('one', twin, async () => saying('Anew.'))).toEqual(saying('Anew.'));
});
