import { createHash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Twin } from '@understudy/contract/twin';
import type { WidgetAnswer, WidgetSetup } from '@understudy/contract/widget';
import type { FastifyInstance, FastifyReply, onRequestAsyncHookHandler } from 'fastify';
import { fillIn, namePlaceholders } from '../../features/twin/index.ts';
import { securityHeaders } from '../../platform/http/security-headers.ts';
import type { OwnerSettings } from '../../platform/owner-settings.ts';
import type { WebApp } from './web-app.ts';
import { demoPage } from './widget-demo.ts';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Dependencies of the widget. */
interface WidgetDeps {
  twin(): Twin;
  settings: OwnerSettings;
  web: Pick<WebApp, 'widgetScript'>;
  admitFile: onRequestAsyncHookHandler;
}

/** The script as it is sent, for one state of the settings. */
interface ServedScript {
  setup: string;
  etag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/** The settings for the host page, with the consultant's name filled in. */
function widgetSetup(twin: Twin, settings: OwnerSettings): WidgetSetup {
  const { label, ...widget } = settings.get('widget');
  const filled = fillIn({ label }, namePlaceholders(twin.persona));
  return { ...widget, ...filled, name: `AI ${twin.persona.name}` };
}

/** Sources that may frame `/widget`: the allowed origins, and this server's own pages for the demo. */
export const framingOrigins = (settings: OwnerSettings): string[] => ["'self'", ...settings.get('widget').origins];

/**
 * Mounts what a host page loads of the widget: its script, whether it is allowed there, and a page to try it on. These
 * and `/openapi.json` are all that other origins may read.
 */
export function mountWidget(http: FastifyInstance, { twin, settings, web, admitFile }: WidgetDeps): void {
  let served: Promise<ServedScript> | null = null;
  const current = async (): Promise<ServedScript> => {
    const setup = JSON.stringify(widgetSetup(twin(), settings));
    // In development the script itself may have changed.
    if (web.widgetScript.isFixed && (await served?.catch(() => null))?.setup === setup)
      return served as Promise<ServedScript>;
    served = web.widgetScript.read().then((code) => packed(setup, code));
    return served;
  };

  http.get('/widget.js', { onRequest: admitFile }, async (request, reply) => {
    const { etag, ...script } = await current();
    reply.headers({
      etag,
      'cache-control': 'public, max-age=60',
      vary: 'accept-encoding',
      'content-type': 'text/javascript; charset=utf-8',
      ...FOR_ALL,
    });
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const encoding = (['br', 'gzip'] as const).find((one) => new RegExp(`\\b${one}\\b`).test(accepted));
    if (!encoding) return reply.send(script.plain);
    return reply.header('content-encoding', encoding).send(script[encoding]);
  });

  http.get('/api/widget', { onRequest: admitFile }, async (request, reply): Promise<WidgetAnswer> => {
    const { origins, ...setup } = widgetSetup(twin(), settings);
    const { origin } = request.headers;
    reply.headers({ 'cache-control': 'no-store', vary: 'origin', ...FOR_ALL });
    return {
      allowed: origin !== undefined && origins.includes(origin),
      origin: origin?.slice(0, 300) ?? null,
      ...setup,
    };
  });

  http.get('/widget-demo', { onRequest: admitFile }, (request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    const secure = request.protocol === 'https';
    const query = request.query as Record<string, unknown>;
    reply.headers(securityHeaders({ host: request.headers.host ?? '', nonce, secure }));
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    return sendHtml(reply, demoPage({ name: twin().persona.name, nonce, isInline: 'inline' in query }));
  });
}

/** Any page may load and read these; they hold nothing that is a secret. */
const FOR_ALL = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

const sendHtml = (reply: FastifyReply, html: string) => reply.type('text/html; charset=utf-8').send(html);

async function packed(setup: string, code: string): Promise<ServedScript> {
  // In a block of its own: the script sees the setup, and the page gets no global of it.
  const plain = Buffer.from(`{const __WIDGET_SETUP__=${setup};\n${code.trim()}\n}\n`);
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  // A weak tag, because all encodings share it.
  return { setup, etag: `W/"${hash}"`, plain, br: await brotli(plain), gzip: await gzip(plain, { level: 9 }) };
}
