/** End marks of a sentence, optionally followed by quotes or brackets. */
const ENDED = /[.!?…]["'”’)\]]{0,3}$/;
/** Characters before a white space that decide whether a sentence ended there. */
const LOOK_BACK = 4;

/**
 * Splits text that is still being written into finished sentences and a remainder, so that a screen reader announces
 * each sentence once. A sentence is finished when white space follows its end mark. Linear in the text's length.
 *
 * @param isOver the text is complete: the remainder counts as a sentence too
 */
export function splitSentences(text: string, isOver: boolean): { finished: string[]; tail: string } {
  const finished: string[] = [];
  let from = 0;
  for (const space of text.matchAll(/\s+/g)) {
    if (!ENDED.test(text.slice(Math.max(from, space.index - LOOK_BACK), space.index))) continue;
    const to = space.index + space[0].length;
    finished.push(text.slice(from, to));
    from = to;
  }
  const tail = text.slice(from);
  if (!isOver || tail === '') return { finished, tail };
  return { finished: [...finished, tail], tail: '' };
}

/** Ends interrupted text in an em dash that replaces trailing punctuation; a complete sentence needs none. */
export function withDash(text: string): string {
  const said = text.trimEnd();
  return ENDED.test(said) ? said : `${said.replace(/[\s,;:–—-]+$/, '')}—`;
}
