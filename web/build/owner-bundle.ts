import type { Plugin } from 'vite';
import { textPreloads } from './compile-texts.ts';
import { inlineScript } from './inline-script.ts';

/** The pages that visitors arrive on, and the entry script. */
const FRONT = /\/web\/(main\.tsx|app\/pages\/(landing|personalities|chat\/(chat|widget)|privacy|not-found)-page\.tsx)$/;
const FIRST = '/main.tsx';
/** Where a conversation begins. */
const TALK = '/app/pages/chat/talk-room.tsx';
/** The entry module of every page of the owner's side. */
const ADMIN_PAGES = '/app/pages/admin/admin-pages.ts';
/** Packages with a barrel module that imports everything, of which little is used: left to the bundler. */
const BARRELS = /\/node_modules\/(lucide-react|radix-ui)\//;

/** Used only by the owner's pages, in packages or in files too small for a request of their own. */
const OWNERS_PARTS = /\/@radix-ui\/react-(tabs|roving-focus|direction)\/|\/contract\/weekdays\.ts$/;

/** Parts of the tabs that the visitors' notices share. */
const SHARED_PARTS = /\/@radix-ui\/(primitive|react-(collection|context|id|presence|primitive|use-[\w-]+))\//;

const ICON = /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\./;

/** The parts of the module graph that are used here. */
interface Graph {
  getModuleInfo(id: string): { importedIds: string[]; dynamicallyImportedIds: string[]; code: string | null } | null;
}

/**
 * Assigns chunks to the modules of the owner's first screen: `owner` for modules that visitors do not need, `talk` for
 * those that a conversation begins with, `later` for those that visitors need only after that. By default the bundler
 * makes some twenty files of them, each a request with its own headers.
 *
 * @param root of the web app
 */
export function ownerChunk(root: string): (id: string, graph: Graph) => string | null {
  let sets: Sets | null = null;
  return (id, graph) => {
    sets ??= setsOf(root, graph);
    const { owner, front, talk, visitors, ownersIcons } = sets;
    if (OWNERS_PARTS.test(id) || ownersIcons.has(ICON.exec(id)?.[1] ?? '')) return 'owner';
    if (SHARED_PARTS.test(id)) return 'later';
    if (!owner.has(id) || front.has(id) || id === root + ADMIN_PAGES) return null;
    if (talk.has(id)) return 'talk';
    return visitors.has(id) ? 'later' : 'owner';
  };
}

/** Modules by who needs them, and icons that only the owner's first screen shows. */
interface Sets {
  owner: Set<string>;
  front: Set<string>;
  talk: Set<string>;
  visitors: Set<string>;
  ownersIcons: Set<string>;
}

function setsOf(root: string, graph: Graph): Sets {
  const reach = (starts: string[], later: boolean): Set<string> => {
    const found = new Set(starts);
    // The set grows during iteration.
    for (const id of found) {
      if (BARRELS.test(id)) {
        found.delete(id);
        continue;
      }
      const info = graph.getModuleInfo(id);
      const next = [...(info?.importedIds ?? []), ...(later ? (info?.dynamicallyImportedIds ?? []) : [])];
      for (const one of next) if (!one.endsWith(ADMIN_PAGES)) found.add(one);
    }
    return found;
  };
  const visitors = reach([root + FIRST], true);
  const front = reach([root + FIRST, ...[...visitors].filter((id) => FRONT.test(id))], false);
  const talk = reach([root + TALK], false);
  const owner = reach([root + ADMIN_PAGES], false);
  const icons = (ids: Set<string>) => new Set([...ids].flatMap((id) => iconsIn(graph.getModuleInfo(id)?.code ?? '')));
  return { owner, front, talk, visitors, ownersIcons: icons(owner).difference(icons(visitors)) };
}

/** The icons that a module imports, by their file names. */
function iconsIn(code: string): string[] {
  const lists = [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g)].map(
    ([, names = '']) => names,
  );
  const names = lists.flatMap((list) => list.split(',').map((name) => name.split(' as ')[0]?.trim() ?? ''));
  return names.filter(Boolean).map((name) => name.replace(/(?<!^)(?=[A-Z0-9])/g, '-').toLowerCase());
}

/** Runs on the owner's pages before any of their scripts has arrived. */
const PREFETCH = 'app/pages/admin/prefetch-answers.ts';

/** The parts of an output chunk that are used here. */
interface Chunk {
  type: 'chunk' | 'asset';
  fileName: string;
  facadeModuleId?: string | null;
  imports?: string[];
  viteMetadata?: { importedCss: Set<string> };
}

/**
 * Makes the owner's pages prefetch the data of the first screen before any script, and their scripts beside those of
 * every page. A browser asks for whatever it finds in the page before it runs a script, and without HTTP/2 for six
 * files at a time: so these preloads wait in a template (app/pages/admin/prefetch-answers.ts). The tags are in comments
 * that the server uncomments only for those pages (server/app/pages/render-page.ts): visitors load none of it.
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
        // What the server says is told in English by the server itself.
        const told = textPreloads(chunks, 'server').filter((tag) => !tag.includes('lang="en"'));
        const tags = [
          ...textPreloads(chunks, 'owner'),
          ...told,
          ...[...scripts].map((file) => `<link rel="modulepreload" nonce="__NONCE__" crossorigin href="/${file}">`),
        ].filter((tag) => !html.includes(/href="([^"]+)"/.exec(tag)?.[1] ?? ''));
        const sheets = styles
          .filter((file) => !html.includes(file))
          .map((file) => `<link rel="stylesheet" nonce="__NONCE__" crossorigin href="/${file}">`);
        const answersFirst = `<template data-later>${tags.join('')}</template>${await inlineScript(root, PREFETCH)}`;
        // The script stands before any style sheet, since scripts wait for those.
        return html
          .replace('</title>', () => `</title>\n    <!--admin ${answersFirst}-->`)
          .replace('</head>', () => `<!--admin ${sheets.join('')}-->\n  </head>`);
      },
    },
  };
}
