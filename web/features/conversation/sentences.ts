/** A sentence ends with one of these, quotes or brackets behind it allowed. */
const ENDED = /[.!?…]["'”’)\]]{0,3}$/;
/** So much text before white space decides whether a sentence ended there. */
const LOOK_BACK = 4;

/**
 * Splits text that is being written into finished sentences and the one that is not, so that a screen reader is given
 * each sentence once. A sentence is finished when white space follows its end mark. Linear in the text's length.
 *
 * @param isOver the text grows no more: what is left counts as a sentence too
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

/**
 * Words that were interrupted end in an em dash, in place of whatever stood at their end; a sentence that is whole
 * needs none.
 */
export function withDash(text: string): string {
  const said = text.trimEnd();
  return ENDED.test(said) ? said : `${said.replace(/[\s,;:–—-]+$/, '')}—`;
}
