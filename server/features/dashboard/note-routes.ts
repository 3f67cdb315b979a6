import type { Note } from '@understudy/contract/admin';
import { noteBody } from '@understudy/contract/admin-calls';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { parseBody } from '../../platform/http/gateway-function.ts';
import { idOf, orNotFound } from '../../platform/http/not-found.ts';
import { type AdminScope, audit } from '../accounts/index.ts';
import { addNote, changeNote, deleteNote, type NoteRefusal, noteReader } from './notes.ts';
import { NO_SESSION } from './session-routes.ts';

const NO_NOTE = 'There is no such note any more.';

/** Notes on conversations. */
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
      // It keeps its first author's name.
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

function allowed<Value extends object>(outcome: Value | NoteRefusal): Value {
  if (outcome === 'not_found') throw new AppError('not_found', NO_NOTE);
  if (outcome === 'not_yours')
    throw new AppError('forbidden', 'A note is changed by the one who wrote it, or by an owner.');
  return outcome;
}
