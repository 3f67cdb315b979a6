import { expect, test } from 'vitest';
import { createStore } from './store.ts';

test('tells of a change once to everybody who listens, and of no change nobody', () => {
  const store = createStore(1);
  const told: string[] = [];
  const stop = store.subscribe(() => {
    told.push(`first ${store.get()}`);
    stop();
  });
  store.subscribe(() => told.push(`second ${store.get()}`));
  store.set(1);
  expect(told).toEqual([]);
  store.set(2);
  store.set(3);
  expect(told).toEqual(['first 2', 'second 2', 'second 3']);
});
