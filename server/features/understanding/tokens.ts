/** Splits lines into tokens. */

/** A word, number, address or punctuation mark of a line. */
export interface Token {
  text: string;
  /** UTF-16 offsets within the line. */
  from: number;
  to: number;
}

const ADDRESS = String.raw`[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+`;
const LINK = String.raw`(?:https?:\/\/|www\.)\S+`;
const NUMBER = String.raw`\p{N}+(?:[.,:’' ]\p{N}{3}(?!\p{N})|[.,:]\p{N}+)*`;
const WORD = String.raw`\p{L}[\p{L}\p{M}\p{N}]*(?:[-'’&.][\p{L}\p{N}]+)*`;
const TOKEN = new RegExp(`${ADDRESS}|${LINK}|${NUMBER}|${WORD}|[^\\s]`, 'gu');

/** Splits a line into tokens, in time linear in its length. */
export function tokensOf(line: string): Token[] {
  return Array.from(line.matchAll(TOKEN), ({ 0: text, index }) => ({ text, from: index, to: index + text.length }));
}
