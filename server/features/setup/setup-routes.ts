import type { TwinTextsSaved } from '@understudy/contract/settings';
import type { Setup, SetupPreview } from '@understudy/contract/setup';
import { SETUP_BODY_MAX_BYTES, setupBody, setupPreviewBody, setupVersionBody } from '@understudy/contract/setup-calls';
import { inTransaction, type Queries } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { abortWhenGone, parseBody } from '../../platform/http/gateway-function.ts';
import type { Actor } from '../../platform/http/guard.ts';
import { type AdminScope, audit } from '../accounts/index.ts';
import type { TwinTrials } from '../settings/index.ts';
import { changeTexts, holdEdits, type LiveTwin, presentTexts, TwinFileError } from '../twin/index.ts';
import { changesOf, completed, isSample, personaIn, presentAnswers, problemIn, textsFor } from './run-setup.ts';
import { readSetup, type StoredSetup, saveSetup } from './setup-store.ts';

/** Dependencies of the routes. */
export interface SetupRouteDeps {
  live: LiveTwin;
  trials: TwinTrials;
}

/** A pause marker, which a page shows as silence. */
const PAUSE = /\s*\[pause:[^\]]*\]\s*/g;

/** Mounts `/setup`, the wizard that makes the twin an owner's own. */
export function mountSetup({ http, pool, limits, actorOf }: AdminScope, { live, trials }: SetupRouteDeps): void {
  const large = { bodyLimit: SETUP_BODY_MAX_BYTES };

  const present = async (actor: Actor, db: Queries = pool): Promise<Setup> => {
    const setup = await readSetup(db);
    const texts = await presentTexts(db, live.folder);
    const persona = personaIn(texts);
    const answers = presentAnswers(setup, persona, actor.email);
    const problem = problemIn(answers);
    return {
      state: setup?.state ?? 'new',
      answers,
      step: setup && setup.state !== 'published' ? setup.step : 'you',
      version: setup?.version ?? 0,
      updated_at: setup?.updatedAt.toISOString() ?? null,
      updated_by: setup?.updatedBy ?? null,
      published_at: setup?.publishedAt?.toISOString() ?? null,
      is_sample: isSample(persona),
      changes: problem
        ? { replaced: [], added: [], removed: [] }
        : changesOf(await textsFor(db, live, answers, setup), texts),
      problem,
    };
  };

  http.get('/setup', (request): Promise<Setup> => present(actorOf(request)));

  http.put('/setup', large, async (request): Promise<Setup> => {
    const { answers, step, version } = parseBody(setupBody, request.body);
    const actor = actorOf(request);
    const isSaved = await saveSetup(pool, { state: 'begun', answers, step, version, by: actor.email });
    if (!isSaved) throw conflictWith(await readSetup(pool));
    return present(actor);
  });

  http.post('/setup/later', async (request): Promise<Setup> => {
    const { version } = parseBody(setupVersionBody, request.body);
    const actor = actorOf(request);
    const isSaved = await saveSetup(pool, { state: 'later', answers: null, step: null, version, by: actor.email });
    if (!isSaved) throw conflictWith(await readSetup(pool));
    return present(actor);
  });

  http.post('/setup/preview', large, async (request, reply): Promise<SetupPreview> => {
    const { answers, message, mode, quick } = parseBody(setupPreviewBody, request.body);
    const { id, email } = actorOf(request);
    await limits.take(quick ? 'admin_checks' : 'admin_previews', id ?? email);
    const setup = await readSetup(pool);
    const signal = abortWhenGone(reply);
    try {
      const texts = await textsFor(pool, live, completed(answers), setup);
      const speaker = await trials.speakerWith(texts, signal);
      const greeting = speaker.twin.modes.find((one) => one.id === mode)?.greeting[0]?.replace(PAUSE, ' ') ?? '';
      const said = message === undefined ? null : await trials.replyOf(speaker, { message, mode, quick }, signal);
      return { greeting, reply: said?.replace(PAUSE, ' ') ?? null, problem: null };
    } catch (error) {
      if (!(error instanceof TwinFileError)) throw error;
      return { greeting: '', reply: null, problem: error.message };
    }
  });

  http.post('/setup/publish', async (request): Promise<TwinTextsSaved> => {
    const { version } = parseBody(setupVersionBody, request.body);
    const saved = await publish(version, actorOf(request)).catch((error: unknown) => {
      throw error instanceof TwinFileError ? new AppError('invalid_request', error.message, { cause: error }) : error;
    });
    await live.refresh();
    return saved;
  });

  const publish = (version: number, actor: Actor): Promise<TwinTextsSaved> =>
    inTransaction(pool, async (client) => {
      await holdEdits(client);
      const setup = await readSetup(client);
      if ((setup?.version ?? 0) !== version) throw conflictWith(setup);
      const answers = presentAnswers(setup, personaIn(await presentTexts(client, live.folder)), actor.email);
      const problem = problemIn(answers);
      if (problem) throw new AppError('invalid_request', problem.message);
      const changes = (await textsFor(client, live, answers, setup)).map(({ file, text }) => {
        return { file, text, removed: text === null, version: null };
      });
      const changed =
        changes.length === 0 ? { saved: [] } : await changeTexts(client, live.folder, changes, actor.email);
      if ('refused' in changed)
        throw new AppError('conflict', `${changed.file} was changed in the meantime. Please publish again.`);
      // From here on the twin is changed, not begun anew.
      const published = { ...answers, base: 'current' as const, portrait: null };
      await saveSetup(client, { state: 'published', answers: published, step: 'you', version, by: actor.email });
      const files = changed.saved.map(({ file }) => file);
      await audit(client, actor, 'twin_set_up', { files, base: answers.base });
      return { saved: changed.saved.map(({ file, version: saved }) => ({ file, version: saved })) };
    });
}

function conflictWith(setup: StoredSetup | null): AppError {
  const by = setup ? `${setup.updatedBy} has changed the setup` : 'The setup has changed';
  return new AppError('conflict', `${by} in the meantime. Load it again to see the newest answers.`);
}
