// Runs projects of vitest.config.ts and counts their tests.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bin, NODE, ROOT, run } from './prepare.mjs';

/** Slowest files that are named after a whole run. */
const SLOWEST = 10;

/**
 * @param {string[]} projects
 * @param {{ filters?: string[], chromium?: string, chromiumShell?: string }} options `filters` are parts of paths; all
 * files unless given
 * @returns {{ passed: number, failed: number }}
 */
export function runTests(projects, { filters = [], chromium, chromiumShell } = {}) {
  const reports = mkdtempSync(path.join(os.tmpdir(), 'understudy-report-'));
  const report = path.join(reports, 'report.json');
  const args = [
    bin('vitest/vitest.mjs'),
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...filters,
  ];
  const env = {
    ...process.env,
    ...(chromium ? { CHROMIUM: chromium } : {}),
    ...(chromiumShell ? { CHROMIUM_SHELL: chromiumShell } : {}),
    PATH: `${path.dirname(NODE)}${path.delimiter}${process.env.PATH}`,
  };
  const completed = run(NODE, args, { env });
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const result = JSON.parse(readFileSync(report, 'utf8'));
  rmSync(reports, { recursive: true, force: true });
  // A file that could not be loaded has no tests to count, and an error outside a test belongs to none.
  const broken = result.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  const failures = result.numFailedTests + broken;
  if (filters.length === 0) printSlowest(result.testResults);
  return { passed: result.numPassedTests, failed: completed || failures > 0 ? failures : 1 };
}

function printSlowest(files) {
  const seconds = ({ startTime, endTime }) => (endTime - startTime) / 1000;
  const slowest = files.toSorted((one, other) => seconds(other) - seconds(one)).slice(0, SLOWEST);
  console.log('\nThe slowest files, in seconds:');
  for (const file of slowest) console.log(`${seconds(file).toFixed(1).padStart(7)}  ${path.relative(ROOT, file.name)}`);
}
