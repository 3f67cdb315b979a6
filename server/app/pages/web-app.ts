import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';

/** Where the web app's page and files come from. */
export interface WebApp {
  /** Folder of built files, or null where a development server gives them. */
  assetsDir: string | null;
  /** The page with its placeholders still in it. */
  template(path: string): Promise<string>;
  /** Adds what serves files that are not built. */
  mount?(http: FastifyInstance): Promise<void>;
}

/** The web app as `npm start` built it, read once. @throws when it was not built */
export async function builtWebApp(dist: string): Promise<WebApp> {
  const html = await readFile(path.join(dist, 'index.html'), 'utf8');
  return { assetsDir: dist, template: async () => html };
}
