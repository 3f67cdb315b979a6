import { Buffer } from 'node:buffer';
import { exportSPKI, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { type TestUser, testUser } from '../../testing/owners.ts';
import { privateHalf } from './signing-keys.ts';

type PublicKey = Awaited<ReturnType<typeof generateKeyPair>>['publicKey'];

const MINUTE_MS = 60_000;
let app: TestApp;
let admin: TestUser;
let key: { kid: string; jwk: JWK };
let claims: JWTPayload;
let clock = Date.now();

beforeAll(async () => {
  app = await startTestApp({}, { now: () => new Date(clock) });
  admin = await testUser(app.accounts, 'admin');
  const { rows } = await app.pool.query('SELECT kid, jwk, sealed FROM signing_keys');
  key = { kid: rows[0].kid, jwk: privateHalf(app.parts.sealer, rows[0]) };
  claims = JSON.parse(Buffer.from(admin.token.split('.')[1] ?? '', 'base64url').toString());
});
afterAll(() => app.close());

/** A token signed with this installation's own key, with changed claims. */
async function signed(changed: JWTPayload, header: Record<string, unknown> = {}): Promise<string> {
  return new SignJWT({ ...claims, ...changed })
    .setProtectedHeader({ alg: 'ES256', kid: key.kid, ...header })
    .sign(await importJWK(key.jwk, 'ES256'));
}

/** Used to encode the same bytes with another letter: the last of 86 letters has four unused bits. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const straying = (letter: string) => ALPHABET[ALPHABET.indexOf(letter) + 1] ?? '';
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const [, PAYLOAD, SIGNATURE] = [0, 1, 2];

/** The responses to a token from the dashboard and from the sign-in API. */
async function answers(token: string) {
  const headers = { authorization: `Bearer ${token}`, 'x-supabase-api-version': '2024-01-01' };
  const [profile, user] = await Promise.all(
    ['/api/profile', '/auth/v1/user'].map((path) => fetch(app.url + path, { headers })),
  );
  const wire = (await user?.json()) as { code: string };
  const own = (await profile?.json()) as { code: string };
  return { profile: profile?.status, code: own.code, user: user?.status, wireCode: wire.code };
}
const REFUSED = { profile: 401, code: 'unauthorized', user: 403, wireCode: 'bad_jwt' };

describe('a token opens nothing', () => {
  const forgeries: Record<string, () => Promise<string> | string> = {
    'with another signature': () => admin.token.replace(/.{4}$/, 'AAAA'),
    'without one': () => admin.token.replace(/[^.]+$/, ''),
    'with claims changed after it was signed': () => {
      const parts = admin.token.split('.');
      return [parts[0], part({ ...claims, sub: crypto.randomUUID() }), parts[SIGNATURE]].join('.');
    },
    'of alg none': () => `${part({ alg: 'none', typ: 'JWT', kid: key.kid })}.${admin.token.split('.')[PAYLOAD]}.`,
    'of alg None with a signature': () =>
      `${part({ alg: 'None', kid: key.kid })}.${admin.token.split('.').slice(PAYLOAD).join('.')}`,
    'signed with another key under the same kid': async () => {
      const { privateKey } = await generateKeyPair('ES256');
      return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: key.kid }).sign(privateKey);
    },
    'that brings its own key along': async () => {
      const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
      const jwk = await crypto.subtle.exportKey('jwk', publicKey);
      const header = { alg: 'ES256', jwk: { kty: 'EC', crv: 'P-256', x: jwk.x ?? '', y: jwk.y ?? '' } };
      return new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
    },
    'signed with the public key as a secret': async () => {
      const { d: _, ...open } = key.jwk;
      const secret = await exportSPKI((await importJWK(open, 'ES256', { extractable: true })) as PublicKey);
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid: key.kid })
        .sign(new TextEncoder().encode(secret));
    },
    'of an unknown kid': () => signed({}, { kid: '../../../dev/null' }),
    'for another audience': () => signed({ aud: 'somebody-else' }),
    'that never expires': () => signed({ exp: undefined } as unknown as JWTPayload),
    'that expired a minute ago': () => signed({ exp: Math.floor(clock / 1_000) - 60 }),
    'that holds only from tomorrow': () => signed({ nbf: Math.floor(clock / 1_000) + 86_400 }),
    'without a session': () => signed({ session_id: undefined }),
    'whose session is no id': () => signed({ session_id: "x' OR 1=1 --" }),
    'whose subject is no id': () => signed({ sub: '1' }),
    'that is no token': () => 'a.b.c',
    'with a padded signature': () => `${admin.token}==`,
    'with a padded part in its middle': () => admin.token.replace('.', '=.'),
    'with stray bits at the end of its signature': () => admin.token.replace(/.$/, straying),
    'of five parts': () => `${admin.token}.x.y`,
  };
  test.each(Object.entries(forgeries))('%s', async (_name, forge) => {
    expect(await answers(await forge())).toEqual(REFUSED);
  });

  test('of a session that is not its bearer’s, or that is over', async () => {
    const other = await testUser(app.accounts, 'owner');
    const { session_id: theirs } = JSON.parse(Buffer.from(other.token.split('.')[1] ?? '', 'base64url').toString());
    const gone = { profile: 401, code: 'unauthorized', user: 403, wireCode: 'session_not_found' };
    expect(await answers(await signed({ session_id: theirs }))).toEqual(gone);
    expect(await answers(await signed({ session_id: crypto.randomUUID() }))).toEqual(gone);
  });

  test('a quarter of an hour later', async () => {
    expect((await answers(admin.token)).profile).toBe(200);
    clock += 14 * MINUTE_MS;
    expect((await answers(admin.token)).profile).toBe(200);
    clock += 2 * MINUTE_MS;
    expect(await answers(admin.token)).toEqual(REFUSED);
    clock -= 16 * MINUTE_MS;
  });
});

test('a role in the claims changes nothing', async () => {
  const token = await signed({ app_metadata: { role: 'owner' }, role: 'service_role' });
  const headers = { authorization: `Bearer ${token}` };
  expect(await (await fetch(`${app.url}/api/profile`, { headers })).json()).toMatchObject({ role: 'admin' });
  const users = await fetch(`${app.url}/api/admin/users`, { headers });
  expect(users.status).toBe(403);
  expect(await users.json()).toMatchObject({ code: 'forbidden' });
});
