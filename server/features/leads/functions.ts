import { actionItems, requestCall, sessionOnly } from '@understudy/contract/calls';
import type { RequestedCall } from '@understudy/contract/leads';
import type { Twin } from '@understudy/contract/twin';
import type { ActionItemsAnswer, RequestCallAnswer, SessionSummaryAnswer } from '@understudy/contract/wire';
import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { Pool } from 'pg';
import { AppError } from '../../platform/http/app-error.ts';
import { abortWhenGone, type GatewayFunctions, gatewayFunction } from '../../platform/http/gateway-function.ts';
import { inTurn } from '../../platform/in-turn.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import type { OwnerSettings } from '../../platform/owner-settings.ts';
import { isBlank } from '../../platform/text/visible.ts';
import {
  type Authenticator,
  NO_TURN,
  normaliseVisitorText,
  openTurn,
  SAVE_HANDOFF_REQUESTS_JOB,
  type SessionRow,
  saveAnalysis,
} from '../conversation/index.ts';
import { dayIn, type Understand } from '../understanding/index.ts';
import type { ActionItem } from './after/action-item.ts';
import { isSummedUp, saveCallRequest, saveItems } from './after/outcome.ts';
import type { Summary } from './after/summary.ts';
import { itemsOfConversation, itemsOfText, summaryOf } from './finish-session.ts';
import type { SessionAnalyses } from './session-analyses.ts';

/** Whole conversations read at once for visitors; each takes up to a second of CPU. */
const MAX_REREADS_AT_ONCE = 1;

/** What the functions of leads need. */
interface LeadFunctionDeps {
  pool: Pool;
  twin(): Twin;
  settings: OwnerSettings;
  limits: Pick<Limits, 'take'>;
  authenticator: Authenticator;
  understand: Understand;
  analyses: SessionAnalyses;
  visitorSummaries: VisitorSummaries;
  /** Starts work that was requested in a commit at once, instead of at the next poll. */
  nudgeJobs(): void;
}

/** {@link LeadFunctionDeps} with what the functions share. */
interface LeadFunctionParts extends LeadFunctionDeps {
  /** Limits concurrent rereadings of a whole conversation. */
  rereadQueue: PQueue;
}

/** The functions that tell what a conversation asks of the consultant, and what it was about. */
export function leadFunctions(deps: LeadFunctionDeps): GatewayFunctions {
  const parts: LeadFunctionParts = { ...deps, rereadQueue: new PQueue({ concurrency: MAX_REREADS_AT_ONCE }) };
  return {
    action_items: actionItemsFunction(parts),
    request_call: requestCallFunction(parts),
    session_summary: sessionSummaryFunction(parts),
  };
}

/** The value of `extract_from` that names the conversation itself. */
const CONVERSATION = 'conversation';

/**
 * `action_items`: a conversation's action items, stored while it runs if it is kept (without duplicates when asked
 * again); or those of a text, which are only returned. An administrator may name any stored conversation.
 */
const actionItemsFunction = (deps: LeadFunctionParts) =>
  gatewayFunction(actionItems, async (body, { request, reply }) => {
    const caller = await deps.authenticator.caller(request, body);
    const fromConversation = body.extract_from.trim().toLowerCase() === CONVERSATION;
    const session = caller.session ?? (fromConversation ? await keptSession(deps, body.session_id) : null);
    const read = await readWithinLimits(deps, reply, caller.limitKey, async () =>
      fromConversation && session
        ? itemsOfConversation(deps, session.id)
        : { items: await itemsOfText(deps, body.extract_from), erasures: 0 },
    );
    const { items } = read;
    if (fromConversation && session?.consent) await saveItems(deps.pool, session.id, read);
    // Items from the lead analysis are the owner's unless they show it; promises and requests belong to both sides.
    const isShown = caller.session === null || deps.settings.get('visitor_page').analysis;
    const shown = items.filter(({ category }) => isShown || category !== 'sales');
    const answer: ActionItemsAnswer = { extracted: shown.map(presentItem) };
    return answer;
  });

/** The conversation that an administrator names; one that is not kept is nobody's to read. */
async function keptSession(
  { pool }: Pick<LeadFunctionDeps, 'pool'>,
  sessionId: string | undefined,
): Promise<SessionRow> {
  if (sessionId === undefined) {
    throw new AppError('invalid_request', 'Name the conversation by session_id, or give a text in extract_from.');
  }
  const opened = await openTurn(pool, sessionId, NO_TURN);
  if (!opened?.session.consent) throw new AppError('not_found', 'There is no such conversation.');
  return opened.session;
}

/** An item on the wire. */
function presentItem({ title, description, priority, owner, category, tags, due_date }: ActionItem) {
  return { title, description, priority, owner, category, tags, due_date };
}

/** Adds a call form to the analysis: the visitor typed the address themselves, so it counts as one that they told. */
async function noteTyped(
  { analyses, pool }: Pick<LeadFunctionDeps, 'analyses' | 'pool'>,
  sessionId: string,
  call: RequestedCall,
): Promise<void> {
  const { row, events } = await analyses.recordCallForm(sessionId, call);
  try {
    if (!(await saveAnalysis(pool, row, events))) await analyses.reread(sessionId);
  } catch (error) {
    // The call is stored: rereading the conversation finds what it says of the visitor.
    analyses.forget(sessionId);
    throw error;
  }
}

/**
 * `request_call`: a request for a call where none can be booked, or no free time suits; an action item with the
 * visitor's preferred time.
 */
const requestCallFunction = (deps: LeadFunctionParts) =>
  gatewayFunction(requestCall, async (body) => {
    const { session } = await deps.authenticator.session(body);
    await deps.limits.take('session_events', session.id);
    const { email: write } = deps.twin().persona.contact;
    if (!session.consent) {
      throw new AppError(
        'not_kept',
        `This conversation is not kept, so no call can be noted. Please write to ${write}.`,
      );
    }
    const wished = normaliseVisitorText(body.wished_time);
    if (isBlank(wished)) throw new AppError('invalid_request', 'The field "wished_time" does not fit: it is empty.');
    const day = await dayIn(wished, new Date(), deps.settings.get('hours').time_zone);
    const call = { wished_time: wished, due_date: day, email: body.email };
    await saveCallRequest(deps.pool, session.id, call, SAVE_HANDOFF_REQUESTS_JOB);
    await noteTyped(deps, session.id, call);
    deps.nudgeJobs();
    const answer: RequestCallAnswer = { success: true, due_date: day };
    return answer;
  });

/**
 * `session_summary`: the visitor's summary of the conversation as it stands; stores nothing. Once the owner's summary
 * exists it no longer changes, and is computed once.
 */
const sessionSummaryFunction = (deps: LeadFunctionParts) =>
  gatewayFunction(sessionOnly, async (body, { reply }) => {
    const { session } = await deps.authenticator.session(body, { ended: true });
    const twin = deps.twin();
    const make = () => readWithinLimits(deps, reply, session.id, () => summaryOf(deps, twin, session));
    const final = session.ended_at !== null && (await isSummedUp(deps.pool, session.id));
    const summary = final ? await deps.visitorSummaries.get(session.id, twin, make) : await make();
    const answer: SessionSummaryAnswer = {
      session_id: session.id,
      started_at: session.started_at.toISOString(),
      ended: session.ended_at !== null,
      ...summary,
    };
    return answer;
  });

/**
 * Reads a whole conversation for a visitor or an administrator, within their limit and behind others waiting for the
 * same.
 *
 * @throws AppError `rate_limited`
 */
async function readWithinLimits<Result>(
  { limits, rereadQueue }: Pick<LeadFunctionParts, 'limits' | 'rereadQueue'>,
  reply: FastifyReply,
  limitKey: string,
  read: () => Promise<Result>,
): Promise<Result> {
  await limits.take('session_readings', limitKey);
  return inTurn(rereadQueue, abortWhenGone(reply), read);
}

/** Summaries to cache, some kilobytes each. */
const MAX_CACHED = 200;
/** How long one is cached after its last use. */
const CACHED_FOR_MS = 10 * 60_000;

/** A cached summary. */
interface Held {
  summary: Summary;
  /** The twin whose names and notes it uses. */
  twin: Twin;
}

/**
 * Cache of visitors' summaries of ended conversations, so that asking again computes nothing.
 *
 * The summary stored at the end (table `summaries`) is the owner's: it names the score and the visitor's value, which
 * are not for the visitor. Theirs is made from the same words and the same model's reading, and differs on purpose
 * (`summariseForVisitor`). It is cached but not stored: it can be recomputed at any time, and each copy of a visitor's
 * words is one more to delete.
 */
export class VisitorSummaries {
  // A visitor's words leave the memory by a timer, not only when somebody asks again.
  readonly #held = new LRUCache<string, Held>({ max: MAX_CACHED, ttl: CACHED_FOR_MS, ttlAutopurge: true });
  /** Counts deletions: a summary begun before one may be of an erased conversation. */
  #forgettings = 0;

  /**
   * The summary of a conversation that no longer changes; computed if it is not cached, or another twin is served by
   * now.
   */
  async get(sessionId: string, twin: Twin, make: () => Promise<Summary>): Promise<Summary> {
    const known = this.#held.get(sessionId);
    const forgettings = this.#forgettings;
    const summary = known?.twin === twin ? known.summary : await make();
    if (forgettings !== this.#forgettings) return summary;
    this.#held.set(sessionId, { summary, twin });
    return summary;
  }

  /** Evicts the summary of an erased conversation; one in progress is not cached. */
  forget(sessionId: string): void {
    this.#forgettings += 1;
    this.#held.delete(sessionId);
  }
}
