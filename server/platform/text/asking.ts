/** A sentence with what ends it. Nothing here can fail late and begin anew: the time is linear in the text's length. */
const SENTENCES = /[^.!?\n]+[.!?\n]?/g;

/**
 * The sentences of a text that end with a question mark, trimmed, in their order.
 *
 * @param atLeast characters before the mark; shorter ones ("So?") ask nothing by themselves
 */
export const askingSentences = (text: string, atLeast: number): string[] =>
  (text.match(SENTENCES) ?? []).flatMap((sentence) =>
    sentence.endsWith('?') && sentence.length > atLeast ? [sentence.trim()] : [],
  );
