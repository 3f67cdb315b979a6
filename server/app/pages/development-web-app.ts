import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { WebApp } from './web-app.ts';

/** The part of Vite that is used; it is loaded in development only. */
interface ViteServer {
  middlewares(request: unknown, response: unknown, next: (error?: Error) => void): void;
  transformIndexHtml(url: string, html: string): Promise<string>;
  close(): Promise<void>;
}

/**
 * Whether the server itself answers a URL, so that Vite must not.
 *
 * @param url path with its query
 */
export function isServersOwn(url: string): boolean {
  return /^\/(functions|api|auth\/v1|healthz|readyz|twin|demos|openapi\.json)([/?]|$)/.test(url);
}

/** The web app served by Vite with hot reloading, within this server and at the same address. */
export async function developmentWebApp(root: string): Promise<WebApp> {
  const { createServer } = (await import('vite')) as unknown as { createServer(options: unknown): Promise<ViteServer> };
  let vite: ViteServer | null = null;
  return {
    assetsDir: null,
    async mount(http: FastifyInstance) {
      vite = await createServer({
        root,
        appType: 'custom',
        server: { middlewareMode: true, hmr: { server: http.server } },
      });
      const { middlewares } = vite;
      http.addHook('onRequest', (request, reply, done) => {
        if (isServersOwn(request.url)) return done();
        reply.raw.once('finish', () => reply.sent || reply.hijack());
        middlewares(request.raw, reply.raw, done);
      });
      http.addHook('onClose', async () => vite?.close());
    },
    async template(url) {
      const html = await readFile(path.join(root, 'index.html'), 'utf8');
      return vite ? vite.transformIndexHtml(url, html) : html;
    },
  };
}
