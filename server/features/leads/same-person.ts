/**
 * Which visitors are one person to the owner: those who left the same address of their own, unless one of them was
 * parted, and those whom the owner merged. Only the owner's side goes by it: what visitors see, and what the twin knows
 * of them, never does.
 */
import type { Queries } from '../../platform/database/transaction.ts';

/** SQL: the visitor was parted, so that the rule of the same address does not apply. */
const isParted = (visitor: string) =>
  `EXISTS (SELECT FROM person_links t WHERE t.visitor_id = ${visitor} AND t.kind = 'parted')`;

/** SQL: the visitors who are one person with visitor `p` at first hand, as `visitor_id`. */
const NEIGHBORS = `SELECT o.visitor_id FROM leads l JOIN leads o ON o.email_normalised = l.email_normalised
    WHERE l.visitor_id = p.visitor_id AND NOT ${isParted('l.visitor_id')} AND NOT ${isParted('o.visitor_id')}
  UNION ALL SELECT k.other_id FROM person_links k WHERE k.visitor_id = p.visitor_id AND k.kind = 'merged'
  UNION ALL SELECT k.visitor_id FROM person_links k WHERE k.other_id = p.visitor_id`;

/** SQL: all visitors of the persons of some visitors. @param start SQL that selects those visitors */
export const samePerson = (start: string): string => `WITH RECURSIVE p (visitor_id) AS (
    ${start} UNION SELECT n.visitor_id FROM p CROSS JOIN LATERAL (${NEIGHBORS}) AS n
  ) SELECT visitor_id FROM p`;

/**
 * SQL: `visitor_id` and `person` of all visitors whose person is not simply that of their address. There are few, so
 * that lists of many leads join this instead of following links for each. `person` is the same text for all visitors of
 * a person, and no address.
 */
export const LINKED_VISITORS = `WITH RECURSIVE p (start, visitor_id) AS (
    SELECT v, v FROM (SELECT visitor_id AS v FROM person_links UNION SELECT other_id FROM person_links) AS ends
      WHERE v IS NOT NULL
    UNION SELECT p.start, n.visitor_id FROM p CROSS JOIN LATERAL (${NEIGHBORS}) AS n
  ) SELECT visitor_id, min(start::text) AS person FROM p GROUP BY visitor_id`;

/** SQL: the `address` and `person` of {@link LINKED_VISITORS}, for those who are found by their address only. */
export const LINKED_ADDRESSES = `SELECT DISTINCT ON (l.email_normalised) l.email_normalised AS address, k.person
  FROM (${LINKED_VISITORS}) AS k JOIN leads l ON l.visitor_id = k.visitor_id
  WHERE l.email_normalised IS NOT NULL AND NOT ${isParted('l.visitor_id')} ORDER BY l.email_normalised`;

/** SQL: visitor `s.visitor_id`, and the visitors of the address of session `s`, who has no lead before its end. */
export const VISITORS_OF_SESSION = `SELECT s.visitor_id UNION
  SELECT a.visitor_id FROM leads a WHERE a.email_normalised = lower(s.email)
    AND NOT ${isParted('s.visitor_id')} AND NOT ${isParted('a.visitor_id')}`;

/** All visitors of the person of a visitor, that visitor first. */
export async function visitorsOfPerson(db: Queries, visitorId: string): Promise<string[]> {
  const { rows } = await db.query<{ visitor_id: string }>({
    name: 'visitors_of_person',
    text: `${samePerson('SELECT $1::uuid')} ORDER BY visitor_id <> $1, visitor_id`,
    values: [visitorId],
  });
  return rows.map((row) => row.visitor_id);
}

/** Of links between visitors. The number is arbitrary. */
const LINKS_LOCK = 7_306_110;

/**
 * Lets nobody else merge, part or erase people until the transaction ends. Take it before you read who is one person,
 * or whether anything is kept of them.
 */
export async function lockLinks(db: Queries): Promise<void> {
  await db.query('SELECT pg_advisory_xact_lock($1)', [LINKS_LOCK]);
}

interface Merge {
  id: string;
  visitor_id: string;
  other_id: string;
}

/**
 * Takes visitors out of all links, as before they are erased or parted. What else was merged stays together: links to
 * one who leaves go to another visitor of their address, or else to one whom they were merged with. The caller holds
 * {@link lockLinks}.
 */
export async function leavePersons(db: Queries, visitors: readonly string[]): Promise<void> {
  for (const [at, leaving] of visitors.entries()) {
    const { rows: links } = await db.query<Merge>(
      `SELECT id, visitor_id, other_id FROM person_links WHERE kind = 'merged' AND $1 IN (visitor_id, other_id)
       ORDER BY made_at, id FOR UPDATE`,
      [leaving],
    );
    const gone = visitors.slice(at);
    const heir = links.length > 0 ? await heirOf(db, leaving, links, gone) : null;
    for (const link of links) {
      const end = link.visitor_id === leaving ? link.other_id : link.visitor_id;
      if (heir === null || end === heir) await db.query('DELETE FROM person_links WHERE id = $1', [link.id]);
      else {
        const column = link.visitor_id === leaving ? 'visitor_id' : 'other_id';
        await db.query(`UPDATE person_links SET ${column} = $2 WHERE id = $1`, [link.id, heir]);
      }
    }
    await db.query("DELETE FROM person_links WHERE kind = 'parted' AND visitor_id = $1", [leaving]);
  }
}

/** Who takes over the links of a visitor who leaves; null for nobody. */
async function heirOf(
  db: Queries,
  leaving: string,
  links: readonly Merge[],
  gone: readonly string[],
): Promise<string | null> {
  const { rows } = await db.query<{ visitor_id: string }>(
    `SELECT o.visitor_id FROM leads l JOIN leads o ON o.email_normalised = l.email_normalised
     WHERE l.visitor_id = $1 AND o.visitor_id <> ALL ($2::uuid[])
       AND NOT ${isParted('l.visitor_id')} AND NOT ${isParted('o.visitor_id')} ORDER BY o.visitor_id LIMIT 1`,
    [leaving, gone],
  );
  const ends = links.map((link) => (link.visitor_id === leaving ? link.other_id : link.visitor_id));
  return rows[0]?.visitor_id ?? ends.find((id) => !gone.includes(id)) ?? ends.find((id) => id !== leaving) ?? null;
}
