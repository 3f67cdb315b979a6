import { createHmac } from 'node:crypto';
import type {
  ConversationsDeletion,
  ConversationsPreview,
  SignedOutEveryone,
  VisitorErasure,
} from '@understudy/contract/settings';
import {
  deleteConversationsBody,
  deleteConversationsPreviewBody,
  emptyBody,
  eraseVisitorBody,
  eraseVisitorPreviewBody,
} from '@understudy/contract/settings-calls';
import type { FastifyRequest } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import type { z } from 'zod';
import { readLastRun } from '../../platform/database/last-runs.ts';
import { SLOW_TRANSACTION, slowQuery } from '../../platform/database/pool.ts';
import { installationSecret } from '../../platform/database/sealed-rows.ts';
import { inTransaction, type Queries, requestJob } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { orNotFound, parseBody } from '../../platform/http/gateway-function.ts';
import type { OwnerSettings } from '../../platform/owner-settings.ts';
import { startOfDay } from '../../platform/zones.ts';
import { type AdminScope, audit, signOutEveryone } from '../accounts/index.ts';
import { rollUpFigures } from '../analytics/index.ts';
import { type ErasureTarget, eraseVisitor, previewErasure } from './erase-visitor.ts';
import type { ForgetErased } from './forget-erased.ts';
import { readLegalHold } from './legal-hold.ts';
import { requireConfirmed } from './retention.ts';

/** Job that deletes conversations. Only one deletion runs at a time, so that its key has no meaning. */
export const DELETE_CONVERSATIONS_JOB = 'delete_conversations';

/** Rows deleted per statement. */
const BATCH = 1_000;
/** SQL: a legal hold keeps the conversation. */
const IS_HELD = 'EXISTS (SELECT FROM legal_holds h WHERE h.session_id = sessions.id)';
/** SQL: a conversation with consent that had ended by $1. */
const ENDED = 'consent AND ended_at IS NOT NULL AND started_at < $1 AND ended_at < $1';
/** SQL: such a conversation, if it may be deleted. */
const ENDED_BEFORE = `${ENDED} AND NOT ${IS_HELD}`;

const NOBODY = 'There is no such visitor or conversation any more.';

/** The target that a body names by one of three identifiers. */
function targetOf({ email, visitor_id, session_id }: z.infer<typeof eraseVisitorPreviewBody>): ErasureTarget {
  if (email !== undefined) return { email };
  return visitor_id !== undefined ? { visitor_id } : { session_id: session_id ?? '' };
}

/** Refuses to erase a conversation by itself that is held. Of a visitor, everything else goes. */
async function refuseHeld(db: Queries, target: ErasureTarget): Promise<void> {
  if (!('session_id' in target) || !(await readLegalHold(db, target.session_id))) return;
  throw new AppError('conflict', 'A legal hold keeps this conversation. Lift it first.');
}

/** Dependencies of the irreversible actions. */
export interface DangerDeps {
  settings: OwnerSettings;
  /** The hosted issuer that manages sign-ins (AUTH_URL); null if this server does. */
  authUrl: string | null;
  /** Drops what was erased from memory. */
  forget: ForgetErased;
  /** Starts requested work at once, instead of at the next poll. */
  nudgeJobs(): void;
}

/** Mounts `/danger`: irreversible actions, for owners only, with recent reauthentication. */
export function mountDanger({ http, pool, sealer, guard, now }: AdminScope, deps: DangerDeps): void {
  const { settings, authUrl } = deps;
  const owner = (request: FastifyRequest) => guard.requireFresh(request, 'owner');
  /** The start of a day. @throws AppError `invalid_request` if that is in the future */
  const untilOf = (before: string): Date => {
    const until = new Date(startOfDay(settings.get('hours').time_zone, before));
    if (until <= now()) return until;
    throw new AppError('invalid_request', 'The field "before" does not fit: must not be a day to come.');
  };

  http.post('/danger/erase-visitor/preview', async (request): Promise<VisitorErasure> => {
    await owner(request);
    const target = targetOf(parseBody(eraseVisitorPreviewBody, request.body));
    await refuseHeld(pool, target);
    return orNotFound(await previewErasure(pool, target), NOBODY);
  });

  http.post('/danger/erase-visitor', async (request): Promise<VisitorErasure> => {
    const actor = await owner(request);
    const body = parseBody(eraseVisitorBody, request.body);
    const target = targetOf(body);
    await refuseHeld(pool, target);
    // A keyed hash, so that only somebody who knows the address can tell whose data was erased.
    const secret = await installationSecret({ pool, sealer }, 'erasures');
    const whose = body.email ? { email_hash: createHmac('sha256', secret).update(body.email).digest('hex') } : {};
    const action = body.session_id ? 'conversation_erased' : 'visitor_erased';
    const erased = await eraseVisitor(
      { pool, sealer },
      target,
      async (client, { erasure: { visitors, counts, total, held } }) => {
        requireConfirmed(total, body.confirm_rows ?? total);
        await audit(client, actor, action, { ...whose, visitors, counts, total, ...(held > 0 ? { held } : {}) });
      },
    );
    const { erasure, sessionIds } = orNotFound(erased, NOBODY);
    await deps.forget(sessionIds);
    deps.nudgeJobs();
    // The visitor's words are also keys of sums until the next roll-up. After a large deletion it takes minutes, and
    // the caller does not wait. If it fails, the job repeats it within a minute.
    void rollUpFigures(pool).catch((error: unknown) =>
      request.log.warn({ err: error }, 'sums will be rolled up later'),
    );
    return erasure;
  });

  http.post('/danger/delete-conversations/preview', async (request): Promise<ConversationsPreview> => {
    await owner(request);
    const { before } = parseBody(deleteConversationsPreviewBody, request.body);
    return { before, ...(await countConversations(pool, untilOf(before))) };
  });

  http.post('/danger/delete-conversations', async (request, reply): Promise<ConversationsDeletion> => {
    const actor = await owner(request);
    const { before, confirm_rows: confirmed } = parseBody(deleteConversationsBody, request.body);
    const until = untilOf(before);
    const begun = await inTransaction(pool, async (client) => {
      const { sessions: total } = await countConversations(client, until);
      requireConfirmed(total, confirmed, ['conversation', 'conversations']);
      const deletion = await beginDeletion(client, { before, until, total, by: actor.email });
      if (!deletion)
        throw new AppError('conflict', 'Conversations are being deleted already. Please wait for the end.');
      await requestJob(client, DELETE_CONVERSATIONS_JOB, 'all');
      await audit(client, actor, 'conversations_deleted', { before, total });
      return deletion;
    });
    deps.nudgeJobs();
    reply.code(202);
    return begun;
  });

  http.get('/danger/delete-conversations', async (request): Promise<{ deletion: ConversationsDeletion | null }> => {
    await guard.require(request, 'owner');
    return { deletion: await readDeletion(pool) };
  });

  http.post('/danger/sign-out-everyone', async (request): Promise<SignedOutEveryone> => {
    const actor = await owner(request);
    parseBody(emptyBody, request.body);
    if (authUrl !== null) {
      const keeper = `The sign-ins are kept by the issuer at ${new URL(authUrl).host}`;
      throw new AppError('conflict', `${keeper}: end them there, or remove the person here, which counts at once.`);
    }
    const signedOut = await inTransaction(pool, async (client) => {
      const ended = await signOutEveryone(client);
      await audit(client, actor, 'everyone_signed_out', { sign_ins: ended });
      return ended;
    });
    guard.recheckAll();
    return { signed_out: signedOut };
  });
}

/** The progress of a deletion, saved between its batches. */
interface Deletion extends Omit<ConversationsDeletion, 'started_at'> {
  /** The start of the day `before` in the owner's time zone. */
  until: string;
}

/** Counts the conversations with consent that had ended by then: those that may be deleted, and those that are held. */
async function countConversations(db: Queries, until: Date): Promise<{ sessions: number; held: number }> {
  const { rows } = await db.query<{ sessions: number; held: number }>(
    `SELECT count(*) FILTER (WHERE NOT ${IS_HELD})::int AS sessions, count(*) FILTER (WHERE ${IS_HELD})::int AS held
     FROM sessions WHERE ${ENDED}`,
    [until],
  );
  return rows[0] ?? { sessions: 0, held: 0 };
}

/** The progress of the latest deletion; null if there never was one. */
export async function readDeletion(db: Queries): Promise<ConversationsDeletion | null> {
  const last = await readLastRun<Deletion>(db, 'delete_conversations');
  if (!last) return null;
  const { until: _, ...shown } = last.detail;
  return { ...shown, started_at: last.at.toISOString() };
}

/**
 * Records a deletion, which the job then carries out.
 * @param deletion.before the day that the owner has chosen, and its start as `until`
 * @param deletion.by the owner's email address
 * @returns null while another one is running
 */
export async function beginDeletion(
  client: PoolClient,
  deletion: { before: string; until: Date; total: number; by: string },
): Promise<ConversationsDeletion | null> {
  const { before, until, total, by } = deletion;
  const detail: Deletion = { before, until: until.toISOString(), total, deleted: 0, running: true, started_by: by };
  const { rowCount } = await client.query(
    `INSERT INTO last_runs AS r (name, detail) VALUES ('delete_conversations', $1)
     ON CONFLICT (name) DO UPDATE SET at = now(), detail = excluded.detail WHERE NOT (r.detail ->> 'running')::boolean`,
    [JSON.stringify(detail)],
  );
  return rowCount ? readDeletion(client) : null;
}

/**
 * Requests the job again for a recorded deletion that is unfinished, because the job was given up after its last retry.
 * Otherwise that deletion would block all later ones for ever.
 *
 * @param isPending whether the job is waiting or running
 * @returns whether it was requested
 */
export async function resumeDeletion(pool: Pool, isPending: () => Promise<boolean>): Promise<boolean> {
  const deletion = await readDeletion(pool);
  if (!deletion?.running || (await isPending())) return false;
  await inTransaction(pool, (client) => requestJob(client, DELETE_CONVERSATIONS_JOB, 'all'));
  return true;
}

/**
 * Carries out the recorded deletion, from its saved progress on. Each batch is committed with its progress.
 */
export async function deleteConversations(pool: Pool): Promise<void> {
  let running = true;
  while (running) {
    running = await inTransaction(pool, async (client) => {
      // No request waits for this: on a busy machine, a batch may take longer than the limit for responses.
      await client.query(SLOW_TRANSACTION);
      const { rows } = await client.query<{ detail: Deletion }>(
        "SELECT detail FROM last_runs WHERE name = 'delete_conversations' FOR UPDATE",
      );
      const detail = rows[0]?.detail;
      if (!detail?.running) return false;
      const gone = await slowQuery(
        client,
        `DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE ${ENDED_BEFORE} LIMIT ${BATCH})`,
        [detail.until],
      );
      const count = gone.rowCount ?? 0;
      const now = { ...detail, deleted: detail.deleted + count, running: count === BATCH };
      await client.query("UPDATE last_runs SET detail = $1 WHERE name = 'delete_conversations'", [JSON.stringify(now)]);
      return now.running;
    });
  }
}
