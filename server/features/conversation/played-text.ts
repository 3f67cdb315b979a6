import { PauseScanner } from './pause-scanner.ts';

/**
 * The part of an agent text that a visitor heard before interrupting it. Whitespace is ignored; where `heard` differs
 * from the text, their common beginning counts. A partly heard word does not count.
 *
 * @param raw agent text with its pause markers
 * @param heard the beginning of its words
 * @returns agent text with its pause markers; `raw` itself if only punctuation is missing at its end
 */
export function truncateToPlayed(raw: string, heard: string): string {
  const wanted = heard.replaceAll(/\s/gu, '');
  const scanner = new PauseScanner();
  const pieces = [...scanner.push(raw), ...scanner.end()];
  let kept = '';
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind === 'pause') {
      kept += `[pause:${piece.ms / 1000}s]`;
      continue;
    }
    for (const [offset, char] of [...piece.text].entries()) {
      if (!/\s/u.test(char) && !wanted.startsWith(char, at)) {
        const rest = [...piece.text].slice(offset).join('');
        const later = pieces.slice(index + 1).map((more) => (more.kind === 'words' ? more.text : ''));
        return hasWords([rest, ...later].join('')) ? wholeWords(kept, char) : raw;
      }
      if (!/\s/u.test(char)) at += char.length;
      kept += char;
    }
  }
  return raw;
}

const hasWords = (text: string) => /[\p{L}\p{N}]/u.test(text);

/** Removes a last word that continues after the cut, and trailing pauses. */
function wholeWords(kept: string, next: string): string {
  // Neither expression backtracks: a word or a run of spaces may be as long as a reply.
  let whole = /[\p{L}\p{N}]/u.test(next) ? kept.replace(/(?<![\p{L}\p{N}\p{M}'’-])[\p{L}\p{N}\p{M}'’-]+$/u, '') : kept;
  for (;;) {
    const shorter = whole.trimEnd().replace(/\[pause:[\d.]{1,8}s\]$/u, '');
    if (shorter === whole) return whole;
    whole = shorter;
  }
}
