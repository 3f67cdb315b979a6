import { createServer, type RequestListener } from 'node:http';
import { closeServer, serve } from './local-server.ts';

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
  return {
    url: await serve(server),
    routes,
    asked,
    close: () => void closeServer(server),
  };
}
