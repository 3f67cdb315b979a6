import { audit } from '../../features/accounts/audit-log.ts';
import { type ChangeRefusal, changeText, type TextChange } from '../../features/twin/change-text.ts';
import { editOf } from '../../features/twin/edit-store.ts';
import { kindOf } from '../../features/twin/editable-files.ts';
import { TwinFileError } from '../../features/twin/twin-file-error.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Actor } from '../auth/guard.ts';
import type { AdminScope } from './admin-scope.ts';

/** For a name that no text has. */
export const NO_TEXT = 'The twin has no text of this name.';
const NO_VERSION = 'There is no such version of this text.';

type Change = Omit<TextChange, 'by'>;
type Deps = Pick<AdminScope, 'pool' | 'context'>;

/**
 * Keeps a change and its row in the audit log, both or none.
 * @throws AppError `not_found`, `conflict`, and `invalid_request` with the file and line of what does not fit
 */
export async function keepChange(
  { pool, context }: Deps,
  actor: Actor,
  action: string,
  change: Change,
  detail: Record<string, unknown> = {},
): Promise<void> {
  const { file, text } = change;
  try {
    await inTransaction(pool, async (client) => {
      const changed = await changeText(client, context.live.folder, { ...change, by: actor.email });
      if ('refused' in changed) throw refusal(file, changed);
      const size = text === null ? null : Buffer.byteLength(text);
      await audit(client, actor, action, { file, version: changed.version, size, ...detail });
    });
  } catch (error) {
    throw error instanceof TwinFileError ? new AppError('invalid_request', error.message, { cause: error }) : error;
  }
}

/**
 * Makes an earlier version the newest; 0 is the folder's own text.
 * @throws AppError as {@link keepChange}
 */
export async function restoreVersion(deps: Deps, actor: Actor, file: string, version: number): Promise<void> {
  // The database is never asked for a name that is none of ours.
  if (!kindOf(file)) throw new AppError('not_found', NO_TEXT);
  const nothing = { text: null, removed: false };
  const wanted = version === 0 ? nothing : await editOf(deps.pool, file, version);
  if (!wanted) throw new AppError('not_found', NO_VERSION);
  const { text, removed } = wanted;
  const change: Change = { file, text, removed, version: null };
  await keepChange(deps, actor, 'twin_text_restored', change, { restored: version });
}

function refusal(file: string, { refused, ...why }: ChangeRefusal): AppError {
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
