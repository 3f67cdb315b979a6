import type { PersonPart } from '@understudy/contract/people';
import type { Pool } from 'pg';
import type { Queries } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { leavePersons, visitorsOfPerson } from '../../leads/index.ts';
import type { PersonMember } from './person-rows.ts';

/** A merge. */
export interface MergeRow {
  id: string;
  visitor_id: string;
  other_id: string;
  made_at: Date;
  made_by: string;
}

/**
 * The parts of a person, merges first. A merge whose visitors have left the same address since is none: they would stay
 * one person. Pure.
 *
 * @param members the visitors of the person, those seen last first
 * @param merges the merges among them
 * @param addresses the groups of visitors who left the same address, at least two each
 */
export function partsOf(
  members: readonly PersonMember[],
  merges: readonly MergeRow[],
  addresses: readonly (readonly string[])[],
): PersonPart[] {
  const ids = members.map(({ visitor_id }) => visitor_id);
  const neighbors = (id: string, without: MergeRow) => [
    ...addresses.filter((group) => group.includes(id)).flat(),
    ...merges.flatMap((one) =>
      one.id === without.id ? [] : one.visitor_id === id ? [one.other_id] : one.other_id === id ? [one.visitor_id] : [],
    ),
  ];
  const merged = merges.flatMap((merge): PersonPart[] => {
    const side = new Set([merge.other_id]);
    for (const id of side) for (const next of neighbors(id, merge)) side.add(next);
    const leaving = members.filter(({ visitor_id }) => side.has(visitor_id));
    const [first] = leaving;
    if (!first || side.has(merge.visitor_id)) return [];
    return [
      {
        by: 'merge',
        link_id: merge.id,
        visitor_id: first.visitor_id,
        name: leaving.find(({ name }) => name !== null)?.name ?? null,
        email: leaving.find(({ email }) => email !== null)?.email ?? null,
        conversations: leaving.reduce((sum, { conversations }) => sum + conversations, 0),
        last_seen_at: first.last_seen_at.toISOString(),
        merged_at: merge.made_at.toISOString(),
        merged_by: merge.made_by,
      },
    ];
  });
  const byAddress = addresses.flat().filter((id) => ids.includes(id));
  const joined = members.filter(({ visitor_id }) => byAddress.includes(visitor_id));
  return [
    ...merged,
    ...joined.map(
      ({ visitor_id, name, email, conversations, last_seen_at: seen }): PersonPart => ({
        ...{ by: 'address', link_id: null, visitor_id, name, email, conversations, merged_at: null, merged_by: null },
        last_seen_at: seen.toISOString(),
      }),
    ),
  ];
}

/** Reads {@link partsOf} a person. */
export async function readParts(pool: Pool, members: readonly PersonMember[]): Promise<PersonPart[]> {
  const ids = members.map(({ visitor_id }) => visitor_id);
  const [merges, groups] = await Promise.all([
    pool.query<MergeRow>(
      `SELECT id, visitor_id, other_id, made_at, made_by FROM person_links
       WHERE kind = 'merged' AND visitor_id = ANY ($1::uuid[]) ORDER BY made_at DESC, id DESC`,
      [ids],
    ),
    pool.query<{ visitors: string[] }>(
      `SELECT array_agg(l.visitor_id::text ORDER BY l.visitor_id) AS visitors FROM leads l
       WHERE l.visitor_id = ANY ($1::uuid[]) AND l.email_normalised IS NOT NULL AND NOT EXISTS
         (SELECT FROM person_links k WHERE k.visitor_id = l.visitor_id AND k.kind = 'parted')
       GROUP BY l.email_normalised HAVING count(*) > 1`,
      [ids],
    ),
  ]);
  return partsOf(
    members,
    merges.rows,
    groups.rows.map(({ visitors }) => visitors),
  );
}

/**
 * The visitor of a person to link others to, or to link to others: into whom the rest of the person was merged, so that
 * undoing an earlier merge parts whom that had merged, whatever was merged since.
 */
async function rootOf(db: Queries, visitors: readonly string[], visitorId: string): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT v.id FROM unnest($1::uuid[]) AS v (id) WHERE NOT EXISTS (SELECT FROM person_links k WHERE k.other_id = v.id)
     ORDER BY EXISTS (SELECT FROM person_links k WHERE k.visitor_id = v.id AND k.kind = 'merged') DESC, v.id <> $2, v.id
     LIMIT 1`,
    [visitors, visitorId],
  );
  return rows[0]?.id ?? visitorId;
}

/**
 * Merges the person of one visitor into that of another. The caller holds `lockLinks`, as for all that changes links.
 *
 * @throws AppError `conflict` if they are one person already
 */
export async function mergePersons(db: Queries, visitorId: string, otherId: string, by: string): Promise<string> {
  const visitors = await visitorsOfPerson(db, visitorId);
  if (visitors.includes(otherId)) throw new AppError('conflict', 'These two are one person already.');
  const roots = [await rootOf(db, visitors, visitorId), await rootOf(db, await visitorsOfPerson(db, otherId), otherId)];
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO person_links (kind, visitor_id, other_id, made_by) VALUES ('merged', $1, $2, $3) RETURNING id`,
    [...roots, by],
  );
  return rows[0]?.id ?? '';
}

/** Undoes a merge of a person. @returns a visitor of each of the two; null if the person has no such merge */
export async function undoMerge(db: Queries, visitorId: string, linkId: string): Promise<[string, string] | null> {
  const { rows } = await db.query<Pick<MergeRow, 'visitor_id' | 'other_id'>>(
    `DELETE FROM person_links WHERE id = $1 AND kind = 'merged' AND visitor_id = ANY ($2::uuid[])
     RETURNING visitor_id, other_id`,
    [linkId, await visitorsOfPerson(db, visitorId)],
  );
  return rows[0] ? [rows[0].visitor_id, rows[0].other_id] : null;
}

/**
 * Parts a visitor from those who left the same address, for good. All others stay one person.
 *
 * @returns another visitor of the person; null if the visitor is not one of several who left the same address
 */
export async function partVisitor(
  db: Queries,
  visitorId: string,
  partedId: string,
  by: string,
): Promise<string | null> {
  const visitors = await visitorsOfPerson(db, visitorId);
  if (!visitors.includes(partedId)) return null;
  const { rows } = await db.query<{ visitor_id: string }>(
    `SELECT o.visitor_id FROM leads l JOIN leads o ON o.email_normalised = l.email_normalised
     WHERE l.visitor_id = $1 AND o.visitor_id <> $1 AND NOT EXISTS (SELECT FROM person_links k
       WHERE k.kind = 'parted' AND k.visitor_id IN (l.visitor_id, o.visitor_id)) ORDER BY o.visitor_id LIMIT 1`,
    [partedId],
  );
  if (!rows[0]) return null;
  await leavePersons(db, [partedId]);
  await db.query("INSERT INTO person_links (kind, visitor_id, made_by) VALUES ('parted', $1, $2)", [partedId, by]);
  return rows[0].visitor_id;
}
