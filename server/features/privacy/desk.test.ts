import { randomUUID } from 'node:crypto';
import type { ParsedMail } from 'mailparser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Background } from '../../app/background.ts';
import { startWork } from '../../testing/background-work.ts';
import { type KeptVisitor, newVisitor, startAs } from '../../testing/kept-visitor.ts';
import { deskTokenIn, startMailServer, type TestMailServer } from '../../testing/mail-server.ts';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { finishSession } from '../leads/finish-session.ts';

let post: TestMailServer;
let scene: OwnerScene;
let work: Background;
beforeAll(async () => {
  post = await startMailServer();
  const mail = { SMTP_URL: post.url, MAIL_FROM: 'AI Orla <orla@twin.example>', PUBLIC_URL: 'https://twin.example' };
  scene = await ownerScene(mail);
  work = startWork(scene.app, { memory: scene.app.parts });
});
afterAll(async () => {
  await work.stop();
  await scene.app.close();
  await post.close();
});

const call = (name: string, body: object) => scene.app.call(name, body);
const rows = async (sql: string, ...values: unknown[]) => (await scene.app.pool.query(sql, values)).rows;

async function talked(visitor: KeptVisitor, ...lines: string[]) {
  const session = await startAs(scene.app, visitor);
  for (const line of lines) {
    expect((await call('agent_reply', { ...session, user_message: line })).status).toBe(200);
  }
  await scene.app.parts.memoryQueue.settled();
  return session;
}

/** Ends a conversation, and waits for what follows. */
async function ended(session: { session_id: string }) {
  await call('end_session', session);
  await finishSession(scene.app.parts, scene.app.parts.twin(), session.session_id);
}

/** Asks for a link as a visitor does, and waits for the mail. */
async function askedByMail(email: string, language = 'en') {
  // Owners get mails about leads meanwhile.
  const links = () =>
    post.mails.filter(({ to }) => JSON.stringify(to).toLowerCase().includes(email.toLowerCase())).filter(deskTokenIn);
  const before = links().length;
  expect((await call('request_desk_link', { email, language })).body).toEqual({ success: true });
  await expect.poll(() => links().length, { timeout: 20_000 }).toBe(before + 1);
  const mail = links().at(-1) as ParsedMail;
  return { mail, token: deskTokenIn(mail) };
}

const INTRODUCTION = 'Hello, I am Ana Costa, managing director of Costa Bikes, ana@costabikes.example.';

test('everything goes, with a receipt, and the secret opens nothing afterwards', async () => {
  const visitor = newVisitor();
  await ended(await talked(visitor, INTRODUCTION));
  const running = await talked(visitor, 'It is me again.');
  const { body: receipt, status } = await call('erase_my_data', { ...visitor, scope: 'all' });
  expect(status).toBe(200);
  expect(receipt).toMatchObject({ scope: 'all', postponed: 0, counts: { sessions: 2, leads: 1 } });
  expect(receipt.number).toMatch(/^E-[2-9A-Z]{10}$/);
  expect(await rows('SELECT FROM sessions WHERE visitor_id = $1', visitor.visitor_id)).toEqual([]);
  expect((await call('my_data', visitor)).status).toBe(401);
  expect((await call('agent_reply', { ...running, user_message: 'Hello?' })).status).toBe(401);
  const ledger = await rows('SELECT scope, counts, postponed FROM erasures WHERE number = $1', receipt.number);
  expect(ledger).toEqual([{ scope: 'all', counts: receipt.counts, postponed: 0 }]);
  // The ledger knows hashes only.
  const [{ told }] = await rows('SELECT jsonb_agg(to_jsonb(h))::text AS told FROM erased_hashes h');
  expect(told).not.toContain(visitor.visitor_id);
});

test('a conversation goes with what came of it; a session’s secret reaches no further', async () => {
  const visitor = newVisitor();
  const first = await talked(visitor, INTRODUCTION);
  const second = await talked(visitor, 'I like kites.');
  const stranger = newVisitor();
  await talked(stranger, 'Hello.');
  const others = { ...stranger, scope: 'session', ids: [first.session_id] };
  expect(await call('erase_my_data', others)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect((await call('erase_my_data', { ...second, scope: 'session', ids: [first.session_id] })).status).toBe(404);
  const { body } = await call('erase_my_data', { ...second, scope: 'all' });
  expect(body).toMatchObject({ scope: 'session', counts: { sessions: 1 } });
  const left = await rows('SELECT id FROM sessions WHERE visitor_id = $1', visitor.visitor_id);
  expect(left).toEqual([{ id: first.session_id }]);
  expect((await call('my_data', visitor)).body.counts.conversations).toBe(1);
});

test('a message goes with its answer and what was read from it; the rest is read anew', async () => {
  const visitor = newVisitor();
  const session = await talked(
    visitor,
    'We are a bakery with 40 people and have a budget of 20,000 euros.',
    'I am Ana Costa of Costa Bikes, ana@costabikes.example.',
    'What would a first step cost?',
  );
  await ended(session);
  const id = session.session_id;
  const lead = () => rows('SELECT name, email, company FROM leads WHERE visitor_id = $1', visitor.visitor_id);
  expect(await lead()).toEqual([{ name: 'Ana Costa', email: 'ana@costabikes.example', company: 'Costa Bikes' }]);
  const { body } = await call('my_conversation', { ...visitor, conversation_id: id });
  const line = body.lines.find(({ text }: { text: string }) => text.startsWith('I am Ana'));
  const erased = await call('erase_my_data', { ...visitor, scope: 'message', ids: [line.id] });
  expect(erased).toMatchObject({ status: 200, body: { scope: 'message', postponed: 0 } });
  // The line and the twin's answer to it.
  expect(erased.body.counts.utterances).toBeGreaterThan(1);
  const everything = async () => {
    const { body: all } = await call('export_my_data', visitor);
    return JSON.stringify(all);
  };
  await expect.poll(async () => (await rows('SELECT FROM summaries WHERE session_id = $1', id)).length).toBe(1);
  await expect.poll(lead).toEqual([{ name: null, email: null, company: null }]);
  expect(await everything()).not.toMatch(/Ana Costa|Costa Bikes|costabikes/);
  expect(await everything()).toContain('20,000 euros');
  const [kept] = await rows('SELECT contact_name, email, lead_score FROM sessions WHERE id = $1', id);
  expect(kept).toMatchObject({ contact_name: null, email: null });
  expect(kept.lead_score).toBeGreaterThan(0);
  expect((await call('erase_my_data', { ...visitor, scope: 'message', ids: [line.id] })).status).toBe(404);
});

test('a conversation that goes on after a message was taken away does not know of it', async () => {
  const visitor = newVisitor();
  const session = await talked(visitor, 'I am Ana Costa of Costa Bikes.', 'We are forty people.');
  const { body } = await call('my_conversation', { ...visitor, conversation_id: session.session_id });
  await call('erase_my_data', { ...visitor, scope: 'message', ids: [body.lines[0].id] });
  const { body: reply } = await call('agent_reply', { ...session, user_message: 'What do you know about me?' });
  expect(reply.text).not.toMatch(/Ana|Costa/);
  const { body: history } = await call('session_history', session);
  expect(history.utterances.map(({ text }: { text: string }) => text)).toContain('We are forty people.');
  await ended(session);
  expect(JSON.stringify((await call('export_my_data', visitor)).body)).not.toMatch(/Costa/);
});

test('after a message was taken away, the desk shows at once what the rest says', async () => {
  const visitor = newVisitor();
  const session = await talked(visitor, 'I am Ana Costa of Costa Bikes.', 'My email is ana@costabikes.example.');
  const { body } = await call('my_conversation', { ...visitor, conversation_id: session.session_id });
  const line = body.lines.find(({ text }: { text: string }) => text.startsWith('My email'));
  await call('erase_my_data', { ...visitor, scope: 'message', ids: [line.id] });
  const { facts } = (await call('my_data', visitor)).body;
  expect(facts).toMatchObject([
    { field: 'name', value: 'Ana Costa' },
    { field: 'email', value: null },
    { field: 'phone', value: null },
    { field: 'company', value: 'Costa Bikes' },
    { field: 'role', value: null },
  ]);
  // The next line adds to it.
  await call('agent_reply', { ...session, user_message: 'My email is ana@bikes.example.' });
  const next = (await call('my_data', visitor)).body.facts;
  expect(next.slice(0, 2)).toMatchObject([{ value: 'Ana Costa' }, { value: 'ana@bikes.example' }]);
});

test('a lead counts the conversations that are over, from whichever messages were taken', async () => {
  const visitor = newVisitor();
  const lead = () => rows('SELECT name, conversations FROM leads WHERE visitor_id = $1', visitor.visitor_id);
  const forget = async (session: { session_id: string }, line: string) => {
    const { body } = await call('my_conversation', { ...visitor, conversation_id: session.session_id });
    const { id } = body.lines.find(({ text }: { text: string }) => text === line);
    expect((await call('erase_my_data', { ...visitor, scope: 'message', ids: [id] })).status).toBe(200);
  };
  const first = await talked(visitor, INTRODUCTION, 'We are forty people.', 'Every order waits for me.');
  await ended(first);
  const second = await talked(visitor, 'It is me again.', 'We have a budget of 20,000 euros.');
  await forget(second, 'It is me again.');
  expect(await lead()).toEqual([{ name: 'Ana Costa', conversations: 1 }]);
  await ended(second);
  expect(await lead()).toEqual([{ name: 'Ana Costa', conversations: 2 }]);
  for (const line of ['We are forty people.', 'Every order waits for me.']) await forget(first, line);
  await expect.poll(lead).toEqual([{ name: 'Ana Costa', conversations: 2 }]);
});

test('a memory goes alone, and only its visitor’s', async () => {
  const visitor = newVisitor();
  await talked(visitor, INTRODUCTION);
  const { memories } = (await call('my_data', visitor)).body;
  const stranger = newVisitor();
  await talked(stranger, 'Hello.');
  const [first] = memories;
  expect((await call('erase_my_data', { ...stranger, scope: 'memory', ids: [first.id] })).status).toBe(404);
  const { body } = await call('erase_my_data', { ...visitor, scope: 'memory', ids: [first.id] });
  expect(body).toMatchObject({ scope: 'memory', counts: { memories: 1 } });
  expect((await call('my_data', visitor)).body.memories).toHaveLength(memories.length - 1);
});

test.each([
  [{ scope: 'all', ids: [randomUUID()] }],
  [{ scope: 'message' }],
  [{ scope: 'session', ids: ['x'] }],
  [{ scope: 'leads', ids: [randomUUID()] }],
])('an erasure of %j is refused', async (what) => {
  const visitor = newVisitor();
  await talked(visitor, 'Hello.');
  expect((await call('erase_my_data', { ...visitor, ...what })).body.code).toBe('invalid_request');
});

test('a correction counts wherever the fact is shown, and old words do not bring the old value back', async () => {
  const visitor = newVisitor();
  const session = await talked(visitor, INTRODUCTION);
  await ended(session);
  const { body } = await call('correct_my_data', { ...visitor, field: 'name', value: ' Anna  Köster ' });
  expect(body).toEqual({ success: true, fact: { field: 'name', value: 'Anna Köster', corrected: true } });
  await call('correct_my_data', { ...visitor, field: 'email', value: 'anna@koester.example' });
  await call('correct_my_data', { ...visitor, field: 'role', value: null });
  const facts = async () =>
    Object.fromEntries(
      (await call('my_data', visitor)).body.facts.map(({ field, value }: Record<string, string>) => [field, value]),
    );
  const corrected = { name: 'Anna Köster', email: 'anna@koester.example', company: 'Costa Bikes', role: null };
  expect(await facts()).toMatchObject(corrected);
  // Read once more from the beginning, as after a crash.
  await rows('DELETE FROM summaries WHERE session_id = $1', session.session_id);
  await finishSession(scene.app.parts, scene.app.parts.twin(), session.session_id);
  const [lead] = await rows('SELECT name, email_normalised, role FROM leads WHERE visitor_id = $1', visitor.visitor_id);
  expect(lead).toEqual({ name: 'Anna Köster', email_normalised: 'anna@koester.example', role: null });
  expect(await facts()).toMatchObject(corrected);
  const memories = await rows('SELECT text FROM memories WHERE visitor_id = $1', visitor.visitor_id);
  expect(memories.map(({ text }) => text)).toContain('Is called Anna Köster');
  // Earlier analyses keep what was understood then.
  const understood = await rows('SELECT entities FROM extracts WHERE session_id = $1 ORDER BY id', session.session_id);
  expect(JSON.stringify(understood)).toContain('Ana Costa');
  // What they say in a later conversation is newer.
  const later = await talked(visitor, 'I got married. My name is Ana Morgenstern now.');
  await ended(later);
  expect(await facts()).toMatchObject({ name: 'Ana Morgenstern' });
});

test.each([
  ['email', 'nobody'],
  ['name', '   '],
  ['name', '...'],
  ['name', 'x'.repeat(201)],
  ['secret_hash', 'x'],
])('a %s of %j is refused', async (field, value) => {
  const visitor = newVisitor();
  await talked(visitor, 'Hello.');
  const { status, body } = await call('correct_my_data', { ...visitor, field, value });
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_request' });
});

test('off the record from now on: nothing is left at the end, and a restore brings nothing back', async () => {
  const visitor = newVisitor();
  const session = await talked(visitor, INTRODUCTION, 'Please call me on Tuesday.');
  const id = session.session_id;
  expect(await rows('SELECT FROM memories WHERE session_id = $1', id)).not.toEqual([]);
  const { body } = await call('withdraw_consent', session);
  expect(body).toEqual({ success: true, withdrawn: 1, held: 0 });
  for (const table of ['memories', 'action_items', 'webhook_messages'])
    expect(await rows(`SELECT FROM ${table} WHERE session_id = $1`, id)).toEqual([]);
  // The conversation goes on, unrecorded.
  expect((await call('agent_reply', { ...session, user_message: 'Do you know kites?' })).status).toBe(200);
  expect((await call('session_history', session)).body.consent).toBe(false);
  await scene.app.parts.memoryQueue.settled();
  expect(await rows('SELECT FROM memories WHERE session_id = $1', id)).toEqual([]);
  await call('end_session', session);
  expect(await rows('SELECT FROM sessions WHERE id = $1', id)).toEqual([]);
  expect((await call('withdraw_consent', session)).status).toBe(401);
});

test('a mailed link opens the desk of its address once', async () => {
  const visitor = newVisitor();
  const email = `ana+${randomUUID()}@costabikes.example`;
  await talked(visitor, `Hello, my address is ${email}.`);
  await call('collect_email', { email, name: 'Ana Costa', signup_type: 'waitlist' });
  const { mail, token } = await askedByMail(email.toUpperCase(), 'de');
  expect(mail.subject).toBe('Ansehen und löschen, was KI Orla Venstrom über Sie speichert');
  // The token is in the fragment, which never reaches a server or a log.
  expect(mail.html).toContain(`href="https://twin.example/privacy#link=${token}"`);
  expect(mail.text).toContain('Der Link gilt einmal');
  expect(mail.headers.has('list-unsubscribe')).toBe(false);
  // Once the server has noted that the mail was taken.
  const sealed = () => rows("SELECT sealed_data FROM outgoing_mails WHERE template = 'desk_link'");
  await expect.poll(sealed, { timeout: 20_000 }).toEqual([{ sealed_data: null }]);
  // The link itself opens nothing but a desk.
  expect((await call('my_data', { desk_token: token })).body.code).toBe('invalid_link');
  const opened = await call('open_desk', { token });
  expect(opened.status).toBe(200);
  expect((await call('open_desk', { token })).body).toMatchObject({ code: 'invalid_link' });
  const desk = { desk_token: opened.body.desk_token };
  const { body } = await call('my_data', desk);
  expect(body).toMatchObject({ of: 'address', email, counts: { conversations: 1, waitlist: 1 } });
  const erased = await call('erase_my_data', { ...desk, scope: 'all' });
  expect(erased.body.counts).toMatchObject({ sessions: 1, waitlist: 1 });
  expect((await call('my_data', desk)).body.code).toBe('invalid_link');
  expect(await rows('SELECT FROM waitlist WHERE email_normalised = $1', email)).toEqual([]);
});

test('forged and old links are refused alike; an address of which nothing is held is answered alike', async () => {
  expect((await call('open_desk', { token: 'forged' })).body.code).toBe('invalid_link');
  const { token } = await askedByMail('nobody@nowhere.example');
  await rows("UPDATE desk_links SET expires_at = now() - interval '1 second'");
  expect((await call('open_desk', { token })).body.code).toBe('invalid_link');
  const next = await askedByMail('nobody@nowhere.example');
  const { body } = await call('open_desk', { token: next.token });
  const empty = (await call('my_data', body.expires_at ? { desk_token: body.desk_token } : {})).body;
  expect(empty).toMatchObject({ of: 'address', conversations: [], counts: { conversations: 0, waitlist: 0 } });
  expect((await call('request_desk_link', { email: 'a@b.example\r\nBcc: c@d.example' })).status).toBe(400);
});

test('a template that is switched off is no way to the desk', async () => {
  await rows(`INSERT INTO settings (name, value, updated_by) VALUES ('mail', $1, 'o')`, {
    off: ['desk_link'],
    digest_day: 0,
    language: 'en',
  });
  await scene.app.parts.settings.refresh();
  expect((await call('read_desk_ways', {})).body).toEqual({ mail: false });
  expect((await call('request_desk_link', { email: 'ana@costabikes.example' })).body.code).toBe('mail_unavailable');
  await rows("DELETE FROM settings WHERE name = 'mail'");
  await scene.app.parts.settings.refresh();
});

test('without mail, the page is told so', async () => {
  scene.app.parts.mailServers.use(null);
  expect(await call('request_desk_link', { email: 'ana@costabikes.example' })).toMatchObject({
    status: 503,
    body: { code: 'mail_unavailable' },
  });
  expect((await call('read_desk_ways', {})).body).toEqual({ mail: false });
});

const hold = (id: string, method: string, body?: object, role: 'viewer' | 'admin' | 'owner' = 'admin') =>
  scene.ask(`/sessions/${id}/legal-hold`, { method, role, ...(body ? { body: JSON.stringify(body) } : {}) });

test('a legal hold keeps a conversation from erasure, tells so, and lifted carries it out', async () => {
  const visitor = newVisitor();
  const kept = await talked(visitor, INTRODUCTION);
  await ended(kept);
  await talked(visitor, 'I like kites.');
  expect((await hold(kept.session_id, 'PUT', { reason: 'x' })).status).toBe(400);
  expect((await hold(kept.session_id, 'PUT', { reason: 'Claim 4711' }, 'viewer')).status).toBe(403);
  expect((await hold(randomUUID(), 'PUT', { reason: 'Claim 4711' })).status).toBe(404);
  expect((await hold(kept.session_id, 'PUT', { reason: 'Claim 4711' })).body.hold).toMatchObject({
    erasure_waits: false,
  });
  const { body: receipt } = await call('erase_my_data', { ...visitor, scope: 'all' });
  expect(receipt).toMatchObject({ scope: 'all', postponed: 1, counts: { sessions: 1 } });
  const { body } = await call('my_data', visitor);
  expect(body.conversations).toMatchObject([{ id: kept.session_id, held: true, erased_when_lifted: true }]);
  // What is known of the visitor is what the held conversation says.
  expect(body.facts).toContainEqual({ field: 'name', value: 'Ana Costa', corrected: false });
  const byOwner = { session_id: kept.session_id, confirm_rows: 1 };
  const refused = await scene.ask('/danger/erase-visitor', {
    method: 'POST',
    role: 'owner',
    body: JSON.stringify(byOwner),
  });
  expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
  await expect(rows('DELETE FROM sessions WHERE id = $1', kept.session_id)).rejects.toThrow(/legal_holds/);
  expect((await hold(kept.session_id, 'DELETE')).status).toBe(204);
  await expect.poll(() => rows('SELECT FROM sessions WHERE id = $1', kept.session_id)).toEqual([]);
  await expect.poll(() => rows('SELECT FROM leads WHERE visitor_id = $1', visitor.visitor_id)).toEqual([]);
  expect((await call('my_data', visitor)).status).toBe(401);
  const log = await rows(
    "SELECT action, detail FROM audit_log WHERE action LIKE 'legal_hold_%' ORDER BY id DESC LIMIT 2",
  );
  expect(log).toMatchObject([
    { action: 'legal_hold_lifted', detail: { receipt: receipt.number } },
    // Of whom it was and why went with the conversation.
    { action: 'legal_hold_placed', detail: {} },
  ]);
  expect(JSON.stringify(log)).not.toMatch(/4711|session_id/);
});

test('a hold that is lifted without an erasure leaves the conversation as it is', async () => {
  const visitor = newVisitor();
  const session = await talked(visitor, 'Hello.');
  await hold(session.session_id, 'PUT', { reason: 'Claim 4711' });
  expect((await call('withdraw_consent', session)).body).toMatchObject({ withdrawn: 0, held: 1 });
  const { body } = await call('my_conversation', { ...visitor, conversation_id: session.session_id });
  const ids = [body.lines[0].id];
  expect((await call('erase_my_data', { ...visitor, scope: 'message', ids })).body).toMatchObject({
    postponed: 1,
    total: 0,
  });
  expect((await hold(session.session_id, 'DELETE')).status).toBe(204);
  expect((await hold(session.session_id, 'DELETE')).status).toBe(404);
});
