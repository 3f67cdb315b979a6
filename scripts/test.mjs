// `npm test`: installs the test dependencies, then runs type checks, lint, the check for unused code, and unit,
// integration and browser tests. The last line is `N passed, N failed`; each check that is not a test counts as one.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildWeb, fail, install, NODE, ROOT, run } from './prepare.mjs';

install('all');
const chromium = findChromium() ?? installChromium();
await buildWeb();

const bin = (name) => path.join(ROOT, 'node_modules', name);
const checks = [
  ['types of contract, server, bench and tests', NODE, [bin('typescript/bin/tsc'), '-p', 'tsconfig.json']],
  ['types of the browser tests', NODE, [bin('typescript/bin/tsc'), '-p', 'e2e/tsconfig.json']],
  ['types of the web app', NODE, [bin('typescript/bin/tsc'), '-p', 'web/tsconfig.json']],
  [
    'format, lint and direction of imports',
    NODE,
    [bin('@biomejs/biome/bin/biome'), 'ci', '--colors=off', '--max-diagnostics=50'],
  ],
  ['unused code', NODE, [bin('knip/bin/knip.js'), '--no-progress']],
];
let passed = 0;
let failed = 0;
for (const [name, command, args] of checks) {
  const ok = run(command, args);
  console.log(`${ok ? 'ok' : 'FAILED'}: ${name}`);
  if (ok) passed += 1;
  else failed += 1;
}

// Most integration tests wait for servers more than they compute; the browser shares two cores with the product under
// test.
for (const [project, workers] of [
  ['unit', 3],
  ['browser', 1],
]) {
  const counted = runTests(project, workers);
  passed += counted.passed;
  failed += counted.failed;
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

/** Runs the tests of one project of vitest.config.ts and counts them. */
function runTests(project, workers) {
  const reports = mkdtempSync(path.join(os.tmpdir(), 'understudy-report-'));
  const report = path.join(reports, 'report.json');
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const args = [bin('vitest/vitest.mjs'), 'run', '--project', project, `--maxWorkers=${workers}`, ...reporters];
  const env = { ...process.env, CHROMIUM: chromium, PATH: `${path.dirname(NODE)}${path.delimiter}${process.env.PATH}` };
  const completed = run(NODE, [...args, ...process.argv.slice(2)], { env });
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const result = JSON.parse(readFileSync(report, 'utf8'));
  rmSync(reports, { recursive: true, force: true });
  // A file that failed to load has no tests to count, and an error outside a test belongs to none.
  const broken = result.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  const failures = result.numFailedTests + broken;
  return { passed: result.numPassedTests, failed: completed || failures > 0 ? failures : 1 };
}

/** An installed Chromium. */
function findChromium() {
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const candidates = [
    process.env.CHROMIUM,
    ...names.flatMap((name) => folders.map((folder) => path.join(folder, name))),
  ];
  return candidates.find((file) => file && existsSync(file)) ?? playwrightChromium();
}

/** Playwright's own Chromium, if it was downloaded. */
function playwrightChromium() {
  const script = `import { chromium } from 'playwright-core'; console.log(chromium.executablePath())`;
  const asked = spawnSync(NODE, ['--input-type=module', '-e', script], { cwd: ROOT, encoding: 'utf8' });
  const file = asked.stdout?.trim();
  return file && existsSync(file) ? file : undefined;
}

/** Installs Debian's package if this account may, otherwise downloads Playwright's. */
function installChromium() {
  console.log('Installing Chromium for the browser tests (once)...');
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const quiet = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    run('apt-get', ['update', '-qq'], quiet);
    if (run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], quiet)) return findChromium();
  }
  run(NODE, [bin('playwright-core/cli.js'), 'install', 'chromium']);
  return findChromium() ?? fail('No Chromium could be found or installed; set CHROMIUM to the path of one.');
}
