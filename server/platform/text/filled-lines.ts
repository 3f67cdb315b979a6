/** Minimum letters and spaces that make a part of a line distinctive. */
const TELLING_CHARS = 8;

/**
 * Finds texts that contain one of these lines. Placeholders in braces vary and pauses are not words, so a line is
 * recognised by its first part between them that is long enough.
 */
export function saysOneOf(lines: readonly string[]): (text: string) => boolean {
  const parts = lines.flatMap((line) => {
    const all = line.split(/\{\w+\}|\[pause:[^\]]*\]/).map((part) => part.trim());
    return all.find((part) => part.length >= TELLING_CHARS) ?? [];
  });
  return (text) => parts.some((part) => text.includes(part));
}
