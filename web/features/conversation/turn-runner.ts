import type { AgentReplyBody } from '@understudy/contract/calls';
import type { StreamEvent } from '@understudy/contract/wire';
import { type Clock, pause } from '../../platform/clock.ts';
import type { ServerEvent } from '../../platform/event-stream.ts';
import { CallError } from '../../platform/http.ts';
import { isPassing, isUnreachable } from './failures.ts';
import type { ConnectionState } from './talk.ts';

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
export type TurnOutcome = { kind: 'over' } | { kind: 'left' } | { kind: 'failed'; error: CallError };

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
    return new CallError('network', 'The connection was lost.');
  } catch (cause) {
    // Any other error is a bug, which a retry would only repeat.
    return cause instanceof CallError
      ? cause
      : new CallError('internal_error', 'The reply cannot be shown.', { cause });
  }
}
