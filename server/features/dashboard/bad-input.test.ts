import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';

let scene: OwnerScene;
let id: string;
beforeAll(async () => {
  scene = await ownerScene();
  id = await scene.keep({ lines: ['Hello'] });
});
afterAll(() => scene.app.close());

const HOSTILE = [
  "'; DROP TABLE sessions; --",
  '<img src=x onerror=alert(1)>',
  '=HYPERLINK("x")',
  '\u0000',
  '💥'.repeat(99),
  '../../etc/passwd',
  '{{7*7}}',
];
const ROUTES: [method: string, path: string, body?: unknown][] = [
  ['GET', '/stats'],
  ['GET', '/sessions'],
  ['GET', '/sessions/00000000-0000-4000-8000-000000000000'],
  ['POST', '/sessions/00000000-0000-4000-8000-000000000000/notes', { text: 'x' }],
  ['PATCH', '/notes/00000000-0000-4000-8000-000000000000', { text: 'x' }],
  ['DELETE', '/notes/00000000-0000-4000-8000-000000000000'],
  ['GET', '/action-items'],
  ['PATCH', '/action-items/00000000-0000-4000-8000-000000000000', { status: 'done' }],
  ['PATCH', '/leads/00000000-0000-4000-8000-000000000000', { status: 'won' }],
  ['GET', '/waitlist'],
  ['GET', '/waitlist/export'],
  ['GET', '/search?q=hello'],
  ['GET', '/export'],
  ['GET', '/events'],
  ['GET', '/settings/webhook/dead-letters'],
  ['POST', '/settings/webhook/dead-letters/00000000-0000-4000-8000-000000000000/send', {}],
  ['GET', '/twin'],
  ['GET', '/twin/persona.yaml'],
  ['PUT', '/twin/persona.yaml', { text: '', version: 0 }],
  ['DELETE', '/twin/knowledge/prices.md?version=0'],
  ['POST', '/twin/restore', { file: 'persona.yaml', version: 0 }],
  ['POST', '/twin/preview', { texts: [] }],
];

describe.each(ROUTES)('%s %s', (method, path, body) => {
  const call = (more: RequestInit & { role?: 'viewer' | null }) =>
    scene.ask(path, { method, ...(body ? { body: JSON.stringify(body) } : {}), ...more });

  test('is closed to strangers, to forged tokens, and to a viewer', async () => {
    expect(await call({ role: null })).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    const [header, claims] = ['{"alg":"none"}', '{"role":"owner"}'].map((json) =>
      Buffer.from(json).toString('base64url'),
    );
    const forged = `${header}.${claims}.`;
    expect(await call({ role: null, headers: { authorization: `Bearer ${forged}` } })).toMatchObject({ status: 401 });
    const denied = await call({ role: 'viewer' });
    expect(denied).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(denied.headers.get('cache-control')).toBe('no-store');
  });
});

describe('queries', () => {
  test.each([
    ['/sessions?sort=name', 'sort'],
    ['/sessions?intent=nonsense', 'intent'],
    ['/sessions?limit=0', 'limit'],
    ['/sessions?limit=101', 'limit'],
    ['/sessions?limit=-1', 'limit'],
    ['/sessions?limit=1e1', 'limit'],
    ['/sessions?limit=1&limit=2', 'limit'],
    ['/sessions?cursor=nonsense', 'cursor'],
    ['/sessions?cursor=', 'cursor'],
    ['/sessions?page=-1', 'page'],
    [`/sessions?q=${'x'.repeat(5_000)}`, 'q'],
    [`/export?q=${'x'.repeat(5_000)}`, 'q'],
    ['/export?format=exe', 'format'],
    ['/export?preset=sap', 'preset'],
    ['/action-items?priority=urgent', 'priority'],
    ['/action-items?cursor=W10', 'cursor'],
    ['/action-items?kind=promised', 'kind'],
    ['/waitlist?cursor=bnVsbA', 'cursor'],
    ['/waitlist?limit=x', 'limit'],
    ['/search?q=a&cursor=e30', 'cursor'],
  ])('%s is refused with a sentence about %s', async (path, field) => {
    const answer = await scene.ask(path);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', request_id: expect.any(String) } });
    expect(answer.body.error).toContain(`"${field}"`);
  });

  test.each(HOSTILE)('%j in every field does no harm', async (text) => {
    const q = encodeURIComponent(text);
    for (const path of ['/sessions', '/export', '/search', '/action-items', '/waitlist', '/stats', `/sessions/${id}`]) {
      for (const field of ['q', 'range', 'intent', 'sort', 'cursor', 'limit', 'format', 'after', 'status']) {
        const { status } = await scene.ask(`${path}?${field}=${q}`);
        expect([200, 400]).toContain(status);
      }
    }
    const forged = Buffer.from(
      JSON.stringify({ sort: 'score', after: { key: 1, startedAt: text, id: text }, hits: null }),
    );
    expect((await scene.ask(`/sessions?cursor=${forged.toString('base64url')}`)).status).toBe(400);
    const note = await scene.ask(`/sessions/${id}/notes`, {
      method: 'POST',
      body: JSON.stringify({ text: `a${text}` }),
    });
    expect(note).toMatchObject({ status: 201, body: { text: `a${text.replace('\u0000', '')}` } });
    expect((await scene.ask(`/sessions/${id}`)).status).toBe(200);
  });

  test('a place in a list at the ends of time is a place like others', async () => {
    for (const startedAt of ['0', '9999999999999999']) {
      const cursor = Buffer.from(JSON.stringify({ sort: 'date', after: { key: 0, startedAt, id }, hits: null }));
      expect((await scene.ask(`/sessions?sort=date&cursor=${cursor.toString('base64url')}`)).status).toBe(200);
    }
  });

  test.each(HOSTILE)('there is no text of the twin named %j', async (file) => {
    for (const version of [0, 1]) {
      const restored = await scene.ask('/twin/restore', { method: 'POST', body: JSON.stringify({ file, version }) });
      expect(restored).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });

  test.each(['0000-01-01', '0000-12-31', '2026-02-29', '2026-13-01', '10000-01-01', '-0001-01-01', ''])(
    'nothing is deleted before %j, which is no day',
    async (before) => {
      for (const path of ['/danger/delete-conversations/preview', '/danger/delete-conversations']) {
        const confirmed = path.endsWith('preview') ? {} : { confirm_rows: 0 };
        const body = JSON.stringify({ before, ...confirmed });
        const refused = await scene.ask(path, { method: 'POST', body, role: 'owner' });
        expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
      }
    },
  );

  test('bodies that are no JSON, too large, or of another type are refused', async () => {
    const path = `/sessions/${id}/notes`;
    expect(await scene.ask(path, { method: 'POST', body: '{' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_json' },
    });
    expect(await scene.ask(path, { method: 'POST', body: JSON.stringify({ text: 'x'.repeat(70_000) }) })).toMatchObject(
      { status: 413 },
    );
    expect(
      await scene.ask(path, { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } }),
    ).toMatchObject({ status: 415 });
  });
});
