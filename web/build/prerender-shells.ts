import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { type Plugin, runnerImport } from 'vite';
import { compileTexts } from './compile-texts.ts';
import { inlineScript } from './inline-script.ts';

/** The exports of `app/shells.tsx` used by the build. */
interface ShellsModule {
  shells: { path: string; language: string; markup: string }[];
}

/** Show a first screen before the app's script has arrived. */
const VISITORS_FILL = 'app/fill-shell.ts';
const OWNERS_FILL = 'app/pages/admin/fill-shell.ts';

/**
 * Writes the prerendered first screens into index.html as templates. A small inline script fills their {{fields}} from
 * the config before the app's script has arrived (docs/decisions/first-paint.md). The server sends each page only its
 * own screen and script (server/app/pages/render-page.ts).
 */
export function prerenderShells(): Plugin {
  let root = '';
  return {
    name: 'understudy:prerender-shells',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const { module } = await runnerImport<ShellsModule>(resolve(root, 'app/shells.tsx'), {
          root,
          configFile: false,
          plugins: [withoutStyles, compileTexts(), react()],
        });
        const templates = module.shells.map(
          ({ path, language, markup }) => `<template lang="${language}" data-shell="${path}">${markup}</template>`,
        );
        const visitors = `<!--visitors ${await inlineScript(root, VISITORS_FILL)}-->`;
        const owners = `<!--admin ${await inlineScript(root, OWNERS_FILL)}-->`;
        return html.replace('<!--shells-->', () => [...templates, visitors, owners].join('\n'));
      },
    },
  };
}

/** Markup needs no style sheets; the page's own build provides them. */
const withoutStyles: Plugin = {
  name: 'understudy:without-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0without-styles' : null),
  load: (id) => (id === '\0without-styles' ? 'export {}' : null),
};
