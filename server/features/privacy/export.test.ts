import { readFileSync } from 'node:fs';
import { LANGUAGES } from '@understudy/contract/languages';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { type KeptVisitor, newVisitor, startAs } from '../../testing/kept-visitor.ts';
import { DATA_REGISTER, EXPORT_SECTIONS } from './data-register.ts';
import { EXPORTED_TABLES } from './read-visitor-data.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Asks for an export as a browser does; the body is text. */
async function exported(body: object): Promise<{ status: number; text: string; headers: Headers }> {
  const response = await fetch(`${app.url}/functions/v1/export_my_data`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

const LINE = 'Hello, I am Ana Costa of Costa Bikes. My address is ana@costabikes.example <b>&co</b>.';

async function talked(visitor: KeptVisitor, line = LINE) {
  const session = await startAs(app, visitor);
  expect((await app.call('agent_reply', { ...session, user_message: line })).status).toBe(200);
  await app.parts.memoryQueue.settled();
  return session;
}

test('a visitor gets everything that is held about them, and nothing of anybody else', async () => {
  const visitor = newVisitor();
  const first = await talked(visitor);
  const second = await talked(visitor, 'It is me again, about kites.');
  await talked(newVisitor(), 'Somebody else speaks about turnips.');
  const { status, text, headers } = await exported(visitor);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="my-data-\d{4}-\d\d-\d\d\.json"$/);
  const { about, ...sections } = JSON.parse(text);
  expect(about).toMatchObject({ email: null, retention_days: { transcripts: 180 } });
  expect(Object.keys(sections)).toEqual([...EXPORT_SECTIONS]);
  expect(sections.conversations.map(({ id }: { id: string }) => id)).toEqual([first.session_id, second.session_id]);
  const said = sections.messages.filter(({ speaker }: { speaker: string }) => speaker === 'visitor');
  expect(said.map(({ text }: { text: string }) => text)).toEqual([LINE, 'It is me again, about kites.']);
  expect(sections.memories.map(({ text }: { text: string }) => text)).toContain('Is called Ana Costa');
  expect(sections.visitor).toMatchObject([{ visitor_id: visitor.visitor_id }]);
  expect(text).not.toContain('turnips');
  // No secret, and nothing that would only serve whoever steals the file.
  const { rows } = await app.pool.query("SELECT encode(secret_hash, 'hex') AS hash FROM sessions");
  for (const { hash } of rows) expect(text).not.toContain(hash);
  expect(text).not.toContain(visitor.visitor_secret);
});

test('the holder of a session’s secret gets that session only', async () => {
  const visitor = newVisitor();
  const session = await talked(visitor);
  await talked(visitor, 'This is about marmalade.');
  const { text } = await exported(session);
  expect(text).toContain('Costa Bikes');
  expect(text).not.toContain('marmalade');
  expect(JSON.parse(text)).toMatchObject({ visitor: [], inquiry: [], conversations: [{ id: session.session_id }] });
});

test('the page to read is in the visitor’s language, has no script, and shows words as words', async () => {
  const visitor = newVisitor();
  await talked(visitor);
  const { text, headers } = await exported({ ...visitor, format: 'html', language: 'de' });
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox");
  expect(text).toMatch(/^<!doctype html>\n<html lang="de">/);
  expect(text).toContain('<h2>Nachrichten</h2>');
  expect(text).toContain('&lt;b&gt;&amp;co&lt;/b&gt;');
  expect(text).not.toContain('<b>&co');
  expect(text).not.toMatch(/<script|<link|<img|javascript:|https?:/i);
});

test('the page to read shows what a page has told of the visitor, whatever its fields are called', async () => {
  const visitor = newVisitor();
  const session = await talked(visitor);
  const payload = JSON.parse('{"constructor":"name","toString":"told"}');
  expect((await app.call('track_event', { ...session, kind: 'scrolled', payload })).status).toBe(200);
  const { text } = await exported({ ...visitor, format: 'html' });
  expect(text).toContain('<dt>toString</dt><dd>told</dd><dt>constructor</dt><dd>name</dd>');
  expect(text.trimEnd()).toMatch(/<\/html>$/);
});

test.each(LANGUAGES)('the page to read in %s has the dashboard’s words for codes', async (language) => {
  const visitor = newVisitor();
  const { session_id } = await talked(visitor);
  await app.pool.query("UPDATE sessions SET final_intent = 'speaking_request', end_reason = 'idle' WHERE id = $1", [
    session_id,
  ]);
  await app.pool.query(
    `INSERT INTO action_items (session_id, visitor_id, key, title, description, priority, owner, category, tags)
     VALUES ($1, $2, 'k', 'Ask for references', '', 'high', 'you', 'follow-up', '{}')`,
    [session_id, visitor.visitor_id],
  );
  const { text } = await exported({ ...visitor, format: 'html', language });
  const catalog = JSON.parse(
    readFileSync(new URL(`../../../web/texts/${language}/owner.json`, import.meta.url), 'utf8'),
  );
  expect(text).toContain(`<dd>${catalog['intent.speaking_request']}</dd>`);
  for (const code of ['speaking_request', 'idle', 'you', 'intent', 'engagement', 'general_chat'])
    expect(text).not.toContain(`<dd>${code}</dd>`);
  const priority = { en: 'high', de: 'hoch', es: 'alta' }[language];
  expect(text).toContain(`<dd>${priority}</dd>`);
  // What the server remembers, it keeps in English.
  const name = { en: 'Is called Ana Costa', de: 'Heißt Ana Costa', es: 'Se llama Ana Costa' }[language];
  expect(text).toContain(name);
});

test('a long conversation is read in parts, and nothing of it is missing or doubled', async () => {
  const visitor = newVisitor();
  const session = await startAs(app, visitor);
  await app.pool.query(
    `INSERT INTO utterances (session_id, seq, turn_id, speaker, text)
     SELECT $1, n, gen_random_uuid(), 'visitor', 'line ' || n FROM generate_series(0, 1499) AS n`,
    [session.session_id],
  );
  const { messages } = JSON.parse((await exported(visitor)).text);
  expect(messages.map(({ seq }: { seq: number }) => seq)).toEqual(Array.from({ length: 1_500 }, (_, seq) => seq));
});

test('every section is of one table, and can be read', async () => {
  const told = Object.entries(DATA_REGISTER).filter(([, rule]) => 'exported' in rule && rule.exported.section !== null);
  expect(EXPORTED_TABLES.size).toBe(told.length);
  expect([...EXPORTED_TABLES.keys()].toSorted()).toEqual([...EXPORT_SECTIONS].toSorted());
});

test.each([
  [{}],
  [{ visitor_id: newVisitor().visitor_id, visitor_secret: 'x' }],
  [{ visitor_id: newVisitor().visitor_id }],
])('%j gives nobody’s data', async (body) => {
  const { status, text } = await exported(body);
  expect({ status, code: JSON.parse(text).code }).toEqual({ status: 401, code: 'invalid_session' });
});

test('a visitor’s id with another visitor’s secret gives nothing', async () => {
  const [one, other] = [newVisitor(), newVisitor()];
  await talked(one);
  await talked(other, 'Hello.');
  expect((await exported({ ...one, visitor_secret: other.visitor_secret })).status).toBe(401);
  expect((await app.call('my_data', { visitor_id: one.visitor_id, visitor_secret: 'no' })).status).toBe(401);
});

test('what is held is told in figures, facts and conversations', async () => {
  const visitor = newVisitor();
  const session = await talked(visitor);
  const { body } = await app.call('my_data', visitor);
  expect(body).toMatchObject({
    of: 'visitor',
    email: null,
    counts: { conversations: 1, inquiry: 0, notes: 0, waitlist: 0 },
    conversations: [{ id: session.session_id, consent: true, held: false, beginning: LINE }],
  });
  expect(body.counts.messages).toBeGreaterThan(1);
  expect(body.facts).toContainEqual({ field: 'name', value: 'Ana Costa', corrected: false });
  const lines = (await app.call('my_conversation', { ...visitor, conversation_id: session.session_id })).body;
  expect(lines.lines[0]).toMatchObject({ seq: 0, speaker: 'visitor', text: LINE });
  expect(lines.next).toBeNull();
  const stranger = newVisitor();
  await talked(stranger, 'Hello.');
  const stolen = await app.call('my_conversation', { ...stranger, conversation_id: session.session_id });
  expect(stolen).toMatchObject({ status: 404, body: { code: 'not_found' } });
});
