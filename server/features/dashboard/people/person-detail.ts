import type { Fact, MergePreview, PersonDetail, PersonSession } from '@understudy/contract/people';
import type { Pool } from 'pg';
import { visitorsOfPerson } from '../../leads/index.ts';
import { MAILS_OF_VISITORS, mailsOfVisitors } from '../../mail/index.ts';
import { bookingsOfVisitors } from '../../scheduling/index.ts';
import { readItemsOfVisitors } from '../action-items.ts';
import { type NoteReader, readNotesOfVisitors } from '../notes.ts';
import { presentSession, SESSION_COLUMNS, type SessionRow } from '../session-rows.ts';
import { readFacts, readFactsOf } from './facts.ts';
import { readParts } from './person-links.ts';
import { type PersonMember, readPersons } from './person-rows.ts';

/** Rows of each list that are answered. */
const MAX_ROWS = 200;
/** Tags that are offered, and the people seen last whose tags they are: everybody's would be read for each page. */
const MAX_TAGS = 200;
const MAX_TAGGED = 5_000;

/** The newest conversations of visitors, with their summaries. */
async function readSessions(pool: Pool, visitors: readonly string[]): Promise<PersonSession[]> {
  const { rows } = await pool.query<SessionRow & { executive_summary: string | null }>(
    `SELECT ${SESSION_COLUMNS},
       (SELECT m.executive_summary FROM summaries m WHERE m.session_id = s.id) AS executive_summary
     FROM sessions s WHERE s.visitor_id = ANY ($1::uuid[]) AND s.consent
     ORDER BY s.started_at DESC, s.id DESC LIMIT ${MAX_ROWS + 1}`,
    [visitors],
  );
  return rows.map(({ executive_summary, ...row }) => ({ ...presentSession(row), executive_summary }));
}

/** Everything of a person, as the page lists it; each list with one more than {@link MAX_ROWS} if there is more. */
async function readLists(pool: Pool, members: readonly PersonMember[], reader: NoteReader) {
  const visitors = members.map(({ visitor_id }) => visitor_id);
  const most = MAX_ROWS + 1;
  const [sessions, bookings, action_items, mails, notes] = await Promise.all([
    readSessions(pool, visitors),
    bookingsOfVisitors(pool, visitors, most),
    readItemsOfVisitors(pool, visitors, most),
    mailsOfVisitors(pool, visitors, most),
    readNotesOfVisitors(pool, visitors, reader, most),
  ]);
  return { sessions, bookings, action_items, mails, notes };
}

/** The person of a visitor with all that belongs to them; null if nothing is kept of them. */
export async function readPerson(pool: Pool, visitorId: string, reader: NoteReader): Promise<PersonDetail | null> {
  const [found] = await readPersons(pool, [await visitorsOfPerson(pool, visitorId)]);
  if (!found) return null;
  const visitors = found.members.map(({ visitor_id }) => visitor_id);
  const [facts, lists, parts, tags, team] = await Promise.all([
    readFacts(pool, visitors),
    readLists(pool, found.members, reader),
    readParts(pool, found.members),
    pool.query<{ tag: string }>(
      `SELECT DISTINCT unnest(tags) AS tag FROM (
         SELECT tags FROM leads WHERE tags <> '{}' ORDER BY last_seen_at DESC LIMIT ${MAX_TAGGED}
       ) AS tagged ORDER BY tag LIMIT ${MAX_TAGS}`,
    ),
    pool.query<{ id: string; email: string }>(
      "SELECT id, email FROM users WHERE role IN ('owner', 'admin') ORDER BY email",
    ),
  ]);
  const { sessions, bookings, action_items, mails, notes } = lists;
  const cut = (Object.keys(lists) as (keyof typeof lists)[]).filter((name) => lists[name].length > MAX_ROWS);
  return {
    ...found.person,
    facts,
    sessions: sessions.slice(0, MAX_ROWS),
    bookings: bookings.slice(0, MAX_ROWS),
    action_items: action_items.slice(0, MAX_ROWS),
    mails: mails.slice(0, MAX_ROWS),
    notes: notes.slice(-MAX_ROWS),
    parts,
    known_tags: tags.rows.map(({ tag }) => tag),
    team: team.rows,
    cut,
  };
}

/** What two persons would be together; null if nothing is kept of one of them. */
export async function previewMerge(pool: Pool, [oneId, otherId]: [string, string]): Promise<MergePreview | null> {
  const groups = await Promise.all([visitorsOfPerson(pool, oneId), visitorsOfPerson(pool, otherId)]);
  const [one, other] = await readPersons(pool, groups);
  if (!one || !other) return null;
  const idsOf = ({ members }: typeof one) => members.map(({ visitor_id }) => visitor_id);
  const [[together = [], ofOne = [], ofOther = []], brings] = await Promise.all([
    readFactsOf(pool, [[...idsOf(one), ...idsOf(other)], idsOf(one), idsOf(other)]),
    countRows(pool, idsOf(other)),
  ]);
  const facts = together.flatMap(({ field, value }) => {
    const values = [ofOne, ofOther].map((known) => newestOf(known, field));
    const differ =
      field !== 'pain_point' && values[0] && values[1] && values[0].toLowerCase() !== values[1].toLowerCase();
    return differ ? [{ field, value, instead_of: values.find((known) => known !== value) ?? null }] : [];
  });
  return { one: one.person, other: other.person, facts, brings };
}

const newestOf = (facts: readonly Fact[], field: Fact['field']): string | null =>
  facts.find((fact) => fact.field === field)?.value ?? null;

/** SQL: the rows of visitors ($1), by list. */
const ROWS: Readonly<Record<keyof MergePreview['brings'], string>> = {
  sessions: 'SELECT FROM sessions WHERE visitor_id = ANY ($1::uuid[]) AND consent',
  bookings: 'SELECT FROM bookings WHERE visitor_id = ANY ($1::uuid[])',
  action_items: 'SELECT FROM action_items WHERE visitor_id = ANY ($1::uuid[])',
  mails: MAILS_OF_VISITORS,
  notes: 'SELECT FROM notes WHERE visitor_id = ANY ($1::uuid[])',
};

/** How many rows visitors have, by list; no more are counted than a list shows, and one. */
async function countRows(pool: Pool, visitors: readonly string[]): Promise<MergePreview['brings']> {
  const counts = Object.entries(ROWS).map(
    ([list, rows]) => `(SELECT count(*)::int FROM (${rows} LIMIT ${MAX_ROWS + 1}) AS r) AS ${list}`,
  );
  const { rows } = await pool.query<MergePreview['brings']>(`SELECT ${counts.join(', ')}`, [visitors]);
  return rows[0] as MergePreview['brings'];
}
