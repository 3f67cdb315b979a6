import type { AskedDays } from '@understudy/contract/analytics-calls';
import { uuid } from '@understudy/contract/calls';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { AppContext } from '../../app/context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type DateRange, dateRangeOf } from '../dashboard/date-range.ts';
import type { NoteReader } from '../dashboard/notes.ts';
import type { Lists } from '../dashboard/read-listed.ts';
import { readSetting } from '../settings/settings.ts';
import type { Actor, Guard } from './guard.ts';

/** Dependencies of the dashboard's routes. */
export interface AdminParts {
  context: AppContext;
  guard: Guard;
  now: () => Date;
  /** The hosted issuer that manages sign-ins (AUTH_URL); null if this server does. */
  authUrl: string | null;
  /** Interval for comparing the running conversations. */
  liveLookMs: number;
}

/** Routes below `/api/admin`, behind the guard. */
export interface AdminScope extends AdminParts {
  http: FastifyInstance;
  pool: Pool;
  /** Whom the guard admitted. */
  actorOf(request: FastifyRequest): Actor;
}

/** The days that a call covers, in the consultant's time zone like everything in the dashboard. */
export async function spanFor({ pool, now }: Pick<AdminScope, 'pool' | 'now'>, asked: AskedDays): Promise<DateRange> {
  const { time_zone: zone } = await readSetting(pool, 'hours');
  return dateRangeOf(asked, zone, now());
}

/** The caller as a reader of notes. */
export const noteReader = ({ id, email, role }: Actor): NoteReader => ({ id, email, owner: role === 'owner' });

/** Session lists for a call; missing parts of a list are logged. */
export const listsFor = (pool: Pool, request: FastifyRequest): Lists => ({
  pool,
  missed: (part, error) =>
    request.log.warn({ err: error, part, request_id: request.id }, 'a part of the list of sessions could not be read'),
});

/**
 * The id in a URL.
 *
 * @throws AppError `not_found` with the given sentence; a malformed id names nothing either
 */
export function idOf(request: FastifyRequest, name: string, sentence: string): string {
  const parsed = uuid.safeParse((request.params as Record<string, unknown>)[name]);
  if (parsed.success) return parsed.data;
  throw new AppError('not_found', sentence);
}

/** @throws AppError `not_found` */
export function orNotFound<Value>(value: Value | null, sentence: string): Value {
  if (value !== null) return value;
  throw new AppError('not_found', sentence);
}
