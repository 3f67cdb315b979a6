// Chooses the Node that runs the product. Plain JavaScript, for scripts that run before anything is installed.
import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import path from 'node:path';

const NAME = process.platform === 'win32' ? 'node.exe' : 'node';
/** Longest wait for a program to print its version. */
const PATIENCE_MS = 5_000;

/**
 * The pinned Node, or the machine's own if that is a newer release of the same line: machines that are kept up to date
 * have security releases earlier than this project.
 * @param {{ file: string, version: string }} pinned
 * @param {NodeJS.ProcessEnv} environment
 */
export function chooseNode(pinned, environment) {
  const found = machineNodes(environment)
    .filter((node) => isNewerOfLine(node.version, pinned.version))
    .sort((a, b) => (isNewerOfLine(a.version, b.version) ? -1 : 1));
  return found[0] ?? pinned;
}

/** Every Node on the PATH, except those that npm has installed into a project. */
function machineNodes(environment) {
  const folders = (environment.PATH ?? environment.Path ?? '').split(path.delimiter).filter(Boolean);
  const wanted = [environment.npm_node_execpath, ...folders.map((folder) => path.join(folder, NAME))];
  const files = wanted.map(realFile).filter((file) => file && !file.split(path.sep).includes('node_modules'));
  return [...new Set(files)].map((file) => ({ file, version: versionOf(file) }));
}

function realFile(file) {
  try {
    return file ? realpathSync(file) : null;
  } catch {
    return null;
  }
}

function versionOf(file) {
  if (file === process.execPath) return process.versions.node;
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: PATIENCE_MS });
  return (stdout ?? '').trim().replace(/^v/, '');
}

/** Whether a version is newer than another of the same line. Pre-releases (24.22.0-nightly) never are. */
function isNewerOfLine(version, other) {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return false;
  const [line, minor, patch] = version.split('.').map(Number);
  const [otherLine, otherMinor, otherPatch] = other.split('.').map(Number);
  return line === otherLine && (minor > otherMinor || (minor === otherMinor && patch > otherPatch));
}
