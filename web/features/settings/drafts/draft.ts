import type { GroupForm, Problem } from '../groups/group-form.ts';

/** What somebody has typed and not saved, with what stood there when they began. */
export interface Draft<Form> {
  /** As it was when the change was begun, in the form's own terms. */
  base: Form;
  form: Form;
  /** The version that the change is made of. */
  version: number;
}

/** What is kept on the server, in the form's terms. */
export interface Kept<Form> {
  form: Form;
  version: number;
}

/** What the screen shows of a group. */
export interface DraftView<Form> {
  form: Form;
  /** What saving would change, in words; empty where nothing is unsaved. */
  changes: string[];
  /** Somebody else has saved since: what they changed, in words. */
  theirs: string[] | null;
  /** The version that a save has to name. */
  version: number;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
type Words<Form> = Pick<GroupForm<never, Form>, 'changes'>;

/** What the screen shows of what is kept and of what was typed. */
export function viewOf<Form>(
  { changes }: Words<Form>,
  kept: Kept<Form>,
  draft: Draft<Form> | undefined,
): DraftView<Form> {
  if (!draft || same(draft.form, kept.form))
    return { form: kept.form, changes: [], theirs: null, version: kept.version };
  // One that is newer than what is kept was made of an answer that the screen has not come to yet.
  const isOld = draft.version < kept.version && !same(draft.base, kept.form);
  return {
    form: draft.form,
    changes: changes(draft.base, draft.form),
    theirs: isOld ? changes(draft.base, kept.form) : null,
    version: isOld ? draft.version : Math.max(draft.version, kept.version),
  };
}

/** The draft after something was typed; null where nothing is left of it to save. */
export function typed<Form>(kept: Kept<Form>, draft: Draft<Form> | undefined, form: Form): Draft<Form> | null {
  const { base, version } = draft ?? { base: kept.form, version: kept.version };
  return same(form, base) ? null : { base, form, version };
}

/** One's own words, as a change of what another has saved meanwhile; null where both wrote the same. */
export function keepMine<Form>(kept: Kept<Form>, draft: Draft<Form>): Draft<Form> | null {
  return typed(kept, undefined, draft.form);
}

/** What went to the server, and what stood there when the change was begun. */
export interface Sent<Form> {
  base: Form;
  form: Form;
}

/**
 * The draft once the server has answered: null where it is what was sent. What was typed meanwhile stays, as a change of
 * the answer.
 * @param draft as it is now; none is there where it was typed back to what it began with
 */
export function afterSave<Form>(
  saved: Kept<Form>,
  sent: Sent<Form>,
  draft: Draft<Form> | undefined,
): Draft<Form> | null {
  const { form } = draft ?? { form: sent.base };
  return same(form, sent.form) ? null : typed(saved, undefined, form);
}

/** A field of a form by the path that the server names: `value.threshold` is 'threshold'. */
export function fieldOf(refused: { field: string; reason: string }): Problem {
  const { field, reason } = refused;
  return { field: field.replace(/^value\.?/, ''), message: `This ${reason}.` };
}
