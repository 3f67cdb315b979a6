import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import serveStatic from '@fastify/static';
import { acceptedTags, languageFor } from '@understudy/contract/languages';
import { pageAt } from '@understudy/contract/pages';
import type { Twin } from '@understudy/contract/twin';
import type { PublicConfig } from '@understudy/contract/wire';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { demosAsText } from '../../features/twin/index.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { securityHeaders } from '../../platform/http/security-headers.ts';
import type { DailyTotals } from '../../platform/limits/daily-totals.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import { addressKey } from '../../platform/limits/rate-limits.ts';
import type { OwnerSettings } from '../../platform/owner-settings.ts';
import { isWidget, renderPage } from './render-page.ts';
import type { WebApp } from './web-app.ts';
import { framingOrigins, mountWidget } from './widget.ts';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
/** Quality 4 takes under a millisecond per page; the best one would save no more than a tenth of the size. */
const PAGE_BROTLI = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Dependencies of the pages. */
interface PagesDeps {
  twin(): Twin;
  limits: Pick<Limits, 'take'>;
  totals: Pick<DailyTotals, 'add'>;
  settings: OwnerSettings;
  web: WebApp;
  publicUrl: string | null;
  /** Whether there is a published episode at this part of an address. */
  isEpisode(slug: string): Promise<boolean>;
  config(): PublicConfig;
}

/** Mounts what a browser loads: pages, the web app's files, the portrait, the demo script and `/api/config`. */
export async function mountPages(app: FastifyInstance, options: PagesDeps): Promise<void> {
  const { twin, web } = options;
  const admitFile = fileAdmission(options.limits);
  await web.mount?.(app);
  if (web.assetsDir) {
    // The names of built files contain a hash of their content, so they may be cached for ever. The build also writes
    // compressed copies.
    const root = web.assetsDir;
    await app.register(async (files) => {
      files.addHook('onRequest', admitFile);
      await files.register(serveStatic, {
        root,
        wildcard: true,
        preCompressed: true,
        index: false,
        cacheControl: false,
        // No file here is large enough for range requests.
        acceptRanges: false,
        setHeaders: (response, file) => {
          const hashed = file.includes(`${path.sep}assets${path.sep}`);
          response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
        },
      });
    });
  }
  app.get('/api/config', { onRequest: admitFile }, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(options.config()),
  );
  app.get<{ Querystring: { v?: unknown } }>('/twin/portrait', { onRequest: admitFile }, async (request, reply) => {
    const { mediaType, bytes, version } = twin().portrait;
    const etag = `"${version}"`;
    // Another instance may have the newer portrait already: under its version, this one's must not be kept.
    const isAsked = request.query.v === version;
    reply.headers({ etag, 'cache-control': isAsked ? 'public, max-age=31536000, immutable' : 'no-cache' });
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    return reply.type(mediaType).send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  });
  app.get<{ Params: { file: string } }>('/demos/:file', { onRequest: admitFile }, async (request, reply) => {
    const { demos, persona } = twin();
    const { file } = request.params;
    // The file of section 7 has the scripts of all files, in the text format, whatever their own is.
    const own = file === ESSENTIAL_DEMOS ? demos : demos.filter((demo) => demo.file === `demos/${file}`);
    if (own.length === 0) throw new AppError('not_found', 'There is no such demo script.');
    return reply.type('text/plain; charset=utf-8').send(demosAsText(own, persona.name));
  });
  app.get('/robots.txt', { onRequest: admitFile }, async (_request, reply) =>
    reply.type('text/plain').send('User-agent: *\nDisallow: /admin\nDisallow: /auth\nAllow: /\n'),
  );
  mountWidget(app, { twin, settings: options.settings, web, admitFile });
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const isPage =
      ['GET', 'HEAD'].includes(request.method) && !/^\/(functions|api|auth\/v1|assets|twin|demos)\//.test(path);
    if (!isPage) throw new AppError('not_found', 'There is nothing at this address.');
    return sendPage(request, reply, path, options);
  });
  app.get('/', (request, reply) => sendPage(request, reply, '/', options));
}

/** Section 7: the static file of demo scripts. */
const ESSENTIAL_DEMOS = 'essential-demos.txt';

/** A hook for static files: admits the request, or throws `rate_limited`. */
export function fileAdmission(limits: Pick<Limits, 'take'>): (request: FastifyRequest) => Promise<void> {
  return (request) => limits.take('address_files', addressKey(request.ip));
}

/** Whether it is the address of an episode that is not published, or no more. */
async function isUnpublished(path: string, { isEpisode }: PagesDeps): Promise<boolean> {
  const [, slug] = /^\/episode\/([^/]+)\/?$/.exec(path) ?? [];
  return slug !== undefined && !(await isEpisode(slug).catch(() => false));
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  options: PagesDeps,
): Promise<FastifyReply> {
  try {
    await options.limits.take('address_pages', addressKey(request.ip));
  } catch (error) {
    // A person sees a sentence instead of JSON.
    if (!(error instanceof AppError) || !request.headers.accept?.includes('text/html')) throw error;
    const seconds = Math.max(1, Math.ceil((error.retryAfterMs ?? 0) / 1000));
    reply.code(error.status).header('retry-after', String(seconds)).header('cache-control', 'no-store');
    return reply.type('text/plain; charset=utf-8').send(`${error.message}\n`);
  }
  const nonce = randomBytes(16).toString('base64');
  const secure = request.protocol === 'https';
  const host = request.headers.host ?? '';
  const origin = options.publicUrl ?? `${request.protocol}://${host}`;
  // A host page may have its chat in another language than the browser's.
  const { lang } = request.query as { lang?: unknown };
  const wanted = isWidget(path) && typeof lang === 'string' ? [lang] : [];
  const language = languageFor([...wanted, ...acceptedTags(request.headers['accept-language'] ?? '')]);
  const template = await options.web.template(path);
  const { html, found, isPublic, isFramed } = renderPage(template, {
    path,
    nonce,
    language,
    origin,
    config: options.config(),
    brand: options.twin().persona.color ?? null,
  });
  const isMissing = await isUnpublished(path, options);
  // A booking's address is its visitor's secret, and opening it is no visit.
  const isSecret = pageAt(path) === 'booking';
  const isVisit = found && !isMissing && isPublic && !isSecret;
  if (isVisit && request.method === 'GET') options.totals.add('visits');
  reply
    .code(found && !isMissing ? 200 : 404)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('vary', 'accept-language, accept-encoding')
    .header('content-language', language);
  const framedBy = isFramed ? { framedBy: framingOrigins(options.settings) } : {};
  reply.headers(securityHeaders({ host, nonce, secure, ...framedBy }));
  if (!isPublic || isFramed || isMissing || isSecret) reply.header('x-robots-tag', 'noindex');
  const accepted = String(request.headers['accept-encoding'] ?? '');
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(await brotli(html, PAGE_BROTLI));
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(await gzip(html));
  return reply.send(html);
}
