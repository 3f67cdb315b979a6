/** A word of a text that may spell an address, and its place as UTF-16 offsets. */
export interface AddressWord {
  /** Lower case. */
  low: string;
  from: number;
  to: number;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['.&_-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*|[@&+]/gu;

/** The words of a text, in order. */
export function addressWordsOf(text: string): AddressWord[] {
  const tokens: AddressWord[] = [];
  for (const match of text.matchAll(WORD)) {
    tokens.push({ low: match[0].toLowerCase(), from: match.index, to: match.index + match[0].length });
  }
  return tokens;
}
