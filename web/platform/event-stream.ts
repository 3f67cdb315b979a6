import { createParser } from 'eventsource-parser';
import { CallError, type CallErrorCode, send } from './http.ts';
import { t } from './texts.ts';

/** A server-sent event with JSON data. */
export interface ServerEvent {
  event: string;
  data: unknown;
}

/** Longest wait for the first byte: earlier turns in the queue, and the server's own limits for a first word. */
const OPEN_TIMEOUT_MS = 90_000;
/** Longest silence in an open stream; the server abandons a provider after 10 s. */
const SILENCE_TIMEOUT_MS = 25_000;

/**
 * Calls a server function and yields its events as they arrive, until the server ends the stream. Throws {@link
 * CallError}: the server's refusal, or `network`, `timeout`, `bad_answer`. An abort of the caller's own signal is
 * rethrown unchanged.
 */
export async function* streamFunction(name: string, body: unknown, signal: AbortSignal): AsyncGenerator<ServerEvent> {
  const watch = new Watch();
  try {
    const response = await send(`/functions/v1/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, watch.signal]),
      // The watchdog applies instead, since a stream may be long but never silent.
      timeoutMs: 2 * 60 * 60_000,
    });
    if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
      throw new CallError('bad_answer', t('ui.unreadable'), { status: response.status });
    }
    yield* readEvents(response.body, watch);
  } catch (cause) {
    if (signal.aborted || cause instanceof CallError) throw cause;
    throw broken(watch.signal.aborted ? 'timeout' : 'network', cause);
  } finally {
    watch.stop();
  }
}

/** The events of a streamed answer as they arrive. The caller monitors its silence. */
export async function* eventsOf(response: Response): AsyncGenerator<ServerEvent> {
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
    throw new CallError('bad_answer', t('ui.unreadable'), { status: response.status });
  }
  yield* readEvents(response.body, { heard() {} });
}

/** A watchdog that aborts after too long a silence. */
class Watch {
  readonly #abort = new AbortController();
  #timer = setTimeout(() => this.#abort.abort(), OPEN_TIMEOUT_MS);

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  heard(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#abort.abort(), SILENCE_TIMEOUT_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

async function* readEvents(body: ReadableStream<Uint8Array>, watch: Pick<Watch, 'heard'>): AsyncGenerator<ServerEvent> {
  const arrived: ServerEvent[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => arrived.push({ event: event ?? 'message', data: parseData(data) }),
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      watch.heard();
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* arrived.splice(0);
    }
  } finally {
    // Leaving early closes the connection, which tells the server that nobody is listening any more.
    await reader.cancel().catch(() => undefined);
  }
}

function parseData(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw broken('bad_answer', cause);
  }
}

function broken(code: Extract<CallErrorCode, 'network' | 'timeout' | 'bad_answer'>, cause: unknown): CallError {
  const sentences = {
    network: t('ui.lostConnection'),
    timeout: t('ui.tooLong'),
    bad_answer: t('ui.unreadable'),
  };
  return new CallError(code, sentences[code], { cause });
}
