import path from 'node:path';
import { build, type Plugin } from 'vite';

/** The entry module of every page of the owner's side. */
const ADMIN_PAGES = '/app/pages/admin/admin-pages.ts';
/** Runs on those pages before any of their scripts has arrived. */
const PREFETCH = 'app/pages/admin/prefetch-answers.ts';

/** The parts of an output chunk that are used here. */
interface Chunk {
  type: 'chunk' | 'asset';
  facadeModuleId?: string | null;
  imports?: string[];
  viteMetadata?: { importedCss: Set<string> };
}

/**
 * Makes the owner's pages preload their script in parallel with the entry script, and prefetch the data of the first
 * screen before either. The tags are in a comment that the server uncomments only for those pages
 * (server/app/pages/render-page.ts): visitors load none of it.
 */
export function preloadAdminPages(): Plugin {
  let root = '';
  return {
    name: 'understudy:preload-admin-pages',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const chunks = (bundle ?? {}) as unknown as Record<string, Chunk>;
        const first = Object.keys(chunks).find((file) => chunks[file]?.facadeModuleId?.endsWith(ADMIN_PAGES));
        if (!first) throw new Error(`The build has no chunk of ${ADMIN_PAGES}.`);
        const scripts = new Set([first]);
        // The set grows during iteration.
        for (const file of scripts) for (const next of chunks[file]?.imports ?? []) scripts.add(next);
        const styles = [...scripts].flatMap((file) => [...(chunks[file]?.viteMetadata?.importedCss ?? [])]);
        const tags = [
          ...[...scripts].map((file) => `<link rel="modulepreload" nonce="__NONCE__" crossorigin href="/${file}">`),
          ...styles.map((file) => `<link rel="preload" as="style" nonce="__NONCE__" crossorigin href="/${file}">`),
        ].filter((tag) => !html.includes(/href="([^"]+)"/.exec(tag)?.[1] ?? ''));
        // Before any style sheet, since scripts wait for those; the other tags follow what is needed first.
        const script = `<script nonce="__NONCE__">${await inlineScript(root)}</script>`;
        return html
          .replace('</title>', () => `</title>\n    <!--admin ${script}-->`)
          .replace('</head>', () => `<!--admin ${tags.join('')}-->\n  </head>`);
      },
    },
  };
}

/** {@link ASK_AHEAD} bundled with its imports, as text that is safe to inline. */
async function inlineScript(root: string): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      copyPublicDir: false,
      lib: { entry: path.join(root, PREFETCH), formats: ['iife'], name: 'prefetch' },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const code = output && 'output' in output ? output.output[0].code.trim() : '';
  if (!code || /<\/?script|<!--|-->/i.test(code)) throw new Error(`${PREFETCH} cannot stand in a page.`);
  return code;
}
