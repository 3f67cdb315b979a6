import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A website on this machine. */
export interface Website {
  url: string;
  /** Its answers by path; tests change them. */
  routes: Record<string, string | RequestListener>;
  /** Paths that were asked for. */
  asked: string[];
  close(): void;
}

/** Starts a website whose pages are HTML, unless a path ends in `.xml` or `.txt`. */
export async function startWebsite(routes: Website['routes'] = {}): Promise<Website> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const route = routes[path];
    if (typeof route === 'function') return route(request, response);
    const type = path.endsWith('.xml') ? 'application/xml' : path.endsWith('.txt') ? 'text/plain' : 'text/html';
    response.writeHead(route === undefined ? 404 : 200, { 'content-type': type }).end(route);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    routes,
    asked,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
