import type { PeopleSort, Person } from '@understudy/contract/people';
import type { Pool } from 'pg';
import { z } from 'zod';
import {
  fromMicroseconds,
  microseconds,
  momentAndId,
  pageOf,
  readCursor,
  toMicroseconds,
} from '../../../platform/database/cursor.ts';
import { isRunningLead, LINKED_VISITORS } from '../../leads/index.ts';
import { escapeLike, Parameters } from '../keyset.ts';
import { readFactsOf } from './facts.ts';

/** What a list tells of a person, and what is kept of each of their visitors alike. */
type KeptOfVisitor =
  | ('name' | 'email' | 'phone' | 'company' | 'role')
  | ('intent' | 'score' | 'status' | 'tags' | 'assignee');

/** A visitor of a person, as far as anything is kept of them. */
interface Member extends Pick<Person, KeptOfVisitor> {
  n: number;
  visitor_id: string;
  status_at: Date | null;
  assigned_at: Date | null;
  conversations: number;
  open_items: number;
  first_seen_at: Date;
  last_seen_at: Date;
}

/** A visitor of a person, and what they alone said. */
export type PersonMember = Pick<Member, 'visitor_id' | 'name' | 'email' | 'conversations' | 'last_seen_at'>;

/** The visitors of whom something is kept with their consent, those seen last first. @param groups their persons */
async function readMembers(pool: Pool, groups: readonly (readonly string[])[]): Promise<Member[]> {
  const { rows } = await pool.query<Member>(
    `SELECT g.n, g.visitor_id, coalesce(l.name, s.contact_name) AS name, coalesce(l.email, s.email) AS email,
       coalesce(l.phone, s.phone) AS phone, l.company, l.role, l.intent,
       CASE WHEN ${isRunningLead('l')} THEN s.lead_score ELSE coalesce(l.lead_score, s.lead_score) END AS score,
       coalesce(l.status, 'new') AS status, l.status_at, coalesce(l.tags, '{}') AS tags,
       CASE WHEN u.id IS NOT NULL THEN jsonb_build_object('id', u.id, 'email', u.email) END AS assignee, l.assigned_at,
       greatest(l.conversations, (SELECT count(*)::int FROM sessions o WHERE o.visitor_id = g.visitor_id AND o.consent))
         AS conversations,
       (SELECT count(*)::int FROM action_items a WHERE a.visitor_id = g.visitor_id AND a.status = 'open') AS open_items,
       coalesce(l.first_seen_at, s.started_at) AS first_seen_at,
       greatest(l.last_seen_at, s.last_active_at) AS last_seen_at
     FROM unnest($1::int[], $2::uuid[]) AS g (n, visitor_id) LEFT JOIN leads l ON l.visitor_id = g.visitor_id
       LEFT JOIN users u ON u.id = l.assignee_id LEFT JOIN LATERAL (
         SELECT contact_name, email, phone, lead_score, started_at, last_active_at FROM sessions o
         WHERE o.visitor_id = g.visitor_id AND o.consent ORDER BY o.started_at DESC LIMIT 1
       ) AS s ON true
     WHERE l.visitor_id IS NOT NULL OR s.started_at IS NOT NULL ORDER BY g.n, last_seen_at DESC, g.visitor_id`,
    [groups.flatMap((visitors, n) => visitors.map(() => n)), groups.flat()],
  );
  return rows;
}

/** A person in the wire's shape. @param members their visitors, those seen last first; at least one */
function presentPerson(members: readonly Member[]): Person {
  const newest = <Value>(value: (of: Member) => Value | null): Value | null =>
    members.map(value).find((one) => one !== null) ?? null;
  const lastSet = (at: (of: Member) => Date | null): Member | undefined =>
    members.filter((one) => at(one) !== null).sort((a, b) => Number(at(b)) - Number(at(a)))[0];
  const ids = members.map(({ visitor_id }) => visitor_id).sort();
  const seen = members.map(({ last_seen_at: at }) => at.getTime());
  const sum = (value: (of: Member) => number) => members.reduce((all, one) => all + value(one), 0);
  return {
    id: ids[0] as string,
    name: newest(({ name }) => name),
    email: newest(({ email }) => email),
    phone: newest(({ phone }) => phone),
    company: newest(({ company }) => company),
    role: newest(({ role }) => role),
    intent: newest(({ intent }) => intent),
    score: Math.max(...members.map(({ score }) => score)),
    status: lastSet(({ status_at: at }) => at)?.status ?? 'new',
    tags: [...new Set(members.flatMap(({ tags }) => tags))].sort((one, other) => one.localeCompare(other)),
    assignee: lastSet(({ assigned_at: at }) => at)?.assignee ?? null,
    conversations: sum(({ conversations }) => conversations),
    visitors: members.length,
    open_items: sum(({ open_items }) => open_items),
    first_seen_at: new Date(Math.min(...members.map(({ first_seen_at: at }) => at.getTime()))).toISOString(),
    last_seen_at: new Date(Math.max(...seen)).toISOString(),
  };
}

/**
 * Reads persons by their visitors. Of a person of several visitors, what was said last counts, whoever was seen last.
 *
 * @returns a person with their visitors for each group, in its order; null if nothing is kept of any visitor
 */
export async function readPersons(
  pool: Pool,
  groups: readonly (readonly string[])[],
): Promise<({ person: Person; members: PersonMember[] } | null)[]> {
  const rows = await readMembers(pool, groups);
  const found = groups.map((_, n) => rows.filter((row) => row.n === n));
  const joined = found.filter((members) => members.length > 1);
  const facts = await readFactsOf(
    pool,
    joined.map((members) => members.map(({ visitor_id }) => visitor_id)),
  );
  const factsByMembers = new Map(joined.map((members, at) => [members, facts[at] ?? []]));
  return found.map((members) => {
    if (members.length === 0) return null;
    const person = presentPerson(members);
    for (const { field, value } of factsByMembers.get(members) ?? []) {
      if (field === 'name' || field === 'email' || field === 'phone' || field === 'company' || field === 'role')
        person[field] = value;
    }
    return { person, members };
  });
}

/** The cursors of the list, by its order. */
const CURSORS = { last_seen: momentAndId, score: z.tuple([z.int(), microseconds, z.guid()]) } as const;

/** SQL: the columns that order leads of an alias. The visitor's id decides between equal ones. */
const ORDERS: Record<PeopleSort, (alias: string) => string[]> = {
  last_seen: (alias) => [`${alias}.last_seen_at`, `${alias}.visitor_id`],
  score: (alias) => [`${alias}.lead_score`, `${alias}.last_seen_at`, `${alias}.visitor_id`],
};

/** SQL: leads `l`, with their `person` of `linked`; null for those who are simply the person of their address. */
const LEADS = `SELECT l.*, k.person FROM leads l LEFT JOIN linked k ON k.visitor_id = l.visitor_id
  WHERE NOT ${isRunningLead('l')}`;
/** SQL: what is the same for all leads of the person of lead `l`. */
const PERSON = 'coalesce(l.person, l.email_normalised, l.visitor_id::text)';
/** SQL: the other leads `o` of the person of lead `l`: of an address, and of links. */
const OF_ADDRESS = `FROM leads o WHERE l.person IS NULL AND o.email_normalised = l.email_normalised
  AND o.visitor_id NOT IN (SELECT visitor_id FROM linked) AND NOT ${isRunningLead('o')}`;
const OF_LINKS = `FROM linked ok JOIN leads o ON o.visitor_id = ok.visitor_id
  WHERE ok.person = l.person AND NOT ${isRunningLead('o')}`;
/** SQL: all visitors of the person of lead `l`. */
const MEMBERS = `ARRAY(SELECT l.visitor_id UNION SELECT o.visitor_id ${OF_ADDRESS}
  UNION SELECT ok.visitor_id FROM linked ok WHERE ok.person = l.person)`;

/** SQL: visitors whose first conversation still runs, in the shape of the lead that they will be. */
const RUNNING = `SELECT DISTINCT ON (s.visitor_id) s.visitor_id, s.contact_name AS name, s.email, s.phone, e.company,
    s.lead_score, s.last_active_at AS last_seen_at, k.person
  FROM sessions s LEFT JOIN linked k ON k.visitor_id = s.visitor_id LEFT JOIN LATERAL (
    SELECT company FROM extracts e WHERE e.session_id = s.id ORDER BY e.seq DESC, e.id DESC LIMIT 1
  ) AS e ON true
  WHERE s.ended_at IS NULL AND s.consent AND NOT EXISTS (
    SELECT FROM leads o WHERE o.visitor_id = s.visitor_id AND o.conversations > 0)
  ORDER BY s.visitor_id, s.started_at DESC`;

/** Digits of a telephone number that identify it, at least. */
const MIN_DIGITS = 4;

/** SQL: lead `l` has the words in its name, address, company or number, or the digits in its number. */
function matches(q: string, parameters: Parameters): string {
  const words = `lower(concat_ws(E'\\n', l.name, l.email, l.company, l.phone, l.visitor_id::text))`;
  const found = `${words} LIKE ${parameters.add(`%${escapeLike(q.toLowerCase())}%`)}`;
  // +49 (0)171 and 0171 are the same number.
  const digits = /^[\d\s+()/.-]+$/.test(q) ? q.replace(/\(0\)/g, '').replace(/\D/g, '').replace(/^0+/, '') : '';
  if (digits.length < MIN_DIGITS) return found;
  return `(${found} OR regexp_replace(l.phone, '\\(0\\)|\\D', '', 'g') LIKE ${parameters.add(`%${digits}%`)})`;
}

/** A place in the list: the first visitor of a person, and all of them. */
interface Place {
  visitor_id: string;
  lead_score: number;
  /** Microseconds since 1970. */
  at: string;
  members: string[];
}

/** The order of {@link ORDERS}, over places that were read apart. */
function comparePlaces(sort: PeopleSort): (one: Place, other: Place) => number {
  return (one, other) =>
    (sort === 'score' ? other.lead_score - one.lead_score : 0) ||
    Number(BigInt(other.at) - BigInt(one.at)) ||
    (other.visitor_id < one.visitor_id ? -1 : 1);
}

/**
 * A page of people, those seen last or those with the highest score first. Each is listed where the first of their
 * visitors would be; those whose first conversation still runs are few, and read apart.
 *
 * @throws AppError `invalid_request` for a cursor of another list
 */
export async function listPeople(
  pool: Pool,
  { q, sort, cursor, limit }: { q: string | null; sort: PeopleSort; cursor: string | null; limit: number },
): Promise<{ items: Person[]; next_cursor: string | null }> {
  const parameters = new Parameters();
  const order = ORDERS[sort];
  const row = (alias: string) => `(${order(alias).join(', ')})`;
  const after = readCursor<readonly unknown[]>(CURSORS[sort], cursor);
  const [id, at, score] = [...(after ?? [])].reverse();
  const keyset = after && [
    ...(sort === 'score' ? [`${parameters.add(score)}::int`] : []),
    fromMicroseconds(parameters.add(at)),
    `${parameters.add(id)}::uuid`,
  ];
  const matched = q === null ? 'true' : matches(q, parameters);
  // Materialized, so that whether a lead is the first of its person is asked of those that match only.
  const found =
    q === null
      ? ''
      : `, hits AS MATERIALIZED (SELECT ${PERSON} AS person FROM (${LEADS}) AS l WHERE ${matched}),
         found AS MATERIALIZED (SELECT * FROM (${LEADS}) AS l WHERE ${PERSON} IN (SELECT person FROM hits))`;
  const isAfter = keyset ? `${row('l')} < (${keyset.join(', ')})` : 'true';
  const limited = `ORDER BY ${order('l')
    .map((column) => `${column} DESC`)
    .join(', ')} LIMIT ${parameters.add(limit + 1)}`;
  const leads = await pool.query<Place>(
    `WITH linked AS MATERIALIZED (${LINKED_VISITORS})${found}
     SELECT l.visitor_id, l.lead_score, ${toMicroseconds('l.last_seen_at')} AS at, ${MEMBERS} AS members
     FROM ${q === null ? `(${LEADS})` : 'found'} AS l
     WHERE ${isAfter}
       AND NOT EXISTS (SELECT ${OF_ADDRESS} AND ${row('o')} > ${row('l')})
       AND NOT EXISTS (SELECT ${OF_LINKS} AND ${row('o')} > ${row('l')})
     ${limited}`,
    parameters.values,
  );
  // Whoever is merged with somebody who has a lead is listed with them.
  const running = await pool.query<Place>(
    `WITH linked AS MATERIALIZED (${LINKED_VISITORS}), running AS MATERIALIZED (${RUNNING})
     SELECT l.visitor_id, l.lead_score, ${toMicroseconds('l.last_seen_at')} AS at,
       ARRAY(SELECT l.visitor_id UNION SELECT k.visitor_id FROM linked k WHERE k.person = l.person) AS members
     FROM running AS l
     WHERE ${isAfter} AND ${matched} AND NOT EXISTS (SELECT ${OF_LINKS})
       AND NOT EXISTS (SELECT FROM running o WHERE o.person = l.person AND ${row('o')} > ${row('l')})
     ${limited}`,
    parameters.values,
  );
  const rows = [...leads.rows, ...running.rows].sort(comparePlaces(sort));
  const page = pageOf(rows, limit, ({ visitor_id, lead_score, at: seen }) =>
    sort === 'score' ? [lead_score, seen, visitor_id] : [seen, visitor_id],
  );
  const people = await readPersons(
    pool,
    page.items.map(({ members }) => members),
  );
  return { ...page, items: people.flatMap((one) => one?.person ?? []) };
}
