import { isOnline, subscribeToConnection } from '../../platform/connection.ts';
import { type ServerEvent, streamFunction } from '../../platform/event-stream.ts';
import { CallError } from '../../platform/http.ts';
import type { TurnBody } from './turn-runner.ts';

/**
 * The events of one `agent_reply`. A connection that was open when the network went may stay silent for long before it
 * breaks, so it is left as soon as the browser is offline; the turn is heard again over a new one.
 */
export async function* streamReply(body: TurnBody, signal: AbortSignal): AsyncGenerator<ServerEvent> {
  const gone = new AbortController();
  const unsubscribe = subscribeToConnection(() => {
    if (!isOnline()) gone.abort();
  });
  try {
    yield* streamFunction('agent_reply', body, AbortSignal.any([signal, gone.signal]));
  } catch (cause) {
    if (signal.aborted || !gone.signal.aborted) throw cause;
    throw new CallError('network', 'The connection was lost.', { cause });
  } finally {
    unsubscribe();
  }
}
