import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ServerEvent, streamFunction } from './event-stream.ts';

let server: Server;
let answer: (response: ServerResponse) => void;
const body = { session_id: 's' };

beforeEach(async () => {
  server = createServer((request, response) => {
    request.resume();
    request.on('end', () => answer(response));
  });
  const listening = new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await listening;
  const { port } = server.address() as AddressInfo;
  const realFetch = globalThis.fetch;
  // Relative addresses need a host here.
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => realFetch(`http://127.0.0.1:${port}${path}`, init));
});

afterEach(async () => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const stream = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });

async function hear(signal = new AbortController().signal): Promise<ServerEvent[]> {
  const heard: ServerEvent[] = [];
  for await (const event of streamFunction('agent_reply', body, signal)) heard.push(event);
  return heard;
}

test('gives the events in their order, however their bytes were cut', async () => {
  const bytes = Buffer.from(
    '\uFEFF: a comment\r\nevent: delta\r\ndata: {"text":"Grüße 😀"}\r\n\r\nevent: done\ndata: {"a":\ndata: 1}\n\n',
  );
  answer = (response) => {
    stream(response);
    let at = 0;
    const writeNext = () => {
      if (at >= bytes.length) return void response.end();
      response.write(bytes.subarray(at, at + 1), () => setImmediate(writeNext));
      at += 1;
    };
    writeNext();
  };
  expect(await hear()).toEqual([
    { event: 'delta', data: { text: 'Grüße 😀' } },
    { event: 'done', data: { a: 1 } },
  ]);
});

test('throws what the server refused, with its sentence and its time', async () => {
  answer = (response) => {
    response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '7' });
    response.end(JSON.stringify({ error: 'That was a lot.', code: 'rate_limited', request_id: 'r1' }));
  };
  await expect(hear()).rejects.toMatchObject({
    code: 'rate_limited',
    message: 'That was a lot.',
    status: 429,
    retryAfterMs: 7_000,
    requestId: 'r1',
    fromServer: true,
  });
});

test.each([
  ['a page in place of a stream', (response: ServerResponse) => void response.end('<html></html>'), 'bad_answer'],
  [
    'an event that is not JSON',
    (response: ServerResponse) => void stream(response).end('data: {oops\n\n'),
    'bad_answer',
  ],
  [
    'a connection that breaks',
    (response: ServerResponse) => void stream(response).write('data: 1\n\n', () => response.destroy()),
    'network',
  ],
  ['a server that hangs up', (response: ServerResponse) => void response.destroy(), 'network'],
])('says of %s what it is', async (_name, act, code) => {
  answer = act;
  await expect(hear()).rejects.toMatchObject({ name: 'CallError', code });
});

test('closes the connection when the listener leaves, and when its signal aborts', async () => {
  const closed = () =>
    new Promise<void>((resolve) => {
      answer = (response) => {
        response.once('close', resolve);
        stream(response).write('event: delta\ndata: {"text":"Hi"}\n\n');
      };
    });
  const left = closed();
  for await (const _event of streamFunction('agent_reply', body, new AbortController().signal)) break;
  await left;

  const aborted = closed();
  const abort = new AbortController();
  const listening = (async () => {
    for await (const _event of streamFunction('agent_reply', body, abort.signal)) abort.abort();
  })();
  await expect(listening).rejects.toMatchObject({ name: 'AbortError' });
  await aborted;
});
