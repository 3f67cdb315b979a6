/** What of a text can be seen. */

/**
 * Something a person can see. Some letters are drawn as nothing (Hangul fillers; Unicode's default ignorable code
 * points name them), and the braille cell without a dot is a symbol.
 */
const VISIBLE = /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800]]/v;
/** Pause markers, whole and as far as one has come at the end of a text. */
const MARKERS = /\[\s*pause\s*:[^[\]]*\]?|\[\s*(?:p|pa|pau|paus|pause\s*)?$/gi;

/** Whether there is nothing to see in the text. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}

/**
 * Whether a reader would see anything of an agent's text. Pause markers show nothing; neither does the beginning of one
 * at the end of a text that is still being written.
 */
export function hasVisibleText(text: string): boolean {
  return !isBlank(text.replace(MARKERS, ''));
}
