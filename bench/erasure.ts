import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Pool } from 'pg';
import { openDatabase } from '../server/platform/database/open-database.ts';
import { createLog } from '../server/platform/log.ts';
import { figure, noteOthers, printTable } from './figures.ts';
import { machineCpuMs } from './process-figures.ts';
import { Stage } from './stage.ts';

/** Lines of the visitor who is erased, over this many conversations. */
const LINES = 10_000;
const CONVERSATIONS = 50;
/** Lines of everybody else, so that tables have a size. */
const OTHERS = 200_000;
/** Lines inserted by one statement. */
const AT_ONCE = 2_000;
const ROUNDS = 5;

/**
 * The visitor's desk over one visitor with 10,000 utterances among 200,000 of others: what is held, the download as
 * JSON and as a page, and the erasure (aim: 2 s), each as its caller waits for it.
 */
export async function benchErasure(): Promise<void> {
  const stage = new Stage();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'understudy-bench-'));
  const database = await openDatabase({ dataDir, databaseUrl: null, log: createLog('silent') });
  try {
    await database.ready();
    const { pool, connection } = database;
    const { user, password, database: name, host = '', port } = connection;
    const DATABASE_URL = `postgres://${user}:${password}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
    const environment = { DATABASE_URL, SECRET_KEY_FILE: `${dataDir}.key`, RATE_LIMIT_SCALE: '100000' };
    const { url } = await stage.product(environment, {});
    for (let filled = 0; filled < OTHERS; filled += AT_ONCE) await fill(pool, randomUUID(), AT_ONCE, 20);
    const times: Record<string, number[]> = {};
    const bytes: Record<string, number> = {};
    const began = { at: performance.now(), cpu: machineCpuMs() };
    for (let round = 0; round < ROUNDS; round += 1) {
      const visitor = await call(url, 'create_session', { visitor_id: randomUUID(), consent: true });
      const { visitor_id, visitor_secret } = JSON.parse(visitor);
      const parts = LINES / AT_ONCE;
      for (let part = 0; part < parts; part += 1) await fill(pool, visitor_id, AT_ONCE, CONVERSATIONS / parts);
      const who = { visitor_id, visitor_secret };
      const timed = async (what: string, work: () => Promise<string>) => {
        const sent = performance.now();
        bytes[what] = (await work()).length;
        times[what] = [...(times[what] ?? []), performance.now() - sent];
      };
      await timed('see what is held', () => call(url, 'my_data', who));
      await timed('download as JSON', () => call(url, 'export_my_data', who));
      await timed('download to read', () => call(url, 'export_my_data', { ...who, format: 'html' }));
      await timed('erase everything', () => call(url, 'erase_my_data', { ...who, scope: 'all' }));
      const { rowCount } = await pool.query('SELECT FROM sessions WHERE visitor_id = $1', [visitor_id]);
      if (rowCount !== 0) throw new Error('The visitor is not erased.');
    }
    printTable(
      `${LINES} utterances of a visitor in ${CONVERSATIONS} conversations, among ${OTHERS} of others, ${ROUNDS} times`,
      ['call', 'median ms', 'longest ms', 'kB'],
      Object.entries(times).map(([what, ms]) => [
        what,
        figure(ms.toSorted((one, other) => one - other)[Math.floor(ms.length / 2)] ?? Number.NaN),
        figure(Math.max(...ms)),
        figure((bytes[what] ?? 0) / 1_000),
      ]),
    );
    noteOthers([(machineCpuMs() - began.cpu) / (performance.now() - began.at) - 1]);
  } finally {
    await stage.clear();
    await database.close();
    for (const left of [dataDir, `${dataDir}.key`]) await rm(left, { recursive: true, force: true });
  }
}

/** Inserts ended conversations of a visitor with turns, lines, events, extracts, memories and a lead. */
async function fill(pool: Pool, visitorId: string, lines: number, conversations: number): Promise<void> {
  const each = Math.ceil(lines / conversations);
  await pool.query(
    `WITH s AS (
       INSERT INTO sessions (id, visitor_id, secret_hash, consent, consent_version, mode, next_seq, ended_at, email)
       SELECT gen_random_uuid(), $1, '\\x00', true, '1', 'mentor', $3, now(), 'someone@bench.example'
       FROM generate_series(1, $2) RETURNING id
     ), l AS (
       SELECT s.id, n, gen_random_uuid() AS turn FROM s, generate_series(0, $3 - 1) AS n
     ), t AS (
       INSERT INTO turns (session_id, turn_id, kind, mode, model_asked, status, text)
       SELECT id, turn, 'message', 'mentor', 'embedded', 'done', 'An answer of some length ' || n FROM l WHERE n % 2 = 0
     ), u AS (
       INSERT INTO utterances (session_id, seq, turn_id, speaker, text)
       SELECT id, n, turn, CASE n % 2 WHEN 0 THEN 'visitor' ELSE 'agent' END, 'What would a first step cost? ' || n
       FROM l
     ), e AS (
       INSERT INTO events (session_id, kind, payload) SELECT id, 'reply_done', jsonb_build_object('n', n) FROM l
     ), x AS (
       INSERT INTO extracts (session_id, seq, analyser, confidence, lead_score, pain_points, followup_actions, entities,
         reasons)
       SELECT id, n, 'embedded', 0.5, 50, '{}', '{}', '{"person_name": "Someone"}', '{}' FROM l WHERE n % 2 = 0
     ), m AS (
       INSERT INTO summaries (session_id, executive_summary, action_items, topics, open_questions, sentiment, writer)
       SELECT id, 'They asked.', '[]', '{}', '{}', 'neutral', 'embedded' FROM s
     )
     INSERT INTO leads (visitor_id, name) VALUES ($1, 'Someone') ON CONFLICT DO NOTHING`,
    [visitorId, conversations, each],
  );
}

async function call(url: string, name: string, body: object): Promise<string> {
  const response = await fetch(`${url}/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${name}: ${response.status} ${text}`);
  return text;
}
