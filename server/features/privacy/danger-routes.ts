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
import type { z } from 'zod';
import { requestJob } from '../../platform/database/request-job.ts';
import { installationSecret } from '../../platform/database/sealed-rows.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { parseBody } from '../../platform/http/gateway-function.ts';
import { orNotFound } from '../../platform/http/not-found.ts';
import type { OwnerSettings } from '../../platform/owner-settings.ts';
import { type AdminScope, audit, signOutEveryone } from '../accounts/index.ts';
import { foldFigures } from '../analytics/index.ts';
import type { HistoryCache, TurnQueue } from '../conversation/index.ts';
import type { SessionAnalyses, VisitorSummaries } from '../leads/index.ts';
import type { MemoryQueue } from '../memory/index.ts';
import {
  beginDeletion,
  beginningOf,
  countConversations,
  DELETE_CONVERSATIONS_JOB,
  readDeletion,
} from './delete-conversations.ts';
import { type ErasureTarget, eraseVisitor, previewErasure } from './erase-visitor.ts';

const NOBODY = 'There is no such visitor or conversation any more.';

/** Which of the three identifiers names the visitor. */
function targetOf({ email, visitor_id, session_id }: z.infer<typeof eraseVisitorPreviewBody>): ErasureTarget {
  if (email !== undefined) return { email };
  return visitor_id !== undefined ? { visitor_id } : { session_id: session_id ?? '' };
}

/** What deleting needs: the settings, and everything that holds a conversation in memory. */
export interface DangerDeps {
  settings: OwnerSettings;
  /** The hosted issuer that manages sign-ins (AUTH_URL); null if this server does. */
  authUrl: string | null;
  turnQueue: Pick<TurnQueue, 'cutSession'>;
  history: Pick<HistoryCache, 'forget'>;
  analyses: Pick<SessionAnalyses, 'forget'>;
  visitorSummaries: Pick<VisitorSummaries, 'forget'>;
  memoryQueue: Pick<MemoryQueue, 'invalidate'>;
  /** Starts work that was requested in a commit at once, instead of at the next poll. */
  nudgeJobs(): void;
}

/** Irreversible actions, for owners only, with recent reauthentication. */
export function mountDanger({ http, pool, sealer, guard, now }: AdminScope, deps: DangerDeps): void {
  const { settings, authUrl } = deps;
  const owner = (request: FastifyRequest) => guard.requireFresh(request, 'owner');
  const untilOf = async (before: string): Promise<Date> => {
    const until = await beginningOf(pool, before, settings.get('hours').time_zone);
    if (until <= now()) return until;
    throw new AppError('invalid_request', 'The field "before" does not fit: must not be a day to come.');
  };

  http.post('/danger/erase-visitor/preview', async (request): Promise<VisitorErasure> => {
    await owner(request);
    const target = targetOf(parseBody(eraseVisitorPreviewBody, request.body));
    return orNotFound(await previewErasure(pool, target), NOBODY);
  });

  http.post('/danger/erase-visitor', async (request): Promise<VisitorErasure> => {
    const actor = await owner(request);
    const body = parseBody(eraseVisitorBody, request.body);
    const target = targetOf(body);
    // Keyed hash: only somebody who knows the address can tell whose data was erased.
    const secret = await installationSecret({ pool, sealer }, 'erasures');
    const whose = body.email ? { email_hash: createHmac('sha256', secret).update(body.email).digest('hex') } : {};
    const action = body.session_id ? 'conversation_erased' : 'visitor_erased';
    const erased = await eraseVisitor(pool, target, async (client, { erasure: { visitors, counts, total } }) => {
      if (body.confirm_rows !== undefined && body.confirm_rows !== total) {
        const records = total === 1 ? 'record' : 'records';
        const sentence = `This deletes ${total} ${records} by now. Please confirm that number.`;
        throw new AppError('confirmation_needed', sentence, { rows: total });
      }
      await audit(client, actor, action, { ...whose, visitors, counts, total });
    });
    const { erasure, sessionIds } = orNotFound(erased, NOBODY);
    // Their rows are gone, so whatever is being written to them can no longer be stored.
    await Promise.all(sessionIds.map((id) => deps.turnQueue.cutSession(id)));
    for (const id of sessionIds) {
      deps.history.forget(id);
      deps.analyses.forget(id);
      deps.visitorSummaries.forget(id);
    }
    deps.memoryQueue.invalidate();
    // The visitor's words are also keys of sums, until the next roll-up: now, or by the job within a minute. After a
    // large deletion it takes minutes, so nobody waits for it.
    void foldFigures(pool).catch((error: unknown) => request.log.warn({ err: error }, 'sums will be folded later'));
    return erasure;
  });

  http.post('/danger/delete-conversations/preview', async (request): Promise<ConversationsPreview> => {
    await owner(request);
    const { before } = parseBody(deleteConversationsPreviewBody, request.body);
    return { before, sessions: await countConversations(pool, await untilOf(before)) };
  });

  http.post('/danger/delete-conversations', async (request, reply): Promise<ConversationsDeletion> => {
    const actor = await owner(request);
    const { before, confirm_rows: confirmed } = parseBody(deleteConversationsBody, request.body);
    const until = await untilOf(before);
    const begun = await inTransaction(pool, async (client) => {
      const total = await countConversations(client, until);
      if (total !== confirmed) {
        const conversations = total === 1 ? 'conversation' : 'conversations';
        const sentence = `This deletes ${total} ${conversations}. Please confirm that number.`;
        throw new AppError('confirmation_needed', sentence, { rows: total });
      }
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
    guard.lookAfterAll();
    return { signed_out: signedOut };
  });
}
