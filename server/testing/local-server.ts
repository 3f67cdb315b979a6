import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** Has a server listen on this machine. @param port any free one by default @returns the port */
export async function listen(server: Server, port = 0): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** {@link listen} on any free port. @returns the server's address, without a slash at the end */
export const serve = async (server: HttpServer): Promise<string> => `http://127.0.0.1:${await listen(server)}`;

/** Closes a server with all its connections, and waits until it is closed. */
export function closeServer(server: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
