/** An invalid field, by a path like 'open.2.to', and the reason. */
export interface Problem {
  field: string;
  message: string;
}

/** A form's result: a valid value, or its problems. */
export type Reading<Value> = { value: Value } | { problems: Problem[] };

/**
 * The form of a settings group. Values are stored as typed, so that a partly typed number is not an error yet. A form's
 * fields are named like those of its value, so that the server's errors can be assigned.
 */
export interface GroupForm<Value, Form> {
  toForm(value: Value): Form;
  read(form: Form): Reading<Value>;
  /** What has changed, each in a few words. */
  changes(before: Form, after: Form): string[];
}

/** The value if there are no problems. */
export function readingOf<Value>(problems: Problem[], value: () => Value): Reading<Value> {
  return problems.length > 0 ? { problems } : { value: value() };
}

/** Parses an integer; null if it is invalid or out of range. */
export function wholeNumber(text: string, from: number, to: number): number | null {
  const number = /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return number >= from && number <= to ? number : null;
}

/** Describes a changed text. */
export const fromTo = (what: string, before: string, after: string) => `${what}: ${after} (was ${before})`;
