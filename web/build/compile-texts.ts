import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const TEXTS = /[\\/]web[\\/]texts[\\/]\w+[\\/][\w-]+\.json$/;

/** Compiles the ICU messages of `web/texts`, so that the page needs no parser for them. */
export function compileTexts(): Plugin {
  return {
    name: 'understudy:compile-texts',
    load: {
      filter: { id: TEXTS },
      async handler(id) {
        const read = async (file: string) => JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
        // A text that has not been translated yet is shown in English.
        const english = path.join(path.dirname(id), '..', 'en', path.basename(id));
        const messages = { ...(await read(english)), ...(await read(id)) };
        return JSON.stringify(
          Object.fromEntries(Object.entries(messages).map(([key, message]) => [key, compileMessage(message)])),
        );
      },
    },
  };
}

/** The parts of an output file that are used here. */
interface BuiltFile {
  type: 'chunk' | 'asset';
  fileName: string;
  facadeModuleId?: string | null;
}

/** Tags that preload an area of the texts, one for each language. @throws Error if the build has no such texts */
export function textPreloads(bundle: Record<string, BuiltFile>, area: string): string[] {
  const tags = Object.values(bundle).flatMap(({ fileName, facadeModuleId }) => {
    const [, language, name] = /[\\/]texts[\\/](\w+)[\\/]([\w-]+)\.json$/.exec(facadeModuleId ?? '') ?? [];
    const place = `nonce="__NONCE__" crossorigin href="/${fileName}"`;
    return name === area ? [`<link rel="modulepreload" lang="${language}" ${place}>`] : [];
  });
  if (tags.length === 0) throw new Error(`The build has no chunk of web/texts/*/${area}.json.`);
  return tags;
}

/**
 * Preloads the texts that every page needs, in every language: the server leaves in only the reader's
 * (server/app/pages/render-page.ts).
 */
export function preloadTexts(): Plugin {
  return {
    name: 'understudy:preload-texts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        return html.replace('</head>', () => `${textPreloads(bundle ?? {}, 'front').join('')}\n  </head>`);
      },
    },
  };
}
