/** Pause markers, whole and as far as one has come at the end of a text. */
const MARKERS = /\[\s*pause\s*:[^[\]]*\]?|\[\s*(?:p|pa|pau|paus|pause\s*)?$/gi;
/** A sign that a reader sees: letters, digits, punctuation and symbols that are drawn. */
const SEEN = /[[\p{L}\p{N}\p{P}\p{S}]--\p{Default_Ignorable_Code_Point}]/v;

/**
 * Whether a reader would see anything of an agent's text. White space, control and zero-width characters and pause
 * markers show nothing; neither does the beginning of a marker at the end of a text that is still being written.
 */
export function hasVisibleText(text: string): boolean {
  return SEEN.test(text.replace(MARKERS, ''));
}
