import type { AgentReplyBody } from '@understudy/contract/calls';
import type { StreamEvent } from '@understudy/contract/wire';
import { type Clock, pause } from '../../platform/clock.ts';
import type { ServerEvent } from '../../platform/event-stream.ts';
import { CallError } from '../../platform/http.ts';
import { isPassing, isUnreachable } from './failures.ts';
import type { ConnectionState } from './talk.ts';

/**
 * Waits before a lost turn is asked for again, each shortened by a random part so that many pages do not come at once.
 */
const RETRY_DELAYS_MS = [500, 1_000, 2_000, 4_000, 8_000, 10_000];

/** The body of one `agent_reply` call. */
export type TurnBody = AgentReplyBody;

/** What a turn needs of the world around it. */
export interface TurnDeps {
  clock: Clock;
  /** `streamFunction`, bound to agent_reply. */
  stream(body: TurnBody, signal: AbortSignal): AsyncIterable<ServerEvent>;
  /** Resolves once the browser says that it has a network, or the signal aborts. */
  online(signal: AbortSignal): Promise<void>;
  /** A number from 0 to 1. */
  random(): number;
}

/** What the runner tells on the way. */
export interface TurnHearer {
  heard(message: StreamEvent): void;
  /** The turn is asked for again and will be heard from its beginning. */
  rejoining(): void;
  connection(state: ConnectionState): void;
}

/** How a turn ended: heard to its end (`over`), left by the caller (`left`), or failed. */
export type TurnOutcome = { kind: 'over' } | { kind: 'left' } | { kind: 'failed'; error: CallError };

/**
 * Asks for one turn and hears it. A connection that is lost is made again with the same turn_id, which the server
 * joins, continues or replays. Never throws.
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

/** One connection. @returns null when the turn was heard to its end, otherwise what went wrong */
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
    // Anything else is a defect, and asking again would only repeat it.
    return cause instanceof CallError
      ? cause
      : new CallError('internal_error', 'The reply cannot be shown.', { cause });
  }
}
