import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { testDatabase } from './database.ts';
import { type ServerOptions, type SpawnedServer, serverCommand, spawnServer } from './spawned-server.ts';

/** The address of a database for a server of another process; the database goes after the test. */
export async function databaseAddress(): Promise<string> {
  const { url, close } = await testDatabase();
  onTestFinished(close);
  return url;
}

/** {@link spawnServer} within a test, which always ends the server. */
export async function startServer(
  environment: Record<string, string>,
  options: ServerOptions = {},
): Promise<SpawnedServer> {
  const spawned = await spawnServer(environment, options);
  onTestFinished(() => (spawned.child.exitCode === null ? spawned.end('SIGKILL') : undefined));
  return spawned;
}

/**
 * Starts a server that is expected to refuse; returns its exit code, its message and the time it took in milliseconds.
 */
export async function refusedStart(
  environment: Record<string, string>,
  options: ServerOptions = {},
): Promise<{ code: number | null; said: string; afterMs: number }> {
  const startedAt = performance.now();
  const { program, nodeArgs, env } = serverCommand(environment, options);
  const child = spawn(process.execPath, [...nodeArgs, program], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for (const pipe of [child.stdout, child.stderr]) pipe.on('data', (piece) => (said += piece));
  const [code] = await once(child, 'close');
  // A note about where root's database is stored may come first; the reason for the refusal comes last.
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
  const { body } = await callFunction(url, 'create_session', { visitor_id: crypto.randomUUID(), consent });
  return { session_id: body.session_id, session_secret: body.session_secret };
}

/** Status and body of a health endpoint. */
export async function health(url: string, name: 'healthz' | 'readyz'): Promise<{ status: number; reasons: string[] }> {
  const response = await fetch(`${url}/${name}`);
  const { reasons = [] } = (await response.json()) as { reasons?: string[] };
  return { status: response.status, reasons };
}
