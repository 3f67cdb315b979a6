import { SETTINGS_GROUPS } from '@understudy/contract/settings';
import type { Storage } from '../../../platform/storage.ts';
import { FORMS } from '../groups/forms.ts';
import type { GroupForm } from '../groups/group-form.ts';
import type { Draft } from './draft.ts';

const KEY = 'settings-drafts';
export const TEXT_PREFIX = 'twin/';

type DraftMap = ReadonlyMap<string, Draft<unknown>>;

/**
 * What the same person typed in this tab before it was loaded anew, crashed, or had them sign in again; what a form of now
 * cannot show is left out. Somebody else's is thrown away.
 */
export function readDrafts(storage: Storage, owner: string): DraftMap {
  try {
    const kept: unknown = JSON.parse(storage.read(KEY) ?? 'null');
    if (kept === null) return new Map();
    const { by, drafts } = kept as { by: string; drafts: [string, Draft<unknown>][] };
    if (by === owner) return new Map(drafts.filter(([key, draft]) => isFit(key, draft)));
  } catch {
    // Of another release, or touched by hand: nothing to go by.
  }
  storage.write(KEY, null);
  return new Map();
}

/** Keeps what is typed for as long as the tab lives; nothing where nothing is unsaved. */
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
