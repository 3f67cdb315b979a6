import type { Note } from '@understudy/contract/admin';
import type { Pool } from 'pg';
import type { Queries } from '../../platform/database/transaction.ts';
import type { Actor } from '../../platform/http/guard.ts';

/** The person asking, which decides which notes they may change. */
interface NoteReader {
  id: string | null;
  email: string;
  /** Owners may change all notes. */
  owner: boolean;
}

interface NoteRow extends Omit<Note, 'mine' | 'created_at' | 'updated_at'> {
  author_id: string | null;
  created_at: Date;
  updated_at: Date;
}

/** Why a note was not changed: it does not exist, or somebody else wrote it. */
export type NoteRefusal = 'not_found' | 'not_yours';

const COLUMNS = 'id, session_id, text, author, author_id, created_at, updated_at';

/** SQL: the reader wrote the note or is an owner; parameters 2 to 4 come from {@link permission}. */
const MAY_CHANGE = `($2::boolean OR CASE WHEN $3::uuid IS NULL THEN author_id IS NULL AND author = $4
  ELSE author_id = $3 END)`;
const permission = (reader: NoteReader) => [reader.owner, reader.id, reader.email];

/** The caller as a reader of notes. */
export const noteReader = ({ id, email, role }: Actor): NoteReader => ({ id, email, owner: role === 'owner' });

/** Whether the reader wrote the note. A reader without a sign-in (LOCAL_ADMIN) has no id. */
const isAuthor = (row: Pick<NoteRow, 'author' | 'author_id'>, reader: NoteReader): boolean =>
  reader.id === null ? row.author_id === null && row.author === reader.email : row.author_id === reader.id;

/** A note in the wire's shape. */
function presentNote({ author_id, ...row }: NoteRow, reader: NoteReader): Note {
  return {
    ...row,
    mine: reader.owner || isAuthor({ author: row.author, author_id }, reader),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** The notes on a conversation, oldest first. */
export async function readNotes(pool: Pool, sessionId: string, reader: NoteReader): Promise<Note[]> {
  const { rows } = await pool.query<NoteRow>({
    name: 'dashboard_notes',
    text: `SELECT ${COLUMNS} FROM notes WHERE session_id = $1 ORDER BY created_at, id`,
    values: [sessionId],
  });
  return rows.map((row) => presentNote(row, reader));
}

/** Adds a note; null if there is no such session with consent. */
export async function addNote(db: Queries, sessionId: string, text: string, reader: NoteReader): Promise<Note | null> {
  const { rows } = await db.query<NoteRow>({
    name: 'dashboard_add_note',
    text: `INSERT INTO notes (session_id, visitor_id, text, author_id, author)
           SELECT id, visitor_id, $2, $3, $4 FROM sessions WHERE id = $1 AND consent RETURNING ${COLUMNS}`,
    values: [sessionId, text, reader.id, reader.email],
  });
  return rows[0] ? presentNote(rows[0], reader) : null;
}

/** Changes a note's text; only its author and owners may. */
export async function changeNote(
  db: Queries,
  id: string,
  text: string,
  reader: NoteReader,
): Promise<Note | NoteRefusal> {
  const { rows } = await db.query<NoteRow>({
    name: 'dashboard_change_note',
    text: `UPDATE notes SET text = $5, updated_at = now() WHERE id = $1 AND ${MAY_CHANGE} RETURNING ${COLUMNS}`,
    values: [id, ...permission(reader), text],
  });
  return rows[0] ? presentNote(rows[0], reader) : whyNot(db, id);
}

/** Deletes a note; only its author and owners may. @returns its session and author, for the audit log */
export async function deleteNote(
  db: Queries,
  id: string,
  reader: NoteReader,
): Promise<{ session_id: string | null; author: string } | NoteRefusal> {
  const { rows } = await db.query<{ session_id: string | null; author: string }>({
    name: 'dashboard_delete_note',
    text: `DELETE FROM notes WHERE id = $1 AND ${MAY_CHANGE} RETURNING session_id, author`,
    values: [id, ...permission(reader)],
  });
  return rows[0] ?? whyNot(db, id);
}

async function whyNot(db: Queries, id: string): Promise<NoteRefusal> {
  const { rowCount } = await db.query('SELECT FROM notes WHERE id = $1', [id]);
  return rowCount === 0 ? 'not_found' : 'not_yours';
}
