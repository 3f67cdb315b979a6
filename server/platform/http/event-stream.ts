import type { FastifyReply } from 'fastify';

/** A client that takes nothing for this long is given up: what waits for it takes memory from everybody. */
const STUCK_AFTER_MS = 10_000;
/** Bytes that may wait for a slow client before it counts as stuck at once. */
const WAITING_MAX_BYTES = 4 * 1024 * 1024;

/** A stream of server-sent events to one client. */
export interface EventStream {
  /** Sends one event; does nothing once the client is gone. */
  send(event: string, data: unknown): void;
  /** Sends nothing that means anything, so that whoever stands between knows that the stream lives. */
  beat(): void;
  /** Ends the stream after what was sent. */
  end(): void;
}

/** Opens the event stream as the answer to a request. The headers go out at once. */
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
  const clear = () => {
    if (stuck) clearTimeout(stuck);
    stuck = null;
  };
  raw.on('drain', clear);
  raw.on('close', clear);
  raw.on('error', () => raw.destroy());
  const write = (text: string) => {
    if (ended || raw.destroyed) return;
    if (raw.write(text)) return;
    if (raw.writableLength > WAITING_MAX_BYTES) raw.destroy();
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
