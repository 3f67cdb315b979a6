import path from 'node:path';
import { build, type Plugin } from 'vite';

/** Runs on pages of other origins, by itself. */
const ENTRY = 'widget/widget.ts';
/** Where the server finds it (server/app/pages/web-app.ts). */
const FILE = 'widget-script.js';

/** The widget's script with all that it imports, minified, as one function that leaves nothing behind. */
export async function buildWidgetScript(root: string): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [shortenStyle],
    build: {
      write: false,
      copyPublicDir: false,
      // As the page in its frame (vite.config.ts).
      target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
      lib: { entry: path.join(root, ENTRY), formats: ['iife'], name: 'widget' },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const code = output && 'output' in output ? output.output[0].code.trim() : '';
  if (!code.includes('__WIDGET_SETUP__')) throw new Error(`${ENTRY} does not read its setup.`);
  return code;
}

/** Takes the needless space out of the style sheet, which is a text to the bundler. */
const shortenStyle: Plugin = {
  name: 'understudy:shorten-style',
  transform: {
    filter: { id: /widget[\\/]style\.ts$/ },
    handler: (code) => ({
      code: code.replace(/`[^`]*`/g, (css) => css.replace(/\s+/g, ' ').replace(/ ?([{};]) ?|([:,]) /g, '$1$2')),
      map: null,
    }),
  },
};

/** Adds the script to the build. */
export function emitWidgetScript(): Plugin {
  let root = '';
  return {
    name: 'understudy:widget-script',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: FILE, source: await buildWidgetScript(root) });
    },
  };
}
