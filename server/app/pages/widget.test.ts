import type { WidgetSettings } from '@understudy/contract/widget';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';

const SITE = 'https://www.reyes.example';
const EVIL = 'https://evil.test';
let scene: OwnerScene;
beforeAll(async () => {
  scene = await ownerScene();
});
afterAll(() => scene.app.close());

const get = (path: string, headers: Record<string, string> = {}) => fetch(scene.app.url + path, { headers });
const askedBy = async (origin: string) => (await get('/api/widget', { origin })).json();
const framedBy = async (path: string) =>
  /frame-ancestors ([^;]*)/.exec((await get(path)).headers.get('content-security-policy') ?? '')?.[1];

async function set(value: Partial<WidgetSettings>) {
  const { widget } = (await scene.ask('/settings')).body;
  const body = JSON.stringify({ group: 'widget', value: { ...widget.value, ...value }, version: widget.version });
  return scene.ask('/settings', { method: 'PUT', body });
}

test('no site may show the widget until the owner names it; from then on it may, without a restart', async () => {
  expect(await askedBy(SITE)).toMatchObject({ allowed: false, origin: SITE, label: 'Ask AI Orla' });
  expect(await framedBy('/widget')).toBe("'self'");
  const before = (await get('/widget.js')).headers.get('etag');
  expect((await set({ origins: [SITE, 'http://localhost:4000'], label: 'Chat with {name}' })).status).toBe(200);
  expect(await askedBy(SITE)).toEqual({
    allowed: true,
    origin: SITE,
    name: 'AI Orla Venstrom',
    color: '#e7a13a',
    position: 'right',
    label: 'Chat with Orla Venstrom',
  });
  expect(await framedBy('/widget')).toBe(`'self' ${SITE} http://localhost:4000`);
  const after = await get('/widget.js');
  expect(after.headers.get('etag')).not.toBe(before);
  expect(await after.text()).toContain(SITE);
});

test('it is allowed on exactly the origins that are named', async () => {
  await set({ origins: [SITE] });
  for (const origin of [EVIL, 'http://www.reyes.example', `${SITE}.evil.test`, `${SITE}:8443`, 'null', ''])
    expect(await askedBy(origin), origin).toMatchObject({ allowed: false });
  expect(await (await get('/api/widget')).json()).toMatchObject({ allowed: false, origin: null });
  expect(await askedBy(`https://${'x'.repeat(5_000)}.test`)).toMatchObject({ allowed: false });
});

test('only its page may be framed', async () => {
  await set({ origins: [SITE] });
  for (const path of [
    '/',
    '/chat',
    '/privacy',
    '/admin',
    '/auth',
    '/nowhere',
    '/widget-demo',
    '/widget/x',
    '/widget.js',
  ])
    expect(await framedBy(path), path).toBe("'none'");
  expect(await framedBy('/widget/?host=x')).toContain(SITE);
});

test('a bad origin is refused with a sentence that names it, and what was set stays', async () => {
  await set({ origins: [SITE] });
  const { status, body } = await set({ origins: [SITE, 'https://a.example;frame-ancestors *'] });
  expect(status).toBe(400);
  expect(body.error).toBe(
    'The field "value.origins.1" does not fit: https://a.example;frame-ancestors * ' +
      'has a *: list each address by itself.',
  );
  expect(await framedBy('/widget')).toBe(`'self' ${SITE}`);
});

test('the change is in the audit log', async () => {
  await set({ origins: [SITE], color: '#123456' });
  const { body } = await scene.ask('/audit', { role: 'owner' });
  expect(body.items[0]).toMatchObject({
    action: 'settings_changed',
    detail: { group: 'widget', to: { color: '#123456' } },
  });
});

describe('the script', () => {
  test('may be loaded by any page, is kept for a minute, and is asked for again by its tag', async () => {
    const { headers } = await get('/widget.js');
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=60',
      'x-content-type-options': 'nosniff',
    });
    const again = await get('/widget.js', { 'if-none-match': headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
    expect(again.headers.get('access-control-allow-origin')).toBe('*');
  });

  test.each(['br', 'gzip'])('comes compressed to who takes %s, and is the same', async (encoding) => {
    const plain = await (await get('/widget.js', { 'accept-encoding': 'identity' })).text();
    const packed = await get('/widget.js', { 'accept-encoding': encoding });
    expect(packed.headers.get('content-encoding')).toBe(encoding);
    expect(await packed.text()).toBe(plain);
  });

  test('leaves no global of its setup', async () => {
    expect(await (await get('/widget.js')).text()).toMatch(/^\{const __WIDGET_SETUP__=\{.*\};\n[\s\S]*\}\n$/);
  });
});

test('nothing else may be read from another origin', async () => {
  const open = new Set(['/widget.js', '/api/widget', '/openapi.json']);
  const others = [
    '/widget',
    '/widget-demo',
    '/api/config',
    '/',
    '/chat',
    '/twin/portrait',
    '/healthz',
    '/widget-script.js',
  ];
  for (const path of [...open, ...others]) {
    const { headers } = await get(path, { origin: SITE });
    expect(headers.get('access-control-allow-origin'), path).toBe(open.has(path) ? '*' : null);
    expect(headers.get('access-control-allow-credentials'), path).toBeNull();
    expect(headers.get('set-cookie'), path).toBeNull();
  }
});

test('the demo page names the consultant and lets nothing in', async () => {
  const page = await get('/widget-demo?inline=%22%3E%3Cscript%3E');
  const html = await page.text();
  expect(html).toContain('<title>Widget demo: AI Orla Venstrom</title>');
  expect(html).toContain('data-inline="#twin"');
  expect(html).not.toContain('"><script>');
  expect(page.headers.get('x-robots-tag')).toBe('noindex');
});

test('the frame speaks the language of the page around it, if there is one', async () => {
  const languageAt = async (path: string) =>
    (await get(path, { 'accept-language': 'es' })).headers.get('content-language');
  expect(await languageAt('/widget?lang=de-AT')).toBe('de');
  expect(await languageAt('/widget?lang=fr')).toBe('es');
  expect(await languageAt('/widget?lang=de&lang=en')).toBe('es');
  expect(await languageAt('/chat?lang=de')).toBe('es');
});

test('the frame is not found by search engines, and opening it counts as a visit', async () => {
  const before = scene.app.parts.totals.today('visits');
  const { headers } = await get('/widget');
  expect(headers.get('x-robots-tag')).toBe('noindex');
  expect(headers.get('permissions-policy')).toContain('microphone=(self)');
  expect(scene.app.parts.totals.today('visits')).toBe(before + 1);
});
