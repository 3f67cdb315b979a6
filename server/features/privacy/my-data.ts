import {
  CORRECTABLE,
  type CorrectableField,
  DESK_CONVERSATIONS,
  DESK_LINES_PER_READ,
  type DeskConversation,
  type DeskFact,
  type DeskLine,
  HELD_KINDS,
  type MyConversationAnswer,
  type MyDataAnswer,
} from '@understudy/contract/privacy';
import type { MemoryInfo, PublicConfig } from '@understudy/contract/wire';
import type { Pool } from 'pg';
import { NEWEST_ANALYSIS, newest } from './newest-facts.ts';
import { countSections } from './read-visitor-data.ts';
import type { DataOwner } from './whose-data.ts';

/** Characters of a conversation's beginning. */
const BEGINNING_CHARS = 120;
/** Memories that the desk lists, more than any visitor has. */
const MAX_MEMORIES = 500;

/** What is held, as the desk tells it. */
export async function readMyData(
  pool: Pool,
  owner: DataOwner,
  retentionDays: PublicConfig['retention_days'],
): Promise<MyDataAnswer> {
  const counted = await countSections(pool, owner, HELD_KINDS);
  const counts = Object.fromEntries(HELD_KINDS.map((kind) => [kind, counted[kind] ?? 0])) as MyDataAnswer['counts'];
  return {
    of: owner.of,
    email: owner.email,
    counts,
    facts: await readFacts(pool, owner),
    conversations: await readConversations(pool, owner, retentionDays?.transcripts ?? null),
    memories: await readMemories(pool, owner),
    retention_days: retentionDays,
  };
}

/**
 * The facts about the visitor: their own corrections, else those of the lead, else the newest that a conversation has.
 */
async function readFacts(pool: Pool, { visitors, sessions, of }: DataOwner): Promise<DeskFact[]> {
  const { rows } = await pool.query<Record<CorrectableField, string | null>>(
    `SELECT coalesce(l.name, n.name) AS name, coalesce(l.email, n.email) AS email, coalesce(l.phone, n.phone) AS phone,
       coalesce(l.company, n.company) AS company, coalesce(l.role, n.role) AS role
     FROM (
       SELECT ${newest('s.contact_name')} AS name, ${newest("coalesce(s.email, s.call_request ->> 'email')")} AS email,
         ${newest('s.phone')} AS phone, ${newest('x.company')} AS company, ${newest("x.entities ->> 'role'")} AS role
       FROM sessions s ${NEWEST_ANALYSIS} WHERE s.id = ANY ($2::uuid[])
     ) AS n LEFT JOIN LATERAL (
       SELECT * FROM leads WHERE visitor_id = ANY ($1::uuid[]) ORDER BY last_seen_at DESC LIMIT 1
     ) AS l ON true`,
    [visitors, sessions],
  );
  const corrections = await pool.query<{ field: CorrectableField; value: string | null }>(
    `SELECT DISTINCT ON (c.field) c.field, c.value FROM visitor_corrections c WHERE c.visitor_id = ANY ($1::uuid[])
       AND NOT EXISTS (SELECT FROM sessions s JOIN extracts e ON e.session_id = s.id
         WHERE s.visitor_id = c.visitor_id AND s.started_at > c.corrected_at AND ${SAID} IS NOT NULL)
     ORDER BY c.field, c.corrected_at DESC`,
    [of === 'session' ? [] : visitors],
  );
  const corrected = new Map(corrections.rows.map(({ field, value }) => [field, value]));
  return CORRECTABLE.map((field) => ({
    field,
    value: corrected.has(field) ? (corrected.get(field) ?? null) : (rows[0]?.[field] ?? null),
    corrected: corrected.has(field),
  }));
}

/** SQL: what an analysis `e` says of the fact that a correction `c` is about. */
const SAID = `CASE c.field WHEN 'name' THEN e.entities ->> 'person_name'
  WHEN 'email' THEN e.entities ->> 'contact_email' WHEN 'phone' THEN e.entities ->> 'contact_phone'
  WHEN 'company' THEN e.company ELSE e.entities ->> 'role' END`;

/** @param keptDays how long conversations are kept after their last word; null for no limit */
async function readConversations(
  pool: Pool,
  { sessions }: DataOwner,
  keptDays: number | null,
): Promise<DeskConversation[]> {
  const { rows } = await pool.query<
    Omit<DeskConversation, 'started_at' | 'ended_at' | 'expires_at'> & {
      started_at: Date;
      ended_at: Date | null;
      expires_at: Date | null;
    }
  >(
    `SELECT s.id, s.started_at, s.ended_at, s.consent,
       (SELECT count(*)::int FROM utterances u WHERE u.session_id = s.id) AS messages,
       coalesce((SELECT left(u.text, ${BEGINNING_CHARS}) FROM utterances u
         WHERE u.session_id = s.id AND u.speaker = 'visitor' ORDER BY u.seq LIMIT 1), '') AS beginning,
       CASE WHEN s.consent THEN s.last_active_at + $2::int * interval '24 hours' END AS expires_at,
       h.session_id IS NOT NULL AS held, h.waiting_erasure IS NOT NULL AS erased_when_lifted
     FROM sessions s LEFT JOIN legal_holds h ON h.session_id = s.id
     WHERE s.id = ANY ($1::uuid[]) ORDER BY s.started_at DESC, s.id DESC LIMIT ${DESK_CONVERSATIONS}`,
    [sessions, keptDays],
  );
  return rows.map(({ started_at, ended_at, expires_at, ...row }) => ({
    ...row,
    started_at: started_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
    expires_at: row.held ? null : (expires_at?.toISOString() ?? null),
  }));
}

/** The memories, newest first, with the words from which they were read. */
async function readMemories(pool: Pool, { visitors, sessions, of }: DataOwner): Promise<MemoryInfo[]> {
  const { rows } = await pool.query<
    Omit<MemoryInfo, 'created_at' | 'expires_at'> & { created_at: Date; expires_at: Date }
  >(
    `SELECT m.id, m.kind, m.text, m.corrected, m.created_at, m.expires_at, u.text AS from
     FROM memories m LEFT JOIN utterances u ON NOT m.corrected AND u.session_id = m.session_id AND u.seq = m.seq
     WHERE ${of === 'session' ? 'm.session_id' : 'm.visitor_id'} = ANY ($1::uuid[]) AND m.expires_at > now()
     ORDER BY m.created_at DESC, m.id DESC LIMIT ${MAX_MEMORIES}`,
    [of === 'session' ? sessions : visitors],
  );
  return rows.map(({ created_at, expires_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
  }));
}

/** Lines of a conversation, after a sequence number. */
export async function readDeskLines(pool: Pool, sessionId: string, after: number): Promise<MyConversationAnswer> {
  const { rows } = await pool.query<Omit<DeskLine, 'ts'> & { ts: Date }>(
    `SELECT id, seq, speaker, text, ts FROM utterances WHERE session_id = $1 AND seq > $2
     ORDER BY seq LIMIT ${DESK_LINES_PER_READ + 1}`,
    [sessionId, after],
  );
  const lines = rows.slice(0, DESK_LINES_PER_READ).map(({ ts, ...row }) => ({ ...row, ts: ts.toISOString() }));
  return { lines, next: rows.length > DESK_LINES_PER_READ ? (lines.at(-1)?.seq ?? null) : null };
}
