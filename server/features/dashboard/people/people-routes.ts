import type { Note, Page } from '@understudy/contract/admin';
import { mergeBody, noteBody, partBody, peopleQuery, personBody } from '@understudy/contract/admin-calls';
import type { MergePreview, PartAnswer, Person, PersonDetail } from '@understudy/contract/people';
import { TAGS_MAX } from '@understudy/contract/people';
import type { z } from 'zod';
import { inTransaction, type Queries } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { idOf, orNotFound, parseBody } from '../../../platform/http/gateway-function.ts';
import type { Actor } from '../../../platform/http/guard.ts';
import { type AdminScope, audit } from '../../accounts/index.ts';
import { keepLeads, lockLinks, visitorsOfPerson } from '../../leads/index.ts';
import { teamMember } from '../action-items.ts';
import { addPersonNote, noteReader } from '../notes.ts';
import { previewMerge, readPerson } from './person-detail.ts';
import { mergePersons, partVisitor, undoMerge } from './person-links.ts';
import { listPeople } from './person-rows.ts';

const NO_PERSON = 'Nothing is kept of this person.';
const NO_PART = 'This person has no such part any more.';

/** SQL: the visitors ($1) of whom something is kept. */
const KNOWN = `SELECT v.id AS visitor_id FROM unnest($1::uuid[]) AS v (id)
  WHERE EXISTS (SELECT FROM leads WHERE visitor_id = v.id)
    OR EXISTS (SELECT FROM sessions WHERE visitor_id = v.id AND consent)`;

/** Whether anything of a visitor is kept with their consent. */
async function isKnown(db: Queries, visitorId: string): Promise<boolean> {
  return (await db.query(KNOWN, [[visitorId]])).rowCount === 1;
}

/** @throws AppError `not_found` if nothing of a visitor is kept */
async function known(db: Queries, visitorId: string): Promise<string> {
  if (!(await isKnown(db, visitorId))) throw new AppError('not_found', NO_PERSON);
  return visitorId;
}

/**
 * Sets tags and assignee for all visitors of a person, of whom each has its own if they are parted later. A visitor
 * whose first conversation still runs gets a row for it.
 *
 * @throws AppError `invalid_request` if the assignee may not sign in to the
 * dashboard, or for more tags than a person may have
 */
async function changePerson(db: Queries, actor: Actor, visitorId: string, change: z.infer<typeof personBody>) {
  const { add_tags: add, remove_tags: remove, assignee_id: assignee } = change;
  const email = assignee ? await teamMember(db, assignee, 'assignee_id') : null;
  const visitors = await visitorsOfPerson(db, visitorId);
  await keepLeads(db, visitors);
  const { rows } = await db.query<{ most: number | null }>(
    `WITH changed AS (
       UPDATE leads l SET
         tags = ARRAY(SELECT DISTINCT t FROM unnest(l.tags || $2::text[]) AS t WHERE t <> ALL ($3::text[]) ORDER BY t),
         assignee_id = CASE WHEN $4 THEN $5::uuid ELSE assignee_id END,
         assigned_at = CASE WHEN $4 THEN now() ELSE assigned_at END
       WHERE visitor_id = ANY ($1::uuid[]) RETURNING cardinality(tags) AS tags
     ) SELECT max(tags)::int AS most FROM changed`,
    [visitors, add, remove, assignee !== undefined, assignee ?? null],
  );
  if ((rows[0]?.most ?? 0) > TAGS_MAX)
    throw new AppError('invalid_request', `A person has at most ${TAGS_MAX} tags. Remove one first.`);
  // The words of a tag may be about the person, whom an erasure takes out of the log.
  const tags = {
    ...(add.length > 0 ? { tags_added: add.length } : {}),
    ...(remove.length > 0 ? { tags_removed: remove.length } : {}),
  };
  const detail = { visitor_id: visitorId, ...tags, ...(assignee === undefined ? {} : { assignee: email }) };
  await audit(db, actor, 'person_changed', detail);
}

/** Mounts `/people`. */
export function mountPeople({ http, pool, actorOf }: AdminScope): void {
  http.get(
    '/people',
    async (request): Promise<Page<Person>> => listPeople(pool, parseBody(peopleQuery, request.query)),
  );

  http.get('/people/:id', async (request): Promise<PersonDetail> => {
    const id = idOf(request, 'id', NO_PERSON);
    return orNotFound(await readPerson(pool, id, noteReader(actorOf(request))), NO_PERSON);
  });

  http.patch('/people/:id', async (request): Promise<PersonDetail> => {
    const id = idOf(request, 'id', NO_PERSON);
    const change = parseBody(personBody, request.body);
    const actor = actorOf(request);
    await inTransaction(pool, async (client) => changePerson(client, actor, await known(client, id), change));
    return orNotFound(await readPerson(pool, id, noteReader(actor)), NO_PERSON);
  });

  http.post('/people/:id/notes', async (request, reply): Promise<Note> => {
    const id = idOf(request, 'id', NO_PERSON);
    const { text } = parseBody(noteBody, request.body);
    const note = await addPersonNote(pool, await known(pool, id), text, noteReader(actorOf(request)));
    reply.code(201);
    return note;
  });

  http.get('/people/:id/merge', async (request): Promise<MergePreview> => {
    const id = idOf(request, 'id', NO_PERSON);
    const { with: other } = parseBody(mergeBody, request.query);
    return orNotFound(await previewMerge(pool, [id, other]), NO_PERSON);
  });

  http.post('/people/:id/merge', async (request): Promise<PersonDetail> => {
    const id = idOf(request, 'id', NO_PERSON);
    const { with: other } = parseBody(mergeBody, request.body);
    const actor = actorOf(request);
    await inTransaction(pool, async (client) => {
      // First: whoever is being erased at this moment is not known afterwards.
      await lockLinks(client);
      const both: [string, string] = [await known(client, id), await known(client, other)];
      const link_id = await mergePersons(client, ...both, actor.email);
      await audit(client, actor, 'people_merged', { visitor_id: id, other_visitor_id: other, link_id });
    });
    return orNotFound(await readPerson(pool, id, noteReader(actor)), NO_PERSON);
  });

  http.post('/people/:id/part', async (request): Promise<PartAnswer> => {
    const id = idOf(request, 'id', NO_PERSON);
    const { link_id, visitor_id } = parseBody(partBody, request.body);
    const actor = actorOf(request);
    return inTransaction(pool, async (client) => {
      await lockLinks(client);
      await known(client, id);
      if (link_id !== undefined) {
        const [kept, parted] = orNotFound(await undoMerge(client, id, link_id), NO_PART);
        await audit(client, actor, 'people_parted', { visitor_id: kept, other_visitor_id: parted, link_id });
        return { parted_id: parted };
      }
      const parted = visitor_id as string;
      const kept = orNotFound(await partVisitor(client, id, parted, actor.email), NO_PART);
      await audit(client, actor, 'people_parted', { visitor_id: kept, other_visitor_id: parted });
      return { parted_id: parted };
    });
  });
}
