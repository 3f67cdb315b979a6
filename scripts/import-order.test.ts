import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { FEATURES, importsAgainstOrder, whyNot } from './import-order.ts';

describe('the order of imports', () => {
  test('is kept by the whole server', () => {
    expect(importsAgainstOrder()).toEqual([]);
  });

  test('names every feature', () => {
    const folders = readdirSync(path.join(import.meta.dirname, '../server/features'));
    expect(folders.sort()).toEqual([...FEATURES].sort());
  });

  test.each([
    ['server/platform/jobs.ts', 'server/features/leads/index.ts', 'platform comes before features'],
    ['server/features/leads/score.ts', 'server/app/gateway.ts', 'features comes before app'],
    ['server/features/leads/score.ts', 'server/config.ts', 'features comes before app'],
    ['server/features/twin/recall.ts', 'server/features/leads/index.ts', 'twin comes before leads'],
    ['server/features/leads/score.ts', 'server/features/twin/recall.ts', 'only index.ts of twin may be imported'],
    ['server/app/gateway.ts', 'server/features/twin/recall.ts', 'only index.ts of twin may be imported'],
    ['server/app/gateway.ts', 'web/main.tsx', 'the server imports only itself and the contract'],
  ])('forbids %s to import %s', (from, to, reason) => {
    expect(whyNot(from, to)).toBe(reason);
  });

  test.each([
    ['server/features/leads/score.ts', 'server/features/twin/index.ts'],
    ['server/features/leads/score.ts', 'server/features/leads/after/summary.ts'],
    ['server/features/leads/score.ts', 'server/platform/zones.ts'],
    ['server/main.ts', 'server/app/create-app.ts'],
  ])('allows %s to import %s', (from, to) => {
    expect(whyNot(from, to)).toBeNull();
  });
});
