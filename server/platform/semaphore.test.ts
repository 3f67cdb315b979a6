import { expect, test } from 'vitest';
import { Semaphore } from './semaphore.ts';

const never = new AbortController().signal;

test('lets so many in, the rest in their order, and nobody twice for one that leaves twice', async () => {
  const semaphore = new Semaphore(2);
  const inside: string[] = [];
  const enter = (name: string, signal = never) =>
    semaphore.acquire(signal).then((leave) => {
      inside.push(name);
      return leave;
    });
  const [first] = await Promise.all([enter('first'), enter('second')]);
  const impatient = new AbortController();
  const gone = enter('impatient', impatient.signal);
  const third = enter('third');
  const fourth = enter('fourth');
  impatient.abort(new Error('left'));
  await expect(gone).rejects.toThrow('left');
  expect(inside).toEqual(['first', 'second']);
  first();
  first();
  const leaveThird = await third;
  expect(inside).toEqual(['first', 'second', 'third']);
  leaveThird();
  await fourth;
  expect(inside).toEqual(['first', 'second', 'third', 'fourth']);
});

test('who gives up after being called takes nobody else out of the line, and loses no place', async () => {
  const semaphore = new Semaphore(1);
  const release = await semaphore.acquire(never);
  const late = new AbortController();
  const called = semaphore.acquire(late.signal);
  const next = semaphore.acquire(never);
  release();
  late.abort(new Error('too late'));
  (await called)();
  (await next)();
  await semaphore.acquire(never);
});
