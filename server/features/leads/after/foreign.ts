import { languageOf } from '../../understanding/language.ts';
import type { LeadFacts } from '../facts.ts';
import type { TimedLine } from './action-item.ts';
import { quoted } from './quoted.ts';

/** Characters of their words that are quoted. */
const WORDS_MOST = 220;
/** A line this short tells nothing of why they came. */
const TELLS_CHARS = 25;
const REASONS_MOST = 4;
const LANGUAGES = new Intl.DisplayNames('en', { type: 'language' });

/**
 * In which language most of the visitor's lines are, and these lines; null for English, and where a few words tell too
 * little.
 */
function foreignLines(lines: readonly TimedLine[]): { language: string; said: string[] } | null {
  const told = lines.filter(({ speaker, text }) => speaker === 'visitor' && text.trim().length >= TELLS_CHARS);
  const found = told.flatMap(({ text }) => {
    const code = languageOf(text);
    const language = code === 'en' ? null : LANGUAGES.of(code);
    return language ? [{ language, text: text.trim().replace(/\s+/g, ' ') }] : [];
  });
  const [first] = found;
  if (!first || found.length * 2 < told.length) return null;
  return { language: first.language, said: found.map(({ text }) => text) };
}

/** What stands in a line beside a name and an address: a greeting and who they are is what the summary opens with. */
const toldIn = (text: string, { entities, phone }: LeadFacts): number =>
  [entities.person_name, entities.org_name, entities.role, entities.contact_email, phone].reduce(
    (left, found) => left - (found && text.includes(found.quote.text) ? found.quote.text.length + 15 : 0),
    Math.min(text.length, WORDS_MOST),
  );

/**
 * What a visitor said in a language that rules read thinly, in their own words, and on what the score rests: the owner
 * reads it, or has it translated. Null for a conversation in English.
 *
 * @param reasons the weightiest first, a sentence each
 */
export function inTheirLanguage(
  lines: readonly TimedLine[],
  facts: LeadFacts,
  reasons: readonly string[],
): string[] | null {
  const foreign = foreignLines(lines);
  if (!foreign) return null;
  const { language, said } = foreign;
  const words = said.toSorted((one, other) => toldIn(other, facts) - toldIn(one, facts))[0] ?? '';
  const cut =
    words.length > WORDS_MOST
      ? `${words
          .slice(0, WORDS_MOST)
          .replace(/\s\S*$/, '')
          .toWellFormed()} …`
      : words;
  const rests = reasons.slice(0, REASONS_MOST).map((reason) => reason.replace(/\.$/, ''));
  // What hurts stands in the opening, in the same words.
  const isTold = facts.painPoints.some(
    ({ quote: { text } }) => words.includes(text) && text.length * 2 >= toldIn(words, facts),
  );
  return [
    ...(isTold ? [] : [`In their words, in ${language}: ${quoted(cut)}.`]),
    ...(rests.length > 0 ? [`The score rests on: ${rests.join('; ')}.`] : []),
  ];
}
