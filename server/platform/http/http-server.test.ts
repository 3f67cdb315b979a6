import { once } from 'node:events';
import { connect } from 'node:net';
import { Duplex } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../log.ts';
import { createHttpServer } from './http-server.ts';

const limits = { socketsPerAddress: 2, connectionsCheckMs: 5_000 };

/** How many of five sockets stay open if an address may hold two. */
async function socketsThatStay(trustProxy: false | string[], from: string): Promise<number> {
  const app = createHttpServer({ log: createLog('silent'), trustProxy, ...limits });
  onTestFinished(() => app.close());
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  let stay = 0;
  for (let number = 0; number < 5; number += 1) {
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: from });
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    socket.write('GET /nowhere HTTP/1.1\r\nhost: localhost\r\n\r\n');
    const [answer] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [null])]);
    if (answer instanceof Buffer) stay += 1;
  }
  return stay;
}

test.each([
  ['without a proxy', false, '127.0.0.1', 2],
  ['a trusted address', ['127.0.0.1'], '127.0.0.1', 5],
  ['a trusted network', ['::1', '127.0.0.0/8'], '127.9.0.1', 5],
  ['an address that is not among the trusted ones', ['10.0.0.0/8', '127.0.0.2'], '127.0.0.1', 2],
] as const)('sockets of one address are limited, but for proxies: %s', async (_name, trusted, from, stay) => {
  expect(await socketsThatStay(trusted && [...trusted], from)).toBe(stay);
});

test('all addresses of one IPv6 network share its sockets, and give them back', async () => {
  const app = createHttpServer({ log: createLog('silent'), trustProxy: false, ...limits });
  onTestFinished(() => app.close());
  await app.listen({ port: 0, host: '127.0.0.1' });
  const connectFrom = (remoteAddress: string) => {
    const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
    app.server.emit('connection', Object.assign(socket, { remoteAddress }));
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  const sockets = ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:ffff::3', '2001:db8:1:3::1'].map(connectFrom);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false, true, false]);
  sockets[0]?.destroy();
  await expect.poll(() => connectFrom('2001:db8:1:2::4').destroyed).toBe(false);
  expect(connectFrom('2001:db8:1:2::5').destroyed).toBe(true);
});
