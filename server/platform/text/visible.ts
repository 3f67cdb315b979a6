/**
 * A visible character. Some letters are drawn as nothing (Hangul fillers; listed in Unicode's default ignorable code
 * points), and the blank braille cell is a symbol.
 */
const VISIBLE = /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800]]/v;
/** Pause markers, complete or begun at the end of a text. */
const MARKERS = /\[\s*pause\s*:[^[\]]*\]?|\[\s*(?:p|pa|pau|paus|pause\s*)?$/gi;

/** Minimum length of a part of a line that is distinctive. */
const MIN_DISTINCTIVE_CHARS = 8;

/** Whether nothing in the text is visible. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}

/**
 * Whether a reader would see anything of an agent's text. Pause markers are invisible, including one just begun at the
 * end of a text still being written.
 */
export function hasVisibleText(text: string): boolean {
  return !isBlank(text.replace(MARKERS, ''));
}

/**
 * Creates a check whether a text contains one of these lines. Placeholders in braces vary and pauses are not words, so
 * that a line is recognised by its first part between them that is long enough.
 */
export function saysOneOf(lines: readonly string[]): (text: string) => boolean {
  const parts = lines.flatMap((line) => {
    const all = line.split(/\{\w+\}|\[pause:[^\]]*\]/).map((part) => part.trim());
    return all.find((part) => part.length >= MIN_DISTINCTIVE_CHARS) ?? [];
  });
  return (text) => parts.some((part) => text.includes(part));
}
