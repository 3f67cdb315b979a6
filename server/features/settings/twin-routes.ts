import type { OfferSettings } from '@understudy/contract/settings';
import { SETTINGS_SCHEMAS } from '@understudy/contract/settings-calls';
import type { Twin } from '@understudy/contract/twin';
import {
  promptBody,
  TWIN_TEXT_BODY_MAX_BYTES,
  type TwinRename,
  twinPreviewBody,
  twinRemoval,
  twinRenameBody,
  twinRenamePreviewBody,
  twinRestoreBody,
  twinSaveBody,
  twinStageBody,
  twinTextBody,
  twinUndoBody,
} from '@understudy/contract/twin-calls';
import type { StageTrial, TwinDemos } from '@understudy/contract/twin-stage';
import type {
  ToldPrompt,
  TwinMoves,
  TwinPreview,
  TwinRenamePreview,
  TwinTextDetail,
  TwinTexts,
  TwinTextsSaved,
} from '@understudy/contract/twin-texts';
import type { FastifyRequest } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { abortWhenGone, orNotFound, parseBody } from '../../platform/http/gateway-function.ts';
import type { Actor } from '../../platform/http/guard.ts';
import type { OwnerSettings } from '../../platform/owner-settings.ts';
import { type AdminScope, audit } from '../accounts/index.ts';
import { readDemoRecords } from '../show/index.ts';
import {
  type ChangeRefusal,
  changeTexts,
  DEFAULT_RETENTION,
  editOf,
  kindOf,
  type LiveTwin,
  listTexts,
  planRename,
  previewPrompt,
  readMoves,
  readText,
  type Speaker,
  type TextChange,
  TwinFileError,
  twinWith,
  undoChanges,
  withPlaceholders,
} from '../twin/index.ts';
import type { Understand } from '../understanding/index.ts';
import { type LiveSettings, lockSetting, saveSetting } from './settings.ts';
import { NO_TEXT, problemIn, type TwinTrials } from './twin-trials.ts';

const NO_VERSION = 'There is no such version of this text.';

/** The audit log's action for a saved text. */
const CHANGED = { action: 'twin_text_changed' };
/** For bodies with a text in JSON, whose escapes make it longer. */
const large = { bodyLimit: TWIN_TEXT_BODY_MAX_BYTES };

/** Dependencies of a change. */
interface TextDeps {
  pool: Pool;
  live: LiveTwin;
}

/** A change as the audit log describes it. */
interface AuditedChange {
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
async function saveChanges(
  { pool, live }: TextDeps,
  actor: Actor,
  changes: readonly TextChange[],
  { action, detail = {}, also }: AuditedChange,
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
async function restoreVersion(deps: TextDeps, actor: Actor, file: string, version: number): Promise<void> {
  // The database is not queried for an arbitrary name.
  if (!kindOf(file)) throw new AppError('not_found', NO_TEXT);
  const folderText = { text: null, removed: false };
  const wanted = version === 0 ? folderText : await editOf(deps.pool, file, version);
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
async function undoVersion(deps: TextDeps, actor: Actor, file: string, version: number): Promise<TwinTextsSaved> {
  if (!kindOf(file)) throw new AppError('not_found', NO_TEXT);
  const changes = await undoChanges(deps.pool, file, version);
  if (changes.length === 0) throw new AppError('not_found', NO_VERSION);
  return saveChanges(deps, actor, changes, { action: 'twin_texts_undone' });
}

/** The error for a refused change. */
function refusal({ file, refused, ...why }: ChangeRefusal): AppError {
  if (refused === 'unknown') return new AppError('not_found', NO_TEXT);
  if (refused === 'needed')
    return new AppError(
      'invalid_request',
      `The twin cannot do without ${file}: only knowledge, replies, sample exchanges and the show can be removed.`,
    );
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

/** The consultant's names. */
type Names = Pick<TwinRename, 'name' | 'first_name'>;

/**
 * What a rename would change, and whether a twin can be built from it. Stores nothing.
 * @throws AppError `invalid_request` if the current texts are invalid
 */
async function previewRename(
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
          live.statedRetention ?? DEFAULT_RETENTION,
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
async function rename(
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

/** Puts placeholders into the offers, as into the texts, so that they still fit after the rename is undone. */
export async function renameOffers(client: PoolClient, from: Names, by: string): Promise<void> {
  const { value, version } = await lockSetting(client, 'offers');
  const after = offersWithout(value, from);
  const problem = offersProblem(after);
  if (problem) throw new AppError('invalid_request', problem);
  if (version > 0 && JSON.stringify(after) !== JSON.stringify(value)) await saveSetting(client, 'offers', after, by);
}

/** Offers with placeholders in place of the names. */
const offersWithout = (offers: OfferSettings, from: Names): OfferSettings => ({
  book_call: withPlaceholders(offers.book_call, from),
  leave_email: withPlaceholders(offers.leave_email, from),
  get_summary: withPlaceholders(offers.get_summary, from),
  invitation: withPlaceholders(offers.invitation, from),
});

/** What is wrong with offers, because a placeholder can be longer than the name that it replaces; null for nothing. */
const offersProblem = (offers: OfferSettings): string | null =>
  SETTINGS_SCHEMAS.offers.safeParse(offers).success
    ? null
    : 'An offer would become too long with {first_name} in place of the name. Please shorten it under Offers first.';

/** @throws AppError `invalid_request` in place of a TwinFileError */
async function planned<T>(plan: Promise<T>): Promise<T> {
  return plan.catch((error: unknown) => {
    throw error instanceof TwinFileError ? new AppError('invalid_request', error.message, { cause: error }) : error;
  });
}

/** The message of the TwinFileError with which a twin cannot be built; null if it can. */
async function problemOf(twin: Promise<unknown>): Promise<string | null> {
  return twin.then(
    () => null,
    (error: unknown) => {
      if (error instanceof TwinFileError) return error.message;
      throw error;
    },
  );
}

/** The path inside the twin's folder. Any value is safe, because it is only looked up among known names. */
const fileOf = (request: FastifyRequest): string => (request.params as { '*': string })['*'];

/** Dependencies of the routes for the twin's texts. */
export interface TwinTextDeps {
  live: LiveTwin;
  settings: LiveSettings;
  /** The current twin, ready to answer. */
  speaker(): Speaker;
  understand: Understand;
  trials: TwinTrials;
}

/** The demo scripts with what they have been worth, in the order of their files. */
function presentDemos(
  demos: Twin['demos'],
  mistakes: Twin['demoMistakes'],
  records: Awaited<ReturnType<typeof readDemoRecords>>,
): TwinDemos {
  const known = new Map(records.map((record) => [record.id, record]));
  return {
    items: demos.map(({ id, file, archetype, metadata, performance_metrics: metrics }) => {
      const record = known.get(id);
      return {
        ...{ id, file, archetype, title: metadata.title, mode: metadata.mode },
        performance_start: metrics.overall_effectiveness,
        performance: record?.worth ?? null,
        uses: record?.uses ?? 0,
        used_at: record?.updated_at.toISOString() ?? null,
      };
    }),
    mistakes: mistakes.map(({ file, line, problem }) => problemIn(new TwinFileError(file, line, problem))),
  };
}

/** Mounts `/twin`, which reads, previews, changes, removes and restores the twin's texts, and `/prompt`. */
export function mountTwin({ http, pool, limits, actorOf }: AdminScope, deps: TwinTextDeps): void {
  const { live, settings } = deps;
  const texts = { pool, live };
  /** The current text, which the running twin already uses. */
  const present = async (file: string): Promise<TwinTextDetail> => {
    await live.refresh();
    return orNotFound(await readText(pool, live.folder, file), NO_TEXT);
  };

  http.get('/twin', async (): Promise<TwinTexts> => {
    const { name, first_name, contact } = live.twin().persona;
    const consultant = { name, first_name, email: contact.email };
    return { items: await listTexts(pool, live.folder), consultant, problem: live.problem };
  });

  http.get('/twin/moves', async (): Promise<TwinMoves> => {
    return { items: readMoves().map(({ move, slot, lines }) => ({ move, slot, lines })) };
  });

  http.get('/twin/demos', async (): Promise<TwinDemos> => {
    const { demos, demoMistakes } = live.twin();
    return presentDemos(demos, demoMistakes, await readDemoRecords(pool));
  });

  http.get('/twin/*', async (request): Promise<TwinTextDetail> => {
    return orNotFound(await readText(pool, live.folder, fileOf(request)), NO_TEXT);
  });

  http.put('/twin/*', large, async (request): Promise<TwinTextDetail> => {
    const file = fileOf(request);
    const { text, version } = parseBody(twinTextBody, request.body);
    await saveChanges(texts, actorOf(request), [{ file, text, version, removed: false }], CHANGED);
    return present(file);
  });

  http.delete('/twin/*', async (request): Promise<TwinTextDetail> => {
    const file = fileOf(request);
    const { version } = parseBody(twinRemoval, request.body ?? request.query);
    const change = { file, text: null, version, removed: true };
    await saveChanges(texts, actorOf(request), [change], { action: 'twin_text_removed' });
    return present(file);
  });

  http.post('/twin/restore', async (request): Promise<TwinTextDetail> => {
    const { file, version } = parseBody(twinRestoreBody, request.body);
    await restoreVersion(texts, actorOf(request), file, version);
    return present(file);
  });

  http.post('/twin/undo', async (request): Promise<TwinTextsSaved> => {
    const { file, version } = parseBody(twinUndoBody, request.body);
    const undone = await undoVersion(texts, actorOf(request), file, version);
    await live.refresh();
    return undone;
  });

  http.post('/twin/save', large, async (request): Promise<TwinTextsSaved> => {
    const changes = parseBody(twinSaveBody, request.body).texts.map((text) => ({ ...text, removed: false }));
    const saved = await saveChanges(texts, actorOf(request), changes, CHANGED);
    await live.refresh();
    return saved;
  });

  http.post('/twin/rename/preview', async (request): Promise<TwinRenamePreview> => {
    const to = parseBody(twinRenamePreviewBody, request.body);
    const { id, email } = actorOf(request);
    await limits.take('admin_previews', id ?? email);
    return previewRename({ pool, live, settings }, to);
  });

  http.post('/twin/rename', async (request): Promise<TwinTextsSaved> => {
    const { versions, ...to } = parseBody(twinRenameBody, request.body);
    const saved = await rename(texts, actorOf(request), to, versions);
    await settings.refresh().catch(() => undefined);
    await live.refresh();
    return saved;
  });

  http.post('/prompt', async (request): Promise<ToldPrompt> => {
    const { message = '', mode } = parseBody(promptBody, request.body);
    return previewPrompt(deps.speaker(), deps.understand, { message, mode });
  });

  http.post('/twin/preview', large, async (request, reply): Promise<TwinPreview> => {
    const body = parseBody(twinPreviewBody, request.body);
    const { id, email } = actorOf(request);
    await limits.take(body.message === undefined ? 'admin_checks' : 'admin_previews', id ?? email);
    return deps.trials.preview(body, abortWhenGone(reply));
  });

  http.post('/twin/stage', large, async (request, reply): Promise<StageTrial> => {
    const body = parseBody(twinStageBody, request.body);
    const { id, email } = actorOf(request);
    await limits.take('admin_previews', id ?? email);
    return deps.trials.stage(body, abortWhenGone(reply));
  });
}
