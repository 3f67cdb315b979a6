import { expect, test, vi } from 'vitest';
import { createWriteBatcher, type WriteBatcherOptions } from './write-batcher.ts';

/** A database that answers on demand, and the writes it received. */
function slowDatabase(options: Partial<WriteBatcherOptions<string, string>> = {}) {
  const asked: string[][] = [];
  const answers: (() => void)[] = [];
  const held = () => new Promise<void>((resolve) => void answers.push(resolve));
  const write = createWriteBatcher<string, string>({
    async one(item) {
      asked.push([item]);
      await held();
      if (item.includes('!')) throw new Error(`refused ${item}`);
      return item.toUpperCase();
    },
    async many(items) {
      asked.push([...items]);
      await held();
      if (items.some((item) => item.includes('!'))) throw new Error('refused all');
      return items.map((item) => item.toUpperCase());
    },
    keyOf: (item) => item.slice(0, 1),
    isItemFailure: () => true,
    maxConcurrent: 1,
    maxItems: 3,
    waitMs: 60_000,
    ...options,
  });
  const answerNext = async () => {
    answers.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { asked, write, answerNext };
}

test('an idle database is asked at once; others meanwhile go together, in order, each with its result', async () => {
  const { asked, write, answerNext } = slowDatabase();
  const all = Promise.all(['a', 'b', 'c', 'd', 'e'].map(write));
  expect(asked).toEqual([['a']]);
  await answerNext();
  expect(asked).toEqual([['a'], ['b', 'c', 'd']]);
  await answerNext();
  await answerNext();
  expect(asked).toEqual([['a'], ['b', 'c', 'd'], ['e']]);
  expect(await all).toEqual(['A', 'B', 'C', 'D', 'E']);
});

test('two items of one key never go together, and keep their order', async () => {
  const { asked, write, answerNext } = slowDatabase();
  const all = Promise.all(['x', 'a1', 'a2', 'b1', 'a3'].map(write));
  for (let times = 0; times < 4; times += 1) await answerNext();
  expect(asked).toEqual([['x'], ['a1', 'b1'], ['a2'], ['a3']]);
  await all;
});

test('an item waits for an earlier one of its key that is still being written, and lets others pass', async () => {
  const { asked, write, answerNext } = slowDatabase({ maxConcurrent: 2 });
  const all = Promise.all(['a1', 'a2', 'b1'].map(write));
  expect(asked).toEqual([['a1'], ['b1']]);
  for (let times = 0; times < 3; times += 1) await answerNext();
  expect(asked).toEqual([['a1'], ['b1'], ['a2']]);
  expect(await all).toEqual(['A1', 'A2', 'B1']);
});

test('when one of several is refused, each is tried alone and only that one fails', async () => {
  const { asked, write, answerNext } = slowDatabase();
  const all = Promise.allSettled(['x', 'a', 'b!', 'c'].map(write));
  await answerNext();
  expect(asked.at(-1)).toEqual(['a', 'b!', 'c']);
  for (let times = 0; times < 4; times += 1) await answerNext();
  expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
});

test('a failure that is nobody’s own fails all of a write, and the next goes on', async () => {
  const { write, answerNext } = slowDatabase({ isItemFailure: () => false });
  const first = write('x');
  const together = Promise.allSettled(['a', 'b!'].map(write));
  await answerNext();
  await answerNext();
  expect((await together).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const later = write('c');
  await answerNext();
  expect(await later).toBe('C');
  expect(await first).toBe('X');
});

test('who waits too long for a write to begin is told so, as by the pool', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { asked, write, answerNext } = slowDatabase({ waitMs: 2_000 });
  const first = write('x');
  const second = expect(write('a')).rejects.toThrow(/timeout exceeded when trying to connect/);
  vi.advanceTimersByTime(2_001);
  await second;
  vi.useRealTimers();
  await answerNext();
  expect(await first).toBe('X');
  expect(asked).toEqual([['x']]);
});
