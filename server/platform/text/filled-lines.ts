/** Letters and spaces from which on a part of a line is like no other's. */
const TELLING_CHARS = 8;

/**
 * Finds texts in which one of these lines is said. What stands in braces is filled in when a line is said, and a pause
 * is no word: a line is known by its first part between them that is long enough to tell.
 */
export function saysOneOf(lines: readonly string[]): (text: string) => boolean {
  const parts = lines.flatMap((line) => {
    const all = line.split(/\{\w+\}|\[pause:[^\]]*\]/).map((part) => part.trim());
    return all.find((part) => part.length >= TELLING_CHARS) ?? [];
  });
  return (text) => parts.some((part) => text.includes(part));
}
