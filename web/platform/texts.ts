/// <reference types="vite/client" />
import { setupI18n } from '@lingui/core';
import type { Language } from '@understudy/contract/languages';
import type chat from '../texts/en/chat.json';
import type front from '../texts/en/front.json';
import type owner from '../texts/en/owner.json';
import type ownerPages from '../texts/en/owner-pages.json';
import type pages from '../texts/en/pages.json';
import type server from '../texts/en/server.json';
import { language } from './language.ts';

/**
 * A part of the catalogue in `web/texts`: `front` is loaded with every page, `pages` with the visitors' further pages,
 * with shows and once a conversation runs, `chat` with conversations, `owner` with the owner's first screens (the
 * dashboard and the sign-in), `owner-pages` with the owner's other pages, `server` for what the server says in English.
 */
export type TextArea = 'front' | 'pages' | 'chat' | 'owner' | 'owner-pages' | 'server';
/** The id of a text: a key of the English catalogue. */
export type TextId =
  | keyof typeof front
  | keyof typeof pages
  | keyof typeof chat
  | keyof typeof owner
  | keyof typeof ownerPages
  | keyof typeof server;
/** Values for a text's placeholders, by name. */
export type TextValues = Record<string, string | number>;

// An ICU message is compiled by the build (web/build/compile-texts.ts), or, in tests, on first use.
type Messages = Record<string, string>;
const files = import.meta.glob<{ default: Messages }>('../texts/*/*.json');

/** The texts that are loaded; used elsewhere only by the setup of tests. */
export const catalog = /* @__PURE__ */ setupI18n({
  locale: 'en',
  messages: { en: {} },
  // The tests of the catalogue find a missing text; a visitor would see its id rather than nothing.
  missing: (_locale, id) => id,
});

/**
 * Loads a part of the catalogue in the current language; in English if another language's file cannot be had.
 *
 * @throws Error if the English file cannot be loaded either
 */
export async function loadTexts(area: TextArea): Promise<void> {
  const load = async (from: Language) => (await files[`../texts/${from}/${area}.json`]?.())?.default ?? {};
  const to = language();
  const messages = await load(to).catch((error: unknown) => {
    if (to === 'en') throw error;
    return load('en');
  });
  catalog.load(to, messages);
  if (catalog.locale !== to) catalog.activate(to);
}

/**
 * Loads a page's module and its part of the catalogue side by side, and, for readers of other languages than English,
 * the sentences for those of the server.
 */
export async function withTexts<Module>(area: TextArea, module: Promise<Module>): Promise<Module> {
  const isEnglish = language() === 'en';
  const [loaded] = await Promise.all([module, loadTexts(area), isEnglish ? undefined : loadTexts('server')]);
  return loaded;
}

/**
 * A text of the catalogue as plain text. Call it while rendering, not when a module is evaluated: the catalogue may not
 * have been loaded by then.
 */
export function t(id: TextId, values?: TextValues): string {
  return catalog._(id, values);
}
