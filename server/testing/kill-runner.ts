import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { runningDatabase } from '../platform/database/command-database.ts';
import { type AcknowledgedTurn, type Audit, auditConversations } from './conversation-audit.ts';
import { type SpawnedServer, spawnServer } from './spawned-server.ts';

/** What is killed: the server, its database (the postmaster and all its processes), or both at the same moment. */
export type KillKind = 'server' | 'database' | 'both';

/** What to kill, when, and under how many conversations. */
export interface KillOptions {
  kind: KillKind;
  /** Folder of the database; it may have survived kills before. */
  dataDir: string;
  /** File to which each acknowledged turn is appended: a record outside the server. */
  journal: string;
  /** Number of concurrent conversations. */
  conversations: number;
  /** From the first acknowledged turns to the kill. */
  killAfterMs: number;
  /** Configuration of the server. */
  environment: Record<string, string>;
}

/** The outcome. */
export interface KillReport extends Audit {
  /** Turns acknowledged before the kill, and in total. */
  acknowledgedBefore: number;
  acknowledged: number;
  /** Turns without an answer at the kill that were repeated with their `turn_id`. */
  askedAgain: number;
  /** From the kill to the next acknowledged turn, in milliseconds. */
  backAfterMs: number;
}

/** A client without an answer for this long has found a defect. */
const GIVE_UP_MS = 30_000;
/** Wait before a client retries, plus up to as much again at random, so that they do not all retry at once. */
const AGAIN_AFTER_MS = 50;
/** Minimum number of turns per conversation after the kill. */
const TURNS_AFTERWARDS = 2;

/**
 * Kills with SIGKILL under running conversations, half of them streamed; restarts the server if it was killed; lets
 * every client retry what was not answered; and compares what is stored with what was acknowledged.
 */
export async function runKill(options: KillOptions): Promise<KillReport> {
  const environment = { DATA_DIR: options.dataDir, ...options.environment };
  let server = await spawnServer(environment);
  const acknowledged: AcknowledgedTurn[] = [];
  let killedAt = 0;
  let backAt = 0;
  let askedAgain = 0;
  const under = Promise.withResolvers<void>();
  const over = new AbortController();

  const acknowledge = (turn: AcknowledgedTurn, asks: number) => {
    appendFileSync(options.journal, `${JSON.stringify(turn)}\n`);
    acknowledged.push(turn);
    if (acknowledged.length >= options.conversations) under.resolve();
    if (killedAt > 0 && asks > 0) askedAgain += 1;
    if (killedAt > 0 && backAt === 0 && asks > 0) backAt = performance.now();
  };
  const converse = async (session: { session_id: string; session_secret: string }, index: number) => {
    const stream = index % 2 === 1;
    for (let number = 0, after = 0; after < TURNS_AFTERWARDS; number += 1) {
      const turn = { ...session, turn_id: randomUUID(), user_message: `Message ${number} of visitor ${index}.` };
      const giveUpAt = performance.now() + GIVE_UP_MS;
      let asks = 0;
      for (; !over.signal.aborted; asks += 1) {
        const reply = await ask(server, turn, stream);
        if (reply !== null) {
          const { session_id, turn_id, user_message: words } = turn;
          acknowledge({ session_id, turn_id, words, reply }, asks);
          break;
        }
        if (performance.now() > giveUpAt) throw new Error(`Visitor ${index} got no answer for ${GIVE_UP_MS} ms.`);
        await wait(AGAIN_AFTER_MS * (1 + Math.random()));
      }
      if (over.signal.aborted) return;
      if (killedAt > 0) after += 1;
    }
  };

  // All conversations have started before the kill.
  const starting = Promise.all(Array.from({ length: options.conversations }, () => startSession(server)));
  const clients = starting.then((sessions) => Promise.all(sessions.map(converse)));
  try {
    await Promise.race([under.promise, clients]);
    await wait(options.killAfterMs);
    const acknowledgedBefore = acknowledged.length;
    killedAt = performance.now();
    await kill(options, server);
    if (options.kind !== 'database') server = await spawnServer(environment);
    await clients;
    const audit = await withDatabase(options.dataDir, (client) =>
      auditConversations(client, readJournal(options.journal)),
    );
    return {
      ...audit,
      acknowledgedBefore,
      acknowledged: acknowledged.length,
      askedAgain,
      backAfterMs: backAt - killedAt,
    };
  } finally {
    over.abort();
    await clients.catch(() => undefined);
    await server.end();
  }
}

/** Kills everything at once, so that nothing can be cleaned up between two kills. */
async function kill({ kind, dataDir }: KillOptions, server: SpawnedServer): Promise<void> {
  const backends = kind === 'server' ? [] : await databaseProcesses(dataDir);
  const serverGone = kind === 'database' ? null : server.end('SIGKILL');
  for (const pid of backends) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It exited by itself between the listing and the kill.
    }
  }
  await serverGone;
}

/** The postmaster first, then the processes of the connections. */
async function databaseProcesses(dataDir: string): Promise<number[]> {
  const postmaster = Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
  const backends = await withDatabase(dataDir, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
    );
    return rows.map((row) => row.pid);
  });
  return [postmaster, ...backends];
}

async function withDatabase<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client((await runningDatabase({ dataDir })).connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function readJournal(file: string): AcknowledgedTurn[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** Starts a session on a server. */
export async function startSession(
  server: Pick<SpawnedServer, 'url'>,
): Promise<{ session_id: string; session_secret: string }> {
  const answer = await post(server, 'create_session', { visitor_id: randomUUID(), consent: true });
  return (await answer.json()) as { session_id: string; session_secret: string };
}

/**
 * Requests a turn.
 *
 * @param onRefused told what came instead of an answer, and after how many milliseconds
 * @returns the reply's text once it is acknowledged as a whole; null for anything else
 */
export async function ask(
  server: Pick<SpawnedServer, 'url'>,
  turn: object,
  stream: boolean,
  onRefused: (why: string) => void = () => undefined,
): Promise<string | null> {
  const askedAt = performance.now();
  const refuse = (why: string) => {
    onRefused(`${why} after ${Math.round(performance.now() - askedAt)} ms`);
    return null;
  };
  try {
    const response = await post(server, 'agent_reply', turn, stream ? { accept: 'text/event-stream' } : {});
    const body = await response.text();
    if (response.status !== 200) return refuse(`${response.status} ${body}`);
    const answer = stream ? /^event: done\ndata: (.*)$/m.exec(body)?.[1] : body;
    const parsed = answer ? JSON.parse(answer) : null;
    return parsed && !parsed.partial ? parsed.text : refuse(`no whole reply: ${body.slice(-200)}`);
  } catch (error) {
    // The connection broke, or the server is not back yet.
    return refuse(String(error));
  }
}

function post(
  server: Pick<SpawnedServer, 'url'>,
  name: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${server.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(GIVE_UP_MS),
  });
}
