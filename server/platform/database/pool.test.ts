import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createServer } from 'node:net';
import type { PoolClient } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { closePool, createPool } from './pool.ts';

const socketOf = (client: PoolClient) => (client as unknown as { connection: { stream: Socket } }).connection.stream;

test('once a pool is closed the database has let go of every connection', async () => {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const pool = createPool({ connectionString: database.url });
  const clients = await Promise.all(Array.from({ length: 8 }, () => pool.connect()));
  const sockets = clients.map(socketOf);
  for (const client of clients) client.release();
  await closePool(pool);
  expect(sockets.map(({ closed }) => closed)).toEqual(Array(8).fill(true));
});

test('one without connections closes at once, and one whose database is silent does not wait for ever', async () => {
  await closePool(createPool({ host: '127.0.0.1', port: 1 }));
  // Accepts connections and their time limits, and never responds again.
  const silent = createServer({ allowHalfOpen: true }, (socket) => {
    socket
      .on('error', () => undefined)
      .once('data', () => {
        const [authenticated, ready] = ['R\0\0\0\x08\0\0\0\0', 'Z\0\0\0\x05I'];
        const set = 'C\0\0\0\x08SET\0';
        socket.write(Buffer.from(authenticated + ready, 'latin1'));
        socket.once('data', () => socket.write(Buffer.from(set + ready, 'latin1')));
        socket.resume();
      });
  });
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  const pool = createPool({ host: '127.0.0.1', port, user: 'u', database: 'd' });
  (await pool.connect()).release();
  await closePool(pool, 50);
  silent.close();
});
