import { type Language, languageFor } from '@understudy/contract/languages';
import { localStore } from './storage.ts';

/** The key of the choice in the local storage; the script of the first screen reads it too (prerender-shells.ts). */
const KEY = 'language';

let current: Language | null = null;

/** The page's language: the reader's choice, otherwise the one in which the server sent the page. */
export function language(): Language {
  current ??= languageFor([localStore.read(KEY) ?? '', globalThis.document?.documentElement.lang ?? '']);
  return current;
}

/** Writes and loads texts in this language from now on; for the build, which renders pages in each. */
export function setLanguage(to: Language): void {
  current = to;
}

/** Switches the page to another language by loading it again: a running conversation is restored. */
export function switchLanguage(to: Language): void {
  localStore.write(KEY, to);
  window.location.reload();
}
