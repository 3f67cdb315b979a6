import { randomUUID } from 'node:crypto';
import type { AdminActionItem, Page, SessionDetail } from '@understudy/contract/admin';
import type { MergePreview, Person, PersonDetail } from '@understudy/contract/people';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newVisitor, startAs } from '../../../testing/kept-visitor.ts';
import { type OwnerScene, ownerScene } from '../../../testing/owner-scene.ts';
import { finishSession } from '../../leads/index.ts';
import { runRetention } from '../../privacy/retention.ts';
import { readRetentionPlan } from '../../privacy/retention-rules.ts';

let scene: OwnerScene;
beforeAll(async () => {
  scene = await ownerScene();
});
afterAll(() => scene.app.close());
beforeEach(async () => {
  await scene.app.pool.query(
    `TRUNCATE sessions, leads, action_items, notes, bookings, outgoing_mails, person_links, visitors,
       audit_log CASCADE`,
  );
});

/** A visitor of whom one conversation is kept. @param days since it ended */
async function lead(name: string | null, email: string | null, days: number, more: { score?: number } = {}) {
  const visitor_id = randomUUID();
  const started = new Date(Date.now() - days * 86_400_000).toISOString();
  const { score = 50 } = more;
  const session = await scene.keep({ visitor_id, contact_name: name, email, lead_score: score, started_at: started });
  await scene.app.pool.query(
    `INSERT INTO leads (visitor_id, name, email, email_normalised, company, phone, lead_score, conversations,
       first_seen_at, last_seen_at) VALUES ($1, $2, $3, lower($3), $4, $5, $6, 1, $7, $7)`,
    [visitor_id, name, email, name && `${name} Ltd`, null, score, started],
  );
  return { id: visitor_id, session };
}
const people = async (query = '') => (await scene.ask(`/people?${query}`)).body as Page<Person>;
const names = async (query = '') => (await people(query)).items.map(({ name }) => name);
const person = async (id: string) => (await scene.ask(`/people/${id}`)).body as PersonDetail;
const post = (path: string, body: object) => scene.ask(path, { method: 'POST', body: JSON.stringify(body) });
const merge = (id: string, other: string) => post(`/people/${id}/merge`, { with: other });
const part = (id: string, what: { link_id?: string | null; visitor_id?: string }) => post(`/people/${id}/part`, what);
const change = (id: string, body: object) =>
  scene.ask(`/people/${id}`, { method: 'PATCH', body: JSON.stringify(body) });
const sessionsOf = async (id: string) => (await person(id)).sessions.map((one) => one.id).sort();
const log = async () =>
  (await scene.app.pool.query('SELECT action, detail FROM audit_log ORDER BY id')).rows as {
    action: string;
    detail: Record<string, string>;
  }[];

test('a person’s page joins conversations, facts with evidence, bookings, items, mails and notes', async () => {
  const { app } = scene;
  const visitor = newVisitor();
  const talk = async (lines: string[]) => {
    const credentials = await startAs(app, visitor);
    for (const user_message of lines)
      await app.call('agent_reply', { ...credentials, user_message, model: 'embedded' });
    await app.call('end_session', credentials);
    await finishSession(app.parts, app.parts.twin(), credentials.session_id);
    return credentials.session_id;
  };
  const first = await talk([
    'Hello, I am Ana Costa, managing director of Costa Bikes. Can Orla help us to get decisions off my desk?',
    'We have set aside 20,000 euros. Write to ana@costa.test.',
  ]);
  const second = await talk(['Hello, this is Ana Costa. My new address is ana.costa@wheels.test.']);
  const { visitor_id: id } = visitor;
  await app.pool.query(
    `INSERT INTO outgoing_mails (key, template, recipient, language, session_id, visitor_id, delivered_at)
     VALUES ('k', 'booking_made', 'ana@costa.test', 'en', $1, $2, now())`,
    [first, id],
  );
  await app.pool.query("INSERT INTO consent_texts (hash, text) VALUES ('x', 'You agree.') ON CONFLICT DO NOTHING");
  await app.pool.query(
    `INSERT INTO bookings (session_id, visitor_id, kind, title, starts_at, ends_at, blocked_from, blocked_to, zone,
       language, name, email, consent_hash) VALUES ($1, $2, 'intro', 'A first call', now() + interval '1 day',
       now() + interval '25 hours', now() + interval '1 day', now() + interval '25 hours', 'UTC', 'en', 'Ana',
       'ana@costa.test', 'x')`,
    [first, id],
  );
  await post(`/sessions/${first}/notes`, { text: 'On the conversation.' });
  expect((await post(`/people/${id}/notes`, { text: 'On the person.' })).status).toBe(201);

  const detail = await person(id);
  expect(detail.sessions.map((one) => one.id)).toEqual([second, first]);
  expect(detail.sessions[1]?.executive_summary).toContain('Ana Costa');
  expect(detail.bookings.map(({ title }) => title)).toEqual(['A first call']);
  expect(detail.action_items.length).toBeGreaterThan(0);
  expect(detail.mails).toMatchObject([{ recipient: 'ana@costa.test', session_id: first }]);
  expect(detail.notes.map(({ text, session_id }) => [text, session_id])).toEqual([
    ['On the conversation.', first],
    ['On the person.', null],
  ]);
  expect(detail.parts).toEqual([]);
  const email = detail.facts.find(({ field }) => field === 'email');
  expect(email?.value).toBe('ana.costa@wheels.test');
  expect(email?.history).toMatchObject([
    { value: 'ana.costa@wheels.test', session_id: second, seq: expect.any(Number), replaced: 'ana@costa.test' },
    { value: 'ana@costa.test', session_id: first, replaced: null, corrected: false },
  ]);
  expect(email?.history[1]?.quote).toBe('We have set aside 20,000 euros. Write to ana@costa.test.');
  const company = detail.facts.find(({ field }) => field === 'company');
  expect(company?.history[0]?.quote).toContain('managing director of Costa Bikes');

  // The visitor corrects it: their word counts, and the history says whose it is.
  await app.pool.query("INSERT INTO visitor_corrections (visitor_id, field, value) VALUES ($1, 'company', 'Wheels')", [
    id,
  ]);
  const corrected = (await person(id)).facts.find(({ field }) => field === 'company');
  expect(corrected?.history).toMatchObject([
    { value: 'Wheels', corrected: true, replaced: 'Costa Bikes', session_id: null },
    { value: 'Costa Bikes' },
  ]);
});

test('what outlives its conversation stays known, without a line', async () => {
  const ana = await lead('Ana', 'ana@a.test', 3);
  await scene.app.pool.query('DELETE FROM sessions WHERE id = $1', [ana.session]);
  const { facts, sessions } = await person(ana.id);
  expect(sessions).toEqual([]);
  expect(facts.find(({ field }) => field === 'name')?.history).toMatchObject([
    { value: 'Ana', said_at: null, session_id: null, quote: null },
  ]);
});

test('the list is sorted by when people were last there or by score, page by page, each person once', async () => {
  await lead('Ana', 'same@a.test', 5, { score: 10 });
  await lead('Ana Costa', 'Same@a.test', 1, { score: 30 });
  for (let at = 0; at < 5; at += 1) await lead(`P${at}`, at % 2 ? `p${at}@b.test` : null, 2 + at, { score: 20 + at });
  const paged = async (sort: string) => {
    const found: (string | null)[] = [];
    for (let cursor = ''; ; ) {
      const page = await people(`sort=${sort}&limit=2${cursor}`);
      found.push(...page.items.map(({ name }) => name));
      if (page.next_cursor === null) return found;
      cursor = `&cursor=${page.next_cursor}`;
    }
  };
  expect(await paged('last_seen')).toEqual(['Ana Costa', 'P0', 'P1', 'P2', 'P3', 'P4']);
  expect(await paged('score')).toEqual(['Ana Costa', 'P4', 'P3', 'P2', 'P1', 'P0']);
  const [ana] = (await people()).items;
  expect(ana).toMatchObject({ visitors: 2, conversations: 2, score: 30 });
  // The cursor of the other order is refused.
  const { next_cursor: cursor } = await people('limit=1');
  expect((await scene.ask(`/people?sort=score&cursor=${cursor}`)).status).toBe(400);
});

test('the search finds names, addresses, companies and numbers, whichever visitor of a person has them', async () => {
  const ana = await lead('Ana Costa', 'ana@wheels.test', 2);
  const bo = await lead('Bo', 'bo@other.test', 1);
  await scene.app.pool.query("UPDATE leads SET phone = '+49 (0)171 555-0199' WHERE visitor_id = $1", [ana.id]);
  for (const q of ['costa', 'ANA@WHEELS', 'Costa Ltd', '0171 5550199', '+49171555', ana.id])
    expect(await names(`q=${encodeURIComponent(q)}`)).toEqual(['Ana Costa']);
  for (const q of ['100%', 'a_a', '0000', 'nobody']) expect(await names(`q=${encodeURIComponent(q)}`)).toEqual([]);
  await merge(bo.id, ana.id);
  const { items } = await people('q=wheels');
  expect(items).toMatchObject([{ name: 'Bo', visitors: 2 }]);
});

test('two people are merged: everything appears together, and the newest said of each fact counts', async () => {
  const ana = await lead('Ana', 'ana@a.test', 5);
  const bo = await lead('Ana Costa', 'ana@b.test', 1, { score: 80 });
  await scene.app.pool.query(
    "UPDATE leads SET tags = '{fair}', status = 'won', status_at = now() WHERE visitor_id = $1",
    [bo.id],
  );
  await change(ana.id, { add_tags: ['bikes'] });
  const preview = (await scene.ask(`/people/${ana.id}/merge?with=${bo.id}`)).body as MergePreview;
  expect(preview.brings).toEqual({ sessions: 1, bookings: 0, action_items: 0, mails: 0, notes: 0 });
  expect(preview.facts.map(({ field }) => field)).toEqual(['name', 'email', 'company']);
  expect((await person(ana.id)).visitors).toBe(1);

  const merged = (await merge(ana.id, bo.id)).body as PersonDetail;
  expect(merged).toMatchObject({ visitors: 2, score: 80, status: 'won', tags: ['bikes', 'fair'] });
  expect(merged.sessions.map(({ id }) => id)).toEqual([bo.session, ana.session]);
  expect(merged.parts).toMatchObject([{ by: 'merge', visitor_id: bo.id, name: 'Ana Costa', conversations: 1 }]);
  expect(await person(bo.id)).toEqual(await person(ana.id));
  expect((await people()).items).toHaveLength(1);
  // The other conversation is listed on each session's page.
  const detail = (await scene.ask(`/sessions/${ana.session}`)).body as SessionDetail;
  expect(detail.other_sessions.map(({ id }) => id)).toEqual([bo.session]);
  expect((await log()).at(-1)).toMatchObject({
    action: 'people_merged',
    detail: { visitor_id: ana.id, other_visitor_id: bo.id },
  });
  expect((await merge(bo.id, ana.id)).status).toBe(409);
  expect((await merge(ana.id, ana.id)).status).toBe(409);
});

test('a merge is undone: exactly those who were merged are parted, with what is their own', async () => {
  const [a, b, c, d] = await Promise.all(['A', 'B', 'C', 'D'].map((name, at) => lead(name, `${name}@a.test`, at + 1)));
  if (!a || !b || !c || !d) throw new Error('four are needed');
  const before = await Promise.all([a, b, c, d].map(({ id }) => person(id)));
  await merge(a.id, b.id);
  await merge(c.id, d.id);
  await merge(b.id, d.id);
  expect(await sessionsOf(c.id)).toEqual([a, b, c, d].map(({ session }) => session).sort());
  const { parts } = await person(a.id);
  const [last, , first] = parts;
  expect(parts.map(({ conversations }) => conversations)).toEqual([2, 1, 1]);
  // The last merge joined two and two.
  expect((await part(a.id, { link_id: last?.link_id ?? null })).status).toBe(200);
  expect(await sessionsOf(a.id)).toEqual([a.session, b.session].sort());
  expect(await sessionsOf(d.id)).toEqual([c.session, d.session].sort());
  expect((await log()).at(-1)?.action).toBe('people_parted');
  // Gone, or another person's.
  expect((await part(a.id, { link_id: last?.link_id ?? null })).status).toBe(404);
  expect((await part(c.id, { link_id: first?.link_id ?? null })).status).toBe(404);
  for (const id of [a.id, c.id]) {
    const [only] = (await person(id)).parts;
    await part(id, { link_id: only?.link_id ?? null });
  }
  const { rowCount } = await scene.app.pool.query('SELECT FROM person_links');
  expect(rowCount).toBe(0);
  expect(await Promise.all([a, b, c, d].map(({ id }) => person(id)))).toEqual(before);
});

test('a visitor whom the shared address joined is parted, and stays parted', async () => {
  const ana = await lead('Ana', 'office@a.test', 3);
  const bo = await lead('Bo', 'office@a.test', 2);
  const cy = await lead('Cy', 'cy@c.test', 1);
  await merge(bo.id, cy.id);
  const { parts } = await person(ana.id);
  expect(parts.map(({ by, name }) => [by, name])).toEqual([
    ['merge', 'Cy'],
    ['address', 'Bo'],
    ['address', 'Ana'],
  ]);
  expect((await part(ana.id, { visitor_id: bo.id })).body).toEqual({ parted_id: bo.id });
  expect(await sessionsOf(bo.id)).toEqual([bo.session]);
  // What was merged stays with the others.
  expect(await sessionsOf(cy.id)).toEqual([ana.session, cy.session].sort());
  // Somebody new with the address joins those who were not parted.
  const di = await lead('Di', 'office@a.test', 1);
  expect(await sessionsOf(di.id)).toEqual([ana.session, cy.session, di.session].sort());
  expect(await sessionsOf(bo.id)).toEqual([bo.session]);
  expect((await people('q=office')).items).toHaveLength(2);
  expect((await part(ana.id, { visitor_id: bo.id })).status).toBe(404);
  // Merged by hand they are one again, until that is undone.
  await merge(ana.id, bo.id);
  expect(await sessionsOf(bo.id)).toHaveLength(4);
});

test('where one lead counts once, a merged person does: calls and outcomes', async () => {
  const { app } = scene;
  const call = async (email: string) => {
    const visitor = newVisitor();
    const talk = await startAs(app, visitor);
    await app.call('agent_reply', { ...talk, user_message: 'Hello there' });
    await app.call('request_call', { ...talk, email, wished_time: 'On 1 December 2031' });
    return { id: visitor.visitor_id, session: talk.session_id };
  };
  const waiting = async () => ((await scene.ask('/action-items?kind=asked')).body as Page<AdminActionItem>).items;
  const [one, other] = [await call('one@a.test'), await call('other@b.test')];
  expect(await waiting()).toHaveLength(2);
  await merge(one.id, other.id);
  const [item, ...rest] = await waiting();
  expect([item?.session_id, rest]).toEqual([other.session, []]);
  // A third visitor with one of the addresses, who has no lead yet, is the same person.
  const third = await call('one@a.test');
  await app.pool.query("INSERT INTO leads (visitor_id, email_normalised) VALUES ($1, 'one@a.test')", [one.id]);
  expect((await waiting()).map(({ session_id }) => session_id)).toEqual([third.session]);
  const [newest] = await waiting();
  await scene.ask(`/action-items/${newest?.id}`, { method: 'PATCH', body: JSON.stringify({ status: 'done' }) });
  expect(await waiting()).toEqual([]);

  await scene.ask(`/leads/${one.id}`, { method: 'PATCH', body: JSON.stringify({ status: 'won' }) });
  expect((await person(other.id)).status).toBe('won');
  const { rows } = await app.pool.query('SELECT status FROM leads WHERE visitor_id = $1', [other.id]);
  expect(rows).toEqual([{ status: 'won' }]);
  const outcomes = async () =>
    ((await scene.ask('/analytics?range=7d&chart=calibration')).body.calibration as { won: number }[]).reduce(
      (sum, { won }) => sum + won,
      0,
    );
  // Whose first conversation still runs has no final score to compare.
  expect(await outcomes()).toBe(0);
  await app.pool.query('UPDATE leads SET conversations = 1');
  expect(await outcomes()).toBe(1);
  const [merged] = (await person(one.id)).parts;
  await part(one.id, { link_id: merged?.link_id ?? null });
  expect(await outcomes()).toBe(2);
});

test('tags, assignee and notes are the person’s own, and reach all their visitors', async () => {
  const ana = await lead('Ana', 'ana@a.test', 3);
  const bo = await lead('Bo', 'bo@b.test', 2);
  await change(bo.id, { add_tags: ['old'] });
  await merge(ana.id, bo.id);
  const [someone] = (await person(ana.id)).team;
  const set = await change(bo.id, { add_tags: ['  new   one '], remove_tags: ['old'], assignee_id: someone?.id });
  expect(set.body).toMatchObject({ tags: ['new one'], assignee: someone, known_tags: ['new one'] });
  const [link] = (await person(ana.id)).parts;
  await part(ana.id, { link_id: link?.link_id ?? null });
  expect(await person(ana.id)).toMatchObject({ tags: ['new one'], assignee: someone });
  expect((await change(ana.id, { assignee_id: null })).body.assignee).toBe(null);
  expect((await person(bo.id)).assignee).toEqual(someone);
  expect((await log()).filter(({ action }) => action === 'person_changed')).toHaveLength(3);
  expect(JSON.stringify(await log())).not.toContain('new one');
});

test('erasing a visitor takes them out of links, while the others stay one person', async () => {
  const [a, b, c] = await Promise.all(['A', 'B', 'C'].map((name, at) => lead(name, `${name}@a.test`, at + 1)));
  if (!a || !b || !c) throw new Error('three are needed');
  await merge(a.id, b.id);
  await merge(a.id, c.id);
  const erase = (path: string, body: object) =>
    scene.ask(`/danger/${path}`, { method: 'POST', role: 'owner', body: JSON.stringify(body) });
  const { total } = (await erase('erase-visitor/preview', { visitor_id: a.id })).body;
  expect((await erase('erase-visitor', { visitor_id: a.id, confirm_rows: total })).status).toBe(200);
  expect((await scene.ask(`/people/${a.id}`)).status).toBe(404);
  expect(await sessionsOf(b.id)).toEqual([b.session, c.session].sort());
  const { rows } = await scene.app.pool.query('SELECT visitor_id, other_id FROM person_links');
  expect(rows.flatMap(Object.values).sort()).toEqual([b.id, c.id].sort());
  expect(JSON.stringify(await log())).not.toContain(a.id);
  // Nothing of the last two is left, once retention has deleted what was kept of one.
  await scene.app.pool.query('DELETE FROM leads WHERE visitor_id = $1', [c.id]);
  await scene.app.pool.query('DELETE FROM sessions WHERE visitor_id = $1', [c.id]);
  await runRetention(scene.app.pool, (db) => readRetentionPlan(db));
  expect((await scene.app.pool.query('SELECT FROM person_links')).rowCount).toBe(0);
});

test('a visitor’s own data, export and erasure know nothing of a merge', async () => {
  const { app } = scene;
  const visitors = [newVisitor(), newVisitor()];
  for (const [at, visitor] of visitors.entries()) {
    const talk = await startAs(app, visitor);
    const user_message = `I am called ${at ? 'Bertram' : 'Annabel'} and I sell bicycles.`;
    await app.call('agent_reply', { ...talk, user_message, model: 'embedded' });
    await app.call('end_session', talk);
    await finishSession(app.parts, app.parts.twin(), talk.session_id);
  }
  const [one, other] = visitors as [(typeof visitors)[0], (typeof visitors)[0]];
  expect((await merge(one.visitor_id, other.visitor_id)).status).toBe(200);
  for (const [name, more] of [
    ['my_data', {}],
    ['export_my_data', { format: 'json' }],
  ] as const) {
    const { body } = await app.call(name, { ...one, ...more });
    expect(JSON.stringify(body)).toContain('Annabel');
    expect(JSON.stringify(body)).not.toContain('Bertram');
    expect(JSON.stringify(body)).not.toContain(other.visitor_id);
  }
  expect((await app.call('erase_my_data', { ...one, scope: 'all' })).status).toBe(200);
  expect((await person(other.visitor_id)).sessions).toHaveLength(1);
});

test('only admins read and change people', async () => {
  const { id } = await lead('Ana', 'ana@a.test', 1);
  const routes = [
    ['GET', '/people'],
    ['GET', `/people/${id}`],
    ['PATCH', `/people/${id}`, { add_tags: ['x'] }],
    ['POST', `/people/${id}/notes`, { text: 'x' }],
    ['GET', `/people/${id}/merge?with=${id}`],
    ['POST', `/people/${id}/merge`, { with: id }],
    ['POST', `/people/${id}/part`, { visitor_id: id }],
  ] as const;
  for (const [method, path, body] of routes) {
    const init = { method, ...(body ? { body: JSON.stringify(body) } : {}) };
    expect((await scene.ask(path, { ...init, role: null })).status).toBe(401);
    expect((await scene.ask(path, { ...init, role: 'viewer' })).status).toBe(403);
  }
});

test('bad input is refused in a sentence, and unknown people are not found', async () => {
  const { id } = await lead('Ana', 'ana@a.test', 1);
  const unknown = randomUUID();
  const without = await scene.keep({ consent: false, visitor_id: unknown });
  expect(without).toBeTruthy();
  const refused: [string, object?][] = [
    ['/people?sort=name'],
    ['/people?limit=0'],
    ['/people?cursor=x'],
    [`/people?q=${'x'.repeat(201)}`],
    [`/people/${id}/merge`],
    [`/people/${id}/merge?with=x`],
  ];
  for (const [path] of refused) expect((await scene.ask(path)).status).toBe(400);
  for (const body of [
    {},
    { add_tags: ['   '] },
    { add_tags: ['x'.repeat(41)] },
    { add_tags: Array.from({ length: 21 }, (_, at) => `t${at}`) },
    { assignee_id: randomUUID() },
    { assignee_id: 'x' },
    { name: 'x' },
  ])
    expect((await change(id, body)).status).toBe(400);
  await change(id, { add_tags: Array.from({ length: 20 }, (_, at) => `t${at}`) });
  expect((await change(id, { add_tags: ['one more'] })).status).toBe(400);
  expect((await part(id, {})).status).toBe(400);
  expect((await part(id, { visitor_id: id, link_id: unknown })).status).toBe(400);
  expect((await part(id, { visitor_id: id })).status).toBe(404);
  for (const gone of [unknown, randomUUID(), 'x']) {
    expect((await scene.ask(`/people/${gone}`)).status).toBe(404);
    expect((await change(gone, { add_tags: ['x'] })).status).toBe(404);
    expect((await post(`/people/${gone}/notes`, { text: 'x' })).status).toBe(404);
    expect((await merge(gone, id)).status).toBe(404);
  }
  expect((await merge(id, unknown)).status).toBe(404);
  expect((await scene.ask(`/people/${id}/merge?with=${unknown}`)).status).toBe(404);
});
