import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '../../../platform/http.ts';
import { createAdminClient } from './admin-client.tsx';

/** The server's answers in order; the last one is repeated. */
let answers: { status: number; body: object }[];
let seen: { method: string; authorization: string | null; body: unknown }[];

beforeEach(() => {
  seen = [];
  vi.stubGlobal('fetch', async (_path: string, { method = 'GET', headers, body = null }: RequestInit) => {
    seen.push({ method, authorization: new Headers(headers).get('authorization'), body });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return Response.json(answer?.body, { status: answer?.status ?? 500 });
  });
});
afterEach(() => void vi.unstubAllGlobals());

const refused = (status: number, code: string) => ({ status, body: { error: 'No.', code, request_id: 'r' } });
const done = { status: 200, body: { id: 'made' } };

function client(tokens: string[], isMended = false) {
  const told: string[] = [];
  const admin = createAdminClient({
    isReadOnly: false,
    token: async () => (tokens.length > 1 ? tokens.shift() : tokens[0]) ?? null,
    refused: async ({ code }) => {
      told.push(code);
      return isMended;
    },
  });
  return { admin, told };
}

test('a call for which the password was given again is repeated whole, as who they are now', async () => {
  answers = [refused(403, 'sign_in_again'), done];
  const { admin, told } = client(['old', 'new'], true);
  expect(await admin.change('POST', 'users', { email: 'a@b.test' })).toEqual({ id: 'made' });
  expect(told).toEqual(['sign_in_again']);
  expect(seen).toEqual([
    { method: 'POST', authorization: 'Bearer old', body: '{"email":"a@b.test"}' },
    { method: 'POST', authorization: 'Bearer new', body: '{"email":"a@b.test"}' },
  ]);
});

test('what is refused again is not repeated for ever', async () => {
  answers = [refused(403, 'sign_in_again')];
  const { admin } = client(['same'], true);
  await expect(admin.get('export')).rejects.toMatchObject({ code: 'sign_in_again' });
  expect(seen).toHaveLength(2);
});

test('a refusal that is not mended is told and thrown, once', async () => {
  answers = [refused(403, 'forbidden')];
  const { admin, told } = client(['same']);
  await expect(admin.get('users')).rejects.toBeInstanceOf(CallError);
  expect({ told, calls: seen.length }).toEqual({ told: ['forbidden'], calls: 1 });
});

test('a call under way while another tab signed in anew goes on with the new token', async () => {
  answers = [refused(401, 'unauthorized'), done];
  const { admin } = client(['old', 'new']);
  expect(await admin.get('stats')).toEqual({ id: 'made' });
  expect(seen.map(({ authorization }) => authorization)).toEqual(['Bearer old', 'Bearer new']);
});

test('nobody is told of a failure that is no refusal of who asks', async () => {
  answers = [refused(409, 'conflict')];
  const { admin, told } = client(['same']);
  await expect(admin.change('PATCH', 'users/1', {})).rejects.toMatchObject({ code: 'conflict' });
  expect(told).toEqual([]);
});
