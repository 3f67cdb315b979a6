/** Deeper than anything that a page sends, and shallower than what overflows a parser's stack. */
const DEPTH_MAX = 32;

/**
 * Serializes an event's payload as JSON that PostgreSQL can store: NUL characters are removed and lone surrogates
 * become U+FFFD, in keys too. Null if it is nested deeper than {@link DEPTH_MAX}.
 */
export function storableJson(value: unknown): string | null {
  try {
    return JSON.stringify(storable(value, 0));
  } catch (error) {
    if (error instanceof TooDeep) return null;
    throw error;
  }
}

class TooDeep extends Error {}

function storable(value: unknown, depth: number): unknown {
  if (depth > DEPTH_MAX) throw new TooDeep();
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map((item) => storable(item, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storableText(key), storable(item, depth + 1)]));
}

function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
