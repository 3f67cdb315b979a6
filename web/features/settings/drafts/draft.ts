import type { GroupForm, Problem } from '../groups/group-form.ts';

/** Unsaved input, and the value it started from. */
export interface Draft<Form> {
  /** The value when editing started, in form representation. */
  base: Form;
  form: Form;
  /** The version that the change is based on. */
  version: number;
}

/** The server's value, in form representation. */
export interface Kept<Form> {
  form: Form;
  version: number;
}

/** The state of a group on the screen. */
export interface DraftView<Form> {
  form: Form;
  /** What saving would change, as text; empty if nothing is unsaved. */
  changes: string[];
  /** What somebody else has saved in the meantime, as text. */
  theirs: string[] | null;
  /** The version to send when saving. */
  version: number;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
type Words<Form> = Pick<GroupForm<never, Form>, 'changes'>;

/** Combines the stored value and the draft for display. */
export function viewOf<Form>(
  { changes }: Words<Form>,
  kept: Kept<Form>,
  draft: Draft<Form> | undefined,
): DraftView<Form> {
  if (!draft || same(draft.form, kept.form))
    return { form: kept.form, changes: [], theirs: null, version: kept.version };
  // A draft with a newer version is based on an answer that the screen has not received yet.
  const isOld = draft.version < kept.version && !same(draft.base, kept.form);
  return {
    form: draft.form,
    changes: changes(draft.base, draft.form),
    theirs: isOld ? changes(draft.base, kept.form) : null,
    version: isOld ? draft.version : Math.max(draft.version, kept.version),
  };
}

/** The draft after an edit; null if there is nothing left to save. */
export function typed<Form>(kept: Kept<Form>, draft: Draft<Form> | undefined, form: Form): Draft<Form> | null {
  const { base, version } = draft ?? { base: kept.form, version: kept.version };
  return same(form, base) ? null : { base, form, version };
}

/** Rebases one's own draft onto what somebody else has saved; null if both are equal. */
export function keepMine<Form>(kept: Kept<Form>, draft: Draft<Form>): Draft<Form> | null {
  return typed(kept, undefined, draft.form);
}

/** What was sent to the server, and the value it started from. */
export interface Sent<Form> {
  base: Form;
  form: Form;
}

/**
 * The draft after the server's answer: null if it equals what was sent. Input made in the meantime stays, as a change
 * to the answer.
 * @param draft the current draft; none if it was typed back to its initial value
 */
export function afterSave<Form>(
  saved: Kept<Form>,
  sent: Sent<Form>,
  draft: Draft<Form> | undefined,
): Draft<Form> | null {
  const { form } = draft ?? { form: sent.base };
  return same(form, sent.form) ? null : typed(saved, undefined, form);
}

/** The form field for a path from the server: `value.threshold` becomes 'threshold'. */
export function fieldOf(refused: { field: string; reason: string }): Problem {
  const { field, reason } = refused;
  return { field: field.replace(/^value\.?/, ''), message: `This ${reason}.` };
}
