import { expect, test } from 'vitest';
import { whyGuessable } from './passwords.ts';

test('one that no thread can be asked about is not taken, and keeps nobody waiting', async () => {
  // A value that cannot be cloned makes postMessage fail, as if no thread could be started.
  const unheard: unknown = () => undefined;
  for (let tries = 0; tries < 10; tries += 1) {
    await expect(whyGuessable('password', [unheard as string])).rejects.toMatchObject({ code: 'unavailable' });
  }
  expect(await whyGuessable('password', [])).toMatch(/\w/);
  expect(await whyGuessable('violet-anchor-93-meadow-thrice', [])).toBeNull();
});
