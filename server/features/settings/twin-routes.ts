import type {
  ToldPrompt,
  TwinPreview,
  TwinRenamePreview,
  TwinTextDetail,
  TwinTexts,
  TwinTextsSaved,
} from '@understudy/contract/settings';
import {
  promptBody,
  TWIN_TEXT_BODY_MAX_BYTES,
  twinPreviewBody,
  twinRemoval,
  twinRenameBody,
  twinRenamePreviewBody,
  twinRestoreBody,
  twinSaveBody,
  twinTextBody,
  twinUndoBody,
} from '@understudy/contract/twin-calls';
import type { FastifyRequest } from 'fastify';
import { parseBody } from '../../platform/http/gateway-function.ts';
import { orNotFound } from '../../platform/http/not-found.ts';
import { abortWhenGone } from '../../platform/http/request-signal.ts';
import type { AdminScope } from '../accounts/index.ts';
import { listTexts, readText, toldPrompt } from '../twin/index.ts';
import type { LiveSettings } from './live-settings.ts';
import { NO_TEXT, restoreVersion, saveChanges, undoVersion } from './twin-changes.ts';
import { createPreview, type TextPreviewDeps } from './twin-preview.ts';
import { previewRename, rename } from './twin-rename.ts';

const CHANGED = { action: 'twin_text_changed' };
/** For a text in JSON, which may contain escapes. */
const large = { bodyLimit: TWIN_TEXT_BODY_MAX_BYTES };
/** The path inside the twin's folder; any value is safe, because it is only looked up among known names. */
const fileOf = (request: FastifyRequest): string => (request.params as { '*': string })['*'];

/** What editing the twin's texts needs. */
export interface TwinTextDeps extends Omit<TextPreviewDeps, 'pool'> {
  settings: LiveSettings;
}

/** The twin's texts: read, preview, change, remove, restore. */
export function mountTwin({ http, pool, limits, actorOf }: AdminScope, deps: TwinTextDeps): void {
  const { live, settings } = deps;
  const texts = { pool, live };
  const preview = createPreview({ pool, ...deps });

  /** The current text, which the running twin already uses. */
  const present = async (file: string): Promise<TwinTextDetail> => {
    await live.look();
    return orNotFound(await readText(pool, live.folder, file), NO_TEXT);
  };

  http.get('/twin', async (): Promise<TwinTexts> => {
    const { name, first_name, contact } = live.twin().persona;
    const consultant = { name, first_name, email: contact.email };
    return { items: await listTexts(pool, live.folder), consultant, problem: live.problem };
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
    await live.look();
    return undone;
  });

  http.post('/twin/save', large, async (request): Promise<TwinTextsSaved> => {
    const changes = parseBody(twinSaveBody, request.body).texts.map((text) => ({ ...text, removed: false }));
    const saved = await saveChanges(texts, actorOf(request), changes, CHANGED);
    await live.look();
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
    await live.look();
    return saved;
  });

  http.post('/prompt', async (request): Promise<ToldPrompt> => {
    const { message = '', mode } = parseBody(promptBody, request.body);
    return toldPrompt(deps.speaker(), deps.understand, { message, mode });
  });

  http.post('/twin/preview', large, async (request, reply): Promise<TwinPreview> => {
    const body = parseBody(twinPreviewBody, request.body);
    const { id, email } = actorOf(request);
    await limits.take('admin_previews', id ?? email);
    return preview(body, abortWhenGone(reply));
  });
}
