/**
 * HTTP to one OpenAI-compatible server over pooled connections. Node's own client rather than a fetch, because the
 * connect timeout, the wire cap and the destruction of the socket are promises of ours, and for its lower CPU cost
 * (docs/decisions/provider-transport.md). Chat, speech and transcription share it.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { http, https } from '../../platform/node-http.ts';

/** Most bytes read of any one answer in words. */
export const WIRE_MAX_BYTES = 1024 * 1024;

/** Connections kept for the next call: as many as conversations that one server carries at a busy moment. */
const IDLE_CONNECTIONS_MAX = 256;

/** The time to connect ran out. */
export class ConnectTimeout extends Error {}
/** An answer was longer than it may be. */
export class WireOverflow extends Error {}

/** One request under way. */
export interface Exchange {
  /** Resolves with the answer's head; rejects with the network's error. */
  answer: Promise<IncomingMessage>;
  /** Whether the whole request has left. */
  sent(): boolean;
  /** Ends the exchange now and closes its socket; what is being read rejects with `error`. */
  destroy(error: Error): void;
}

/** Requests to one server. Paths are relative to its base URL. */
export interface Transport {
  /** Sends JSON. */
  post(path: string, body: unknown): Exchange;
  /** Sends bytes of another kind. */
  upload(path: string, contentType: string, body: Buffer): Exchange;
  get(path: string): Exchange;
  /** Closes idle connections. */
  close(): void;
  /** Closes idle connections now, and those in use as soon as they are idle. */
  retire(): void;
}

interface TransportOptions {
  /** Address under which `/chat/completions` lies, with or without a slash at its end. */
  baseUrl: string;
  apiKey: string | null;
  /** From the first packet to a usable (for https: encrypted) connection, name lookup included. */
  connectMs: number;
}

/** Opens no connection before the first request. */
export function createTransport({ baseUrl, apiKey, connectMs }: TransportOptions): Transport {
  const base = new URL(baseUrl);
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  const secure = base.protocol === 'https:';
  const pooled = { keepAlive: true, maxFreeSockets: IDLE_CONNECTIONS_MAX };
  const agent = secure ? new https.Agent(pooled) : new http.Agent(pooled);
  const issue = secure ? https.request : http.request;
  const common: Record<string, string> = { accept: 'application/json, text/event-stream', 'user-agent': 'understudy' };
  if (apiKey) common['authorization'] = `Bearer ${apiKey}`;

  function send(path: string, body: Buffer | string | null, contentType = 'application/json'): Exchange {
    const url = new URL(path, base);
    url.search ||= base.search;
    const headers = { ...common };
    if (body !== null) {
      headers['content-type'] = contentType;
      headers['content-length'] = String(Buffer.byteLength(body));
    }
    let destroy: (error: Error) => void = () => {};
    let sent = () => false;
    const attempt = (mayRepeat: boolean) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const request = issue(url, { method: body === null ? 'GET' : 'POST', agent, headers });
        const disarm = armConnectTimeout(request, secure, connectMs);
        let response: IncomingMessage | null = null;
        destroy = (error) => (response ?? request).destroy(error);
        sent = () => request.writableFinished;
        request.once('response', (message) => {
          disarm();
          response = message;
          // An answer that nobody reads to its end may fail later, without harm.
          message.on('error', () => {});
          resolve(message);
        });
        request.on('error', (error: NodeJS.ErrnoException) => {
          disarm();
          // A pooled connection that the server closed just now: the request was not read, so it is sent again.
          if (mayRepeat && request.reusedSocket && error.code === 'ECONNRESET') resolve(attempt(false));
          else reject(error);
        });
        request.end(body ?? undefined);
      });
    return { answer: attempt(true), sent: () => sent(), destroy: (error) => destroy(error) };
  }

  return {
    post: (path, body) => send(path, JSON.stringify(body)),
    upload: (path, contentType, body) => send(path, body, contentType),
    get: (path) => send(path, null),
    close: () => agent.destroy(),
    retire() {
      agent.maxFreeSockets = 0;
      for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
    },
  };
}

/** Destroys the request when its new connection does not stand in time; returns what disarms it. */
function armConnectTimeout(request: ReturnType<typeof http.request>, secure: boolean, connectMs: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  const disarm = () => clearTimeout(timer);
  request.once('socket', (socket: Socket | TLSSocket) => {
    const standing = secure ? 'secureConnect' : 'connect';
    if (request.reusedSocket || !socket.connecting) return;
    timer = setTimeout(() => request.destroy(new ConnectTimeout('connect timeout')), connectMs);
    socket.once(standing, disarm);
    socket.once('close', disarm);
  });
  return disarm;
}

/** Reads a whole body as text; a longer one than {@link WIRE_MAX_BYTES} is cut off with {@link WireOverflow}. */
export async function readWhole(message: IncomingMessage): Promise<string> {
  return (await readBytes(message, WIRE_MAX_BYTES)).toString('utf8');
}

/** Reads a whole body; a longer one is cut off with {@link WireOverflow}. */
export async function readBytes(message: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of message as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > bytesMax) throw new WireOverflow('answer too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Lets an answer end by itself, so that its connection may serve again, or closes it after `graceMs`. */
export function release(message: IncomingMessage, graceMs: number): void {
  if (message.readableEnded || message.destroyed) return;
  const timer = setTimeout(() => message.destroy(), graceMs);
  message.once('close', () => clearTimeout(timer));
  message.resume();
}
