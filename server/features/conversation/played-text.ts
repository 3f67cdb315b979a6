import { PauseScanner } from './pause-scanner.ts';

/**
 * The part of an agent text that a visitor heard before cutting it off. White space does not count; where `heard`
 * differs from the text, what they have in common counts. A word of which only a part was heard was not heard.
 *
 * @param raw agent text with its pause markers
 * @param heard the beginning of its words
 * @returns agent text with its pause markers, the same string when nothing but marks is missing at its end
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

/** Without a last word that goes on behind the cut, and without pauses before nothing. */
function wholeWords(kept: string, next: string): string {
  // Each expression looks at its place once: a word or a run of spaces may be as long as a reply.
  let whole = /[\p{L}\p{N}]/u.test(next) ? kept.replace(/(?<![\p{L}\p{N}\p{M}'’-])[\p{L}\p{N}\p{M}'’-]+$/u, '') : kept;
  for (;;) {
    const shorter = whole.trimEnd().replace(/\[pause:[\d.]{1,8}s\]$/u, '');
    if (shorter === whole) return whole;
    whole = shorter;
  }
}
