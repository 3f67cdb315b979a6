import type { Intent } from '@understudy/contract/leads';
import { Phrase } from '../reading/phrase.ts';

/** For or against which intents a cue was chosen: by it the line is found that speaks most for an intent. */
type Prior = Partial<Record<Intent, number>>;

/** A turn of phrase by which people show what they are after. */
export interface Cue {
  name: string;
  pattern: Phrase;
  prior: Prior;
}

/**
 * A cue that is heard when any of the phrases stands in the folded text (lower case, no accents). A phrase is a piece of
 * a regular expression that begins at a word's beginning; `~` stands for the end of a word, `_` for one word of any kind.
 */
export function cue(name: string, prior: Prior, phrases: string): Cue {
  const alternatives = phrases
    .split(/\s\|\s+/)
    .map((phrase) => phrase.trim().replaceAll('~', '\\b').replaceAll('_', "[\\w'-]+"))
    .join('|');
  return { name, prior, pattern: new Phrase(new RegExp(`\\b(?:${alternatives})`)) };
}

/** A cue by a whole regular expression of its own. */
export const pattern = (name: string, prior: Prior, expression: RegExp): Cue => ({
  name,
  prior,
  pattern: new Phrase(expression),
});
