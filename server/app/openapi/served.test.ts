import { channel } from 'node:diagnostics_channel';
import { readFile } from 'node:fs/promises';
import { DOCUMENT } from '@understudy/contract/openapi/generate';
import { OPERATIONS } from '@understudy/contract/openapi/operations/index';
import { EMBEDDED_ID } from '@understudy/contract/twin';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GatewayFunction } from '../../platform/http/gateway-function.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';

/** Prefixes of the public API; everything else is pages and their files. */
const RELIED_ON = /^\/(functions|api|auth\/v1|calendar|healthz|readyz|metrics|openapi\.json)/;
/** Routes that only refuse, and browsers' preflight requests. */
const NO_OPERATIONS = [
  'OPTIONS /auth/v1/*',
  'GET /auth/v1/*',
  ...['GET', 'PUT', 'PATCH', 'DELETE'].map((m) => `${m} /functions/v1/:name`),
];

let app: TestApp;
const routes = new Set<string>();
const hear = (message: unknown) =>
  (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD' && RELIED_ON.test(url)) routes.add(`${one} ${url}`);
  });

beforeAll(async () => {
  channel('fastify.initialization').subscribe(hear);
  app = await startTestApp();
});
afterAll(async () => {
  channel('fastify.initialization').unsubscribe(hear);
  await app.close();
});

describe('what is described is what there is', () => {
  const described = Object.values(OPERATIONS).map(({ method, path }) => ({ method, path }));

  test('route by route', () => {
    const documented = described
      .filter(({ path }) => !path.startsWith('/functions/'))
      .map(({ method, path }) => `${method.toUpperCase()} ${path.replace('{file}', '*').replace(/\{(\w+)\}/g, ':$1')}`);
    const mounted = [...routes].filter((route) => !route.includes('/functions/') && !NO_OPERATIONS.includes(route));
    expect(mounted.sort()).toEqual(documented.sort());
  });

  test('function by function', () => {
    const documented = described.map(({ path }) => path).filter((path) => path.startsWith('/functions/v1/'));
    const served = Object.keys(app.parts.functions).map((name) => name.replace(/^.+_chat$/, '{provider}_chat'));
    const names = [...new Set(served), 'speech_to_text_{provider}'];
    expect(documented.sort()).toEqual(names.map((name) => `/functions/v1/${name}`).sort());
    const mounted = [...routes].filter((route) => route.includes('/functions/') && !NO_OPERATIONS.includes(route));
    expect(mounted.sort()).toEqual(['POST /functions/v1/:name', 'POST /functions/v1/speech_to_text_:provider']);
  });

  test('with the schemas by which bodies are read', () => {
    const table: Record<string, GatewayFunction> = app.parts.functions;
    for (const { path, body } of Object.values(OPERATIONS)) {
      const entry = table[path.replace('/functions/v1/', '').replace('{provider}', EMBEDDED_ID)];
      if (entry) expect(entry.body === body, path).toBe(true);
    }
  });
});

describe('GET /openapi.json', () => {
  const get = (headers: Record<string, string> = {}) => fetch(`${app.url}/openapi.json`, { headers });

  test('gives the document to anybody, from any origin', async () => {
    for (const coding of ['gzip', 'identity']) {
      const answer = await get({ 'accept-encoding': coding });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(answer.headers.get('content-encoding')).toBe(coding === 'gzip' ? 'gzip' : null);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(await answer.text()).toBe(await readFile(DOCUMENT, 'utf8'));
    }
  });

  test('is answered with nothing where the caller has it', async () => {
    const etag = (await get()).headers.get('etag') ?? '';
    const again = await get({ 'if-none-match': `"other", ${etag}` });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
  });
});
