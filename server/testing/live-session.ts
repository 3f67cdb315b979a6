import type { AdminTakeoverView, LiveLine, LiveSessionEvent, TakeoverView } from '@understudy/contract/takeover';
import { createParser } from 'eventsource-parser';

/** A stream of a conversation that is followed: a visitor's, or an administrator's. */
export interface FollowedSession {
  status: number;
  /** All events so far. */
  events: LiveSessionEvent[];
  /** The lines among them. */
  lines(): LiveLine[];
  /** The newest state; null before the first. */
  state(): TakeoverView | AdminTakeoverView | null;
  /** Resolves once the server has ended the stream. */
  over: Promise<void>;
  close(): void;
}

/** Called with each event as it arrives. */
type Listener = (event: LiveSessionEvent) => void;

async function follow(url: string, init: RequestInit, hear: Listener = () => {}): Promise<FollowedSession> {
  const gone = new AbortController();
  const response = await fetch(url, { ...init, signal: gone.signal });
  const events: LiveSessionEvent[] = [];
  const parser = createParser({
    onEvent({ event, data }) {
      const heard = { event, data: JSON.parse(data) } as LiveSessionEvent;
      events.push(heard);
      hear(heard);
    },
  });
  const read = async (): Promise<void> => {
    if (!response.ok || !response.body) return;
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) parser.feed(piece);
  };
  return {
    status: response.status,
    events,
    lines: () => events.flatMap((one) => (one.event === 'line' ? [one.data] : [])),
    state: () => events.findLast((one) => one.event === 'state')?.data as TakeoverView | null,
    over: read().catch(() => undefined),
    close: () => gone.abort(),
  };
}

/** Follows a conversation as its visitor's page does. */
export const followAsVisitor = (url: string, session: object, after = -1, hear?: Listener): Promise<FollowedSession> =>
  follow(
    `${url}/functions/v1/follow_session`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ ...session, after }),
    },
    hear,
  );

/** Watches a conversation as an administrator's page does. */
export const watchAsAdmin = (
  url: string,
  sessionId: string,
  headers: Record<string, string>,
  after = -1,
  hear?: Listener,
): Promise<FollowedSession> => follow(`${url}/api/admin/sessions/${sessionId}/live?after=${after}`, { headers }, hear);
