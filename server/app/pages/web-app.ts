import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';

/** The built script of the widget, among the web app's files. */
const WIDGET_FILE = 'widget-script.js';

/** Provides the web app's page and files. */
export interface WebApp {
  /** Folder of built files; null if a development server provides them. */
  assetsDir: string | null;
  /** The page with its placeholders unfilled. @param path of the URL */
  template(path: string): Promise<string>;
  /** The script of the widget, which needs its setup before it; `isFixed` if it is the same as long as this runs. */
  widgetScript: { isFixed: boolean; read(): Promise<string> };
  /** Mounts what serves files that are not built. */
  mount?(http: FastifyInstance): Promise<void>;
}

/**
 * The web app as `npm start` built it, read once.
 *
 * @throws Error `ENOENT` if it was not built
 */
export async function builtWebApp(dist: string): Promise<WebApp> {
  const html = await readFile(path.join(dist, 'index.html'), 'utf8');
  const script = path.join(dist, WIDGET_FILE);
  return {
    assetsDir: dist,
    template: async () => html,
    widgetScript: { isFixed: true, read: () => readFile(script, 'utf8') },
  };
}
