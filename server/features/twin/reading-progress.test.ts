import { expect, test } from 'vitest';
import { reportEncodingProgress } from './reply-generation.ts';

test('a reading that takes long is told from time to time, and its end; a short one not at all', () => {
  const said: string[] = [];
  let now = 0;
  const tell = reportEncodingProgress(
    (sentence) => said.push(sentence),
    'It waits.',
    () => now,
  );
  for (const made of [16, 32]) tell(made, 32);
  expect(said).toEqual([]);
  for (let made = 100; made <= 3_000; made += 100, now += 1_000) tell(made, 3_000);
  expect(said).toEqual([
    expect.stringMatching(/^Reading the twin's knowledge, .*: 300 of 3000 texts\. It waits\.$/),
    expect.stringContaining('1300 of 3000'),
    expect.stringContaining('2300 of 3000'),
    "The twin's knowledge is read.",
  ]);
});
