/** One part of a mail. All texts are plain: the layout escapes them. */
export type LetterPart =
  | { kind: 'text'; text: string }
  | { kind: 'facts'; rows: [label: string, value: string][] }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'list'; items: LetterItem[] };

/** An entry of a list: a line, what is said of it, and what can be done. */
export interface LetterItem {
  text: string;
  note?: string;
  links?: { label: string; url: string }[];
}

/** A mail before it is laid out. */
export interface Letter {
  subject: string;
  parts: LetterPart[];
}

/** What every mail ends with. */
export interface LetterFoot {
  /** Who sends it. */
  sentBy: string;
  /** How to get no more of them; null for a mail that its reader's own request needs. */
  unsubscribe: { label: string; url: string } | null;
}

/** A part, or nothing if there is no value to show. */
export const partIf = <Value>(
  value: Value | null | undefined | '',
  part: (value: Value) => LetterPart,
): LetterPart[] => (value === null || value === undefined || value === '' ? [] : [part(value)]);

/** Rows with a value. */
export const filledRows = (rows: readonly [label: string, value: string | null | undefined][]): [string, string][] =>
  rows.filter((row): row is [string, string] => Boolean(row[1]));
