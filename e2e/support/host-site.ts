import { createServer } from 'node:http';
import { closeServer, listen } from '../../server/testing/local-server.ts';

/** Somebody else's site: a tiny server at another origin than the product's. */
export interface HostSite {
  /** Its origin, under another host name than the product's: another site too, which browsers give no storage here. */
  origin: string;
  /** The same under the product's host name: another origin of the same site, where a frame keeps what it stores. */
  sameSite: string;
  /** The next pages' body, and their content-security-policy if they have one. */
  serve(body: string, policy?: string): void;
  close(): Promise<void>;
}

/** Starts it. Its pages carry text, so that a shift of their layout can be seen. */
export async function startHostSite(): Promise<HostSite> {
  let page: { body: string; policy?: string } = { body: '' };
  const text = '<p>We help companies to decide faster, and to keep what they decided.</p>'.repeat(12);
  const server = createServer((request, response) => {
    if (request.url === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (page.policy) response.setHeader('content-security-policy', page.policy);
    response.end(
      '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width, initial-scale=1">' +
        '<title>Prices | Costa Bikes</title><body><main><h1>Prices</h1><button id="before">Before</button>' +
        `${text}${page.body}${text}</main></body></html>`,
    );
  });
  const port = await listen(server);
  return {
    origin: `http://localhost:${port}`,
    sameSite: `http://127.0.0.1:${port}`,
    serve: (body, policy) => {
      page = { body, ...(policy ? { policy } : {}) };
    },
    close: () => closeServer(server),
  };
}
