import { createParser } from 'eventsource-parser';

/** A stream that a test listens to. */
export interface HeardStream {
  status: number;
  /** All events so far. */
  events: { event: string; data: Record<string, unknown> }[];
  /** Resolves with the next event of that name not yet taken. */
  next(event: string): Promise<Record<string, unknown>>;
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>;
  /** All words of the deltas so far. */
  words(): string;
  /** Closes the connection. */
  leave(): void;
}

/** Requests a stream of `agent_reply`. A response that is not a stream rejects with its body as the message. */
export async function hear(url: string, body: Record<string, unknown>): Promise<HeardStream> {
  const gone = new AbortController();
  const response = await fetch(`${url}/functions/v1/agent_reply`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(body),
    signal: gone.signal,
  });
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) throw new Error(await response.text());
  const events: HeardStream['events'] = [];
  const taken = new Map<string, number>();
  let wake = Promise.withResolvers<void>();
  let over = false;
  const parser = createParser({
    onEvent({ event, data }) {
      events.push({ event: event ?? '', data: JSON.parse(data) });
      wake.resolve();
    },
  });
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const piece of response.body ?? []) parser.feed(decoder.decode(piece, { stream: true }));
  };
  const ended = read()
    .catch(() => undefined)
    .finally(() => {
      over = true;
      wake.resolve();
    });
  return {
    status: response.status,
    events,
    ended,
    words: () => events.map(({ event, data }) => (event === 'delta' ? String(data['text']) : '')).join(''),
    leave: () => gone.abort(),
    async next(name) {
      for (;;) {
        const found = events.filter(({ event }) => event === name)[taken.get(name) ?? 0];
        if (found) {
          taken.set(name, (taken.get(name) ?? 0) + 1);
          return found.data;
        }
        if (over) throw new Error(`the stream ended without "${name}": ${JSON.stringify(events)}`);
        await wake.promise;
        wake = Promise.withResolvers<void>();
      }
    },
  };
}
