import type { Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createLiveSettings, DEFAULT_SETTINGS, settingOf } from './settings.ts';

/** A database whose answer to each read is scripted by the test. */
function scene() {
  const answers: (() => unknown[])[] = [];
  let asked = 0;
  const query = async () => {
    asked += 1;
    return { rows: answers.shift()?.() ?? [] };
  };
  const live = createLiveSettings({ query } as unknown as Pool, { everyMs: 1 });
  onTestFinished(() => live.close());
  return { live, asked: () => asked, next: (answer: () => unknown[]) => answers.push(answer) };
}
const threshold = (version: number, value: number) => [
  { name: 'notifications', version, value: { threshold: value, webhook: true } },
];

test('while the database is away, what was seen last holds; once it is back, what is new is seen unasked', async () => {
  const { live, next } = scene();
  next(() => threshold(1, 50));
  const first = new Promise((resolve) => live.onChange(resolve));
  expect(await first).toEqual(['notifications']);
  let failed = 0;
  const away = () => {
    failed += 1;
    throw new Error('away');
  };
  next(away);
  next(away);
  const second = new Promise((resolve) => live.onChange(resolve));
  await expect.poll(() => failed).toBe(2);
  expect(live.get('notifications').threshold).toBe(50);
  next(() => threshold(2, 60));
  await second;
  expect(live.get('notifications').threshold).toBe(60);
});

test('an older answer changes nothing, and nothing is read without need', async () => {
  const { live, next, asked } = scene();
  next(() => threshold(3, 80));
  await new Promise((resolve) => live.onChange(resolve));
  next(() => threshold(2, 10));
  const looks = asked();
  await expect.poll(asked).toBeGreaterThan(looks + 2);
  expect(live.get('notifications').threshold).toBe(80);
  const before = asked();
  for (let turn = 0; turn < 1_000; turn += 1) live.get('offers');
  expect(asked()).toBe(before);
});

test('what an earlier release kept gets what it lacks; what cannot be read counts as not set', () => {
  expect(settingOf('notifications', { threshold: 33 })).toEqual({ threshold: 33, webhook: true });
  for (const kept of [null, 'x', { threshold: 'x' }, { threshold: 1, unknown: 1 }]) {
    expect(settingOf('notifications', kept)).toBe(DEFAULT_SETTINGS.notifications);
  }
});
