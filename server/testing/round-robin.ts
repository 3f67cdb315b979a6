/**
 * A load balancer without stickiness, in round-robin order per request: what a visitor's page meets behind several
 * instances. An instance that refuses the connection is passed over; a request that has reached one is never repeated,
 * since only its sender knows whether it may be.
 */

import { createServer, type IncomingMessage, request as send } from 'node:http';
import type { Socket } from 'node:net';
import { closeServer, serve } from './local-server.ts';

/** A running balancer. */
export interface RoundRobin {
  /** Without a slash at the end. */
  url: string;
  /** The instances' addresses, which may change while it runs. */
  targets: string[];
  close(): Promise<void>;
}

/** Starts a balancer on an ephemeral port. */
export async function startRoundRobin(targets: string[] = []): Promise<RoundRobin> {
  let turn = 0;
  const sockets = new Set<Socket>();
  /** The instances from the next one on. */
  const inTurn = () => {
    turn += 1;
    return balancer.targets.map((_, at) => balancer.targets[(turn + at) % balancer.targets.length] as string);
  };
  const forwarded = (target: string, { method, url, headers }: IncomingMessage) =>
    send(`${target}${url}`, { method, headers, agent: false });

  const server = createServer(async (incoming, response) => {
    const parts: Buffer[] = [];
    try {
      for await (const part of incoming) parts.push(part);
    } catch {
      return;
    }
    const pass = ([target, ...others]: string[]) => {
      if (target === undefined) {
        response.writeHead(502).end();
        return;
      }
      const outgoing = forwarded(target, incoming);
      let isConnected = false;
      outgoing.on('socket', (socket) => socket.once('connect', () => (isConnected = true)));
      outgoing.on('error', () => {
        if (!isConnected && !response.headersSent) pass(others);
        else response.destroy();
      });
      outgoing.on('response', (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.on('error', () => response.destroy());
        answer.on('close', () => answer.complete || response.destroy());
        answer.pipe(response);
      });
      response.once('close', () => outgoing.destroy());
      outgoing.end(Buffer.concat(parts));
    };
    pass(inTurn());
  });
  server.on('upgrade', (incoming, client: Socket, head: Buffer) => {
    sockets.add(client);
    client.on('error', () => client.destroy());
    client.once('close', () => sockets.delete(client));
    const pass = ([target, ...others]: string[]) => {
      if (target === undefined) return client.destroy();
      const outgoing = forwarded(target, incoming);
      outgoing.on('error', () => pass(others));
      outgoing.on('response', () => client.destroy());
      outgoing.on('upgrade', ({ rawHeaders }, remote) => {
        const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
        client.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
        remote.on('error', () => client.destroy());
        remote.once('close', () => client.destroy());
        client.once('close', () => remote.destroy());
        remote.write(head);
        remote.pipe(client).pipe(remote);
      });
      outgoing.end();
    };
    pass(inTurn());
  });
  const balancer: RoundRobin = {
    url: await serve(server),
    targets,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return closeServer(server);
    },
  };
  return balancer;
}
