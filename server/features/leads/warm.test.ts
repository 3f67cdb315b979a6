import { expect, test } from 'vitest';
import { warmAnalysis } from './warm.ts';

test('what the analysis needs is made ready once, and others get their turn meanwhile', async () => {
  let turns = 0;
  let ready = false;
  const others = () => {
    turns += 1;
    if (!ready) setImmediate(others);
  };
  setImmediate(others);
  const warming = warmAnalysis();
  expect(warmAnalysis()).toBe(warming);
  await warming;
  ready = true;
  expect(turns).toBeGreaterThan(5);
});
