import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { WebApp } from './web-app.ts';

/** The part of Vite in use. Declared here, because Vite is installed for development only. */
interface ViteServer {
  middlewares(request: unknown, response: unknown, next: (error?: Error) => void): void;
  transformIndexHtml(url: string, html: string): Promise<string>;
  close(): Promise<void>;
}
interface Vite {
  createServer(options: unknown): Promise<ViteServer>;
}
/** Of `web/build/widget-script.ts`, which server and page cannot import from each other. */
interface WidgetBuild {
  buildWidgetScript(root: string): Promise<string>;
}

const SERVER_ROUTES =
  /^\/(functions|api|auth\/v1|healthz|readyz|metrics|twin|demos|openapi\.json|widget\.js|widget-demo)([/?]|$)/;

/**
 * Whether the server itself answers a URL, instead of Vite.
 *
 * @param url path with its query
 */
export function isServerRoute(url: string): boolean {
  return SERVER_ROUTES.test(url);
}

/** The web app served by Vite with hot reloading, within this server and at the same address. */
export async function developmentWebApp(root: string): Promise<WebApp> {
  const { createServer } = (await import('vite')) as unknown as Vite;
  const widgetBuild = pathToFileURL(path.join(root, 'build/widget-script.ts')).href;
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
        if (isServerRoute(request.url)) return done();
        // Vite answers past Fastify, which has to be told that there is nothing left to send.
        reply.raw.once('finish', () => reply.sent || reply.hijack());
        middlewares(request.raw, reply.raw, done);
      });
      http.addHook('onClose', async () => vite?.close());
    },
    async template(url) {
      const html = await readFile(path.join(root, 'index.html'), 'utf8');
      return vite ? vite.transformIndexHtml(url, html) : html;
    },
    widgetScript: {
      isFixed: false,
      read: async () => ((await import(widgetBuild)) as WidgetBuild).buildWidgetScript(root),
    },
  };
}
