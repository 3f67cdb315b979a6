const ASCII = /^[\0-\x7f]*$/;
const WORD = /\w/;

const atBoundary = (text: string, place: number): boolean =>
  place === 0 || WORD.test(text[place - 1] ?? '') !== WORD.test(text[place] ?? '');

/**
 * Whether one or two words of a text may stand twice in a row ('the the', 'I think, I think'). What it denies is not so;
 * it spares texts that repeat nothing a pattern that is dear.
 */
export function mayRepeat(text: string): boolean {
  if (!ASCII.test(text)) return true;
  const low = text.toLowerCase();
  for (let space = low.indexOf(' '); space >= 0; space = low.indexOf(' ', space + 1)) {
    const end = low[space - 1] === ',' ? space - 1 : space;
    const next = low[space + 1];
    for (let from = end - 1, spaces = 0; from >= 0; from -= 1) {
      if (low[from] === ' ') {
        spaces += 1;
        if (spaces > 1) break;
      } else if (low[from] === next && atBoundary(low, from) && low.startsWith(low.slice(from, end), space + 1)) {
        return true;
      }
    }
  }
  return false;
}
