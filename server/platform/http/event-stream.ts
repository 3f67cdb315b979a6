import type { Server } from 'node:http';
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

/**
 * What a stream carries: a reply as it is written, a conversation for its visitor or for those who watch it, changes
 * for the dashboard.
 */
export const STREAM_KINDS = ['reply', 'visitor', 'watcher', 'dashboard'] as const;
export type StreamKind = (typeof STREAM_KINDS)[number];

/** Open streams of each server of this process. */
const open = new WeakMap<Server, Map<StreamKind, number>>();

/** How many streams of a kind a server has open. */
export const openStreams = (server: Server, kind: StreamKind): number => open.get(server)?.get(kind) ?? 0;

function countStream(server: Server, kind: StreamKind, change: 1 | -1): void {
  const counts = open.get(server) ?? new Map<StreamKind, number>();
  open.set(server, counts.set(kind, (counts.get(kind) ?? 0) + change));
}

/** Answers a request with an event stream. The headers are sent at once. */
export function openEventStream(reply: FastifyReply, kind: StreamKind): EventStream {
  const raw = reply.raw;
  const { server } = reply.server;
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
  countStream(server, kind, 1);
  raw.once('close', () => countStream(server, kind, -1));
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
