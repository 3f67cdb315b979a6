import type { Plugin } from 'vite';

/** Preloads the two text fonts in parallel with the style sheet. */
export function preloadFonts(): Plugin {
  return {
    name: 'understudy:preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        return Object.keys(bundle ?? {})
          .filter((file) => file.endsWith('.woff2'))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head',
          }));
      },
    },
  };
}
