/**
 * A local OpenAI-compatible server with scripted responses, request by request. Tests use it through
 * `startFakeProvider`; `node server/testing/fake-provider.ts --port 9100 --first-word-ms 300 --word-ms 20` runs it
 * alone as the benchmarks' stub.
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { completion, type FakeReply, json, streamed } from './fake-replies.ts';
import { closeServer, listen } from './local-server.ts';
import { createPacedHandler } from './paced-replies.ts';

/** A chat request that the fake provider received. */
export interface FakeCall {
  model: string;
  stream: boolean;
  messages: { role: string; content: string }[];
  /** The whole JSON body. */
  body: Record<string, unknown>;
  headers: IncomingMessage['headers'];
  /** Milliseconds since the epoch. */
  at: number;
  /** True if the client disconnected before the response was complete. */
  aborted: boolean;
  /** Bytes sent on this connection until the response was over. */
  bytesSent: number;
  /** Settles when the response is over; true if the client disconnected first. */
  closed: Promise<boolean>;
}

/** A provider with scripted responses. */
export interface FakeProvider {
  /** The base URL, as an operator would write it: ends in `/v1`. */
  url: string;
  port: number;
  calls: FakeCall[];
  /** Number of requests for `/models`. */
  modelsCalls: number;
  /** Responses to the next chat requests, in order; then `always`. */
  script(...replies: FakeReply[]): void;
  /** The response to every chat request that no script covers: a reply, or a function of the call. */
  always(reply: FakeReply | ((call: FakeCall) => FakeReply)): void;
  /** The models listed by `/models`, or its response. */
  serveModels(models: string[] | FakeReply): void;
  /** Number of open client connections. */
  connections(): number;
  /** Closes idle connections, as a server does after its keep-alive time. */
  dropIdle(): void;
  /** Resolves when the nth chat request (from 1) has arrived. */
  called(count: number): Promise<FakeCall>;
  close(): Promise<void>;
}

/** Starts a fake provider on an ephemeral port. Unscripted, it answers `Hello from the fake provider.` */
export async function startFakeProvider(port = 0): Promise<FakeProvider> {
  const calls: FakeCall[] = [];
  const queue: FakeReply[] = [];
  const waiting = new Set<{ count: number; resolve: (call: FakeCall) => void }>();
  const sockets = new Set<Socket>();
  let fallback: FakeReply | ((call: FakeCall) => FakeReply) = (call) =>
    call.stream ? streamed('Hello from the fake provider.') : completion('Hello from the fake provider.');
  let models: string[] | FakeReply = ['fake-model'];

  const server = createServer((request, response) => {
    void handle(request, response).catch(() => response.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readBody(request);
    if (request.url?.endsWith('/models')) {
      provider.modelsCalls += 1;
      const data = Array.isArray(models) ? models.map((id) => ({ id, object: 'model' })) : null;
      await play(Array.isArray(models) ? json(200, { object: 'list', data }) : models, response);
      return;
    }
    const call = recordCall(text, request, response);
    calls.push(call);
    for (const waiter of waiting) {
      if (calls.length < waiter.count) continue;
      waiting.delete(waiter);
      waiter.resolve(call);
    }
    await play(queue.shift() ?? (typeof fallback === 'function' ? fallback(call) : fallback), response);
  }

  const bound = await listen(server, port);
  const provider: FakeProvider = {
    url: `http://127.0.0.1:${bound}/v1`,
    port: bound,
    calls,
    modelsCalls: 0,
    script: (...replies) => void queue.push(...replies),
    always: (reply) => {
      fallback = reply;
    },
    serveModels: (list) => {
      models = list;
    },
    connections: () => sockets.size,
    dropIdle: () => server.closeIdleConnections(),
    called: (count) => {
      const already = calls[count - 1];
      if (already) return Promise.resolve(already);
      return new Promise((resolve) => waiting.add({ count, resolve }));
    },
    close: () => closeServer(server),
  };
  return provider;
}

function recordCall(text: string, request: IncomingMessage, response: ServerResponse): FakeCall {
  const body = JSON.parse(text) as Record<string, unknown>;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const call: FakeCall = {
    model: String(body['model']),
    stream: body['stream'] === true,
    messages: body['messages'] as FakeCall['messages'],
    body,
    headers: request.headers,
    at: Date.now(),
    aborted: false,
    bytesSent: 0,
    closed: promise,
  };
  response.once('close', () => {
    call.aborted = !response.writableFinished;
    call.bytesSent = request.socket.bytesWritten;
    resolve(call.aborted);
  });
  return call;
}

/** Sends a scripted response. */
export async function play(reply: FakeReply, response: ServerResponse): Promise<void> {
  if (reply.silent) return;
  if (reply.delayMs) await sleep(reply.delayMs);
  response.writeHead(reply.status ?? 200, reply.headers);
  let last: string | Uint8Array = '';
  for (const step of reply.steps ?? []) {
    if (response.destroyed) return;
    if (typeof step === 'string' || step instanceof Uint8Array) {
      last = step;
      if (!(await write(response, step))) return;
    } else if ('waitMs' in step) await sleep(step.waitMs);
    else await step.until;
  }
  if (reply.after === 'stall') return;
  if (reply.after === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  if (reply.after === 'endless') while (await write(response, last));
  response.end();
}

/** Writes one chunk as a separate packet if the kernel allows; false if the client has disconnected. */
async function write(response: ServerResponse, piece: string | Uint8Array): Promise<boolean> {
  if (response.destroyed) return false;
  const room = response.write(piece);
  const { promise, resolve } = Promise.withResolvers<void>();
  if (room) setImmediate(resolve);
  else {
    response.once('drain', resolve);
    response.once('close', resolve);
  }
  await promise;
  response.off('drain', resolve).off('close', resolve);
  return !response.destroyed;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}

/** Runs the benchmarks' paced stub until it is stopped. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '9100' },
      words: { type: 'string', default: '63' },
      'first-word-ms': { type: 'string', default: '0' },
      'word-ms': { type: 'string', default: '0' },
    },
  });
  const server = createServer(
    createPacedHandler({
      words: Number(values.words),
      firstWordMs: Number(values['first-word-ms']),
      wordMs: Number(values['word-ms']),
    }),
  );
  server.keepAliveTimeout = 65_000;
  const port = await listen(server, Number(values.port));
  process.stdout.write(`fake provider on http://127.0.0.1:${port}/v1\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
}

if (import.meta.main) await main();
