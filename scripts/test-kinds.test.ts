import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { kindOf, soakTests, testsByKind } from './test-kinds.ts';

it('sorts every unit and integration test into one kind', () => {
  const files = globSync('{contract,server,web,scripts,bench}/**/*.test.{ts,tsx}', {
    exclude: (name) => name.includes('node_modules'),
  });
  expect(Object.values(testsByKind()).flat().sort()).toEqual(files.sort());
});

it.each([
  ['server/features/understanding/parsers/corrections.test.ts', 'pure'],
  // Through helpers and the app that they start.
  ['server/features/leads/leads.test.ts', 'shared'],
  ['web/app/pages/landing-page.component.test.tsx', 'component'],
  ['server/start.test.ts', 'process'],
  // By what it does to its own process.
  ['server/config.test.ts', 'process'],
  ['server/faults/full-disk.soak.test.ts', 'soak'],
])('%s is %s', (file, kind) => {
  expect(kindOf(file)).toBe(kind);
});

it('soaks what is named so and what does more there', () => {
  expect(soakTests()).toContain('server/faults/full-disk.soak.test.ts');
  expect(soakTests()).toContain('server/faults/stop.test.ts');
  expect(soakTests()).not.toContain('server/features/leads/leads.test.ts');
});
