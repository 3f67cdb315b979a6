import type { LegalHold } from '@understudy/contract/privacy';
import { legalHoldBody } from '@understudy/contract/privacy-calls';
import type { SealedDatabase } from '../../platform/database/sealed-rows.ts';
import { inTransaction, type Queries, requestJob } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { idOf, orNotFound, parseBody } from '../../platform/http/gateway-function.ts';
import { type AdminScope, audit } from '../accounts/index.ts';
import { eraseVisitor } from './erase-visitor.ts';
import type { ForgetErased } from './forget-erased.ts';

/** Job that erases a conversation whose legal hold was lifted, keyed by its id. */
export const CARRY_OUT_ERASURE_JOB = 'carry_out_erasure';

const NO_SESSION = 'There is no such conversation any more.';

/** The legal hold on a conversation; null if there is none. */
export async function readLegalHold(db: Queries, sessionId: string): Promise<LegalHold | null> {
  const { rows } = await db.query<{
    reason: string;
    placed_at: Date;
    placed_by: string;
    waiting_erasure: string | null;
  }>('SELECT reason, placed_at, placed_by, waiting_erasure FROM legal_holds WHERE session_id = $1', [sessionId]);
  const [hold] = rows;
  if (!hold) return null;
  const { waiting_erasure: waiting, placed_at: at, ...rest } = hold;
  return { ...rest, placed_at: at.toISOString(), erasure_waits: waiting !== null };
}

/**
 * Mounts the legal hold of a conversation, for admins: while it stands, neither retention nor its visitor deletes the
 * conversation. Once it is lifted, an erasure that waited is carried out.
 */
export function mountLegalHolds({ http, pool, guard }: AdminScope, nudgeJobs: () => void): void {
  const of = (request: Parameters<typeof idOf>[0]) => idOf(request, 'id', NO_SESSION);

  http.get('/sessions/:id/legal-hold', async (request): Promise<{ hold: LegalHold | null }> => {
    await guard.require(request, 'admin');
    return { hold: await readLegalHold(pool, of(request)) };
  });

  http.put('/sessions/:id/legal-hold', async (request): Promise<{ hold: LegalHold | null }> => {
    const actor = await guard.require(request, 'admin');
    const sessionId = of(request);
    const { reason } = parseBody(legalHoldBody, request.body);
    return inTransaction(pool, async (client) => {
      // Whoever erases or withdraws at this moment is done before, or finds the hold.
      const kept = await client.query('SELECT FROM sessions WHERE id = $1 AND consent FOR UPDATE', [sessionId]);
      if (kept.rowCount === 0) throw new AppError('not_found', NO_SESSION);
      await client.query(
        `INSERT INTO legal_holds (session_id, reason, placed_by) VALUES ($1, $2, $3)
         ON CONFLICT (session_id) DO UPDATE SET reason = excluded.reason`,
        [sessionId, reason, actor.email],
      );
      await audit(client, actor, 'legal_hold_placed', { session_id: sessionId, reason });
      return { hold: await readLegalHold(client, sessionId) };
    });
  });

  http.delete('/sessions/:id/legal-hold', async (request, reply) => {
    const actor = await guard.require(request, 'admin');
    const sessionId = of(request);
    await inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ waiting_erasure: string | null }>(
        'DELETE FROM legal_holds WHERE session_id = $1 RETURNING waiting_erasure',
        [sessionId],
      );
      const { waiting_erasure: receipt } = orNotFound(rows[0] ?? null, 'There is no legal hold on this conversation.');
      await audit(client, actor, 'legal_hold_lifted', receipt === null ? { session_id: sessionId } : { receipt });
      if (receipt !== null) await requestJob(client, CARRY_OUT_ERASURE_JOB, sessionId);
    });
    nudgeJobs();
    return reply.code(204).send();
  });
}

/** Erases a conversation whose hold was lifted. Safe to run twice; a hold that was placed again postpones it again. */
export async function carryOutErasure(
  database: SealedDatabase,
  forget: ForgetErased,
  sessionId: string,
): Promise<void> {
  const erased = await eraseVisitor(database, { session_ids: [sessionId] });
  await forget(erased?.sessionIds ?? []);
}
