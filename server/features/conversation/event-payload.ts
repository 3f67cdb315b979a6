/** Deeper than anything a page has to say, shallower than what makes a parser run out of stack. */
const DEPTH_MAX = 32;

/**
 * What a page says about an event, as JSON text that PostgreSQL can keep: NUL characters go, lone surrogates become
 * U+FFFD, in keys too. Null when it is nested deeper than {@link DEPTH_MAX}.
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
