import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { type Spawned, spawnProgram } from './spawned-server.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** A server that a test started as an operator would. */
export interface OperatedServer extends Spawned {
  /** Without a slash at the end. */
  url: string;
  /** Every line of both outputs so far. */
  lines: string[];
}

/** Where the project lies, flags for Node itself, and variables that are left to `.env`. */
export interface OperatorOptions {
  root?: string;
  nodeArgs?: readonly string[];
  without?: readonly string[];
}

/** What a developer's `.env` may hold and a test must not see; an empty variable counts as not set. */
const UNSET = [
  'LLM_BASE_URL',
  'LLM_API_KEY',
  'LLM_MODEL',
  'GROQ_API_KEY',
  'OPENAI_API_KEY',
  'DATABASE_URL',
  'TWIN_DIR',
];

function environmentOf(given: Record<string, string>, without: readonly string[] = []): Record<string, string> {
  const unset = Object.fromEntries(UNSET.map((name) => [name, '']));
  const all = { ...unset, PORT: '0', HOST: '127.0.0.1', RATE_LIMIT_SCALE: '1000', ...given };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !without.includes(name)));
}

/** Starts the server on a free port and waits until it says that it is ready. It is gone after the test in any case. */
export async function startServer(
  environment: Record<string, string>,
  { root = ROOT, nodeArgs = [], without = [] }: OperatorOptions = {},
): Promise<OperatedServer> {
  const lines: string[] = [];
  const spawned = await spawnProgram(path.join(root, 'server/main.ts'), [], 'is ready at', {
    env: environmentOf(environment, without),
    nodeArgs,
    onLine: (line) => void lines.push(line),
  });
  onTestFinished(() => (spawned.child.exitCode === null ? spawned.end('SIGKILL') : undefined));
  const port = /:(\d+)$/.exec(spawned.ready)?.[1];
  return { ...spawned, url: `http://127.0.0.1:${port}`, lines };
}

/** Starts a server that is expected to refuse; gives its exit code, what it said, and after how many milliseconds. */
export async function refusedStart(
  environment: Record<string, string>,
  { root = ROOT, without = [] }: OperatorOptions = {},
): Promise<{ code: number | null; said: string; afterMs: number }> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [path.join(root, 'server/main.ts')], {
    env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], ...environmentOf(environment, without) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for (const pipe of [child.stdout, child.stderr]) pipe.on('data', (piece) => (said += piece));
  const [code] = await once(child, 'close');
  // Where root's database may have to lie is told before; what refuses the start is the last thing said.
  return {
    code,
    said: said.trim().replace(/^The database cannot run as root.*\n/, ''),
    afterMs: performance.now() - startedAt,
  };
}

/** Calls a function of a server. */
export async function callFunction(
  url: string,
  name: string,
  body: unknown,
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
): Promise<{ status: number; body: any; headers: Headers }> {
  const response = await fetch(`${url}/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

/** Starts a session on a server. */
export async function newSession(url: string, consent = true): Promise<{ session_id: string; session_secret: string }> {
  return (await callFunction(url, 'create_session', { visitor_id: crypto.randomUUID(), consent })).body;
}

/** Status and body of a health address. */
export async function health(url: string, name: 'healthz' | 'readyz'): Promise<{ status: number; reasons: string[] }> {
  const response = await fetch(`${url}/${name}`);
  const { reasons = [] } = (await response.json()) as { reasons?: string[] };
  return { status: response.status, reasons };
}
