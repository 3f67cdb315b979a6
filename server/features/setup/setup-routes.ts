import type { Setup, SetupPreview } from '@understudy/contract/setup';
import { SETUP_BODY_MAX_BYTES, setupBody, setupPreviewBody, setupVersionBody } from '@understudy/contract/setup-calls';
import type { TwinTextsSaved } from '@understudy/contract/twin-texts';
import type { PoolClient } from 'pg';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { abortWhenGone, parseBody } from '../../platform/http/gateway-function.ts';
import type { Actor } from '../../platform/http/guard.ts';
import { type AdminScope, audit } from '../accounts/index.ts';
import { type LiveSettings, renameOffers, type TwinTrials } from '../settings/index.ts';
import {
  changeTexts,
  holdEdits,
  isUndoable,
  type LiveTwin,
  presentTexts,
  type TextChange,
  TwinFileError,
  undoChanges,
} from '../twin/index.ts';
import { answersFrom } from './compose-twin.ts';
import {
  changesOf,
  completed,
  isSample,
  personaIn,
  presentAnswers,
  problemIn,
  publicationOf,
  withBase,
} from './run-setup.ts';
import { readSetup, type SetupChange, type StoredSetup, saveSetup } from './setup-store.ts';

/** Dependencies of the routes. */
export interface SetupRouteDeps {
  live: LiveTwin;
  settings: Pick<LiveSettings, 'refresh'>;
  trials: TwinTrials;
}

/** A pause marker, which a page shows as silence. */
const PAUSE = /\s*\[pause:[^\]]*\]\s*/g;
const NOTHING_CHANGES: Setup['changes'] = { replaced: [], added: [], removed: [] };

/** Mounts `/setup`, the wizard that makes the twin an owner's own. */
export function mountSetup(
  { http, pool, limits, actorOf }: AdminScope,
  { live, settings, trials }: SetupRouteDeps,
): void {
  const large = { bodyLimit: SETUP_BODY_MAX_BYTES };

  const present = async (actor: Actor, signal: AbortSignal): Promise<Setup> => {
    const setup = await readSetup(pool);
    const texts = await presentTexts(pool, live.folder);
    const persona = personaIn(texts);
    const answers = presentAnswers(setup, persona, actor.email);
    const edit = setup?.state === 'published' ? setup.beforePublishing?.edit : null;
    let problem = problemIn(answers);
    let changes = NOTHING_CHANGES;
    if (!problem) {
      try {
        const publication = (await publicationOf(pool, live, answers, setup)).texts;
        await trials.check(publication, signal);
        changes = changesOf(publication, texts);
      } catch (error) {
        // The answers must open nevertheless, or nobody could mend them.
        if (!(error instanceof TwinFileError)) throw error;
        problem = { field: null, message: error.message };
      }
    }
    return {
      state: setup?.state ?? 'new',
      answers,
      step: setup && setup.state !== 'published' ? setup.step : 'you',
      version: setup?.version ?? 0,
      updated_at: setup?.updatedAt.toISOString() ?? null,
      updated_by: setup?.updatedBy ?? null,
      published_at: setup?.publishedAt?.toISOString() ?? null,
      can_undo: edit ? await isUndoable(pool, edit.file, edit.version) : false,
      is_sample: isSample(persona),
      changes,
      problem,
    };
  };

  http.get('/setup', (request, reply): Promise<Setup> => present(actorOf(request), abortWhenGone(reply)));

  http.put('/setup', large, async (request, reply): Promise<Setup> => {
    const { answers, step, version } = parseBody(setupBody, request.body);
    const actor = actorOf(request);
    const setup = await readSetup(pool);
    const persona = personaIn(await presentTexts(pool, live.folder));
    const before = presentAnswers(setup, persona, actor.email);
    // What the twin said when the owner began: only what they change from there on counts.
    const twin = persona && answersFrom(persona, 'current', actor.email);
    const reference = setup?.reference ?? (twin && { answers: twin, twin });
    const change = {
      ...{ ...startingFrom(setup), state: 'begun' as const, step, reference, by: actor.email },
      answers: withBase(answers, before, persona),
    };
    if (!(await saveSetup(pool, version, change))) throw conflictWith(await readSetup(pool));
    return present(actor, abortWhenGone(reply));
  });

  http.post('/setup/later', async (request, reply): Promise<Setup> => {
    const { version } = parseBody(setupVersionBody, request.body);
    const actor = actorOf(request);
    const setup = await readSetup(pool);
    const state = setup?.state === 'published' ? ('published' as const) : ('later' as const);
    const change = { ...startingFrom(setup), state, by: actor.email };
    if (!(await saveSetup(pool, version, change))) throw conflictWith(await readSetup(pool));
    return present(actor, abortWhenGone(reply));
  });

  http.post('/setup/preview', large, async (request, reply): Promise<SetupPreview> => {
    const { answers, message, mode, quick } = parseBody(setupPreviewBody, request.body);
    const { id, email } = actorOf(request);
    await limits.take(quick ? 'setup_previews' : 'admin_previews', id ?? email);
    const setup = await readSetup(pool);
    const signal = abortWhenGone(reply);
    try {
      const { texts } = await publicationOf(pool, live, completed(answers), setup);
      const speaker = await trials.speakerWith(texts, signal);
      const greeting = speaker.twin.modes.find((one) => one.id === mode)?.greeting[0]?.replace(PAUSE, ' ') ?? '';
      const said = message === undefined ? null : await trials.replyOf(speaker, { message, mode, quick }, signal);
      return { greeting, reply: said?.replace(PAUSE, ' ') ?? null, problem: null };
    } catch (error) {
      if (!(error instanceof TwinFileError)) throw error;
      return { greeting: '', reply: null, problem: error.message };
    }
  });

  /** Changes texts and setup together, for the version that the owner saw. */
  const change = async (
    version: number,
    work: (client: PoolClient, setup: StoredSetup | null) => Promise<TwinTextsSaved>,
  ): Promise<TwinTextsSaved> => {
    try {
      const saved = await inTransaction(pool, async (client) => {
        await holdEdits(client);
        const setup = await readSetup(client);
        if ((setup?.version ?? 0) !== version) throw conflictWith(setup);
        return work(client, setup);
      });
      await Promise.all([live.refresh(), settings.refresh().catch(() => undefined)]);
      return saved;
    } catch (error) {
      throw error instanceof TwinFileError ? new AppError('invalid_request', error.message, { cause: error }) : error;
    }
  };

  /** Saves the setup with the texts. Somebody who saved answers meanwhile must not lose them. */
  const keep = async (client: PoolClient, version: number, changed: SetupChange): Promise<void> => {
    if (!(await saveSetup(client, version, changed))) throw conflictWith(await readSetup(client));
  };

  const write = async (client: PoolClient, changes: readonly TextChange[], actor: Actor) => {
    const changed = changes.length === 0 ? { saved: [] } : await changeTexts(client, live.folder, changes, actor.email);
    if (!('refused' in changed)) return changed.saved.map(({ file, version }) => ({ file, version }));
    throw new AppError('conflict', `${changed.file} was changed in the meantime, so this can no longer be done.`);
  };

  http.post('/setup/publish', async (request): Promise<TwinTextsSaved> => {
    const { version } = parseBody(setupVersionBody, request.body);
    const actor = actorOf(request);
    return change(version, async (client, setup) => {
      const answers = presentAnswers(setup, personaIn(await presentTexts(client, live.folder)), actor.email);
      const problem = problemIn(answers);
      if (problem) throw new AppError('invalid_request', problem.message);
      const { texts, renamedFrom } = await publicationOf(client, live, answers, setup);
      const changes = texts.map(({ file, text }) => ({ file, text, removed: text === null, version: null }));
      const saved = await write(client, changes, actor);
      if (renamedFrom) await renameOffers(client, renamedFrom, actor.email);
      // From here on the twin is changed, not begun anew.
      const persona = personaIn(await presentTexts(client, live.folder));
      const twin = answersFrom(persona, 'current', actor.email);
      const published = { ...answers, base: 'current' as const, services: twin.services, portrait: null };
      const edit = saved[0];
      await keep(client, version, {
        ...{ state: 'published', answers: published, step: 'you', by: actor.email, publishedAt: new Date() },
        reference: { answers: published, twin },
        // Publishing the same again takes nothing back.
        beforePublishing: edit
          ? { answers, reference: setup?.reference ?? null, edit }
          : (setup?.beforePublishing ?? null),
      });
      await audit(client, actor, 'twin_set_up', { files: saved.map(({ file }) => file), base: answers.base });
      return { saved };
    });
  });

  http.post('/setup/undo', async (request): Promise<TwinTextsSaved> => {
    const { version } = parseBody(setupVersionBody, request.body);
    const actor = actorOf(request);
    return change(version, async (client, setup) => {
      const before = setup?.state === 'published' ? setup.beforePublishing : null;
      if (!before) throw new AppError('conflict', 'There is no publication to undo.');
      const saved = await write(client, await undoChanges(client, before.edit.file, before.edit.version), actor);
      const { answers, reference } = before;
      await keep(client, version, {
        ...{
          state: 'begun',
          answers,
          step: 'publish',
          reference,
          by: actor.email,
          publishedAt: setup?.publishedAt ?? null,
        },
        beforePublishing: null,
      });
      await audit(client, actor, 'twin_set_up_undone', { files: saved.map(({ file }) => file) });
      return { saved };
    });
  });
}

/** The parts of a change that stay as they are stored. */
const startingFrom = (setup: StoredSetup | null): Omit<SetupChange, 'state' | 'by'> => ({
  answers: setup?.answers ?? null,
  step: setup?.step ?? 'you',
  reference: setup?.reference ?? null,
  publishedAt: setup?.publishedAt ?? null,
  beforePublishing: setup?.beforePublishing ?? null,
});

function conflictWith(setup: StoredSetup | null): AppError {
  const by = setup ? `${setup.updatedBy} has changed the setup` : 'The setup has changed';
  return new AppError('conflict', `${by} in the meantime. Load it again to see the newest answers.`);
}
