import { SETTINGS_GROUPS } from '@understudy/contract/settings';
import { type Storage, tabStore } from '../../platform/storage.ts';
import { createStore, type Store } from '../../platform/store.ts';
import { t } from '../../platform/texts.ts';
import type { GroupForm, Problem } from './group-forms.ts';
import { FORMS } from './sections.ts';

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
interface DraftView<Form> {
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

/**
 * The draft after the server's answer: null if it equals what was sent. Input made in the meantime stays, as a change
 * to the answer.
 * @param sent what was sent, and the value it started from
 * @param draft the current draft; none if it was typed back to its initial value
 */
export function afterSave<Form>(
  saved: Kept<Form>,
  sent: Pick<Draft<Form>, 'base' | 'form'>,
  draft: Draft<Form> | undefined,
): Draft<Form> | null {
  const { form } = draft ?? { form: sent.base };
  return same(form, sent.form) ? null : typed(saved, undefined, form);
}

/** The form field for a path from the server: `value.threshold` becomes 'threshold'. */
export function fieldOf(refused: { field: string; reason: string }): Problem {
  const { field, reason } = refused;
  return { field: field.replace(/^value\.?/, ''), message: t('settings.this', { reason }) };
}

const KEY = 'settings-drafts';
export const TEXT_PREFIX = 'twin/';

type DraftMap = ReadonlyMap<string, Draft<unknown>>;

/**
 * The same user's unsaved input in this tab from before a reload, a crash or a new sign-in; parts that the current form
 * cannot show are left out. Another user's input is discarded.
 */
export function readDrafts(storage: Storage, owner: string): DraftMap {
  try {
    const kept: unknown = JSON.parse(storage.read(KEY) ?? 'null');
    if (kept === null) return new Map();
    const { by, drafts } = kept as { by: string; drafts: [string, Draft<unknown>][] };
    if (by === owner) return new Map(drafts.filter(([key, draft]) => isFit(key, draft)));
  } catch {
    // Written by another release or edited by hand: unusable.
  }
  storage.write(KEY, null);
  return new Map();
}

/** Stores unsaved input for as long as the tab lives; stores nothing if nothing is unsaved. */
export function storeDrafts(storage: Storage, owner: string, drafts: DraftMap): void {
  storage.write(KEY, drafts.size === 0 ? null : JSON.stringify({ by: owner, drafts: [...drafts] }));
}

function isFit(key: string, { base, form, version }: Draft<unknown>): boolean {
  if (!Number.isInteger(version)) return false;
  if (key.startsWith(TEXT_PREFIX)) return typeof base === 'string' && typeof form === 'string';
  const group = SETTINGS_GROUPS.find((one) => one === key);
  if (!group) return false;
  const { changes, read } = FORMS[group] as GroupForm<unknown, unknown>;
  try {
    read(form);
    return changes(base, form).length > 0;
  } catch {
    return false;
  }
}

/** All unsaved input, by subject. */
export type Drafts = Store<ReadonlyMap<string, Draft<unknown>>>;

/** Starts with the same user's input stored in this tab, and stores further input. @param owner the user's address */
export function createDrafts(owner: string, storage: Storage = tabStore): Drafts {
  const drafts = createStore(readDrafts(storage, owner));
  drafts.subscribe(() => storeDrafts(storage, owner, drafts.get()));
  return drafts;
}

/** Stores a draft; null removes it. */
export function putDraft(drafts: Drafts, key: string, draft: Draft<unknown> | null): void {
  const next = new Map(drafts.get());
  if (draft) next.set(key, draft);
  else next.delete(key);
  drafts.set(next);
}
