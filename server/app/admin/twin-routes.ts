import type { TwinPreview, TwinTextDetail, TwinTexts } from '@understudy/contract/settings';
import {
  TWIN_TEXT_BODY_MAX_BYTES,
  twinPreviewBody,
  twinRemoval,
  twinRestoreBody,
  twinTextBody,
} from '@understudy/contract/twin-calls';
import type { FastifyRequest } from 'fastify';
import { listTexts, readText } from '../../features/twin/present-texts.ts';
import { parseBody } from '../gateway.ts';
import { abortWhenGone } from '../request-signal.ts';
import { type AdminScope, there } from './admin-scope.ts';
import { keepChange, NO_TEXT, restoreVersion } from './twin-changes.ts';
import { createPreview } from './twin-preview.ts';

/** A text in JSON, which may write it with escapes. */
const large = { bodyLimit: TWIN_TEXT_BODY_MAX_BYTES };
/** The path inside the twin's folder: whatever it holds, it is looked up among the names that there are. */
const fileOf = (request: FastifyRequest): string => (request.params as { '*': string })['*'];

/** The texts of the twin: read, tried out, changed, removed, put back. */
export function mountTwin(scope: AdminScope): void {
  const { http, pool, context, actorOf } = scope;
  const { live } = context;
  const preview = createPreview(context);

  /** The text as it is now, and by now it is what runs here. */
  const present = async (file: string): Promise<TwinTextDetail> => {
    await live.look();
    return there(await readText(pool, live.folder, file), NO_TEXT);
  };

  http.get('/twin', async (): Promise<TwinTexts> => {
    return { items: await listTexts(pool, live.folder), problem: live.problem };
  });

  http.get('/twin/*', async (request): Promise<TwinTextDetail> => {
    return there(await readText(pool, live.folder, fileOf(request)), NO_TEXT);
  });

  http.put('/twin/*', large, async (request): Promise<TwinTextDetail> => {
    const file = fileOf(request);
    const { text, version } = parseBody(twinTextBody, request.body);
    await keepChange(scope, actorOf(request), 'twin_text_changed', { file, text, version, removed: false });
    return present(file);
  });

  http.delete('/twin/*', async (request): Promise<TwinTextDetail> => {
    const file = fileOf(request);
    const { version } = parseBody(twinRemoval, request.body ?? request.query);
    await keepChange(scope, actorOf(request), 'twin_text_removed', { file, text: null, version, removed: true });
    return present(file);
  });

  http.post('/twin/restore', async (request): Promise<TwinTextDetail> => {
    const { file, version } = parseBody(twinRestoreBody, request.body);
    await restoreVersion(scope, actorOf(request), file, version);
    return present(file);
  });

  http.post('/twin/preview', large, async (request, reply): Promise<TwinPreview> => {
    const body = parseBody(twinPreviewBody, request.body);
    const { id, email } = actorOf(request);
    await context.limits.take('admin_previews', id ?? email);
    return preview(body, abortWhenGone(reply));
  });
}
