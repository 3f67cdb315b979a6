/**
 * The oracle: invariants that hold after every test, as far as the database and the log show: I2, I3, I4 and I9 here,
 * I7 and I10 over the responses that a test collected.
 */
import { ERROR_STATUS } from '@understudy/contract/errors';
import type { Pool } from 'pg';
import { expect } from 'vitest';

/** The longest that a turn may run: 60 s at the provider plus a margin (I4). */
const RUNNING_MAX_S = 90;

/** Keys already prevent duplicate turns and positions; this finds gaps, strays and turns without an end. */
const BROKEN = {
  'I2 a visitor’s words kept twice for one turn': `
    SELECT session_id, turn_id FROM utterances WHERE speaker = 'visitor' GROUP BY 1, 2 HAVING count(*) > 1`,
  'I2 a segment kept twice for one turn': `
    SELECT session_id, turn_id FROM utterances WHERE speaker = 'agent'
    GROUP BY session_id, turn_id, segment_index HAVING count(*) > 1`,
  'I2 more than one greeting': `
    SELECT session_id FROM turns WHERE kind = 'greeting' GROUP BY 1 HAVING count(*) > 1`,
  'I3 a gap or a repetition in seq': `
    SELECT s.id FROM sessions s LEFT JOIN utterances u ON u.session_id = s.id
    GROUP BY s.id HAVING count(u.seq) <> s.next_seq OR coalesce(max(u.seq) + 1, 0) <> s.next_seq`,
  'I3 a time before that of the line before': `
    SELECT session_id, seq FROM (
      SELECT session_id, seq, ts < lag(ts) OVER (PARTITION BY session_id ORDER BY seq) AS backwards FROM utterances) u
    WHERE backwards`,
  'I3 segments out of order or not as many as said': `
    SELECT session_id, turn_id FROM utterances WHERE speaker = 'agent' GROUP BY 1, 2
    HAVING count(*) <> max(total_segments) OR min(segment_index) <> 0 OR max(segment_index) <> count(*) - 1`,
  'I4 a turn without an end': `
    SELECT session_id, turn_id FROM turns
      WHERE status = 'running' AND created_at < now() - interval '${RUNNING_MAX_S} s'`,
  'an answered message without its words': `
    SELECT t.session_id, t.turn_id FROM turns t
    WHERE t.kind = 'message' AND NOT EXISTS (
      SELECT FROM utterances u WHERE u.session_id = t.session_id AND u.turn_id = t.turn_id AND u.speaker = 'visitor')`,
  'words without a turn': `
    SELECT u.session_id, u.turn_id FROM utterances u WHERE NOT EXISTS (
      SELECT FROM turns t WHERE t.session_id = u.session_id AND t.turn_id = u.turn_id)`,
  'a kept session that was not consented to': `SELECT id FROM sessions WHERE NOT consent AND ended_at IS NOT NULL`,
  'a pause marker in what a visitor sees': `SELECT id FROM utterances WHERE speaker = 'agent' AND text ~* '\\[pause'`,
};

/** Asserts that the stored data is consistent. */
export async function expectSoundDatabase(pool: Pool): Promise<void> {
  for (const [rule, query] of Object.entries(BROKEN)) {
    const { rows } = await pool.query(query);
    expect(rows, rule).toEqual([]);
  }
}

/** Asserts that none of these texts is in the log (I9), and that no line reports a defect (I8). */
export function expectDiscreetLog(lines: readonly string[], canaries: readonly string[]): void {
  const log = lines.join('\n');
  for (const canary of canaries) expect(log.includes(canary), `I9 "${canary}" in the log`).toBe(false);
  expect(
    lines.filter((line) => line.includes('"msg":"defect"')),
    'I8 a defect in the log',
  ).toEqual([]);
}

/** Asserts that a response that is not 2xx has the project's format and reveals no internals (I10). */
export function expectErrorBody(text: string): { error: string; code: string; request_id: string } {
  const body = JSON.parse(text);
  expect(Object.keys(body).sort(), `I10 the shape of ${text}`).toEqual(['code', 'error', 'request_id']);
  expect(Object.keys(ERROR_STATUS)).toContain(body.code);
  expect(body.error).toMatch(/[.!?]$/);
  expect(body.request_id).toMatch(/^[0-9a-f-]{36}$/);
  // Files, stack frames, SQL and the database's own messages.
  expect(text, 'I10 the inside of the server').not.toMatch(
    /node_modules|\.ts\b|\n\s*at |SELECT |INSERT |UPDATE |relation "|syntax error|\/home\/|\/usr\/|\/tmp\//,
  );
  return body;
}

/** A fingerprint of every row of every table except counters, to check that nothing was written. */
export async function fingerprint(pool: Pool): Promise<string> {
  const tables = ['sessions', 'turns', 'plain_completions', 'utterances', 'events', 'waitlist'];
  const parts = tables.map(
    (table) => `(SELECT md5(coalesce(string_agg(r::text, '|' ORDER BY r::text), '')) FROM ${table} r)`,
  );
  const { rows } = await pool.query<{ print: string }>(`SELECT concat_ws(',', ${parts.join(', ')}) AS print`);
  return rows[0]?.print ?? '';
}
