import { createHash } from 'node:crypto';
import type { DeskOf } from '@understudy/contract/privacy';
import type { DeskCredentials } from '@understudy/contract/privacy-calls';
import type { Pool } from 'pg';
import { AppError } from '../../platform/http/app-error.ts';
import { type Authenticator, isVisitor } from '../conversation/index.ts';
import { BY_ADDRESS } from './erase-visitor.ts';

/** Whose data a desk is about. */
export interface DataOwner {
  of: DeskOf;
  /** The visitors; none for the holder of a session's secret, who sees that session only. */
  visitors: string[];
  /** Their conversations, or the one whose secret they hold, oldest first. */
  sessions: string[];
  /** The address of a mailed link, in lower case: only that proves an address. */
  email: string | null;
}

const UNKNOWN = 'Nothing is known that belongs to these credentials.';
const OLD_LINK = 'This link is no longer valid. Please ask for a new one.';

/** SHA-256 is enough for 256 random bits. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Finds out whose data a call is about.
 *
 * @throws AppError `invalid_session` without or with wrong credentials, `invalid_link` for a desk that is not open
 */
export async function dataOwnerOf(
  { pool, authenticator }: { pool: Pool; authenticator: Authenticator },
  credentials: DeskCredentials,
): Promise<DataOwner> {
  const { desk_token: token, visitor_id: visitorId, visitor_secret: secret } = credentials;
  if (token !== undefined) {
    const { rows } = await pool.query<{ email: string }>(
      "SELECT email FROM desk_links WHERE token_hash = $1 AND kind = 'desk' AND expires_at > now()",
      [hashToken(token)],
    );
    const [desk] = rows;
    if (!desk) throw new AppError('invalid_link', OLD_LINK);
    const found = await pool.query<{ visitor_id: string }>(BY_ADDRESS, [desk.email]);
    const visitors = found.rows.map((row) => row.visitor_id);
    return { of: 'address', visitors, sessions: await sessionsOf(pool, visitors), email: desk.email };
  }
  if (visitorId !== undefined && secret !== undefined) {
    if (!(await isVisitor(pool, { visitorId, secret }))) throw new AppError('invalid_session', UNKNOWN);
    return { of: 'visitor', visitors: [visitorId], sessions: await sessionsOf(pool, [visitorId]), email: null };
  }
  const { session_id: sessionId, session_secret: sessionSecret } = credentials;
  if (sessionId === undefined || sessionSecret === undefined) throw new AppError('invalid_session', UNKNOWN);
  const { session } = await authenticator.session(
    { session_id: sessionId, session_secret: sessionSecret },
    { ended: true },
  );
  return { of: 'session', visitors: [], sessions: [session.id], email: null };
}

async function sessionsOf(pool: Pool, visitors: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM sessions WHERE visitor_id = ANY ($1::uuid[]) ORDER BY started_at, id',
    [visitors],
  );
  return rows.map(({ id }) => id);
}
