import PQueue from 'p-queue';
import { expect, test } from 'vitest';
import { inTurn } from './in-turn.ts';

const never = new AbortController().signal;
const tick = () => new Promise((resolve) => setImmediate(resolve));

/** Work that runs until it is ended. */
function scene(concurrency: number) {
  const queue = new PQueue({ concurrency });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const enter = (name: string, signal = never) =>
    inTurn(queue, signal, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await tick();
  };
  return { begun, enter, end };
}

test('lets so many in, the rest in their order, without those who leave the queue', async () => {
  const { begun, enter, end } = scene(2);
  const first = enter('first');
  void enter('second');
  const impatient = new AbortController();
  const gone = enter('impatient', impatient.signal);
  void enter('third');
  void enter('fourth');
  impatient.abort(new Error('left'));
  await expect(gone).rejects.toThrow('left');
  await expect(enter('too late', impatient.signal)).rejects.toThrow('left');
  expect(begun).toEqual(['first', 'second']);
  await end('first');
  expect(await first).toBe('first');
  expect(begun).toEqual(['first', 'second', 'third']);
  await end('third');
  expect(begun).toEqual(['first', 'second', 'third', 'fourth']);
});

test('who gives up after beginning keeps the place until the work is over', async () => {
  const { begun, enter, end } = scene(1);
  const late = new AbortController();
  const running = enter('running', late.signal);
  void enter('next');
  late.abort(new Error('too late'));
  await tick();
  expect(begun).toEqual(['running']);
  await end('running');
  expect(await running).toBe('running');
  expect(begun).toEqual(['running', 'next']);
});
