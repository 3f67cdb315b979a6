import { SETTINGS_GROUPS } from '@understudy/contract/settings';
import type { Storage } from '../../../platform/storage.ts';
import { FORMS } from '../groups/forms.ts';
import type { GroupForm } from '../groups/group-form.ts';
import type { Draft } from './draft.ts';

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
