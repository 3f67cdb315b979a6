/** The consultant by name is one word to tables and models, so that a renamed twin is asked for calls as well. */
import { contentWords, fold } from '../../platform/text/words.ts';

/** What the consultant is called in tables and models. */
const CONSULTANT_WORD = 'consultant';

/** How the consultant may be called, the longest first. */
export const namesOf = ({ name, first_name }: { name: string; first_name: string }): readonly string[] => [
  name,
  first_name,
];

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * A text with the consultant's names replaced by one word. A name that is an everyday word stays.
 *
 * @param names {@link namesOf}; without any the text stays as it is
 * @param word another word in their place
 */
export function withConsultant(text: string, names: readonly string[], word = CONSULTANT_WORD): string {
  const told = names.filter((name) => contentWords(name).length > 0).flatMap((name) => [name, fold(name)]);
  return told.reduce(
    (rest, name) =>
      rest.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}@])${literal(name)}(?![\\p{L}\\p{N}@]|\\.\\w)`, 'giu'), word),
    text,
  );
}
