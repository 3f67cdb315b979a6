import { EMBEDDING_SIZE, MEMORY_MIN_IMPORTANCE } from '@understudy/contract/constants';
import type { Pool } from 'pg';
import { type Embedding, normalised } from '../../providers/embedder/port.ts';
import type { MemoryKind, Remembered } from './extract-memories.ts';

/** Memories per visitor; the least important are deleted first, and those in the visitor's own words last. */
const MAX_PER_VISITOR = 100;

/** A memory to save. */
export interface EmbeddedMemory extends Remembered {
  embedding: Embedding;
  saidAt: Date;
}

/** A stored memory for recall. */
export interface RecalledMemory {
  id: string;
  kind: MemoryKind;
  subject: string;
  text: string;
  importance: number;
  embedding: Buffer;
  embedder: string;
  created_at: Date;
  session_id: string | null;
}

/** A memory as shown to its visitor. */
interface ListedMemory {
  id: string;
  kind: MemoryKind;
  text: string;
  importance: number;
  corrected: boolean;
  created_at: Date;
  expires_at: Date;
  /** What the visitor said, as long as that conversation is kept; null afterwards. */
  words: string | null;
}

/**
 * Quantizes an embedding for storage: one byte per number, scaled so that the largest is 127. Uses a quarter of the
 * space and of the reading time, with an error of similarity below 0.01.
 */
export function toBytes(embedding: Embedding): Buffer {
  const most = embedding.reduce((max, value) => Math.max(max, Math.abs(value)), 0) || 1;
  return Buffer.from(Int8Array.from(embedding, (value) => Math.round((value / most) * 127)).buffer);
}

/** Restores an embedding from its bytes, with length 1 again; all zeros yield one that is similar to nothing. */
export function fromBytes(bytes: Buffer): Embedding {
  const figures = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  return normalised(figures) ?? new Float32Array(EMBEDDING_SIZE);
}

/** How often messages of a conversation were erased; 0 if it is gone. */
export async function readErasures(pool: Pool, sessionId: string): Promise<number> {
  const { rows } = await pool.query<{ erasures: number }>('SELECT erasures FROM sessions WHERE id = $1', [sessionId]);
  return rows[0]?.erasures ?? 0;
}

/** The last utterance of a conversation that memories were read from; -1 for none. */
export async function readMark(pool: Pool, sessionId: string): Promise<number> {
  const { rows } = await pool.query<{ seq: number }>({
    name: 'read_memory_mark',
    text: 'SELECT seq FROM memory_marks WHERE session_id = $1',
    values: [sessionId],
  });
  return rows[0]?.seq ?? -1;
}

/**
 * Saves the memories read from a conversation up to utterance `upTo`, in one statement. Replaces memories by subject,
 * except those that the visitor has corrected and those that are newer. Does nothing if the session has no consent,
 * no longer exists, lost messages since it was read, or was already read this far.
 *
 * @returns how many memories are new or changed
 */
export async function saveMemories(
  pool: Pool,
  sessionId: string,
  read: { upTo: number; memories: readonly EmbeddedMemory[]; embedder: string; erasures: number | null },
): Promise<number> {
  const { memories } = read;
  const { rows } = await pool.query<{ visitor_id: string; before: number }>({
    name: 'save_memories',
    text: `WITH s AS (
             SELECT id, visitor_id FROM sessions
             WHERE id = $1 AND consent AND ($12::int IS NULL OR erasures = $12) FOR KEY SHARE
           ), m AS (
             INSERT INTO memory_marks (session_id, seq) SELECT id, $2 FROM s
             ON CONFLICT (session_id) DO UPDATE SET seq = excluded.seq WHERE memory_marks.seq < excluded.seq
             RETURNING session_id
           ), w AS (
             SELECT s.id, s.visitor_id FROM s JOIN m ON m.session_id = s.id
           )
           INSERT INTO memories AS o (visitor_id, kind, subject, text, importance, embedding, embedder, session_id, seq,
             created_at, expires_at)
           SELECT w.visitor_id, i.kind, i.subject, i.text, i.importance, i.embedding, $3, w.id, i.seq, i.said_at,
             i.expires_at
           FROM w, unnest($4::text[], $5::text[], $6::text[], $7::real[], $8::bytea[], $9::int[], $10::timestamptz[],
             $11::timestamptz[]) AS i (kind, subject, text, importance, embedding, seq, said_at, expires_at)
           ON CONFLICT (visitor_id, subject) DO UPDATE SET kind = excluded.kind, text = excluded.text,
             importance = excluded.importance, embedding = excluded.embedding, embedder = excluded.embedder,
             session_id = excluded.session_id, seq = excluded.seq, created_at = excluded.created_at,
             expires_at = excluded.expires_at
           WHERE NOT o.corrected AND o.created_at <= excluded.created_at
           RETURNING o.visitor_id, (SELECT count(*)::int FROM memories c WHERE c.visitor_id = o.visitor_id) AS before`,
    values: [
      sessionId,
      read.upTo,
      read.embedder,
      memories.map(({ kind }) => kind),
      memories.map(({ subject }) => subject),
      memories.map(({ text }) => text),
      memories.map(({ importance }) => importance),
      memories.map(({ embedding }) => toBytes(embedding)),
      memories.map(({ seq }) => seq),
      memories.map(({ saidAt }) => saidAt),
      memories.map(({ expiresAt }) => expiresAt),
      read.erasures,
    ],
  });
  const [first] = rows;
  // `before` is the count before this statement's own inserts.
  if (first && first.before + rows.length > MAX_PER_VISITOR) {
    await pool.query(
      `DELETE FROM memories WHERE id IN (SELECT id FROM memories WHERE visitor_id = $1
         ORDER BY corrected DESC, importance DESC, created_at DESC OFFSET ${MAX_PER_VISITOR})`,
      [first.visitor_id],
    );
  }
  return rows.length;
}

/** The largest sequence number, which marks a conversation as read to its end. */
const END_SEQ = 2_147_483_647;

/** Stops remembering anything more from a conversation, on all instances; existing memories stay. */
export async function rememberNoMore(pool: Pool, sessionId: string): Promise<void> {
  await saveMemories(pool, sessionId, { upTo: END_SEQ, memories: [], embedder: '', erasures: null });
}

/**
 * The memories that a session may recall: its visitor's, if important enough and not expired. None for a session
 * without consent.
 */
export async function readMemories(pool: Pool, sessionId: string): Promise<RecalledMemory[]> {
  const { rows } = await pool.query<RecalledMemory>({
    name: 'read_memories',
    text: `SELECT m.id, m.kind, m.subject, m.text, m.importance, m.embedding, m.embedder, m.created_at, m.session_id
           FROM sessions s JOIN memories m ON m.visitor_id = s.visitor_id
           WHERE s.id = $1 AND s.consent AND m.importance >= $2 AND m.expires_at > now()`,
    values: [sessionId, MEMORY_MIN_IMPORTANCE],
  });
  return rows;
}

/** Replaces the embeddings of memories whose texts have not changed. */
export async function replaceEmbeddings(
  pool: Pool,
  sessionId: string,
  memories: readonly Pick<RecalledMemory, 'subject' | 'text' | 'embedding' | 'embedder'>[],
): Promise<void> {
  await pool.query(
    `UPDATE memories m SET embedding = i.embedding, embedder = i.embedder
     FROM sessions s, unnest($2::text[], $3::text[], $4::bytea[], $5::text[]) AS i (subject, text, embedding, embedder)
     WHERE s.id = $1 AND m.visitor_id = s.visitor_id AND m.subject = i.subject AND m.text = i.text`,
    [
      sessionId,
      memories.map(({ subject }) => subject),
      memories.map(({ text }) => text),
      memories.map(({ embedding }) => embedding),
      memories.map(({ embedder }) => embedder),
    ],
  );
}

/** A visitor's memories for display to them, newest first. */
export async function listMemories(pool: Pool, visitorId: string): Promise<ListedMemory[]> {
  const { rows } = await pool.query<ListedMemory>(
    `SELECT m.id, m.kind, m.text, m.importance, m.corrected, m.created_at, m.expires_at, u.text AS words
     FROM memories m LEFT JOIN utterances u ON NOT m.corrected AND u.session_id = m.session_id AND u.seq = m.seq
     WHERE m.visitor_id = $1 AND m.expires_at > now() ORDER BY m.created_at DESC, m.id DESC`,
    [visitorId],
  );
  return rows;
}

/**
 * Replaces a memory with the visitor's own wording, which later readings do not overwrite.
 *
 * @returns false if it is not, or no longer, theirs
 */
export async function correctMemory(
  pool: Pool,
  visitorId: string,
  memory: { id: string; text: string; embedding: Embedding; embedder: string; expiresAt: Date },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE memories SET text = $3, embedding = $4, embedder = $5, expires_at = $6, corrected = true
     WHERE id = $1 AND visitor_id = $2`,
    [memory.id, visitorId, memory.text, toBytes(memory.embedding), memory.embedder, memory.expiresAt],
  );
  return rowCount === 1;
}
