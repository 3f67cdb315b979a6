import { once } from 'node:events';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

let echo: Server;
let proxy: FaultProxy;
const open: Socket[] = [];

beforeEach(async () => {
  echo = createServer((socket) => {
    socket.on('error', () => {});
    socket.pipe(socket);
  });
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const address = echo.address();
  proxy = await startFaultProxy({ host: '127.0.0.1', port: typeof address === 'object' && address ? address.port : 0 });
});

afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await proxy.close();
  echo.close();
});

function connect(): Socket {
  const socket = createConnection({ host: '127.0.0.1', port: proxy.port });
  socket.on('error', () => {});
  open.push(socket);
  return socket;
}

/** Whether the connection closed with an error. */
function closed(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => socket.once('close', resolve));
}

async function exchange(text: string): Promise<{ text: string; pieces: number }> {
  const socket = connect();
  socket.end(text);
  let received = '';
  let pieces = 0;
  for await (const piece of socket) {
    received += String(piece);
    pieces += 1;
  }
  return { text: received, pieces };
}

test('without faults everything passes in both directions', async () => {
  expect((await exchange('a'.repeat(200_000))).text).toBe('a'.repeat(200_000));
});

test('a slicer changes the pieces and not the bytes', async () => {
  proxy.downstream = { slicer: { bytes: 3, delayMs: 2 } };
  const result = await exchange('twelve bytes');
  expect(result.text).toBe('twelve bytes');
  expect(result.pieces).toBeGreaterThan(1);
});

test('limitData lets so many bytes through and closes', async () => {
  proxy.downstream = { limitData: 6 };
  expect((await exchange('twelve bytes')).text).toBe('twelve');
});

test('reset ends the connection with an error', async () => {
  proxy.downstream = { resetMs: 0 };
  const socket = connect();
  const failed = closed(socket);
  socket.write('x');
  expect(await failed).toBe(true);
});

test('timeout lets nothing through and closes', async () => {
  proxy.upstream = { timeoutMs: 5 };
  expect((await exchange('x').catch(() => ({ text: '' }))).text).toBe('');
});

test('down resets what is open and refuses what is new; up and heal restore', async () => {
  const socket = connect();
  socket.write('x');
  await once(socket, 'data');
  const gone = closed(socket);
  proxy.down();
  await gone;
  const refused = connect();
  await closed(refused);
  expect(proxy.connections()).toBe(0);
  proxy.up();
  proxy.downstream = { resetMs: 0 };
  proxy.heal();
  expect((await exchange('back')).text).toBe('back');
});
