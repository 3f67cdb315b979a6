import type { Plugin } from 'vite';

/** The module with which every page of the owner's side begins. */
const BACKSTAGE = '/app/pages/admin/backstage.ts';

/** What is read of an output chunk. */
interface Chunk {
  type: 'chunk' | 'asset';
  facadeModuleId?: string | null;
  imports?: string[];
  viteMetadata?: { importedCss: Set<string> };
}

/**
 * Has the owner's pages ask for their script together with the first one, instead of after it has run. The tags stand in
 * a comment that the server opens for those pages alone (server/app/pages/render-page.ts): visitors load nothing of it.
 */
export function preloadBackstage(): Plugin {
  return {
    name: 'understudy:preload-backstage',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks = (bundle ?? {}) as unknown as Record<string, Chunk>;
        const first = Object.keys(chunks).find((file) => chunks[file]?.facadeModuleId?.endsWith(BACKSTAGE));
        if (!first) throw new Error(`The build has no chunk of ${BACKSTAGE}.`);
        const scripts = new Set([first]);
        // The set grows while it is walked.
        for (const file of scripts) for (const next of chunks[file]?.imports ?? []) scripts.add(next);
        const styles = [...scripts].flatMap((file) => [...(chunks[file]?.viteMetadata?.importedCss ?? [])]);
        const tags = [
          ...[...scripts].map((file) => `<link rel="modulepreload" nonce="__NONCE__" crossorigin href="/${file}">`),
          ...styles.map((file) => `<link rel="preload" as="style" nonce="__NONCE__" crossorigin href="/${file}">`),
        ].filter((tag) => !html.includes(/href="([^"]+)"/.exec(tag)?.[1] ?? ''));
        return html.replace('</title>', `</title>\n    <!--backstage ${tags.join('')}-->`);
      },
    },
  };
}
