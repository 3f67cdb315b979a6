import { setImmediate as others } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { understand } from '../../testing/understand.ts';
import { readLines, SessionAnalysis, understandLines } from './analyser.ts';

const LINES = Array.from({ length: 40 }, (_, at) => ({
  seq: at * 2,
  text:
    at === 20
      ? 'I am Ana Costa, managing director of Costa Bikes. Every order waits for me.'
      : `And what about part ${at}?`,
  before: at === 0 ? null : 'Tell me more.',
}));

test('a long conversation is read a few lines at a time, as if it were read at once', async () => {
  const once = new SessionAnalysis(0);
  once.addLines(await understandLines(understand, LINES));
  const analysis = new SessionAnalysis(0);
  let isRead = false;
  const reading = readLines(understand, analysis, LINES).then(() => {
    isRead = true;
  });
  let turnsOfOthers = 0;
  while (!isRead) {
    await others();
    turnsOfOthers += 1;
  }
  await reading;
  expect(turnsOfOthers).toBeGreaterThanOrEqual(10);
  analysis.updateLog();
  expect(analysis.extract()).toEqual(once.extract());
  expect(analysis.extract().entities.person_name).toBe('Ana Costa');
});
