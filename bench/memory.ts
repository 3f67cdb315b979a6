import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { extractMemories } from '../server/features/memory/extract-memories.ts';
import { recallFor, remember } from '../server/features/memory/remember.ts';
import { toBytes } from '../server/features/memory/store.ts';
import { createUnderstand } from '../server/features/understanding/understand.ts';
import type { Understanding } from '../server/features/understanding/understanding.ts';
import { startEmbedded } from '../server/platform/database/embedded.ts';
import { MIGRATIONS_FOLDER, migrate } from '../server/platform/database/migrate.ts';
import { openDatabase } from '../server/platform/database/open-database.ts';
import { createEmbedders, EMBEDDED_EMBEDDER } from '../server/providers/embedder/create-embedder.ts';
import { createSentenceEncoder } from '../server/providers/embedder/encoder/sentence-encoder.ts';
import type { Embedding } from '../server/providers/embedder/port.ts';
import { figure, noteOthers, printTable, quantile } from './figures.ts';
import { cpuMs, machineCpuMs, processTree } from './process-figures.ts';
import { visitorLine } from './visitor-lines.ts';

const VISITORS = 20_000;
/** Most visitors have one memory of each text, one in a hundred has the maximum: together 99,200. */
const OF_A_TALKATIVE_VISITOR = 100;
const TALKATIVE = VISITORS / 100;
const RECALLS = 2_000;
const WARM_UP = 200;

const TEXTS = [
  'Said: “I run a bakery with 40 people in Leeds”',
  'Said: “I want to hand over sales to a first manager”',
  'Said: “I would rather be called in the mornings”',
  'Their budget is 20,000 pounds',
];
/** Lines with something to remember, as a turn reads them. */
const TOLD = [
  'My name is Maria and I run a bakery with 40 people in Leeds.',
  'We are struggling with decisions that always end up on my desk, because nobody else dares to take them.',
  'I would rather be called in the mornings, and our budget is about 20,000 pounds for this year.',
];

/** Cost of remembering and recalling, in a database of 100,000 memories of 20,000 visitors. */
export async function benchMemory(): Promise<void> {
  const encoder = createSentenceEncoder();
  const understand = createUnderstand(encoder, () => []);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'understudy-bench-'));
  try {
    const visitors = Array.from({ length: VISITORS }, () => randomUUID());
    const embeddings = (await encoder.encode(TEXTS)) ?? [];
    const count = await fill(dataDir, visitors, embeddings);
    const database = await openDatabase({ dataDir, databaseUrl: null });
    await database.ready();
    try {
      const deps = { pool: database.pool, embedders: createEmbedders({ provider: null, encoder }), understand };
      const never = new AbortController().signal;
      const said: Understanding[] = [];
      for (let n = 0; n < WARM_UP + RECALLS; n += 1) said.push(await understand(visitorLine(n, n), { before: null }));
      let usedBefore = usage();
      const waits: number[] = [];
      const talkative: number[] = [];
      for (let n = -WARM_UP; n < RECALLS; n += 1) {
        if (n === 0) usedBefore = usage();
        // A different visitor each time, from all over the table; every tenth is a talkative one.
        const at =
          n % 10 === 0 ? Math.abs(n * 7) % TALKATIVE : TALKATIVE + (Math.abs(n * 7_919) % (VISITORS - TALKATIVE));
        const visitor = { sessionId: visitors[at] ?? '', consent: true };
        const line = said[WARM_UP + n] as Understanding;
        const begun = performance.now();
        const { memories } = await recallFor(deps, visitor, line, never);
        const took = performance.now() - begun;
        if (memories.length !== 2) throw new Error(`${memories.length} memories were recalled instead of 2.`);
        if (n >= 0) (n % 10 === 0 ? talkative : waits).push(took);
      }
      const used = usage();
      printTable(
        `memory: recall over ${count.toLocaleString('en')} memories of ${VISITORS.toLocaleString('en')} visitors, ms`,
        ['', 'times', 'median', 'p95', 'p99'],
        [
          row('all', [...waits, ...talkative]),
          row('a visitor with 4 memories', waits),
          row(`one with ${OF_A_TALKATIVE_VISITOR}`, talkative),
        ],
      );
      console.log(`\nCPU of a recall: ${figure((used.own - usedBefore.own) / RECALLS)} ms, the database's included.`);
      noteOthers([(used.others - usedBefore.others) / (used.at - usedBefore.at)]);
      const lines = await Promise.all(TOLD.map((text) => understand(text, { before: null })));
      const kept = await timeRemembering(deps, visitors);
      printTable(
        'memory: the parts, ms',
        ['', 'times', 'median', 'p95', 'p99'],
        [
          row('embed a sentence', await timed(() => encoder.encode([`${TEXTS[0]} ${Math.random()}`]))),
          row(
            'pick memories of a line that is understood',
            await timed((n) => extractMemories(lines[n % 3] as Understanding, { seq: 0, at: new Date() })),
          ),
          row('remember a line (understanding, embedding, commit)', kept),
        ],
      );
    } finally {
      await database.close();
    }
  } finally {
    await encoder.close();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    await rm(`${dataDir}.key`, { force: true });
  }
}

/** @returns how many memories there are */
async function fill(dataDir: string, visitors: readonly string[], embeddings: readonly Embedding[]): Promise<number> {
  const embedded = await startEmbedded({ dataDir });
  const client = new pg.Client(embedded.connection);
  await client.connect();
  try {
    await migrate(client, MIGRATIONS_FOLDER);
    await client.query(
      `INSERT INTO memories (visitor_id, kind, subject, text, importance, embedding, embedder, created_at, expires_at)
       SELECT v.id::uuid, 'fact', t.n || '-' || c.n, t.text, 0.5 + 0.1 * t.n, t.embedding, $4,
         now() - random() * interval '300 days', now() + interval '1 year'
       FROM unnest($1::text[]) WITH ORDINALITY AS v (id, n),
         unnest($2::text[], $3::bytea[]) WITH ORDINALITY AS t (text, embedding, n),
         generate_series(1, CASE WHEN v.n <= ${TALKATIVE} THEN ${OF_A_TALKATIVE_VISITOR / TEXTS.length} ELSE 1 END)
           AS c (n)
       ORDER BY t.n, c.n, random()`,
      [visitors, TEXTS, embeddings.map(toBytes), EMBEDDED_EMBEDDER],
    );
    // Each visitor returns in a session with, for once, the same id.
    await client.query(
      `INSERT INTO sessions (id, visitor_id, secret_hash, consent, consent_version, mode)
       SELECT id, id, '', true, '1', 'mentor' FROM unnest($1::uuid[]) AS id`,
      [visitors],
    );
    await client.query('VACUUM ANALYZE');
    return Number((await client.query('SELECT count(*) AS n FROM memories')).rows[0].n);
  } finally {
    await client.end();
    await embedded.stop();
  }
}

async function timeRemembering(deps: Parameters<typeof remember>[0], visitors: readonly string[]): Promise<number[]> {
  const waits: number[] = [];
  for (let n = 0; n < 200; n += 1) {
    const session = { sessionId: visitors[n] ?? '', consent: true, erasures: 0 };
    const begun = performance.now();
    await remember(deps, session, [{ text: TOLD[n % 3] ?? '', seq: 0, at: new Date() }]);
    waits.push(performance.now() - begun);
  }
  return waits;
}

/** CPU time used so far in milliseconds: by this process and its database, and by everything else. */
function usage(): { own: number; others: number; at: number } {
  const own = cpuMs(processTree(process.pid));
  return { own, others: machineCpuMs() - own, at: performance.now() };
}

async function timed(work: (n: number) => unknown): Promise<number[]> {
  const waits: number[] = [];
  for (let n = 0; n < 2_000; n += 1) {
    const begun = performance.now();
    await work(n);
    waits.push(performance.now() - begun);
  }
  return waits;
}

function row(name: string, waits: readonly number[]): string[] {
  const sorted = waits.toSorted((a, b) => a - b);
  return [name, String(waits.length), ...[0.5, 0.95, 0.99].map((part) => figure(quantile(sorted, part)))];
}
