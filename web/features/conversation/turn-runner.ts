import type { AgentReplyBody } from '@understudy/contract/calls';
import type { StreamEvent } from '@understudy/contract/wire';
import { type Clock, pause } from '../../platform/clock.ts';
import type { ServerEvent } from '../../platform/event-stream.ts';
import { CallError } from '../../platform/http.ts';
import { t } from '../../platform/texts.ts';
import type { ConnectionState, Failure } from './talk.ts';

/** Backoff before a lost turn is requested again, with random jitter so that many pages do not retry at once. */
const RETRY_DELAYS_MS = [500, 1_000, 2_000, 4_000, 8_000, 10_000];

/** The body of one `agent_reply` call. */
export type TurnBody = AgentReplyBody;

export interface TurnDeps {
  clock: Clock;
  /** `streamFunction`, bound to agent_reply. */
  stream(body: TurnBody, signal: AbortSignal): AsyncIterable<ServerEvent>;
  /** Resolves once the browser is online or the signal aborts. */
  online(signal: AbortSignal): Promise<void>;
  /** A number from 0 to 1. */
  random(): number;
}

/** Callbacks of the runner. */
export interface TurnHearer {
  heard(message: StreamEvent): void;
  /** The turn is requested again and will be streamed from its beginning. */
  rejoining(): void;
  connection(state: ConnectionState): void;
}

/** Outcome of a turn: received in full (`over`), abandoned by the caller (`left`), or failed. */
type TurnOutcome = { kind: 'over' } | { kind: 'left' } | { kind: 'failed'; error: CallError };

/**
 * Requests one turn and streams its reply. A lost connection is retried with the same turn_id, which the server joins,
 * continues or replays. Never throws.
 */
export async function runTurn(
  body: TurnBody,
  hearer: TurnHearer,
  deps: TurnDeps,
  signal: AbortSignal,
): Promise<TurnOutcome> {
  for (let attempt = 0; ; attempt += 1) {
    const lost = await hearOnce(body, hearer, deps, signal);
    if (signal.aborted) return { kind: 'left' };
    if (lost === null) return { kind: 'over' };
    if (!isUnreachable(lost)) hearer.connection('connected');
    const delay = RETRY_DELAYS_MS[attempt];
    if (!isPassing(lost) || delay === undefined) {
      if (isUnreachable(lost)) hearer.connection('disconnected');
      return { kind: 'failed', error: lost };
    }
    hearer.connection('connecting');
    const jittered = delay * (0.5 + deps.random() / 2);
    await pause(deps.clock, Math.max(jittered, lost.retryAfterMs ?? 0), signal);
    await deps.online(signal);
    if (signal.aborted) return { kind: 'left' };
    hearer.rejoining();
  }
}

/** One connection. @returns null if the turn was received in full, otherwise the error */
async function hearOnce(
  body: TurnBody,
  hearer: TurnHearer,
  deps: TurnDeps,
  signal: AbortSignal,
): Promise<CallError | null> {
  try {
    for await (const message of deps.stream(body, signal)) {
      if (signal.aborted) return null;
      hearer.connection('connected');
      hearer.heard(message as StreamEvent);
      if (message.event === 'done' || message.event === 'error') return null;
    }
    return new CallError('network', t('ui.lostConnection'));
  } catch (cause) {
    // Any other error is a bug, which a retry would only repeat.
    return cause instanceof CallError
      ? cause
      : new CallError('internal_error', 'The reply cannot be shown.', { cause });
  }
}

/** Refusals after which the server has not stored the message, so that it can be edited and sent again. */
const NOT_KEPT = new Set([
  'invalid_request',
  'empty_message',
  'message_too_long',
  'unknown_model',
  'unknown_mode',
  'body_too_large',
]);

/** Transient failures: a later attempt of the same call may succeed. */
const PASSING = new Set(['network', 'timeout', 'db_unavailable', 'shutting_down']);

/** Whether to retry without asking the visitor. */
export function isPassing(error: CallError): boolean {
  return PASSING.has(error.code) || (error.code === 'bad_answer' && (error.status >= 500 || error.status === 0));
}

/** Whether the session can no longer be used. */
export function isSessionOver(error: CallError): boolean {
  return error.code === 'invalid_session' || error.code === 'session_ended';
}

/** Whether the server was unreachable. */
function isUnreachable(error: CallError): boolean {
  return error.code === 'network' || error.code === 'timeout' || error.code === 'bad_answer';
}

/** The explanation shown beside an unsent message, with the remedy. */
export function describeFailure(error: CallError, now: number): Failure {
  const retryAt = error.retryAfterMs === null ? null : now + error.retryAfterMs;
  if (NOT_KEPT.has(error.code)) return { sentence: error.message, retryAt: null, remedy: 'edit' };
  if (error.fromServer) return { sentence: error.message, retryAt, remedy: 'again' };
  const sentence = isUnreachable(error) ? t('chat.messageUnreachable') : t('chat.messageLost');
  return { sentence, retryAt, remedy: 'again' };
}
