/**
 * HTTP to one OpenAI-compatible server over pooled connections, for chat, speech and transcription. Uses Node's own
 * client rather than fetch, because we guarantee the connect timeout, the size cap and the destruction of the socket,
 * and for its lower CPU cost (docs/decisions/provider-transport.md).
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { http, https } from '../../platform/node-http.ts';

/** Maximum bytes read of a text response. */
export const WIRE_MAX_BYTES = 1024 * 1024;

/** Idle connections kept for reuse: as many as one server has conversations at a busy moment. */
const IDLE_CONNECTIONS_MAX = 256;

/** The connect timeout was reached. */
export class ConnectTimeout extends Error {}
/** A response was too long. */
export class WireOverflow extends Error {}

/** One running request. */
export interface Exchange {
  /** Resolves with the response's headers; rejects with the network error. */
  answer: Promise<IncomingMessage>;
  /** Whether the whole request has been sent. */
  sent(): boolean;
  /** Ends the exchange at once and closes its socket; a pending read rejects with `error`. */
  destroy(error: Error): void;
}

/** Requests to one server. Paths are relative to its base URL. */
export interface Transport {
  post(path: string, body: unknown): Exchange;
  /** Sends a body that is not JSON. */
  upload(path: string, contentType: string, body: Buffer): Exchange;
  get(path: string): Exchange;
  /** Closes idle connections. */
  close(): void;
  /** Closes idle connections now, and those in use once they are idle. */
  retire(): void;
}

interface TransportOptions {
  /** The base of `/chat/completions`, with or without a trailing slash. */
  baseUrl: string;
  apiKey: string | null;
  /** From the first packet to a usable (for https: encrypted) connection, DNS lookup included. */
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
          // A response that nobody reads to its end may fail later, which does no harm.
          message.on('error', () => {});
          resolve(message);
        });
        request.on('error', (error: NodeJS.ErrnoException) => {
          disarm();
          // The server just closed a pooled connection: the request was not read, so it is sent again.
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

/** Destroys the request if its new connection is not established in time; returns a function that cancels this. */
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

/** Reads a whole body as text; rejects with {@link WireOverflow} beyond {@link WIRE_MAX_BYTES}. */
export async function readWhole(message: IncomingMessage): Promise<string> {
  return (await readBytes(message, WIRE_MAX_BYTES)).toString('utf8');
}

/** Reads a whole body; rejects with {@link WireOverflow} beyond the limit. */
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

/** Lets a response end by itself, so that its connection can be reused, or closes it after `graceMs`. */
export function release(message: IncomingMessage, graceMs: number): void {
  if (message.readableEnded || message.destroyed) return;
  const timer = setTimeout(() => message.destroy(), graceMs);
  message.once('close', () => clearTimeout(timer));
  message.resume();
}
