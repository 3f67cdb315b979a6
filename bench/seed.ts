import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { newSecret } from '../server/features/conversation/sessions.ts';
import { startEmbedded } from '../server/platform/database/embedded.ts';
import { MIGRATIONS_FOLDER, migrate } from '../server/platform/database/migrate.ts';

/** A session's credentials. */
export interface SeededSession {
  session_id: string;
  session_secret: string;
}

/** Turns of each session that fills the database. */
const TURNS_EACH = 20;
const WORDS = 'What would you do in our place this week, and what would it cost us?';
const REPLY =
  'Glad that you ask, and here is how I would go about it in your place this week: first two short talks with ' +
  'the people who do the work, then one page on what stands in the way, then a day together on the two things that ' +
  'matter most. The page alone usually pays for the rest, since it shows what to stop doing.';

/**
 * Fills a new data folder with messages of ended conversations and with open sessions of several turns each. Rows are
 * inserted by the database's own functions, a million in about half a minute.
 */
export async function seed(
  dataDir: string,
  options: { messages: number; openSessions: number; turnsOfOpen: number },
): Promise<SeededSession[]> {
  const database = await startEmbedded({ dataDir });
  // The server's own pool would time out on statements this long.
  const client = new pg.Client(database.connection);
  await client.connect();
  try {
    await migrate(client, MIGRATIONS_FOLDER);
    const sessions = Math.ceil(options.messages / (2 * TURNS_EACH));
    await client.query(
      `INSERT INTO sessions (id, visitor_id, secret_hash, consent, consent_version, mode, next_seq, ended_at,
         started_at)
       SELECT gen_random_uuid(), gen_random_uuid(), sha256(int4send(n)), true, '1', 'mentor', $2, now(),
         now() - n * interval '1 minute' FROM generate_series(1, $1) AS n`,
      [sessions, 2 * TURNS_EACH],
    );
    const open = Array.from({ length: options.openSessions }, () => ({ id: randomUUID(), ...newSecret() }));
    for (const { id, hash } of open) {
      await client.query(
        `INSERT INTO sessions (id, visitor_id, secret_hash, consent, consent_version, mode, next_seq)
         VALUES ($1, gen_random_uuid(), $2, true, '1', 'mentor', $3)`,
        [id, hash, 2 * options.turnsOfOpen],
      );
    }
    await client.query(
      `WITH t AS (
         INSERT INTO turns (session_id, turn_id, kind, mode, model_asked, model, provider, status, text, created_at,
            finished_at)
         SELECT s.id, gen_random_uuid(), 'message', 'mentor', 'm', 'm', 'custom', 'done', $1, at, at
         FROM sessions s, generate_series(1, s.next_seq / 2) AS n,
           LATERAL (SELECT s.started_at + n * interval '1 second') AS a (at)
         RETURNING session_id, turn_id, created_at
       ), numbered AS (
         SELECT *, (row_number() OVER (PARTITION BY session_id ORDER BY created_at) - 1)::int AS n FROM t
       )
       INSERT INTO utterances (session_id, seq, turn_id, speaker, text, ts)
       SELECT session_id, 2 * n + side, turn_id, CASE side WHEN 0 THEN 'visitor' ELSE 'agent' END,
         CASE side WHEN 0 THEN $2 ELSE $1 END, created_at
       FROM numbered, generate_series(0, 1) AS side`,
      [REPLY, WORDS],
    );
    await client.query('VACUUM ANALYZE');
    await client.query('CHECKPOINT');
    return open.map(({ id, secret }) => ({ session_id: id, session_secret: secret }));
  } finally {
    await client.end();
    await database.stop();
  }
}
