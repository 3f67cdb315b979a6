import type { AdminSession, WaitlistEntry } from '@understudy/contract/admin';
import type { ExportedSession } from '@understudy/contract/export-formats';
import type { Pool } from 'pg';
import { createMask, type Identity, MASK_WORDS, type MaskKinds } from '../understanding/index.ts';

/** Masks a text of one conversation. */
export type Mask = (text: string) => string;

/** Files have English headings, whoever downloads them. */
const WORDS = MASK_WORDS.en;

const isMasking = (kinds: MaskKinds): boolean => Object.values(kinds).some(Boolean);

/**
 * The masks of conversations, by what was understood of whom they are with. None if the owner masks nothing.
 *
 * @returns by the sessions' ids
 */
export async function masksFor(
  pool: Pool,
  sessions: readonly Pick<AdminSession, 'id'>[],
  kinds: MaskKinds,
): Promise<ReadonlyMap<string, Mask>> {
  if (!isMasking(kinds) || sessions.length === 0) return new Map();
  const { rows } = await pool.query<Identity & { id: string }>({
    name: 'dashboard_export_identities',
    text: `SELECT s.id,
        array_remove(ARRAY[s.contact_name, l.name] || x.names, NULL) AS names,
        array_remove(ARRAY[l.company] || x.companies, NULL) AS companies,
        array_remove(ARRAY[s.email, l.email, s.call_request ->> 'email'] || x.emails, NULL) AS emails,
        array_remove(ARRAY[s.phone, l.phone] || x.phones, NULL) AS phones
      FROM sessions s LEFT JOIN leads l ON l.visitor_id = s.visitor_id LEFT JOIN LATERAL (
        SELECT array_agg(DISTINCT e.entities ->> 'person_name') AS names, array_agg(DISTINCT e.company) AS companies,
          array_agg(DISTINCT e.entities ->> 'contact_email') AS emails,
          array_agg(DISTINCT e.entities ->> 'contact_phone') AS phones
        FROM extracts e WHERE e.session_id = s.id
      ) AS x ON true
      WHERE s.id = ANY ($1::uuid[])`,
    values: [sessions.map(({ id }) => id)],
  });
  return new Map(rows.map(({ id, ...identity }) => [id, createMask(identity, WORDS, kinds)]));
}

/** A session with the values of masked kinds left out, and its texts masked. */
export function maskSession(row: ExportedSession, kinds: MaskKinds, mask: Mask | undefined): ExportedSession {
  if (!mask) return row;
  const masked = <Text extends string | null>(text: Text): Text => (text === null ? text : (mask(text) as Text));
  return {
    ...row,
    contact_name: kinds.names ? null : row.contact_name,
    company: kinds.names ? null : row.company,
    email: kinds.addresses ? null : row.email,
    phone: kinds.numbers ? null : row.phone,
    role: masked(row.role),
    reason: masked(row.reason),
    call_wish: masked(row.call_wish),
  };
}

/** An entry of the waitlist with the values of masked kinds replaced. */
export function maskEntry(entry: WaitlistEntry, kinds: MaskKinds): WaitlistEntry {
  return {
    ...entry,
    email: kinds.addresses ? WORDS.email : entry.email,
    name: kinds.names && entry.name !== null ? WORDS.name : entry.name,
  };
}
