import type { Note } from '@understudy/contract/admin';
import { noteBody } from '@understudy/contract/admin-calls';
import type { Pool } from 'pg';
import { inTransaction, type Queries } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { idOf, orNotFound, parseBody } from '../../platform/http/gateway-function.ts';
import type { Actor } from '../../platform/http/guard.ts';
import { type AdminScope, audit } from '../accounts/index.ts';
import { NO_SESSION } from './session-rows.ts';

const NO_NOTE = 'There is no such note any more.';

/** The person asking, which decides which notes they may change. */
export interface NoteReader {
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
type NoteRefusal = 'not_found' | 'not_yours';

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

/** The newest notes on people and their conversations, oldest first. */
export async function readNotesOfVisitors(
  pool: Pool,
  visitors: readonly string[],
  reader: NoteReader,
  limit: number,
): Promise<Note[]> {
  const { rows } = await pool.query<NoteRow>(
    `SELECT ${COLUMNS} FROM notes WHERE visitor_id = ANY ($1::uuid[]) ORDER BY created_at DESC, id DESC LIMIT $2`,
    [visitors, limit],
  );
  return rows.reverse().map((row) => presentNote(row, reader));
}

/** Adds a note on a person, by one of their visitors, instead of a conversation. */
export async function addPersonNote(db: Queries, visitorId: string, text: string, reader: NoteReader): Promise<Note> {
  const { rows } = await db.query<NoteRow>(
    `INSERT INTO notes (visitor_id, text, author_id, author) VALUES ($1, $2, $3, $4) RETURNING ${COLUMNS}`,
    [visitorId, text, reader.id, reader.email],
  );
  return presentNote(rows[0] as NoteRow, reader);
}

/** Adds a note; null if there is no such session with consent. */
async function addNote(db: Queries, sessionId: string, text: string, reader: NoteReader): Promise<Note | null> {
  const { rows } = await db.query<NoteRow>({
    name: 'dashboard_add_note',
    text: `INSERT INTO notes (session_id, visitor_id, text, author_id, author)
           SELECT id, visitor_id, $2, $3, $4 FROM sessions WHERE id = $1 AND consent RETURNING ${COLUMNS}`,
    values: [sessionId, text, reader.id, reader.email],
  });
  return rows[0] ? presentNote(rows[0], reader) : null;
}

/** Changes a note's text; only its author and owners may. */
async function changeNote(db: Queries, id: string, text: string, reader: NoteReader): Promise<Note | NoteRefusal> {
  const { rows } = await db.query<NoteRow>({
    name: 'dashboard_change_note',
    text: `UPDATE notes SET text = $5, updated_at = now() WHERE id = $1 AND ${MAY_CHANGE} RETURNING ${COLUMNS}`,
    values: [id, ...permission(reader), text],
  });
  return rows[0] ? presentNote(rows[0], reader) : whyNot(db, id);
}

/** Deletes a note; only its author and owners may. @returns its session and author, for the audit log */
async function deleteNote(
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

/** Mounts the routes that add, change and delete notes. */
export function mountNotes({ http, pool, actorOf }: AdminScope): void {
  http.post('/sessions/:id/notes', async (request, reply): Promise<Note> => {
    const id = idOf(request, 'id', NO_SESSION);
    const { text } = parseBody(noteBody, request.body);
    const note = orNotFound(await addNote(pool, id, text, noteReader(actorOf(request))), NO_SESSION);
    reply.code(201);
    return note;
  });

  http.patch('/notes/:id', async (request): Promise<Note> => {
    const id = idOf(request, 'id', NO_NOTE);
    const { text } = parseBody(noteBody, request.body);
    const actor = actorOf(request);
    return inTransaction(pool, async (client) => {
      const note = allowed(await changeNote(client, id, text, noteReader(actor)));
      // The note keeps its author's name, so that only the audit log tells who else changed it.
      const { session_id, author } = note;
      if (author !== actor.email) await audit(client, actor, 'note_changed', { note_id: id, session_id, author });
      return note;
    });
  });

  http.delete('/notes/:id', async (request, reply) => {
    const id = idOf(request, 'id', NO_NOTE);
    const actor = actorOf(request);
    await inTransaction(pool, async (client) => {
      const { session_id, author } = allowed(await deleteNote(client, id, noteReader(actor)));
      await audit(client, actor, 'note_deleted', { note_id: id, session_id, author });
    });
    return reply.code(204).send();
  });
}

/** The outcome. @throws AppError `not_found` or `forbidden` for a refusal */
function allowed<Value extends object>(outcome: Value | NoteRefusal): Value {
  if (outcome === 'not_found') throw new AppError('not_found', NO_NOTE);
  if (outcome === 'not_yours')
    throw new AppError('forbidden', 'A note is changed by the one who wrote it, or by an owner.');
  return outcome;
}
