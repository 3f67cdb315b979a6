import type { PublicConfig } from '@understudy/contract/wire';
import { language } from './language.ts';

/** The consent sentence as the page shows it. */
export interface ShownConsent {
  version: string;
  language: string;
  text: string;
}

/** The consent sentence in the page's language, or in the twin's own where it has no translation. */
export function shownConsent(asked: NonNullable<PublicConfig['consent']>): ShownConsent {
  const translation = asked.translations[language()];
  const { version } = asked;
  return translation === undefined
    ? { version, language: asked.language, text: asked.text }
    : { version, language: language(), text: translation };
}
