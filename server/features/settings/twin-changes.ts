import type { TwinTextsSaved } from '@understudy/contract/settings';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Actor } from '../../platform/http/guard.ts';
import { audit } from '../accounts/index.ts';
import {
  type ChangeRefusal,
  changeTexts,
  editOf,
  kindOf,
  type LiveTwin,
  savedTogether,
  type TextChange,
  TwinFileError,
} from '../twin/index.ts';

/** For the name of a text that does not exist. */
export const NO_TEXT = 'The twin has no text of this name.';
const NO_VERSION = 'There is no such version of this text.';

/** What changing texts needs. */
export interface TextDeps {
  pool: Pool;
  live: LiveTwin;
}
/** An action as the audit log describes it. */
interface Act {
  action: string;
  detail?: Record<string, unknown>;
  /** Further work in the same transaction. */
  also?: (client: PoolClient) => Promise<void>;
}

/**
 * Saves related changes and their audit log entry, all or none.
 *
 * @throws AppError `not_found`, `conflict`, and `invalid_request` with the file and line of the mistake
 */
export async function saveChanges(
  { pool, live }: TextDeps,
  actor: Actor,
  changes: readonly TextChange[],
  { action, detail = {}, also }: Act,
): Promise<TwinTextsSaved> {
  try {
    return await inTransaction(pool, async (client) => {
      const changed = await changeTexts(client, live.folder, changes, actor.email);
      if ('refused' in changed) throw refusal(changed);
      await also?.(client);
      const [first, ...others] = changed.saved;
      const about = first && others.length === 0 ? { ...first } : { files: changed.saved.map(({ file }) => file) };
      await audit(client, actor, action, { ...about, ...detail });
      return { saved: changed.saved.map(({ file, version }) => ({ file, version })) };
    });
  } catch (error) {
    throw error instanceof TwinFileError ? new AppError('invalid_request', error.message, { cause: error }) : error;
  }
}

/**
 * Makes an earlier version the newest; 0 is the folder's own text.
 *
 * @throws AppError as {@link saveChanges}
 */
export async function restoreVersion(deps: TextDeps, actor: Actor, file: string, version: number): Promise<void> {
  // Never queries the database for an unknown name.
  if (!kindOf(file)) throw new AppError('not_found', NO_TEXT);
  const nothing = { text: null, removed: false };
  const wanted = version === 0 ? nothing : await editOf(deps.pool, file, version);
  if (!wanted) throw new AppError('not_found', NO_VERSION);
  const { text, removed } = wanted;
  const change = { file, text, removed, version: null };
  await saveChanges(deps, actor, [change], { action: 'twin_text_restored', detail: { restored: version } });
}

/**
 * Undoes the newest version of a text, together with everything saved with it.
 *
 * @throws AppError as {@link saveChanges}; `conflict` if one of the texts was changed since
 */
export async function undoVersion(
  deps: TextDeps,
  actor: Actor,
  file: string,
  version: number,
): Promise<TwinTextsSaved> {
  if (!kindOf(file)) throw new AppError('not_found', NO_TEXT);
  const saved = await savedTogether(deps.pool, file, version);
  if (saved.length === 0) throw new AppError('not_found', NO_VERSION);
  const changes = saved.map(({ before, ...edit }) => ({ text: null, removed: false, ...before, ...edit }));
  return saveChanges(deps, actor, changes, { action: 'twin_texts_undone' });
}

function refusal({ file, refused, ...why }: ChangeRefusal): AppError {
  if (refused === 'unknown') return new AppError('not_found', NO_TEXT);
  if (refused === 'needed')
    return new AppError('invalid_request', `The twin cannot do without ${file}: only knowledge can be removed.`);
  const { newest } = why as { newest: { saved_by: string; saved_at: Date } | null };
  const sentence = newest
    ? `${newest.saved_by} changed ${file} on ${when(newest.saved_at)}: please look at that version first.`
    : `${file} is as the folder has it: please load it again.`;
  return new AppError('conflict', sentence);
}

/** A moment to the second, in words. */
function when(moment: Date): string {
  const [day = '', time = ''] = moment.toISOString().split('T');
  return `${day} at ${time.slice(0, 8)} UTC`;
}
