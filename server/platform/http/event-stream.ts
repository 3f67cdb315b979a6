import type { FastifyReply } from 'fastify';

/** A client that reads nothing for this long is disconnected, because events queued for it occupy memory. */
const STUCK_AFTER_MS = 10_000;
/** A client with more bytes queued is disconnected at once. */
const MAX_QUEUED_BYTES = 4 * 1024 * 1024;

/** A stream of server-sent events to one client. */
export interface EventStream {
  /** Sends one event; does nothing if the client has gone. */
  send(event: string, data: unknown): void;
  /** Sends a heartbeat without content, so that proxies keep the stream open. */
  beat(): void;
  /** Ends the stream after the events already sent. */
  end(): void;
}

/** Answers a request with an event stream. The headers are sent at once. */
export function openEventStream(reply: FastifyReply): EventStream {
  const raw = reply.raw;
  let ended = false;
  let stuck: NodeJS.Timeout | null = null;
  reply.hijack();
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  raw.flushHeaders();
  const notStuck = () => {
    if (stuck) clearTimeout(stuck);
    stuck = null;
  };
  raw.on('drain', notStuck);
  raw.on('close', notStuck);
  raw.on('error', () => raw.destroy());
  const write = (text: string) => {
    if (ended || raw.destroyed) return;
    if (raw.write(text)) return;
    if (raw.writableLength > MAX_QUEUED_BYTES) raw.destroy();
    else stuck ??= setTimeout(() => raw.destroy(), STUCK_AFTER_MS).unref();
  };
  return {
    send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    beat: () => write(':\n\n'),
    end() {
      if (ended) return;
      ended = true;
      raw.end();
    },
  };
}
