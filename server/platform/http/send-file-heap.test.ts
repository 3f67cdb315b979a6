import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { smallHeap } from './send-file.ts';

async function* letters(...all: string[]) {
  for (const one of all) yield one;
}

test('memory is kept small from the first of several that run at once to the last, however they end', async () => {
  const set: number[] = [];
  const keptSmall = smallHeap((percent) => set.push(percent));
  const one = keptSmall(letters('a', 'b'));
  const other = keptSmall(['c', 'd']);
  const failing = keptSmall(
    (async function* () {
      yield 'e';
      throw new Error('the database is away');
    })(),
  );
  expect(set).toEqual([]);
  for (const pieces of [one, other, failing]) await pieces.next();
  expect(set).toEqual([20]);
  expect(await one.next()).toEqual({ value: 'b', done: false });
  await one.next();
  await expect(failing.next()).rejects.toThrow('the database is away');
  expect(set).toEqual([20]);
  await other.return(undefined);
  expect(set).toEqual([20, 0]);
});

test('a reader who goes away ends it', async () => {
  const set: number[] = [];
  const stream = Readable.from(smallHeap((percent) => set.push(percent))(letters('a', 'b', 'c')), { highWaterMark: 1 });
  for await (const piece of stream) {
    expect(piece).toBe('a');
    break;
  }
  expect(set).toEqual([20, 0]);
});
