import { isOnline, subscribeToConnection } from '../../platform/connection.ts';
import { type ServerEvent, streamFunction } from '../../platform/event-stream.ts';
import { CallError } from '../../platform/http.ts';
import type { TurnBody } from './turn-runner.ts';

/**
 * The events of one `agent_reply` call. An open connection may stay silent for a long time after the network is lost,
 * so it is dropped as soon as the browser goes offline; the turn is then resumed over a new connection.
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
