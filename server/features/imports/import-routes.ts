import {
  IMPORT_TEXT_BODY_MAX_BYTES,
  importBody,
  importDecisionBody,
  importFileQuery,
  importPassageBody,
  importPassagesQuery,
  sitePagesBody,
} from '@understudy/contract/import-calls';
import {
  type AppliedImport,
  IMPORT_FILE_MAX_BYTES,
  IMPORT_PASSAGES_PER_PAGE,
  type ImportPassage,
  type ImportPassages,
  type ImportsAnswer,
  type KnowledgeImport,
  type SitePages,
  type SuggestedAsks,
} from '@understudy/contract/imports';
import { emptyBody } from '@understudy/contract/settings-calls';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inTransaction } from '../../platform/database/transaction.ts';
import { checkedUrl } from '../../platform/fetching/fetch-page.ts';
import { problem, ReadError, refuseUnread } from '../../platform/fetching/read-error.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { abortWhenGone, idOf, orNotFound, parseBody } from '../../platform/http/gateway-function.ts';
import type { LanguageModels } from '../../providers/language-model/create-language-model.ts';
import { ProviderError } from '../../providers/language-model/port.ts';
import { type AdminScope, audit } from '../accounts/index.ts';
import { type LiveTwin, suggestAsks } from '../twin/index.ts';
import { applyImport } from './apply-import.ts';
import {
  addImport,
  decideAll,
  deleteImport,
  editPassage,
  endReading,
  listImports,
  lockImport,
  type NewImport,
  readPassages,
} from './import-store.ts';
import { paragraphsOf } from './knowledge-text.ts';
import type { Imports } from './run-imports.ts';

const NO_IMPORT = 'There is no such import.';
const NO_PASSAGE = 'There is no such passage, or this import is finished.';
const NO_MODEL = 'Questions are suggested by a language model. Connect one under Providers.';
const NO_FILE = 'Send the file as it is, with the content type application/octet-stream.';

/** Imports that are being read or wait for the owner. */
const MAX_OPEN = 20;
const SUGGEST_TIMEOUT_MS = 30_000;

/** Dependencies of the routes. */
export interface ImportRouteDeps {
  imports: Imports;
  live: LiveTwin;
  models: Pick<LanguageModels, 'complete'>;
}

/** Mounts `/imports`, which turns texts, files and web pages into knowledge of the twin. */
export function mountImports(scope: AdminScope, { imports, live, models }: ImportRouteDeps): void {
  const { http, pool, limits, actorOf } = scope;
  const importId = (request: FastifyRequest) => idOf(request, 'id', NO_IMPORT);
  const present = async (id: string): Promise<KnowledgeImport> =>
    orNotFound((await listImports(pool, id))[0] ?? null, NO_IMPORT);

  const start = async (request: FastifyRequest, made: Omit<NewImport, 'createdBy'>): Promise<KnowledgeImport> => {
    const actor = actorOf(request);
    const id = await inTransaction(pool, async (client) => {
      const added = await addImport(client, { ...made, createdBy: actor.email }, MAX_OPEN);
      if (added === null) {
        throw new AppError('conflict', `There are ${MAX_OPEN} open imports. Add, cancel or delete one of them first.`);
      }
      await audit(client, actor, 'import_started', { kind: made.kind, source: made.source });
      return added;
    });
    imports.nudge();
    return present(id);
  };

  http.get('/imports', async (): Promise<ImportsAnswer> => ({ items: await listImports(pool) }));

  http.post('/imports', { bodyLimit: IMPORT_TEXT_BODY_MAX_BYTES }, async (request, reply): Promise<KnowledgeImport> => {
    const { kind, title: source = '', text = '', url = '', pages = [] } = parseBody(importBody, request.body);
    reply.code(202);
    if (kind === 'text') {
      return start(request, { kind, source, sourceKey: keyOf(kind, source), input: Buffer.from(text), urls: null });
    }
    const address = urlOf(url);
    const urls = kind === 'site' ? pages.map(urlOf) : [address];
    return start(request, { kind, source: address, sourceKey: keyOf(kind, address), input: null, urls });
  });

  void http.register(async (app) => mountFile(app, start));

  http.post('/imports/site-pages', async (request, reply): Promise<SitePages> => {
    const { url } = parseBody(sitePagesBody, request.body);
    const { id, email } = actorOf(request);
    await limits.take('admin_previews', id ?? email);
    return imports.sitePages(url, abortWhenGone(reply)).catch(refuseUnread);
  });

  http.get('/imports/:id', (request): Promise<KnowledgeImport> => present(importId(request)));

  http.get('/imports/:id/passages', async (request): Promise<ImportPassages> => {
    const id = importId(request);
    const { from } = parseBody(importPassagesQuery, request.query);
    await present(id);
    const found = await readPassages(pool, id, from, IMPORT_PASSAGES_PER_PAGE + 1);
    const items = found.slice(0, IMPORT_PASSAGES_PER_PAGE);
    return { items, next: found[IMPORT_PASSAGES_PER_PAGE]?.position ?? null };
  });

  http.patch('/imports/:id/passages/:position', async (request): Promise<ImportPassage> => {
    const { text, ...edit } = parseBody(importPassageBody, request.body);
    const words = text === undefined ? undefined : paragraphsOf(text);
    if (words && 'problem' in words) throw new AppError('invalid_request', words.problem);
    const change = { ...edit, text: words?.text };
    return orNotFound(await editPassage(pool, importId(request), positionOf(request), change), NO_PASSAGE);
  });

  http.post('/imports/:id/passages/:position/asks', async (request, reply): Promise<SuggestedAsks> => {
    parseBody(emptyBody, request.body ?? {});
    const { complete } = models;
    if (!complete) throw new AppError('conflict', NO_MODEL);
    const position = positionOf(request);
    const [passage] = await readPassages(pool, importId(request), position, 1);
    if (passage?.position !== position) throw new AppError('not_found', NO_PASSAGE);
    const { id, email } = actorOf(request);
    await limits.take('admin_previews', id ?? email);
    const { title, text, asks } = passage;
    const signal = AbortSignal.any([abortWhenGone(reply), AbortSignal.timeout(SUGGEST_TIMEOUT_MS)]);
    const asked = { id: '', title, called: title, text, tags: [], asked: asks, file: '', line: 0 };
    try {
      return { asks: await suggestAsks(asked, live.twin().persona, complete, signal) };
    } catch (error) {
      if (!(error instanceof ProviderError) && !signal.aborted) throw error;
      throw new AppError('reply_failed', 'The language model did not answer. Try again.', { cause: error });
    }
  });

  http.post('/imports/:id/decide', async (request): Promise<KnowledgeImport> => {
    const { decision, undecided_only: undecidedOnly } = parseBody(importDecisionBody, request.body);
    await decideAll(pool, importId(request), decision, undecidedOnly);
    return present(importId(request));
  });

  http.post('/imports/:id/apply', (request): Promise<AppliedImport> => {
    parseBody(emptyBody, request.body ?? {});
    return applyImport({ pool, live }, actorOf(request), importId(request));
  });

  http.post('/imports/:id/cancel', async (request): Promise<KnowledgeImport> => {
    parseBody(emptyBody, request.body ?? {});
    const id = importId(request);
    await inTransaction(pool, async (client) => {
      const row = orNotFound(await lockImport(client, id), NO_IMPORT);
      if (row.state === 'applied') throw new AppError('conflict', 'This import was added already.');
      await endReading(client, id, 'canceled', null);
      if (row.state === 'reading' || row.state === 'ready')
        await audit(client, actorOf(request), 'import_canceled', { source: row.source });
    });
    imports.stopReading(id);
    return present(id);
  });

  http.delete('/imports/:id', async (request, reply): Promise<void> => {
    const id = importId(request);
    await inTransaction(pool, async (client) => {
      const { source } = orNotFound(await deleteImport(client, id), NO_IMPORT);
      await audit(client, actorOf(request), 'import_deleted', { source });
    });
    imports.stopReading(id);
    await reply.code(204).send();
  });
}

/** The upload, in a scope of its own, whose bodies are files. */
function mountFile(
  app: FastifyInstance,
  start: (request: FastifyRequest, made: Omit<NewImport, 'createdBy'>) => Promise<KnowledgeImport>,
): void {
  const parse = async (_request: FastifyRequest, body: Buffer) => body;
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, parse);
  app.post('/imports/file', { bodyLimit: IMPORT_FILE_MAX_BYTES }, async (request, reply): Promise<KnowledgeImport> => {
    const { name } = parseBody(importFileQuery, request.query);
    const { body } = request;
    if (!Buffer.isBuffer(body)) throw new AppError('unsupported_media_type', NO_FILE);
    if (body.length === 0) refuseUnread(new ReadError(problem('file_empty')));
    reply.code(202);
    return start(request, { kind: 'file', source: name, sourceKey: keyOf('file', name), input: body, urls: null });
  });
}

/** By what a later import of a source is recognized. */
const keyOf = (kind: NewImport['kind'], source: string): string => `${kind}:${source.toLowerCase().replace(/\/$/, '')}`;

/** An address in its usual form. @throws AppError `unreadable` */
function urlOf(address: string): string {
  try {
    return checkedUrl(address).href;
  } catch (error) {
    return refuseUnread(error);
  }
}

/** @throws AppError `not_found` */
function positionOf(request: FastifyRequest): number {
  const { position } = request.params as { position: string };
  if (/^\d{1,6}$/.test(position)) return Number(position);
  throw new AppError('not_found', NO_PASSAGE);
}
