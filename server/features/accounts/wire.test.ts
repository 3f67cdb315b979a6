import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addTestUser, TEST_PASSWORD } from '../../testing/owners.ts';

let app: TestApp;
const log: string[] = [];
beforeAll(async () => {
  // With pages, whose files are looked up at every otherwise unknown URL.
  app = await startTestApp({}, { log, pages: true });
});
afterAll(() => app.close());

const NEW = { 'x-supabase-api-version': '2024-01-01' };

async function ask(method: string, path: string, body?: string, headers: Record<string, string> = NEW) {
  const response = await fetch(`${app.url}/auth/v1/${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: text ? JSON.parse(text) : null };
}
const wrong = JSON.stringify({ email: 'nobody@example.test', password: TEST_PASSWORD });

describe('errors', () => {
  test('carry their code as a word for clients that say which version they speak', async () => {
    const { status, headers, body } = await ask('POST', 'token?grant_type=password', wrong);
    expect(status).toBe(400);
    expect(headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      code: 'invalid_credentials',
      error_code: 'invalid_credentials',
      message: 'Invalid login credentials',
      msg: 'Invalid login credentials',
    });
  });

  test.each([undefined, '2023-12-31', 'tomorrow'])('carry their status for older ones (%s)', async (version) => {
    const { headers, body } = await ask('POST', 'token?grant_type=password', wrong, {
      ...(version ? { 'x-supabase-api-version': version } : {}),
    });
    expect(headers.get('x-sb-error-code')).toBe('invalid_credentials');
    expect(headers.get('x-supabase-api-version')).toBeNull();
    expect(body).toEqual({ code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' });
  });

  const refused: [string, string, string | undefined, number, string, string?][] = [
    ['POST', 'token?grant_type=password', '{', 400, 'bad_json'],
    ['POST', 'token?grant_type=password', '', 400, 'validation_failed'],
    ['POST', 'token?grant_type=password', 'null', 400, 'validation_failed'],
    ['POST', 'token?grant_type=password', '[]', 400, 'validation_failed'],
    ['POST', 'token?grant_type=password', '{"email":["a"],"password":{}}', 400, 'validation_failed'],
    ['POST', 'token?grant_type=password', '{"password":"x"}', 400, 'validation_failed', 'missing email or phone'],
    ['POST', 'token?grant_type=password', '{"email":"a@b.c","__proto__":{"x":1}}', 400, 'bad_json'],
    ['POST', 'token?grant_type=password', '{"email":"a\\u0000@b.c","password":"x"}', 400, 'validation_failed'],
    ['POST', 'token?grant_type=password', '{"email":"\\ud800@b.c","password":"\\udfff"}', 400, 'invalid_credentials'],
    ['POST', 'token?grant_type=password', `{"email":"${'a'.repeat(70_000)}"}`, 413, 'request_entity_too_large'],
    ['POST', 'token', '{}', 400, 'invalid_credentials', 'unsupported_grant_type'],
    ['POST', 'token?grant_type=constructor', '{}', 400, 'invalid_credentials', 'unsupported_grant_type'],
    ['POST', 'token?grant_type=password&grant_type=refresh_token', '{}', 400, 'invalid_credentials'],
    ['POST', 'token?grant_type=refresh_token', '{"refresh_token":1}', 400, 'validation_failed'],
    ['GET', 'token', undefined, 404, 'not_found'],
    ['GET', 'user', undefined, 401, 'no_authorization'],
    ['PUT', 'user', '{}', 401, 'no_authorization'],
    ['POST', 'logout', undefined, 401, 'no_authorization'],
    ['POST', 'signup', '{"email":"a@b.c","password":"x"}', 422, 'signup_disabled'],
    ['POST', 'verify', '{"type":"recovery","token_hash":"x"}', 400, 'validation_failed'],
    ['POST', 'verify', '{"type":"invite","token_hash":"x"}', 403, 'otp_expired'],
    ['GET', 'authorize?provider=x', undefined, 404, 'not_found'],
    ['POST', 'otp', '{}', 404, 'not_found'],
    ['POST', 'recover', '{}', 404, 'not_found'],
    ['GET', 'admin/users', undefined, 404, 'not_found'],
    ['DELETE', 'user', undefined, 404, 'not_found'],
  ];
  test.each(refused)('%s %s %.40s', async (method, path, body, status, code, message) => {
    const answer = await ask(method, path, body);
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
    if (message) expect(answer.body.message).toBe(message);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('of a form instead of JSON', async () => {
    const answer = await ask('POST', 'token?grant_type=password', 'a=b', { ...NEW, 'content-type': 'text/plain' });
    expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
  });

  test('are never ours, whatever JSON comes', async () => {
    const path = fc.constantFrom(
      'token?grant_type=password',
      'token?grant_type=refresh_token',
      'verify',
      'user',
      'logout',
    );
    await fc.assert(
      fc.asyncProperty(path, fc.jsonValue(), async (to, value) => {
        const answer = await ask(to === 'user' ? 'PUT' : 'POST', to, JSON.stringify(value));
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.status).toBeLessThan(500);
        expect(typeof answer.body.code).toBe('string');
      }),
      { numRuns: 150 },
    );
  });
});

test('a page of another origin may ask, without cookies', async () => {
  const { status, headers } = await ask('OPTIONS', 'token?grant_type=password', undefined, {
    origin: 'https://elsewhere.test',
    'access-control-request-method': 'POST',
  });
  expect(status).toBe(204);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('access-control-allow-credentials')).toBeNull();
  for (const name of [
    'authorization',
    'apikey',
    'content-type',
    'x-client-info',
    'x-supabase-api-version',
    'x-retry-count',
  ]) {
    expect(headers.get('access-control-allow-headers')).toContain(name);
  }
  for (const name of ['x-supabase-api-version', 'sb-error-code', 'retry-after', 'x-request-id']) {
    expect(headers.get('access-control-expose-headers')).toContain(name);
  }
});

test('the key set holds public halves only', async () => {
  const { headers, body } = await ask('GET', '.well-known/jwks.json');
  expect(headers.get('cache-control')).toBe('public, max-age=600');
  expect(body.keys).toHaveLength(1);
  expect(Object.keys(body.keys[0]).sort()).toEqual(['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y']);
});

test('health and settings answer', async () => {
  expect((await ask('GET', 'health')).body).toMatchObject({ name: 'Understudy', version: expect.any(String) });
  expect((await ask('GET', 'settings')).body).toMatchObject({ disable_signup: true, external: { email: true } });
});

test('nothing of who signs in, and by what, stands in the log', async () => {
  const { email } = await addTestUser(app.accounts, 'owner');
  const signedIn = await ask('POST', 'token?grant_type=password', JSON.stringify({ email, password: TEST_PASSWORD }));
  await ask('GET', 'user', undefined, { ...NEW, authorization: `Bearer ${signedIn.body.access_token}` });
  await app.pool.query('ALTER TABLE refresh_tokens RENAME TO elsewhere');
  const refresh = JSON.stringify({ refresh_token: signedIn.body.refresh_token });
  const broken = await ask('POST', 'token?grant_type=refresh_token', refresh);
  await app.pool.query('ALTER TABLE elsewhere RENAME TO refresh_tokens');
  expect(broken).toMatchObject({ status: 500, body: { code: 'unexpected_failure' } });
  expect(broken.text).not.toMatch(/refresh_tokens|relation/);
  const said = log.join('\n');
  expect(said).toContain('defect');
  for (const secret of [email, TEST_PASSWORD, signedIn.body.access_token, signedIn.body.refresh_token, '127.0.0.1']) {
    expect(said).not.toContain(secret);
  }
});
