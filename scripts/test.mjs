// `npm test`: installs what tests need, then runs the checks and all tests. With part of a path, as in
// `npm test -- limits`, it runs only the tests of the files whose paths contain it. The last line is
// `N passed, N failed`; each check that is no test counts as one.
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runChecks } from './checks.mjs';
import { bin, buildWeb, fail, install, NODE, ROOT, run } from './prepare.mjs';
import { runTests } from './run-tests.mjs';

install('all');
const filters = process.argv.slice(2);
const chromium = findChromium() ?? installChromium();
const chromiumShell = findShell() ?? installShell();
await buildWeb();

const counts = [];
if (filters.length === 0) counts.push(await runChecks());
counts.push(
  runTests(['pure', 'component', 'shared', 'process', 'browser', 'voice'], { filters, chromium, chromiumShell }),
);
const [passed, failed] = ['passed', 'failed'].map((kind) => counts.reduce((sum, count) => sum + count[kind], 0));
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

/** The first of these programs that is installed. */
function findProgram(...names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) => existsSync(file));
}

/** An installed Chromium. */
function findChromium() {
  const given = process.env.CHROMIUM;
  if (given && existsSync(given)) return given;
  return findProgram('chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome') ?? playwrightChromium();
}

/** An installed Chromium without windows; the one Chromium that the environment names, if it does. */
function findShell() {
  return process.env.CHROMIUM_SHELL ?? process.env.CHROMIUM ?? findProgram('chromium-headless-shell');
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
  if (installPackage('chromium')) return findChromium();
  run(NODE, [bin('playwright-core/cli.js'), 'install', 'chromium']);
  return findChromium() ?? fail('No Chromium could be found or installed; set CHROMIUM to the path of one.');
}

/** Installs Debian's package of Chromium's shell if this account may; undefined without one. */
function installShell() {
  const tried = path.join(ROOT, 'node_modules', '.understudy-no-chromium-shell');
  if (existsSync(tried)) return undefined;
  if (installPackage('chromium-headless-shell')) return findShell();
  writeFileSync(
    tried,
    'The package could not be installed, and the tests use Chromium itself. Remove this to try again.',
  );
  return undefined;
}

/** Installs a package of Debian's; whether it could. */
function installPackage(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const quiet = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  const limits = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20'];
  run('apt-get', ['update', '-qq', ...limits], quiet);
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...limits, name], quiet);
}
