// Installs and builds whatever a checkout needs to run. Plain JavaScript for Node 20 without dependencies: it runs
// first, on a machine that has only Node and npm.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { chooseNode } from './choose-node.mjs';
import { alone, builtFrom, publish } from './publish.mjs';
import { SERVER_FLAGS, serverEnvironment } from './server-command.mjs';

/** The project's folder. */
export const ROOT = path.dirname(import.meta.dirname);
/** A file of an installed package. */
export const bin = (name) => path.join(ROOT, 'node_modules', name);
/** The Node from the npm package `node`, in the version pinned by package.json. */
const PINNED = {
  file: path.join(ROOT, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node'),
  version: JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')).dependencies.node,
};
/** The Node that runs everything: the pinned one, or a newer one of its line on this machine. */
const CHOSEN = chooseNode(PINNED, process.env);
export const NODE = CHOSEN.file;

/** Runs a command in the project's folder and returns whether it succeeded. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
  return result.status === 0;
}

/**
 * Installs the locked dependencies if they are missing or come from another lock file.
 * @param {'production' | 'all'} extent with `all` also the dependencies of tests and benchmarks
 */
export function install(extent) {
  const marker = path.join(ROOT, 'node_modules', '.understudy-installed');
  const lock = createHash('sha256')
    .update(readFileSync(path.join(ROOT, 'package-lock.json')))
    .digest('hex');
  const installed = existsSync(marker) ? readFileSync(marker, 'utf8').split(' ') : [];
  if (installed[0] === lock && (installed[1] === 'all' || installed[1] === extent) && existsSync(PINNED.file)) return;
  // Standard output is reserved for the command itself, whose reader may be a program.
  console.error('Installing dependencies (once)...');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // A manual installation with test dependencies is kept complete; a start removes nothing.
  const whole = extent === 'all' || existsSync(path.join(ROOT, 'node_modules', 'vitest'));
  const omit = whole ? ['--include=dev'] : ['--omit=dev'];
  // An existing folder is updated in place: a clean install would remove it from under running processes.
  const command = existsSync(path.join(ROOT, 'node_modules')) ? ['install', '--no-save'] : ['ci'];
  // What npm has in its cache is not asked for again: the lock file says what it must be.
  const offline = ['--prefer-offline', '--no-audit', '--no-fund'];
  const args = [...command, ...omit, '--include=optional', ...offline, '--loglevel=error'];
  const quiet = { shell: process.platform === 'win32', stdio: ['inherit', 2, 'inherit'] };
  if (!run(npm, args, quiet) || !existsSync(PINNED.file)) {
    fail('The dependencies could not be installed; npm says why above.');
  }
  writeFileSync(marker, `${lock} ${whole ? 'all' : extent}`);
}

/**
 * Builds the web app if one of its source files has changed since the last build. The new build is created beside the
 * old one and replaces it as a whole, since a server, benchmark or test may be using the old one.
 */
export async function buildWeb() {
  const dist = path.join(ROOT, 'web', 'dist');
  if (builtFrom(dist) === webState()) return;
  await alone(`${dist}.lock`, async () => {
    // The previous holder of the lock may have built the same state.
    const state = webState();
    if (builtFrom(dist) === state) return;
    console.log('Building the web app (once after a change)...');
    const next = `${dist}.next`;
    const vite = path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
    const args = [vite, 'build', '--outDir', next, '--emptyOutDir', '--logLevel', 'warn'];
    if (!run(NODE, args, { cwd: path.join(ROOT, 'web') })) throw new Error('The web app could not be built.');
    await compressFiles(next);
    publish(next, dist, state);
  }).catch((error) => fail(error.message));
}

const webState = () => stateOf(['web', 'contract', 'package-lock.json']);

/**
 * Compiles the server once after a change and caches the result, so that even the first start loads neither the tool
 * that strips types nor its leftovers: 20 MB for as long as the server runs.
 */
export function compileServer() {
  const env = serverEnvironment(process.env);
  const marker = path.join(env.NODE_COMPILE_CACHE, '.compiled-from');
  // A compile cache is specific to one Node version.
  const sources = ['server', 'contract', 'package-lock.json', 'scripts/server-command.mjs'];
  const state = `${stateOf(sources)} ${CHOSEN.version}`;
  if (existsSync(marker) && readFileSync(marker, 'utf8') === state) return;
  const main = path.join(ROOT, 'server', 'main.ts');
  // Without write access, the server starts without a cache, a little slower.
  if (!run(NODE, [...SERVER_FLAGS, main, '--compile-only'], { env })) return;
  try {
    writeFileSync(marker, state);
  } catch {}
}

/** Writes compressed copies beside each built text file, on all cores, so that no request pays for compression. */
async function compressFiles(folder) {
  const best = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } };
  const compress = async (file) => {
    const content = readFileSync(file);
    if (content.length < 1024) return;
    const [br, gz] = [promisify(zlib.brotliCompress)(content, best), promisify(zlib.gzip)(content, { level: 9 })];
    writeFileSync(`${file}.br`, await br);
    writeFileSync(`${file}.gz`, await gz);
  };
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const texts = entries.filter((entry) => entry.isFile() && /\.(js|css|svg|json|txt|wasm)$/.test(entry.name));
  await Promise.all(texts.map((entry) => compress(path.join(entry.parentPath ?? entry.path, entry.name))));
}

/** A hash of the names and contents of all files below these paths, without built and installed files. */
function stateOf(paths) {
  const hash = createHash('sha256');
  const visit = (relative) => {
    const absolute = path.join(ROOT, relative);
    if (!statSync(absolute).isDirectory()) {
      hash.update(`${relative}\0`).update(readFileSync(absolute));
      return;
    }
    for (const name of readdirSync(absolute).sort()) {
      if (!/^(node_modules$|dist$|dist\.)|\.test\./.test(name)) visit(path.join(relative, name));
    }
  };
  for (const relative of paths) visit(relative);
  return hash.digest('hex');
}

/** Exits with an error message. */
export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
