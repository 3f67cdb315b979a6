/**
 * A TCP proxy that breaks connections on purpose, in toxiproxy's terms. Stands in front of a provider or a database;
 * both sides may be ports or Unix sockets. Faults can change while connections are open.
 */
import { createConnection, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Faults of one direction, in any combination. */
export interface Toxics {
  /** Delay of each chunk. */
  latencyMs?: number;
  /** Maximum bytes per second. */
  bandwidth?: number;
  /** Splits the stream into chunks of `bytes`, with a wait between them. */
  slicer?: { bytes: number; delayMs: number };
  /** Closes the connection after so many bytes in this direction. */
  limitData?: number;
  /** Stops all bytes, and closes the connection after this time (0: never). */
  timeoutMs?: number;
  /** Resets the connection at the next byte, after this time. */
  resetMs?: number;
  /** Delays the end of the stream by this time. */
  slowCloseMs?: number;
}

/** Address that a server listens on. */
export type Address = { host: string; port: number } | { path: string };

/** A TCP proxy whose connections fail as the test says. */
export interface FaultProxy {
  /** The port listened on; 0 for a Unix socket. */
  port: number;
  /** Faults in what the client sends. */
  upstream: Toxics;
  /** Faults in what the server sends. */
  downstream: Toxics;
  /** Removes all faults, for open connections too. */
  heal(): void;
  /** Resets every open connection and, until `up()`, each new one. */
  down(): void;
  up(): void;
  connections(): number;
  close(): Promise<void>;
}

/** Listens on an ephemeral port of 127.0.0.1, or on `listen`, and forwards everything to `target`. */
export async function startFaultProxy(
  target: Address,
  listen: Address = { host: '127.0.0.1', port: 0 },
): Promise<FaultProxy> {
  const pairs = new Set<[Socket, Socket]>();
  let refusing = false;
  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (refusing) {
      client.on('error', () => {});
      resetSocket(client);
      return;
    }
    const remote = createConnection({ ...target, allowHalfOpen: true });
    const pair: [Socket, Socket] = [client, remote];
    pairs.add(pair);
    const end = () => {
      client.destroy();
      remote.destroy();
      pairs.delete(pair);
    };
    for (const socket of pair) {
      socket.on('error', end);
      socket.on('close', () => {
        if (client.destroyed && remote.destroyed) pairs.delete(pair);
      });
    }
    void pass(client, remote, () => proxy.upstream, pair).catch(end);
    void pass(remote, client, () => proxy.downstream, pair).catch(end);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(listen, resolve);
  });
  const address = server.address();
  const reset = () => {
    for (const pair of pairs) for (const socket of pair) resetSocket(socket);
  };
  const proxy: FaultProxy = {
    port: typeof address === 'object' && address ? address.port : 0,
    upstream: {},
    downstream: {},
    heal() {
      proxy.upstream = {};
      proxy.downstream = {};
    },
    down() {
      refusing = true;
      reset();
    },
    up() {
      refusing = false;
    },
    connections: () => pairs.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const pair of pairs) for (const socket of pair) socket.destroy();
      }),
  };
  return proxy;
}

/** Unix sockets have no reset, but the end is as sudden. */
function resetSocket(socket: Socket): void {
  if (socket.remoteAddress) socket.resetAndDestroy();
  else socket.destroy();
}

/** One direction of one connection, until its source ends. */
async function pass(source: Socket, sink: Socket, toxics: () => Toxics, pair: [Socket, Socket]): Promise<void> {
  let passed = 0;
  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    const { slicer } = toxics();
    const size = slicer?.bytes ?? chunk.length;
    for (let at = 0; at < chunk.length; at += size) {
      let piece = chunk.subarray(at, at + size);
      const now = toxics();
      await hold(piece, now, pair);
      if (slicer && at > 0) await sleep(slicer.delayMs);
      if (now.limitData !== undefined) piece = piece.subarray(0, Math.max(0, now.limitData - passed));
      passed += piece.length;
      await write(sink, piece);
      if (now.limitData !== undefined && passed >= now.limitData) {
        for (const socket of pair) socket.end();
        return;
      }
    }
  }
  const { slowCloseMs } = toxics();
  if (slowCloseMs) await sleep(slowCloseMs);
  sink.end();
}

/** Waits as the toxics say, or ends the connection. */
async function hold(piece: Buffer, toxics: Toxics, pair: [Socket, Socket]): Promise<void> {
  if (toxics.resetMs !== undefined) {
    if (toxics.resetMs > 0) await sleep(toxics.resetMs);
    for (const socket of pair) resetSocket(socket);
  }
  if (toxics.timeoutMs !== undefined) {
    if (toxics.timeoutMs > 0) await sleep(toxics.timeoutMs);
    else await new Promise((resolve) => pair[0].once('close', resolve));
    for (const socket of pair) socket.destroy();
  }
  if (toxics.latencyMs) await sleep(toxics.latencyMs);
  if (toxics.bandwidth) await sleep((piece.length / toxics.bandwidth) * 1000);
}

async function write(sink: Socket, piece: Buffer): Promise<void> {
  if (sink.destroyed || piece.length === 0) return;
  if (sink.write(piece)) return;
  await new Promise<void>((resolve) => {
    sink.once('drain', resolve);
    sink.once('close', resolve);
  });
}
