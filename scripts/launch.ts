/**
 * What `understudy` of an unpacked archive runs (scripts/pack): the server, or one of the operator's commands. The
 * program's folder may be read-only; everything that an installation keeps is in its state folder.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { withDotEnv } from '../server/dot-env.ts';
import { provideTwin } from '../server/provide-twin.ts';
import { SERVER_FLAGS } from './server-command.mjs';

const ROOT = path.dirname(import.meta.dirname);
const NAME = 'understudy';
const MAIN = path.join(ROOT, 'server', 'main.ts');
/** `commands` has the file of each of the operator's commands, by its name. */
const { version, commands } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  version: string;
  commands: Record<string, string>;
};

/** A reason why nothing can be started, in a sentence. */
class LaunchError extends Error {}

function launch([name = 'start', ...args]: string[]): void {
  if (['--version', '-v', '--help', '-h'].includes(name)) {
    say(/^--?v/.test(name) ? `Understudy ${version}` : usage());
    return;
  }
  const file = name === 'start' ? MAIN : Object.hasOwn(commands, name) ? path.join(ROOT, commands[name] ?? '') : null;
  if (file === null) throw new LaunchError(`There is no "${name}"; "${NAME} --help" lists what there is.`);
  const stateDir = stateDirOf(process.env);
  // A restore brings the twin's folder; a sample there would count as what it replaces.
  if (!args.includes('--help')) prepare(stateDir, name !== 'restore');
  const env = { ...process.env, STATE_DIR: stateDir, UNDERSTUDY_LAUNCHER: NAME };
  if (file === MAIN) {
    say(`Settings (.env), data and the twin's folder are in ${stateDir}`);
    const serverEnv = { ...env, NODE_COMPILE_CACHE: path.join(stateDir, 'compiled', version) };
    compileOnce(serverEnv);
    become([...SERVER_FLAGS, file, ...args], serverEnv);
  } else become([file, ...args], env);
}

/**
 * The folder of an installation's data, twin, key and `.env`: STATE_DIR, or the usual place for an account's data. It
 * is not in the program's folder, so that the next release, unpacked beside this one, finds it.
 */
function stateDirOf(env: NodeJS.ProcessEnv): string {
  if (env.STATE_DIR) return path.resolve(env.STATE_DIR);
  // By the XDG Base Directory specification, a relative path is not valid.
  const shared = env.XDG_DATA_HOME && path.isAbsolute(env.XDG_DATA_HOME) ? env.XDG_DATA_HOME : null;
  return path.join(shared ?? path.join(os.homedir(), '.local', 'share'), NAME);
}

/** Creates the state folder, and a twin in it if wanted. @throws LaunchError if this account may not */
function prepare(stateDir: string, withTwin: boolean): void {
  try {
    mkdirSync(stateDir, { recursive: true, mode: 0o700 });
    if (withTwin && !withDotEnv(stateDir, process.env).TWIN_DIR) provideTwin(ROOT, path.join(stateDir, 'twin'));
  } catch (error) {
    throw new LaunchError(
      `The folder ${stateDir} cannot be used (${(error as Error).message}). Set STATE_DIR to one that this account ` +
        'may write to.',
    );
  }
}

/** Compiles the server at the first start of a release, and deletes what earlier ones compiled. */
function compileOnce(env: NodeJS.ProcessEnv & { NODE_COMPILE_CACHE: string }): void {
  if (existsSync(env.NODE_COMPILE_CACHE)) return;
  rmSync(path.dirname(env.NODE_COMPILE_CACHE), { recursive: true, force: true });
  spawnSync(process.execPath, [...SERVER_FLAGS, MAIN, '--compile-only'], { env, stdio: 'inherit' });
}

/** Becomes another Node program, so that no launcher stays in memory and signals reach the program itself. */
function become(args: string[], env: NodeJS.ProcessEnv): void {
  process.execve?.(process.execPath, [process.execPath, ...args], env);
}

function usage(): string {
  return [
    `Usage: ${NAME} [COMMAND] [options]`,
    '',
    `Without a command it starts the server. "${NAME} COMMAND --help" tells what a command takes.`,
    '',
    `Commands: start, ${Object.keys(commands).join(', ')}`,
    '',
    'Options:',
    '  --version  prints the version',
    '  --help     this text',
    '',
    `Settings are environment variables, or lines of ${path.join(stateDirOf(process.env), '.env')};`,
    `${path.join(ROOT, 'docs', 'operating.md')} lists them. STATE_DIR names another folder for all that is kept.`,
  ].join('\n');
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

try {
  launch(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof LaunchError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
