import { expect, test } from 'vitest';
import { SERVER_FLAGS } from '../../scripts/server-command.mjs';
import { idleMemory } from './log.ts';

function at(start: { busy: number; cpu: number }) {
  const state = { ...start, collections: 0 };
  const look = idleMemory({
    busyShare: () => state.busy,
    cpuMs: () => state.cpu,
    collect() {
      state.collections += 1;
      state.cpu += 80;
    },
  });
  return { state, look };
}

test('collects once in the quiet after work, not again before there was more', () => {
  const { state, look } = at({ busy: 0.001, cpu: 2_000 });
  expect([look(), look()]).toEqual([true, false]);
  state.cpu += 499;
  expect(look()).toBe(false);
  state.cpu += 1;
  expect(look()).toBe(true);
  expect(state.collections).toBe(2);
});

test('never while somebody is being served', () => {
  const { state, look } = at({ busy: 0.021, cpu: 1e6 });
  expect(look()).toBe(false);
  state.busy = 0.02;
  expect(look()).toBe(true);
});

test('the server is started with what it needs', () => {
  expect(SERVER_FLAGS).toContain('--expose-gc');
});
