import type { OfferSettings, TwinRenamePreview, TwinTextsSaved } from '@understudy/contract/settings';
import { SETTINGS_SCHEMAS } from '@understudy/contract/settings-calls';
import type { TwinRename } from '@understudy/contract/twin-calls';
import type { PoolClient } from 'pg';
import { AppError } from '../../platform/http/app-error.ts';
import type { Actor } from '../../platform/http/guard.ts';
import type { OwnerSettings } from '../../platform/owner-settings.ts';
import { planRename, TwinFileError, twinWith, USUAL_DAYS, withPlaceholders } from '../twin/index.ts';
import { holdSetting, saveSetting } from './change-setting.ts';
import { saveChanges, type TextDeps } from './twin-changes.ts';

type Names = Pick<TwinRename, 'name' | 'first_name'>;

/** What a rename would change, and whether a twin can be built from it. Stores nothing. */
export async function previewRename(
  { pool, live, settings }: TextDeps & { settings: OwnerSettings },
  to: TwinRename,
): Promise<TwinRenamePreview> {
  const { from, texts, left } = await planned(planRename(pool, live.folder, to));
  const offers = settings.get('offers');
  const changed = Object.values(offersWithout(offers, from)).map((after, at) => ({
    before: Object.values(offers)[at] ?? '',
    after,
  }));
  return {
    texts,
    offers: changed.filter(({ before, after }) => before !== after),
    left,
    problem:
      offersProblem(offersWithout(offers, from)) ??
      (await problemOf(
        twinWith(
          pool,
          live.folder,
          texts.map(({ file, after }) => ({ file, text: after })),
          live.days ?? USUAL_DAYS,
        ),
      )),
  };
}

/**
 * Renames the twin in every text that names the consultant and in the offers, in one transaction.
 *
 * @param versions of the texts that the preview showed
 * @throws AppError as {@link saveChanges}; `conflict` if other texts would change by now
 */
export async function rename(
  deps: TextDeps,
  actor: Actor,
  to: TwinRename,
  versions: Readonly<Record<string, number>>,
): Promise<TwinTextsSaved> {
  const { from, texts } = await planned(planRename(deps.pool, deps.live.folder, to));
  if (texts.length === 0) throw new AppError('invalid_request', 'The twin has this name already.');
  const asShown = texts.length === Object.keys(versions).length;
  if (!asShown || texts.some(({ file, version }) => versions[file] !== version))
    throw new AppError('conflict', 'The texts have changed since. Please look at the preview again.');
  const changes = texts.map(({ file, version, after }) => ({ file, version, text: after, removed: false }));
  return saveChanges(deps, actor, changes, {
    action: 'twin_renamed',
    detail: { from, to: { ...from, ...to } },
    also: (client) => renameOffers(client, from, actor.email),
  });
}

/** Offers get placeholders like the texts, so that they also fit the name after an undo. */
async function renameOffers(client: PoolClient, from: Names, by: string): Promise<void> {
  const { value, version } = await holdSetting(client, 'offers');
  const after = offersWithout(value, from);
  const problem = offersProblem(after);
  if (problem) throw new AppError('invalid_request', problem);
  if (version > 0 && JSON.stringify(after) !== JSON.stringify(value)) await saveSetting(client, 'offers', after, by);
}

const offersWithout = (offers: OfferSettings, from: Names): OfferSettings => ({
  book_call: withPlaceholders(offers.book_call, from),
  leave_email: withPlaceholders(offers.leave_email, from),
  get_summary: withPlaceholders(offers.get_summary, from),
  invitation: withPlaceholders(offers.invitation, from),
});

/** A placeholder can be longer than the name that it replaces. */
const offersProblem = (offers: OfferSettings): string | null =>
  SETTINGS_SCHEMAS.offers.safeParse(offers).success
    ? null
    : 'An offer would become too long with {first_name} in place of the name. Please shorten it under Offers first.';

async function planned<T>(plan: Promise<T>): Promise<T> {
  return plan.catch((error: unknown) => {
    throw error instanceof TwinFileError ? new AppError('invalid_request', error.message, { cause: error }) : error;
  });
}

async function problemOf(twin: Promise<unknown>): Promise<string | null> {
  return twin.then(
    () => null,
    (error: unknown) => {
      if (error instanceof TwinFileError) return error.message;
      throw error;
    },
  );
}
