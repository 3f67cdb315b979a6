import type { ClientBase } from 'pg';

/** A turn whose whole answer reached the client: from then on nothing of it may be lost. */
export interface AcknowledgedTurn {
  session_id: string;
  turn_id: string;
  /** What the visitor wrote. */
  words: string;
  /** The text of the answer. */
  reply: string;
}

/** An audit's findings; all lists are empty if there are none. */
export interface Audit {
  /** Turns of the journal whose words or reply differ from what was acknowledged (I1). */
  lost: string[];
  /** Turns stored twice in a session (I2), or with one side twice. */
  duplicates: string[];
  /** Sessions whose sequence numbers are not 0, 1, 2, ... (I3). */
  gaps: string[];
  /** Turns still marked as running though nobody writes them (I4). */
  running: string[];
}

/** Compares the stored conversations with a journal of acknowledged turns. */
export async function auditConversations(client: ClientBase, journal: readonly AcknowledgedTurn[]): Promise<Audit> {
  const sessions = [...new Set(journal.map((turn) => turn.session_id))];
  const { rows } = await client.query<{ turn_id: string; words: string[]; replies: string[]; segments: number[] }>(
    `SELECT turn_id, array_agg(text ORDER BY seq) FILTER (WHERE speaker = 'visitor') AS words,
       array_agg(text ORDER BY seq) FILTER (WHERE speaker = 'agent') AS replies,
       array_agg(segment_index ORDER BY seq) FILTER (WHERE speaker = 'agent') AS segments
     FROM utterances WHERE session_id = ANY ($1) GROUP BY session_id, turn_id`,
    [sessions],
  );
  const kept = new Map(rows.map((row) => [row.turn_id, row]));
  const isKept = (turn: AcknowledgedTurn) => {
    const row = kept.get(turn.turn_id);
    return row?.words?.[0] === turn.words && row.replies?.join(' ') === turn.reply;
  };
  const isTwice = (row: (typeof rows)[number]) =>
    (row.words?.length ?? 0) > 1 || (row.segments ?? []).some((segment, index) => segment !== index);
  const turnIds = rows.map((row) => row.turn_id);
  const gaps = await client.query<{ id: string }>(
    `SELECT s.id FROM sessions s JOIN utterances u ON u.session_id = s.id WHERE s.id = ANY ($1)
     GROUP BY s.id HAVING count(*) <> s.next_seq OR min(u.seq) <> 0 OR max(u.seq) <> count(*) - 1`,
    [sessions],
  );
  const running = await client.query<{ turn_id: string }>(
    `SELECT turn_id FROM turns WHERE session_id = ANY ($1) AND status = 'running'`,
    [sessions],
  );
  return {
    lost: journal.filter((turn) => !isKept(turn)).map((turn) => turn.turn_id),
    duplicates: [
      ...rows.filter(isTwice).map((row) => row.turn_id),
      ...turnIds.filter((turn, index) => turnIds.indexOf(turn) !== index),
    ],
    gaps: gaps.rows.map((row) => row.id),
    running: running.rows.map((row) => row.turn_id),
  };
}
