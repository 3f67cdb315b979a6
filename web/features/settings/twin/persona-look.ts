import { readColor } from '@understudy/contract/widget';
import { isScalar, parseDocument, Scalar, stringify, type YAMLMap } from 'yaml';

/** What a persona says of its looks; null for what it leaves out. */
export interface PersonaLook {
  portrait: string | null;
  color: string | null;
}

/** Reads the looks out of `persona.yaml`; null if the text has a mistake. */
export function readLook(text: string): PersonaLook | null {
  const document = parseDocument(text);
  if (document.errors.length > 0) return null;
  const textOf = (key: string): string | null => {
    const value = document.get(key);
    return typeof value === 'string' && value !== '' ? value : null;
  };
  return { portrait: textOf('portrait'), color: readColor(textOf('color')) };
}

/**
 * The text with other looks. Only the lines of these keys change, so that comments and layout stay.
 *
 * @param look what to change; null takes a key out
 */
export function withLook(text: string, look: Partial<PersonaLook>): string {
  let changed = text;
  for (const key of ['portrait', 'color'] as const) {
    const value = look[key];
    if (value !== undefined) changed = withKey(changed, key, value);
  }
  return changed;
}

function withKey(text: string, key: keyof PersonaLook, value: string | null): string {
  const pair = pairOf(text, key);
  const line = value === null ? '' : `${key}: ${inYaml(value)}`;
  if (!pair) {
    if (value === null) return text;
    const above = pairOf(text, 'portrait');
    const at = above ? endOfLine(text, above.to) : text.length;
    const start = at > 0 && text[at - 1] !== '\n' ? '\n' : '';
    return `${text.slice(0, at)}${start}${line}\n${text.slice(at)}`;
  }
  if (value === null) return text.slice(0, pair.start) + text.slice(endOfLine(text, pair.to));
  // What follows on the line is a comment.
  return text.slice(0, pair.from) + inYaml(value) + text.slice(pair.to);
}

/** A value in the plain style where that means the same: a color would begin a comment. */
const inYaml = (value: string): string => stringify(value, { lineWidth: 0, singleQuote: true }).trim();

/** Where a key of the top level starts, and its value from and to. */
function pairOf(text: string, key: string): { start: number; from: number; to: number } | null {
  const items = (parseDocument(text).contents as YAMLMap<Scalar, Scalar> | null)?.items ?? [];
  const pair = items.find((item) => isScalar(item.key) && item.key.value === key);
  const [start] = pair?.key.range ?? [];
  const [from, to] = pair?.value instanceof Scalar ? (pair.value.range ?? []) : [];
  return start === undefined || from === undefined || to === undefined ? null : { start, from, to };
}

/** The beginning of the next line. */
function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}
