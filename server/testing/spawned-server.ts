import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { SERVER_FLAGS, serverEnvironment } from '../../scripts/server-command.mjs';
import { testKeyFile } from './secret-key.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** What a child keeps of what it said, for the error when it ends too early. */
const KEPT_LINES = 20;

/** A program that was started and has said that it is ready. */
export interface Spawned {
  pid: number;
  child: ChildProcess;
  /** The line that said so. */
  ready: string;
  /** Milliseconds from its start to that line. */
  readyAfterMs: number;
  /** Ends it with a signal and waits until it is gone. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

/**
 * Starts a Node program and waits for the first line that holds `mark`. The program has a channel to this process,
 * whose closing tells it that it has been left alone.
 * @param options.onLine hears every line of both outputs
 * @param options.nodeArgs flags for Node itself, before the program
 * @throws Error with the program's last lines when it ends before that
 */
export async function spawnProgram(
  program: string,
  args: readonly string[],
  mark: string,
  options: {
    env?: Record<string, string | undefined>;
    nodeArgs?: readonly string[];
    onLine?: (line: string) => void;
  } = {},
): Promise<Spawned> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...(options.nodeArgs ?? []), program, ...args], {
    env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], ...options.env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const closed = once(child, 'close');
  const said: string[] = [];
  const ready = Promise.withResolvers<string>();
  for (const pipe of [child.stdout, child.stderr]) {
    if (!pipe) continue;
    createInterface({ input: pipe }).on('line', (line) => {
      said.push(line);
      options.onLine?.(line);
      if (said.length > KEPT_LINES) said.shift();
      if (line.includes(mark)) ready.resolve(line);
    });
  }
  const tooEarly = closed.then(() => {
    throw new Error(`${path.basename(program)} ended before it was ready: ${said.join(' | ')}`);
  });
  tooEarly.catch(() => undefined);
  const line = await Promise.race([ready.promise, tooEarly]);
  return {
    pid: child.pid ?? 0,
    child,
    ready: line,
    readyAfterMs: performance.now() - startedAt,
    async end(signal = 'SIGTERM') {
      child.kill(signal);
      await closed;
    },
  };
}

/** Where the project lies, flags for Node itself, and variables that are left to `.env`. */
export interface ServerOptions {
  root?: string;
  nodeArgs?: readonly string[];
  without?: readonly string[];
}

/** What a developer's `.env` may hold and a measured or tested server must not see; an empty variable is not set. */
const UNSET = [
  'LLM_BASE_URL',
  'LLM_API_KEY',
  'LLM_MODEL',
  'GROQ_API_KEY',
  'OPENAI_API_KEY',
  'DATABASE_URL',
  'TWIN_DIR',
];

/**
 * How the product is run as a process, with the flags and the environment of `npm start`: on a port of its own
 * choosing, with limits that no load reaches, and with `environment` above all.
 */
export function serverCommand(
  environment: Record<string, string>,
  { root = ROOT, nodeArgs = [], without = [] }: ServerOptions = {},
): { program: string; nodeArgs: string[]; env: Record<string, string | undefined> } {
  const env = serverEnvironment({
    ...Object.fromEntries(UNSET.map((name) => [name, ''])),
    PATH: process.env['PATH'],
    TMPDIR: process.env['TMPDIR'],
    ...(process.env['CACHE_DIR'] ? { CACHE_DIR: process.env['CACHE_DIR'] } : {}),
    PORT: '0',
    HOST: '127.0.0.1',
    RATE_LIMIT_SCALE: '1000000',
    LOG_LEVEL: 'warn',
    LOCAL_MODELS: 'off',
    BACKUPS_KEPT: '0',
    ...(environment['DATABASE_URL'] ? { SECRET_KEY_FILE: testKeyFile() } : {}),
    ...environment,
  });
  for (const name of without) delete env[name];
  return { program: path.join(root, 'server', 'main.ts'), nodeArgs: [...SERVER_FLAGS, ...nodeArgs], env };
}

/** The product as a process of its own, and where it answers. */
export interface SpawnedServer extends Spawned {
  /** Without a slash at the end. */
  url: string;
  /** Every line of both outputs so far. */
  lines: string[];
}

/** Starts the product as `npm start` runs it ({@link serverCommand}) and waits until it says that it is ready. */
export async function spawnServer(
  environment: Record<string, string>,
  options: ServerOptions = {},
): Promise<SpawnedServer> {
  const { program, nodeArgs, env } = serverCommand(environment, options);
  const lines: string[] = [];
  const onLine = (line: string) => void lines.push(line);
  const spawned = await spawnProgram(program, [], 'is ready at', { env, nodeArgs, onLine });
  const port = /:(\d+)$/.exec(spawned.ready)?.[1];
  return { ...spawned, url: `http://127.0.0.1:${port}`, lines };
}
