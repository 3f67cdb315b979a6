import { contentWords } from '../../../platform/text/words.ts';
import { escapeRegExp } from '../../understanding/index.ts';
import { bareSetup } from './callbacks.ts';
import type { Moment, ShowState } from './show-state.ts';

/** Turns that were erased from a conversation. */
export interface ErasedTurns {
  turnIds: readonly string[];
  /** What was said in them. */
  visitor: readonly string[];
  twin: readonly string[];
  /** What the visitor said in the turns that stay. */
  kept: readonly string[];
}

/** Stands where the twin had repeated erased words. */
export const DELETED = '[deleted]';

/** Whether the words of a text are an erased line's, and no other's. */
function isErased(text: string, { visitor, kept }: ErasedTurns): boolean {
  const words = contentWords(text);
  const stands = (line: string) => {
    const said = new Set(contentWords(line));
    return words.every((word) => said.has(word));
  };
  return words.length > 0 && visitor.some(stands) && !kept.some(stands);
}

/** What a show has picked out of erased lines, as the twin may have said it: 'the plant that nobody waters'. */
export function erasedPhrases(state: ShowState, erased: ErasedTurns): string[] {
  const picked = [
    ...state.callbacks.map(({ setup }) => setup),
    ...state.threads.map(({ topic }) => topic),
    ...[...state.themes, ...state.earlier].map(({ topic }) => topic),
    ...state.moments.filter(isVisitors).map(({ content }) => content),
  ];
  return [...new Set(picked.filter((text) => isErased(text, erased)))];
}

/** A text with {@link DELETED} in place of phrases. */
export function withoutPhrases(text: string, phrases: readonly string[]): string {
  if (phrases.length === 0) return text;
  // The longest first: one may begin with another.
  const bare = phrases.map(bareSetup).toSorted((one, other) => other.length - one.length);
  const anyOf = bare.map(escapeRegExp).join('|');
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])(?:${anyOf})(?![\\p{L}\\p{N}])`, 'giu'), DELETED);
}

/** Whether a text of a show repeats what was erased. @param phrases from {@link erasedPhrases} */
export const repeatsErased = (text: string, erased: ErasedTurns, phrases: readonly string[]): boolean =>
  isErased(text, erased) || withoutPhrases(text, phrases) !== text;

/** Whether a text, such as a director's hint, has a word that was only said in erased lines. */
export function touchesErased(text: string, { visitor, kept }: ErasedTurns): boolean {
  const stays = new Set(kept.flatMap(contentWords));
  const gone = new Set(visitor.flatMap(contentWords).filter((word) => !stays.has(word)));
  return contentWords(text).some((word) => gone.has(word));
}

const isVisitors = ({ type }: Pick<Moment, 'type'>): boolean => type === 'story' || type === 'callback';

/** Turns were erased: the show goes on as if their words had not been said. Meters and what was told stay. */
export function forgetTurns(state: ShowState, erased: ErasedTurns): void {
  const { turnIds, visitor, twin, kept } = erased;
  const phrases = erasedPhrases(state, erased);
  const repeats = (text: string) => repeatsErased(text, erased, phrases);
  state.callbacks = state.callbacks.filter(({ setup, context }) => !visitor.includes(context) && !repeats(setup));
  const isThere = (id: string | null) => state.callbacks.some((callback) => callback.id === id);
  if (!isThere(state.callbackOpen)) state.callbackOpen = null;
  if (!isThere(state.ordered.callback)) state.ordered.callback = null;
  state.themes = state.themes.filter(({ topic }) => !repeats(topic));
  state.earlier = state.earlier.filter(({ topic }) => !repeats(topic));
  for (const thread of state.threads) if (repeats(thread.topic)) thread.topic = '';
  // A visitor's moment names the turn before it.
  const isOfTurn = (moment: Moment) => !isVisitors(moment) && turnIds.includes(moment.turnId ?? '');
  state.moments = state.moments.filter((moment) => !isOfTurn(moment) && !repeats(moment.content));
  for (const moment of state.moments) moment.tags = moment.tags.filter((tag) => !repeats(tag));
  if (turnIds.includes(state.lastTurnId ?? '')) Object.assign(state, { newestLine: '', question: null });
  state.newestLine = withoutPhrases(state.newestLine, phrases);
  if (state.question && repeats(state.question)) state.question = null;
  if (state.hint !== null && touchesErased(state.hint, erased)) state.hint = null;
  const said = new Set([...visitor, ...twin].flatMap(contentWords));
  const stays = new Set(kept.flatMap(contentWords));
  state.ownWords = (state.ownWords ?? []).filter((word) => !said.has(word));
  state.hushed = state.hushed.filter((word) => !said.has(word) || stays.has(word));
}
