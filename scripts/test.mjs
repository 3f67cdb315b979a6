// `npm test`: installs what tests need, then runs the checks and all tests. With part of a path, as in
// `npm test -- limits`, it runs only the tests of the files whose paths contain it. The last line is
// `N passed, N failed`; each check that is no test counts as one.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { runChecks } from './checks.mjs';
import { bin, buildWeb, fail, install, NODE, ROOT, run } from './prepare.mjs';
import { runTests } from './run-tests.mjs';

install('all');
const filters = process.argv.slice(2);
const chromium = findChromium() ?? installChromium();
await buildWeb();

const counts = [];
if (filters.length === 0) counts.push(await runChecks());
counts.push(runTests(['pure', 'shared', 'process', 'browser', 'voice'], { filters, chromium }));
const [passed, failed] = ['passed', 'failed'].map((kind) => counts.reduce((sum, count) => sum + count[kind], 0));
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

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
