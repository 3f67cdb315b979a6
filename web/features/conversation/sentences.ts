/** Up to here a text consists of whole sentences: an end mark, closing quotes or brackets, white space. */
const SENTENCE = /[^.!?…]*[.!?…]+["'”’)\]]*(?:\s+|$)/gy;

/**
 * Splits text that is being written into finished sentences and the one that is not, so that a screen reader is given
 * each sentence once. A sentence counts as finished when something follows it.
 *
 * @param isOver the text grows no more: what is left counts as a sentence too
 */
export function splitSentences(text: string, isOver: boolean): { finished: string[]; tail: string } {
  const finished: string[] = [];
  let at = 0;
  for (const [sentence] of text.matchAll(SENTENCE)) {
    if (!isOver && !/\s$/.test(sentence)) break;
    finished.push(sentence);
    at += sentence.length;
  }
  const tail = text.slice(at);
  if (!isOver || tail === '') return { finished, tail };
  return { finished: [...finished, tail], tail: '' };
}
