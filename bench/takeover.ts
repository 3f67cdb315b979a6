import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { LiveSessionEvent } from '@understudy/contract/takeover';
import { openDatabase } from '../server/platform/database/open-database.ts';
import { createLog } from '../server/platform/log.ts';
import { type FollowedSession, followAsVisitor, watchAsAdmin } from '../server/testing/live-session.ts';
import { figure, noteOthers, printTable, quantile } from './figures.ts';
import { BENCH_OWNER, OwnerClient } from './owner-client.ts';
import { cpuMs, machineCpuMs, processTree } from './process-figures.ts';
import { Stage } from './stage.ts';
import { visitorLine } from './visitor-lines.ts';

/** Conversations that one person has taken over: as many as one may watch. */
const CONVERSATIONS = 20;
/** Lines of each side, and how many a second. */
const LINES = 200;
const PER_SECOND = 8;
const WARM_UP = 20;
/** Messages a second that the twin answers beside them, on the visitors' instance. */
const OTHERS_PER_SECOND = 2;

/**
 * Taking over on two instances with one database: how soon a person's line reaches the visitor's page on the other
 * instance, and a visitor's line the person's, while the twin answers other visitors. The aim is 100 ms at the 99th
 * percentile.
 */
export async function benchTakeover(): Promise<void> {
  const stage = new Stage();
  const dataDir = await stage.folder();
  const database = await openDatabase({ dataDir: path.resolve(dataDir), databaseUrl: null, log: createLog('silent') });
  try {
    await database.ready();
    const { user, password, database: name, host = '', port } = database.connection;
    const shared = {
      ...BENCH_OWNER,
      RATE_LIMIT_SCALE: '100000',
      DATABASE_URL: `postgres://${user}:${password}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
      SECRET_KEY_FILE: `${path.resolve(dataDir)}.key`,
    };
    const here = await stage.product(shared);
    const there = await stage.product(shared);
    noteOthers([await measure(here.url, there.url)]);
  } finally {
    await stage.clear();
    await database.close();
  }
}

/** @returns processors that other programs kept busy */
async function measure(visitors: string, owners: string): Promise<number> {
  const owner = await OwnerClient.signIn(owners);
  const { token } = owner;
  const admin = (method: string, of: string, body?: object) =>
    call(`${owners}/api/admin/sessions/${of}`, method, body, { authorization: `Bearer ${token}` });
  const visitor = (fn: string, body: object) => call(`${visitors}/functions/v1/${fn}`, 'POST', body);
  const closing = new AbortController();
  /** When each line was sent, by its text. */
  const sentAt = new Map<string, number>();
  const toVisitor: number[] = [];
  const toPerson: number[] = [];
  /** A call that only reads a little, for comparison on a busy machine. */
  const reading: number[] = [];
  const hear =
    (into: number[], speaker: string) =>
    (event: LiveSessionEvent): void => {
      if (event.event !== 'line' || event.data.speaker !== speaker) return;
      const at = sentAt.get(event.data.text);
      if (at !== undefined) into.push(performance.now() - at);
    };
  const sessions: Record<string, string>[] = [];
  const streams: FollowedSession[] = [];
  for (let count = 0; count < CONVERSATIONS; count += 1) {
    const session = await visitor('create_session', { visitor_id: randomUUID(), consent: true });
    const { session_id: id = '', session_secret: secret = '' } = session;
    await visitor('request_person', { session_id: id, session_secret: secret });
    await admin('POST', `${id}/takeover`, { name: 'Dana Reyes' });
    const credentials = { session_id: id, session_secret: secret };
    streams.push(await followAsVisitor(visitors, credentials, -1, hear(toVisitor, 'person')));
    const headers = { authorization: `Bearer ${token}` };
    streams.push(await watchAsAdmin(owners, id, headers, -1, hear(toPerson, 'visitor')));
    sessions.push(credentials);
  }
  const run = async (lines: number): Promise<void> => {
    const expected = lines * 2;
    toVisitor.length = 0;
    toPerson.length = 0;
    reading.length = 0;
    const pending: Promise<unknown>[] = [];
    for (let line = 0; line < lines; line += 1) {
      const session = sessions[line % sessions.length] ?? {};
      const [mine, theirs] = [`Line ${line} ${randomUUID()}`, `Words ${line} ${randomUUID()}`];
      sentAt.set(mine, performance.now());
      pending.push(admin('POST', `${session['session_id']}/lines`, { id: randomUUID(), text: mine }));
      await wait(500 / PER_SECOND);
      pending.push(owner.get('/waiting-visitors').then(({ ms }) => reading.push(ms)));
      sentAt.set(theirs, performance.now());
      pending.push(visitor('agent_reply', { ...session, user_message: theirs, turn_id: randomUUID() }));
      await wait(500 / PER_SECOND);
    }
    await Promise.all(pending);
    const until = performance.now() + 10_000;
    while (toVisitor.length + toPerson.length < expected && performance.now() < until) await wait(10);
    const lost = expected - toVisitor.length - toPerson.length;
    if (lost > 0) throw new Error(`${lost} of ${expected} lines did not arrive`);
  };
  await run(WARM_UP);
  const others = talkOn(visitor, closing.signal);
  const began = { at: performance.now(), others: othersCpu() };
  await run(LINES);
  const busy = (othersCpu() - began.others) / (performance.now() - began.at);
  closing.abort();
  for (const stream of streams) stream.close();
  await others;
  const rowOf = (what: string, times: number[]) => {
    const sorted = times.toSorted((one, other) => one - other);
    return [what, String(times.length), ...[0.5, 0.95, 0.99, 1].map((part) => figure(quantile(sorted, part)))];
  };
  printTable(
    `takeover: from sending a line to its arrival on the other instance, ${CONVERSATIONS} conversations`,
    ['line', 'lines', 'median, ms', 'p95', 'p99', 'longest'],
    [
      rowOf('of the person, at the visitor', toVisitor),
      rowOf('of the visitor, at the person', toPerson),
      rowOf('a call that only reads', reading),
    ],
  );
  return busy;
}

/** Other visitors, whom the twin answers, until the signal aborts. */
async function talkOn(visitor: (fn: string, body: object) => Promise<object>, signal: AbortSignal): Promise<void> {
  const session = await visitor('create_session', { visitor_id: randomUUID(), consent: true });
  const { visitor_id: _, visitor_secret: __, ...credentials } = session as Record<string, string>;
  for (let at = 0; !signal.aborted; at += 1) {
    await visitor('agent_reply', { ...credentials, user_message: visitorLine(at, at) });
    await wait(1_000 / OTHERS_PER_SECOND);
  }
}

async function call(
  url: string,
  method: string,
  body: object | undefined,
  headers: Record<string, string> = {},
): Promise<Record<string, string>> {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  });
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${(await answer.text()).slice(0, 200)}`);
  return (await answer.json()) as Record<string, string>;
}

/** CPU time of everything that is no part of the benchmark, in milliseconds. */
const othersCpu = (): number => machineCpuMs() - cpuMs(processTree(process.pid));
