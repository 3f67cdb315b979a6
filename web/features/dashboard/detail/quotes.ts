import type { ScoreStep } from '@understudy/contract/admin';

/** A part of an utterance; `quote` is the score log index of the evidence it shows, or null. */
export interface Part {
  text: string;
  quote: number | null;
}

/** A quote with its index in the score log. */
export interface Quote extends Pick<ScoreStep, 'quote' | 'from' | 'to'> {
  index: number;
}

/** Position of a quote in a text: the logged one, or else where its words occur; null if they do not. */
function placeOf(text: string, { quote, from, to }: Quote): [number, number] | null {
  if (quote === '') return null;
  if (text.slice(from, to) === quote) return [from, to];
  const at = text.indexOf(quote);
  return at < 0 ? null : [at, at + quote.length];
}

/**
 * Splits an utterance at its quotes. Of two overlapping quotes, the wanted one is highlighted, otherwise the earlier
 * one.
 * @param wanted the quote that the reader has followed
 */
export function cutAtQuotes(text: string, quotes: readonly Quote[], wanted: number | null): Part[] {
  const places = quotes.flatMap((quote) => {
    const place = placeOf(text, quote);
    return place ? [{ from: place[0], to: place[1], index: quote.index }] : [];
  });
  places.sort((one, other) => Number(other.index === wanted) - Number(one.index === wanted) || one.from - other.from);
  const marked: typeof places = [];
  for (const place of places) {
    if (!marked.some(({ from, to }) => place.from < to && from < place.to)) marked.push(place);
  }
  marked.sort((one, other) => one.from - other.from);
  const parts: Part[] = [];
  let at = 0;
  for (const { from, to, index } of marked) {
    if (from > at) parts.push({ text: text.slice(at, from), quote: null });
    parts.push({ text: text.slice(from, to), quote: index });
    at = to;
  }
  if (at < text.length) parts.push({ text: text.slice(at), quote: null });
  return parts;
}
