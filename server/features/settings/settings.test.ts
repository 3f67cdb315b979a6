import { PRICES_MAX, SETTINGS_BODY_MAX_BYTES } from '@understudy/contract/settings-calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import { testDatabase } from '../../testing/database.ts';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { testUser } from '../../testing/owners.ts';

let scene: OwnerScene;
beforeAll(async () => {
  scene = await ownerScene();
});
afterAll(() => scene.app.close());

type Init = Parameters<OwnerScene['ask']>[1];
const put = (body: unknown, init: Init = {}) =>
  scene.ask('/settings', { method: 'PUT', body: JSON.stringify(body), ...init });
const settings = async () => (await scene.ask('/settings')).body;
/** The newest audit log entries. */
const audited = async (count = 1) =>
  (await scene.app.pool.query('SELECT actor, action, detail FROM audit_log ORDER BY id DESC LIMIT $1', [count])).rows;

test('what nobody has set is as usual, with version 0', async () => {
  const { status, body, headers } = await scene.ask('/settings');
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body.notifications).toEqual({
    value: { threshold: 70, webhook: true },
    usual: { threshold: 70, webhook: true },
    unreadable: false,
    version: 0,
    updated_at: null,
    updated_by: null,
    role: 'admin',
  });
  expect(body.retention).toMatchObject({ role: 'owner', value: { transcripts: 180, memories: 365, leads: 730 } });
  expect(body.offers.value.book_call).toBe('Book a call');
  expect(body.webhook).toBeNull();
  expect(body.retention_held).toBeNull();
});

test('a change is kept, told, and in the audit log, before and after; the second of two authors is told', async () => {
  const body = { group: 'notifications', value: { threshold: 55, webhook: false }, version: 0 };
  const changed = await put(body);
  expect(changed).toMatchObject({ status: 200, body: { value: body.value, version: 1 } });
  expect(scene.app.parts.settings.get('notifications')).toEqual(body.value);
  expect(await audited()).toEqual([
    {
      actor: changed.body.updated_by,
      action: 'settings_changed',
      detail: { group: 'notifications', from: { threshold: 70, webhook: true }, to: body.value },
    },
  ]);
  const second = await put({ ...body, value: { threshold: 60, webhook: true } }, { role: 'owner' });
  expect(second).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect(second.body.error).toMatch(/^\S+@\S+ changed this on \d{4}-\d\d-\d\d at \d\d:\d\d UTC\. /);
  expect((await settings()).notifications.value).toEqual(body.value);
});

test('of two changes of one version at once one is kept', async () => {
  const { version } = (await settings()).offers;
  const value = { book_call: 'Call', leave_email: 'Mail', get_summary: 'Summary', invitation: 'Shall we?' };
  const answers = await Promise.all(
    ['One', 'Two', 'Three'].map((book_call) => put({ group: 'offers', value: { ...value, book_call }, version })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect((await settings()).offers.version).toBe(version + 1);
});

test('roles: a viewer sees nothing, an administrator changes what deletes nothing', async () => {
  expect((await scene.ask('/settings', { role: 'viewer' })).status).toBe(403);
  expect((await scene.ask('/settings', { role: null })).status).toBe(401);
  const { retention } = await settings();
  const change = { group: 'retention', value: retention.value, version: retention.version };
  expect(await put(change)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect((await put(change, { role: 'owner' })).status).toBe(200);
  expect((await scene.ask('/settings/reset', { method: 'POST', body: '{"group":"offers","version":0}' })).status).toBe(
    403,
  );
});

const hours = (open: unknown, time_zone: unknown = 'Europe/Berlin') => ({ group: 'hours', value: { time_zone, open } });
const prices = (rows: unknown, currency: unknown = 'EUR') => ({ group: 'prices', value: { currency, rows } });
const chat = { kind: 'chat', provider: 'groq', model: 'm', per_million_prompt: 1, per_million_completion: 2 };
const keep = (transcripts: unknown) => ({
  group: 'retention',
  value: { transcripts, memories: 1, leads: 1, action_items: 1, notes: 1, waitlist: 1, audit_log: 1 },
});

test.each<[string, object, RegExp]>([
  ['an unknown group', { group: '__proto__', value: {} }, /"group" does not fit: must be one of/],
  ['an unknown field', { group: 'notifications', value: { threshold: 1, webhook: true, x: 1 } }, /"value.x"/],
  [
    'a threshold of 0',
    { group: 'notifications', value: { threshold: 0, webhook: true } },
    /whole number from 1 to 100/,
  ],
  ['a threshold in words', { group: 'notifications', value: { threshold: '70', webhook: true } }, /whole number/],
  ['a missing kind', { group: 'retention', value: { transcripts: 1 } }, /"value.memories"/],
  ['0 days', keep(0), /"value.transcripts" does not fit: must be a whole number from 1 to 36500 \(days\), or null/],
  ['days before now', keep(-1), /from 1 to 36500/],
  ['half a day', keep(0.5), /from 1 to 36500/],
  ['a thousand years', keep(365_000), /from 1 to 36500/],
  ['for ever in words', keep('forever'), /null to keep it for ever/],
  [
    'empty words',
    { group: 'offers', value: { book_call: ' \u0000 ', leave_email: 'a', get_summary: 'b', invitation: 'c' } },
    /must not be empty/,
  ],
  [
    'long words',
    { group: 'offers', value: { book_call: 'x'.repeat(41), leave_email: 'a', get_summary: 'b', invitation: 'c' } },
    /at most 40/,
  ],
  ['no such zone', hours([], 'Mars/Olympus'), /must be a time zone like Europe\/Berlin/],
  ['an offset for a zone', hours([], '+02:00'), /must be a time zone/],
  ['a time that is none', hours([{ day: 0, from: '9:00', to: '17:00' }]), /must be a time like 09:30/],
  ['an eighth day', hours([{ day: 7, from: '09:00', to: '17:00' }]), /from 0 to 6/],
  ['hours that end before they begin', hours([{ day: 0, from: '17:00', to: '09:00' }]), /must be later than/],
  [
    'hours that overlap',
    hours([
      { day: 0, from: '09:00', to: '12:00' },
      { day: 0, from: '11:59', to: '13:00' },
    ]),
    /overlaps/,
  ],
  ['a price below nothing', prices([{ ...chat, per_million_prompt: -1 }]), /must be a price, 0 or more/],
  ['a price of a kind that is none', prices([{ ...chat, kind: 'poem' }]), /must be chat, voice or transcription/],
  ['a model that stands twice', prices([chat, chat]), /m of groq stands twice/],
  [
    'too many prices',
    prices(Array.from({ length: PRICES_MAX + 1 }, (_, n) => ({ ...chat, model: `m${n}` }))),
    /at most 200/,
  ],
  ['no such currency', prices([], 'XQZ'), /must be a currency code like EUR/],
])('%s is refused with a sentence that names the field', async (_name, change, sentence) => {
  const before = await settings();
  const { status, body } = await put({ version: 0, ...change }, { role: 'owner' });
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_request' });
  expect(body.error).toMatch(sentence);
  expect(await settings()).toEqual(before);
});

test('a body of more than a mebibyte is refused, one of a little less is read', async () => {
  const body = (bytes: number) => ({ ...prices([]), version: 0, x: 'x'.repeat(bytes) });
  expect((await put(body(SETTINGS_BODY_MAX_BYTES))).status).toBe(413);
  expect((await put(body(SETTINGS_BODY_MAX_BYTES - 200))).status).toBe(400);
});

test('a shorter time deletes: the number has to be confirmed, a longer one has not', async () => {
  await scene.keep({ started_ms_ago: 20 * 86_400_000 });
  await scene.app.pool.query("UPDATE sessions SET last_active_at = now() - interval '20 days'");
  const { retention } = await settings();
  const value = { ...retention.value, transcripts: 7 };
  const preview = await scene.ask('/settings/retention/preview', { method: 'POST', body: JSON.stringify({ value }) });
  expect(preview).toMatchObject({ status: 200, body: { transcripts: 1, memories: 0, leads: 0, audit_log: 0 } });
  const change = { group: 'retention', value, version: retention.version };
  for (const confirm of [{}, { confirm_rows: 2 }]) {
    const refused = await put({ ...change, ...confirm }, { role: 'owner' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'confirmation_needed', rows: 1 } });
    expect(refused.body.error).toContain('deletes 1 record.');
  }
  const shorter = await put({ ...change, confirm_rows: 1 }, { role: 'owner' });
  expect(shorter.status).toBe(200);
  const longer = { ...change, value: { ...value, transcripts: null }, version: shorter.body.version };
  expect((await put(longer, { role: 'owner' })).body.value.transcripts).toBeNull();
  const promises = await scene.app.pool.query(
    "SELECT value ->> 'transcripts' AS days FROM retention_promises ORDER BY id",
  );
  expect(promises.rows.map(({ days }) => days).slice(-2)).toEqual(['7', null]);
});

test('a reset goes back to the usual, as a version of its own', async () => {
  const { offers } = await settings();
  const ask = (version: number) =>
    scene.ask('/settings/reset', { method: 'POST', role: 'owner', body: JSON.stringify({ group: 'offers', version }) });
  expect((await ask(offers.version + 1)).status).toBe(409);
  const reset = await ask(offers.version);
  expect(reset).toMatchObject({ status: 200, body: { value: offers.usual, version: offers.version + 1 } });
  expect(await audited()).toMatchObject([
    { action: 'settings_reset', detail: { group: 'offers', from: offers.value } },
  ]);
});

test('what one instance is told, the other goes by without being asked', async () => {
  const database = await testDatabase();
  const [here, there] = await Promise.all([startTestApp({}, { database }), startTestApp({}, { database })]);
  const admin = await testUser(here.accounts, 'admin');
  const heard = new Promise<readonly string[]>((resolve) => there.parts.settings.onChange(resolve));
  const response = await fetch(`${here.url}/api/admin/settings`, {
    method: 'PUT',
    headers: { ...admin.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ group: 'notifications', value: { threshold: 42, webhook: true }, version: 0 }),
  });
  expect(response.status).toBe(200);
  expect(here.parts.settings.get('notifications').threshold).toBe(42);
  expect(await heard).toEqual(['notifications']);
  expect(there.parts.settings.get('notifications').threshold).toBe(42);
  await Promise.all([here.close(), there.close()]);
  await database.close();
});
