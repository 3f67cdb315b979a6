import kept from '@understudy/contract/openapi.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { sampleOf } from './components/operation-section.tsx';
import { findOperations } from './components/reference-view.tsx';
import { fieldsOf, type OpenApi, typeOf } from './openapi.ts';
import { type Operation, type Reference, readReference } from './read-reference.ts';

const document = kept as unknown as OpenApi;
const reference: Reference = readReference(document);
const operation = (wanted: string) =>
  reference.groups.flatMap(({ operations }) => operations).find(({ id }) => id === wanted) as Operation;
const ids = (asked: string) =>
  findOperations(reference.groups, asked).flatMap(({ operations }) => operations.map(({ id }) => id));

describe('the document', () => {
  test('is shown whole, in its groups', () => {
    const shown = reference.groups.flatMap(({ operations }) => operations);
    expect(shown.length).toBe(Object.values(document.paths).flatMap(Object.keys).length);
    expect(reference.groups.every(({ operations }) => operations.length > 0)).toBe(true);
  });

  test('has words for every field of every body and query', () => {
    const without = reference.groups
      .flatMap(({ operations }) => operations)
      .flatMap(({ id, parameters, body }) =>
        [...parameters, ...(body?.fields ?? [])].map((field) => ({ id, ...field })),
      )
      .filter(({ name, about }) => !name.includes('.') && about === '');
    expect(without).toEqual([]);
  });

  test('gives the fields of what an answer holds behind the one that holds them', () => {
    const names = operation('list_sessions').answers[0]?.fields.map(({ name }) => name);
    expect(names?.slice(0, 3)).toEqual(['items', 'items[].id', 'items[].visitor_id']);
    expect(names).toContain('next_cursor');
  });
});

test.each([
  [{ type: 'string' }, 'text'],
  [{ type: ['string', 'null'] }, 'text or null'],
  [{ type: 'string', format: 'date-time' }, 'date-time'],
  [{ enum: ['a', 'b'] }, '"a" | "b"'],
  [{ const: true }, 'true'],
  [{ items: { type: 'number' } }, 'list of number'],
  [{ anyOf: [{ type: 'number' }, { type: 'null' }] }, 'number or null'],
  [{}, 'anything'],
])('%j is said as %s', (schema, words) => {
  expect(typeOf(document, schema as never)).toBe(words);
});

test('bounds and what holds otherwise are said', () => {
  const [field] = fieldsOf(document, {
    properties: { n: { type: 'number', minimum: 1, maximum: 5, default: 2, description: 'How many.' } },
    required: ['n'],
  });
  expect(field).toEqual({
    name: 'n',
    type: 'number',
    isRequired: true,
    about: 'How many. From 1 to 5. Otherwise `2`.',
  });
});

describe('a search', () => {
  test('finds by name, path, field and code, all words of it', () => {
    expect(ids('agent_reply')).toContain('agent_reply');
    expect(ids('/API/admin/notes delete')).toEqual(['delete_note']);
    expect(ids('wished_time')).toEqual(['session_history', 'request_call']);
    expect(ids('last_owner')).toEqual(['change_user_role', 'remove_user']);
    expect(ids('nosuchthing')).toEqual([]);
  });

  test('for nothing finds everything', () => {
    expect(findOperations(reference.groups, '  ')).toBe(reference.groups);
  });
});

describe('an example', () => {
  test('of curl can be pasted', () => {
    expect(sampleOf(operation('change_lead'), 'curl', 'http://x')).toBe(
      [
        "curl 'http://x/api/admin/leads/3f0e2b34-7a53-4b0f-9d0c-5f6f2a1d8c11'",
        '-X PATCH',
        '-H "authorization: Bearer $TOKEN"',
        "-H 'content-type: application/json'",
        `-d '{"status":"contacted"}'`,
      ].join(' \\\n  '),
    );
    expect(sampleOf(operation('watch_sessions'), 'curl', 'http://x')).toMatch(/^curl -N /);
    expect(sampleOf(operation('export_sessions'), 'curl', 'http://x')).toContain(
      "-OJ 'http://x/api/admin/export?range=30d",
    );
  });

  test('of fetch runs', async () => {
    const calls: [string, RequestInit | undefined][] = [];
    const fake = async (address: string, init?: RequestInit) => {
      calls.push([address, init]);
      return { status: 204, json: async () => ({}), text: async () => '' };
    };
    const AsyncFunction = (async () => undefined).constructor as FunctionConstructor;
    for (const one of reference.groups.flatMap(({ operations }) => operations)) {
      const run = AsyncFunction('fetch', 'token', 'console', sampleOf(one, 'fetch', 'http://x'));
      await run(fake, 'secret', { log: () => undefined });
      const [address, init] = calls.at(-1) ?? [];
      expect(address).toBe(`http://x${one.exampleAddress}`);
      expect(init?.method ?? 'GET').toBe(one.method);
      if (one.body?.example !== undefined) expect(JSON.parse(String(init?.body))).toEqual(one.body.example);
    }
  });
});
