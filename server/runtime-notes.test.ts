import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import known from './node-security-releases.json' with { type: 'json' };
import { runtimeNotes, whyNotInProduction } from './runtime-notes.ts';

const RELEASES = [
  { version: '24.4.1', date: '2025-07-15' },
  { version: '24.14.1', date: '2026-03-24' },
];

test.each([
  ['24.4.0', '24.14.1 of 2026-03-24'],
  ['24.9.0', '24.14.1 of 2026-03-24'],
  ['24.14.0', '24.14.1 of 2026-03-24'],
])('Node %s is warned of, with the newest security release after it', (version, missed) => {
  expect(runtimeNotes(1000, version, RELEASES)).toEqual([
    `This Node is ${version}, and ${missed} mends security holes in it: ` +
      'run "npm install" for the version that this release brings, or install a newer Node 24.',
  ]);
});

test.each(['24.14.1', '24.14.2', '24.21.0', '25.0.0', '26.3.0'])('Node %s is not', (version) => {
  expect(runtimeNotes(1000, version, RELEASES)).toEqual([]);
});

test('the table is in order, of one line, and the Node that we bring misses none of it', () => {
  const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  expect(runtimeNotes(1000, dependencies.node)).toEqual([]);
  const dates = known.releases.map(({ date }) => date);
  expect(dates).toEqual([...dates].sort());
  for (const { version, date } of known.releases) {
    expect(version).toMatch(/^24\.\d+\.\d+$/);
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
  }
  expect(known.last_looked_at >= (dates.at(-1) ?? '')).toBe(true);
});

test('root is refused in production, told elsewhere, and other accounts are neither', () => {
  expect(whyNotInProduction(true, 0)).toMatch(/^Understudy does not run as root with NODE_ENV=production/);
  expect([whyNotInProduction(false, 0), whyNotInProduction(true, 1000), whyNotInProduction(true, null)]).toEqual([
    null,
    null,
    null,
  ]);
  expect(runtimeNotes(0, '24.21.0', RELEASES)).toEqual([
    'The server runs as root; with NODE_ENV=production it refuses to.',
  ]);
});
