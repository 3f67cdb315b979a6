/** What does not fit, at the field that it is about: a path like 'open.2.to'. */
export interface Problem {
  field: string;
  message: string;
}

/** What a form says: a value that can be sent, or what stands against it. */
export type Reading<Value> = { value: Value } | { problems: Problem[] };

/**
 * A group of settings as a form has it: everything as it is typed, so that half a number is no error yet. The fields of
 * a form are the fields of its value, so that the server's refusal finds its place.
 */
export interface GroupForm<Value, Form> {
  toForm(value: Value): Form;
  read(form: Form): Reading<Value>;
  /** What has changed, each in a few words. */
  changes(before: Form, after: Form): string[];
}

/** A value where nothing stands against it. */
export function readingOf<Value>(problems: Problem[], value: () => Value): Reading<Value> {
  return problems.length > 0 ? { problems } : { value: value() };
}

/** A whole number as somebody types it; null where it is none between the two. */
export function wholeNumber(text: string, from: number, to: number): number | null {
  const number = /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return number >= from && number <= to ? number : null;
}

/** A text before and after. */
export const fromTo = (what: string, before: string, after: string) => `${what}: ${after} (was ${before})`;
