import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { type Plugin, runnerImport } from 'vite';
import { compileTexts } from './compile-texts.ts';

/** The exports of `app/shells.tsx` used by the build. */
interface ShellsModule {
  shells: { path: string; language: string; markup: string }[];
}

/**
 * Writes the prerendered first screens into index.html as templates. A small inline script fills their {{fields}} from
 * the config before the app's script has arrived (docs/decisions/first-paint.md).
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
        return html.replace('<!--shells-->', `${templates.join('\n')}\n<script nonce="__NONCE__">${FILL}</script>`);
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

/** Runs in the browser before the app: keep it free of anything that needs compiling. */
const FILL = `
(() => {
  const shell = document.querySelector('template[data-shell="' + location.pathname + '"]');
  if (!shell) return;
  try {
    // The server sends the screens in the language that the browser asks for; the reader may have chosen another.
    const chosen = localStorage.getItem('understudy.language');
    if (chosen && chosen !== shell.lang) return;
    // A conversation that is about to be resumed does not begin with the start screen (features/conversation).
    if (location.pathname === '/chat' && sessionStorage.getItem('understudy.session')) return;
    const config = JSON.parse(document.getElementById('config').textContent);
    // Without the sentence there is nothing to agree to: the app paints that by itself.
    if (!config.consent) return;
    const said = config.consent.translations[shell.lang] ?? config.consent.text;
    const fields = {
      ...config.consultant,
      consent_version: config.consent.version,
      consent_text: said,
      demo_human: config.demo ? config.demo.human : '',
      demo_reply: config.demo ? config.demo.reply.map((segment) => segment.text).join(' ') : '',
    };
    const list = (name, entries) => entries.forEach((entry, at) => (fields[name + '_' + (at + 1)] = entry));
    list('starter', config.visitor_page.starters);
    list('client', config.proof.clients);
    list('quote', config.proof.quotes.map((quote) => quote.text));
    list('by', config.proof.quotes.map((quote) => quote.by));
    const escape = (text) => String(text).replace(/[&<>"']/g, (c) => '&#' + c.charCodeAt(0) + ';');
    const root = document.getElementById('root');
    const filled = shell.innerHTML.replace(/\\{\\{(\\w+)\\}\\}/g, (_, field) => escape(fields[field] ?? ''));
    root.innerHTML = '<div data-shell>' + filled + '</div>';
    // Links work already; what is typed or pressed before the app runs would be lost.
    for (const control of root.querySelectorAll('button, input, select, textarea')) control.inert = true;
  } catch {
    // No config in the page: the app fetches it and paints by itself.
  }
})();
`;
