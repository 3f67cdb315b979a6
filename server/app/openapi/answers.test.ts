import { randomUUID } from 'node:crypto';
import { CHARTS } from '@understudy/contract/analytics';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLink } from '../../features/accounts/links.ts';
import { indexTranscript } from '../../features/dashboard/transcripts.ts';
import { finishSession } from '../../features/leads/finish-session.ts';
import { writeWav } from '../../platform/audio/wav.ts';
import { backUpAsDescribed, backupFolder } from '../../testing/described-backups.ts';
import { bookAsDescribed, readCalendarsAsDescribed } from '../../testing/described-bookings.ts';
import { type DescribedCalls, describedCalls } from '../../testing/described-calls.ts';
import { ruleAsDescribed } from '../../testing/described-desk.ts';
import { enrolledAsDescribed, secondFactorAsDescribed } from '../../testing/described-factors.ts';
import { takeOverAsDescribed } from '../../testing/described-takeover.ts';
import { startFakeProvider } from '../../testing/fake-provider.ts';
import { completion } from '../../testing/fake-replies.ts';
import { type FakeSpeechProvider, hum, startFakeSpeechProvider } from '../../testing/fake-speech-provider.ts';
import { startMailServer } from '../../testing/mail-server.ts';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { TEST_PASSWORD } from '../../testing/owners.ts';
import { photo } from '../../testing/photo.ts';
import { startWebsite, type Website } from '../../testing/website.ts';

let provider: FakeSpeechProvider;
let site: Website;
let scene: OwnerScene;
let calls: DescribedCalls;
beforeAll(async () => {
  provider = await startFakeSpeechProvider();
  site = await startWebsite();
  const environment = { STT_BASE_URL: provider.url, BACKUP_DIR: await backupFolder() };
  scene = await ownerScene(environment, { fetching: { allowsLoopback: true } });
  calls = await describedCalls(scene.app.url);
});
afterAll(async () => {
  await scene.app.close();
  await provider.close();
  site.close();
});

/** All calls concern one visitor, and the owner who finds them. */
const visit = { session_id: '', session_secret: '', visitor_id: randomUUID() };
const credentials = () => ({ session_id: visit.session_id, session_secret: visit.session_secret });
const visitor = (id: string, body: object = {}, more: object = {}) =>
  calls.call(id, { body: { ...credentials(), ...body }, ...more });
const owner = (id: string, more: object = {}) => calls.call(id, { headers: scene.token('owner'), ...more });

test('a visitor talks', async () => {
  const { visitor_id } = visit;
  Object.assign(visit, await calls.call('create_session', { body: { visitor_id, consent: true, speak: true } }));
  await visitor('agent_reply', { user_message: '', context: { is_followup: true } });
  for (const user_message of [
    "Hi, I'm Ana Costa. I am the managing director of Costa Bikes, ana@costabikes.example.",
    'Everything waits for me. We have a budget of 20,000 euros and want to decide this month.',
    'What would a first step cost?',
  ]) {
    const { turn_id } = await visitor('agent_reply', { user_message, model: 'embedded' });
    await visitor('interrupt_reply', { turn_id, heard: 'Then', reason: 'visitor_spoke' });
  }
  const next = { user_message: 'And when could we begin?', model: 'embedded' };
  const prepared = visitor('prepare_reply', next);
  await visitor('agent_reply', next);
  await prepared;
  const events = await visitor(
    'agent_reply',
    { user_message: 'Please say that again.', speak: true },
    { headers: { accept: 'text/event-stream' } },
  );
  expect(new Set(events.map(({ event }: { event: string }) => event))).toContain('audio');
  await scene.app.parts.memoryQueue.settled();
  await visitor('track_event', { kind: 'cta_chosen', payload: { cta: 'book_call' } });
}, 120_000);

test('a visitor hears and is heard', async () => {
  await visitor('text_to_speech', { text: 'Good morning.' });
  await visitor('tts', { text: 'Good morning. How are you?' });
  const wav = writeWav(hum(1_500, 16_000));
  const path = { provider: 'custom' };
  await visitor('speech_to_text', { audio_base64: wav.toString('base64') }, { path });
  const { session_id, session_secret } = visit;
  const headers = { 'content-type': 'audio/wav', 'x-session-id': session_id, 'x-session-secret': session_secret };
  await calls.call('speech_to_text', { body: wav, headers, path });
});

test('a visitor books, moves and cancels', async () => {
  await bookAsDescribed(visitor, calls, owner);
});

test('the owner has other calendars', () => readCalendarsAsDescribed(owner, calls, site));

test('a visitor leaves things, and sees what is known of them', async () => {
  await calls.call('collect_email', { body: { email: 'ana@costabikes.example', name: 'Ana' } });
  await visitor('request_call', { email: 'ana@costabikes.example', wished_time: 'Tuesday after lunch' });
  expect((await visitor('action_items', { action: 'extract' })).extracted).not.toEqual([]);
  const { memories } = await visitor('my_memories');
  expect(memories).not.toEqual([]);
  await visitor('correct_memory', { id: memories[0].id, text: 'Runs a small company' });
  await visitor('forget_memory', { id: memories[0].id });
  expect((await visitor('session_history')).utterances.length).toBeGreaterThan(4);
  await visitor('session_summary');
  await visitor('end_session');
  await finishSession(scene.app.parts, scene.app.parts.twin(), visit.session_id);
  await indexTranscript(scene.app.pool, visit.session_id);
});

test('the server tells of itself', async () => {
  const ids = ['read_config', 'read_widget', 'read_openapi', 'read_health', 'read_readiness'];
  for (const id of ids) await calls.call(id);
  expect(await owner('read_metrics')).toContain('understudy_build_info');
});

test('the owner reads', async () => {
  const messages = [{ role: 'user', content: 'Hello?' }];
  await owner('provider_chat', { body: { messages }, path: { provider: 'embedded' } });
  await owner('read_profile');
  expect((await owner('list_sign_ins')).items).toMatchObject([{ current: true, via: 'password' }]);
  await owner('read_stats', { query: { range: '30d' } });
  const { items } = await owner('list_sessions');
  expect(items).toMatchObject([{ contact_name: 'Ana Costa', summary: true }]);
  const detail = await owner('read_session', { path: { id: visit.session_id } });
  const { turn_id } = detail.utterances[1];
  await owner('read_turn', { path: { id: visit.session_id, turn_id } });
  for (const part of ['utterances', 'extracts', 'events', 'action_items', 'score'])
    expect(detail[part]).not.toEqual([]);
  expect((await owner('search_transcripts', { query: { q: 'budget' } })).items).not.toEqual([]);
  for (const format of ['csv', 'jsonl']) {
    for (const id of ['export_sessions', 'export_waitlist'])
      expect(String(await owner(id, { query: { format } })).length).toBeGreaterThan(10);
  }
  let isOver = false;
  const watching = owner('watch_sessions').finally(() => {
    isOver = true;
  });
  await vi.waitUntil(
    async () => {
      await scene.app.session();
      return isOver;
    },
    { interval: 100, timeout: 20_000 },
  );
  expect(await watching).not.toEqual([]);
});

test('the owner works', async () => {
  const path = { id: visit.session_id };
  const note = await owner('add_note', { path, body: { text: 'Called back.' } });
  await owner('change_note', { path: { id: note.id }, body: { text: 'Called back; wants an offer.' } });
  expect((await owner('read_session', { path })).notes).toHaveLength(1);
  await owner('delete_note', { path: { id: note.id } });
  const { items } = await owner('list_action_items');
  await owner('change_action_item', { path: { id: items[0].id }, body: { status: 'done' } });
  await owner('change_action_items', { body: { ids: [items[0].id], status: 'open' } });
  expect((await owner('read_inbox')).categories.length).toBeGreaterThan(0);
  const draft = await owner('draft_followup', { path: { id: visit.session_id }, body: {} });
  expect(draft).toMatchObject({ to: 'ana@costabikes.example', writer: 'embedded' });
  await owner('change_lead', { path: { visitor_id: visit.visitor_id }, body: { status: 'contacted' } });
  expect((await owner('list_waitlist')).items).toHaveLength(1);
});

test('the owner merges two people and parts them', async () => {
  const path = { id: visit.visitor_id };
  const { session_id: id } = await scene.app.session();
  const other = (await owner('read_session', { path: { id } })).session.visitor_id;
  await owner('list_people');
  await owner('change_person', { path, body: { add_tags: ['trade fair'] } });
  // Whose first conversation still runs has no lead that tags could be kept with.
  await owner('change_lead', { path: { visitor_id: other }, body: { status: 'contacted' } });
  await owner('change_person', { path: { id: other }, body: { add_tags: ['bicycles'] } });
  await owner('add_person_note', { path, body: { text: 'Met at the fair.' } });
  expect((await owner('preview_merge', { path, query: { with: other } })).brings.sessions).toBe(1);
  expect((await owner('merge_people', { path, body: { with: other } })).visitors).toBe(2);
  const { parts, tags } = await owner('read_person', { path });
  expect(tags).toEqual(['bicycles', 'trade fair']);
  await owner('part_people', { path, body: { link_id: parts[0].link_id } });
});

test('a visitor rules over what is held of them', async () => {
  await ruleAsDescribed(scene.app, calls, owner);
});

test('a person takes over; a visitor performs a show, and the owner publishes its episode', async () => {
  await takeOverAsDescribed(await scene.app.session(), calls, owner);
  const show = await scene.app.session();
  const said = { ...show, user_message: 'Our office has a plant that nobody waters.', is_performer_mode: true };
  await scene.app.call('agent_reply', said);
  const path = { id: show.session_id };
  expect((await owner('list_shows')).running).toMatchObject([{ session_id: show.session_id }]);
  const stop = { by: 'performer', message: { type: 'podcast-stopped', data: {} } } as const;
  await scene.app.parts.shows.command(show.session_id, stop);
  await calls.call('rate_episode', { body: { ...show, rating: 5, publish: true } });
  await calls.call('episode_rating', { body: show });
  expect((await owner('list_shows')).items).toHaveLength(1);
  expect((await owner('read_episode', { path })).lines).not.toEqual([]);
  const { slug } = await owner('publish_episode', { path, body: { published: true } });
  await calls.call('read_published_episode', { path: { slug } });
});

test('the owner uploads a portrait', async () => {
  const body = await photo({ width: 300, height: 200 });
  const headers = { ...scene.token('owner'), 'content-type': 'image/jpeg' };
  const { file } = await calls.call('add_picture', { body, headers });
  expect((await owner('read_picture', { path: { picture: file } })).byteLength).toBeGreaterThan(100);
});

test('the owner looks at figures, sets things, and edits the twin', async () => {
  expect((await owner('read_analytics')).hours).toHaveLength(7);
  for (const chart of CHARTS) await owner('export_analytics', { query: { chart, format: 'jsonl' } });
  const { notifications, retention } = await owner('read_settings');
  const body = { group: 'notifications', value: notifications.value, version: notifications.version };
  const changed = await owner('change_setting', { body });
  await owner('change_setting', { status: 409, body });
  await owner('reset_setting', { body: { group: 'notifications', version: changed.version } });
  await owner('preview_retention', { body: { value: retention.value } });
  await owner('test_webhook', { body: {} });
  const { rows } = await scene.app.pool.query<{ id: string }>(
    `INSERT INTO webhook_messages (session_id, threshold, lead_score, gave_up_at, problem)
     VALUES ($1, 70, 80, now(), 'it answered 500') RETURNING id`,
    [visit.session_id],
  );
  expect((await owner('list_dead_letters')).items).toHaveLength(1);
  await owner('send_dead_letter', { path: { id: rows[0]?.id ?? '' }, body: {} });
  const { items } = await owner('list_providers');
  await owner('test_provider', { path: { id: items[0].id }, body: {} });
  const model = await startFakeProvider();
  const access = { provider: 'custom', base_url: model.url, key: 'sk-for-this-test-9f3c' };
  expect((await owner('list_served_models', { body: access })).models).toEqual(['fake-model']);
  await owner('test_model', { body: { ...access, model: 'fake-model' } });
  await owner('connect_model', { body: { ...access, model: 'fake-model' } });
  expect((await owner('read_model')).connected.model).toBe('fake-model');
  await owner('disconnect_model');
  const mail = await startMailServer();
  const { host, port } = { host: '127.0.0.1', port: mail.port };
  const server = { host, port, secure: false, user: null, from: 'orla@twin.example' };
  await owner('connect_mail', { body: server });
  expect((await owner('read_mail')).server.port).toBe(port);
  await owner('test_mail', { body: { to: 'orla@twin.example' } });
  await owner('preview_mail', { query: { template: 'digest' } });
  await owner('resubscribe_mail', { body: { template: 'digest' } });
  for (const key of ['one', 'two']) {
    const to = { template: 'waitlist', to: 'a@b.example', language: 'en', data: { name: null }, key } as const;
    await scene.app.parts.mail.queueMail(scene.app.pool, to);
  }
  await scene.app.pool.query("UPDATE outgoing_mails SET gave_up_at = now(), problem = '550 no'");
  const [first, second] = (await owner('list_undelivered_mails')).items;
  await owner('send_undelivered_mail', { path: { id: first.id }, body: {} });
  await owner('delete_undelivered_mail', { path: { id: second.id } });
  await owner('disconnect_mail');
  await mail.close();
  const told = await owner('read_prompt', { body: { message: 'What does it cost?', mode: 'mentor' } });
  expect(told.text).toContain('You are the AI twin of');
  await model.close();
  const { items: texts } = await owner('list_twin_texts');
  const { file } = texts.find(({ kind }: { kind: string }) => kind === 'knowledge');
  const { text, version } = await owner('read_twin_text', { path: { file } });
  await owner('list_twin_moves');
  await owner('list_demos');
  await owner('try_stage_line', { body: { texts: [], message: 'Are you conscious?', mode: 'philosophical' } });
  await owner('preview_twin_text', { body: { texts: [{ file, text }], message: 'What does it cost?' } });
  const edited = await owner('change_twin_text', { path: { file }, body: { text: `${text}\nMore.\n`, version } });
  const removed = await owner('remove_twin_text', { path: { file }, body: { version: edited.version } });
  expect(removed.removed).toBe(true);
  const restored = await owner('restore_twin_text', { body: { file, version: 0 } });
  await owner('save_twin_texts', { body: { texts: [{ file, text, version: restored.version }] } });
  const to = { name: 'Dana Reyes', first_name: 'Dana' };
  const plan = await owner('preview_rename', { body: to });
  const versions = Object.fromEntries(
    plan.texts.map((one: { file: string; version: number }) => [one.file, one.version]),
  );
  const { saved } = await owner('rename_twin', { body: { ...to, versions } });
  await owner('undo_twin_texts', { body: saved[0] });
  await owner('confirm_clock', { status: 409 });
  const at = new Date().toISOString();
  const hold = { last_run_at: at, rows: 3, since: at, seen_at: at, steady_ms: 0 };
  await scene.app.pool.query("INSERT INTO last_runs (name, detail) VALUES ('retention_held', $1)", [hold]);
  expect((await owner('read_settings')).retention_held.rows).toBe(3);
  await owner('confirm_clock');
});

test('people come, sign in, and go', async () => {
  const { user, url } = await owner('invite_user', { body: { email: 'kim@example.test', role: 'admin' } });
  expect((await owner('list_users')).items.length).toBe(4);
  const again = await owner('invite_user_again', { path: { id: user.id } });
  expect(again.url).not.toBe(url);
  const token_hash = new URL(again.url).hash.replace('#invite=', '');
  const { token: link } = await createLink(scene.app.pool, new Date());
  await calls.call('read_link', { body: { token_hash: link } });
  const invited = await calls.call('accept_invitation', { body: { type: 'invite', token_hash } });
  const kim = { headers: { authorization: `Bearer ${invited.access_token}` } };
  await calls.call('change_user', { ...kim, body: { password: TEST_PASSWORD } });
  await calls.call('read_user', kim);
  const signIn = (grant_type: string, body: object) => calls.call('sign_in', { query: { grant_type }, body });
  const signedIn = await signIn('password', { email: 'kim@example.test', password: TEST_PASSWORD });
  await signIn('refresh_token', { refresh_token: signedIn.refresh_token });
  const headers = { authorization: `Bearer ${signedIn.access_token}` };
  const elsewhere = await signIn('password', { email: 'kim@example.test', password: TEST_PASSWORD });
  const { items } = await calls.call('list_sign_ins', { headers });
  const other = items.find(({ current }: { current: boolean }) => !current);
  await calls.call('end_sign_in', { headers, path: { id: other.id } });
  await calls.call('end_other_sign_ins', { headers });
  await calls.call('read_user', { status: 403, headers: { authorization: `Bearer ${elsewhere.access_token}` } });
  await secondFactorAsDescribed(calls, { headers });
  await calls.call('sign_out', { headers, query: { scope: 'local' } });
  await owner('remove_user_second_factor', { status: 409, path: { id: user.id } });
  const later = await signIn('password', { email: 'kim@example.test', password: TEST_PASSWORD });
  await enrolledAsDescribed(calls, { headers: { authorization: `Bearer ${later.access_token}` } });
  await owner('remove_user_second_factor', { path: { id: user.id } });
  await owner('change_user_role', { path: { id: user.id }, body: { role: 'viewer' } });
  await owner('remove_user', { path: { id: user.id } });
  for (const id of ['read_keys', 'read_auth_health', 'read_auth_settings']) await calls.call(id);
  expect((await owner('list_audit')).items.length).toBeGreaterThan(3);
});

test('an owner sets the twin up', async () => {
  const { answers } = await owner('read_setup');
  const named = {
    ...answers,
    base: 'current',
    name: 'Orla Venstrom',
    email: 'orla@venstrom.example',
    about: 'A life.',
  };
  expect((await owner('preview_setup', { body: { answers: named, message: 'Who are you?' } })).problem).toBeNull();
  await owner('save_setup', { body: { answers: named, step: 'publish', version: 0 } });
  await owner('postpone_setup', { body: { version: 1 } });
  expect((await owner('publish_setup', { body: { version: 2 } })).saved).not.toHaveLength(0);
  expect((await owner('undo_setup', { body: { version: 3 } })).saved).not.toHaveLength(0);
});

test('an owner imports knowledge', async () => {
  const model = await startFakeProvider();
  model.always(completion('{"asks": ["How do I get in"]}'));
  const access = { provider: 'custom', base_url: model.url, key: 'sk-for-this-test-9f3c', model: 'fake-model' };
  await owner('connect_model', { body: access });
  site.routes['/sitemap.xml'] = `<urlset><url><loc>${site.url}/door</loc></url></urlset>`;
  site.routes['/door'] = '<main><h1>The door</h1><p>It is on the left.</p></main>';
  const { sitemap, pages } = await owner('list_site_pages', { body: { url: site.url } });
  const { id } = await owner('start_import', { body: { kind: 'site', url: sitemap, pages } });
  const path = { id, position: '0' };
  await vi.waitFor(async () => expect((await owner('read_import', { path: { id } })).state).toBe('ready'), 10_000);
  expect((await owner('list_import_passages', { path: { id } })).items).toHaveLength(1);
  const { asks } = await owner('suggest_asks', { path, body: {} });
  expect(asks).toEqual(['How do I get in']);
  await owner('change_import_passage', { path, body: { asks } });
  await owner('decide_import', { path: { id }, body: { decision: 'taken' } });
  expect((await owner('apply_import', { path: { id }, body: {} })).added).toBe(1);
  const headers = { ...scene.token('owner'), 'content-type': 'application/octet-stream' };
  const file = await calls.call('import_file', { headers, query: { name: 'a.txt' }, body: Buffer.from('Some text.') });
  await owner('cancel_import', { path: { id: file.id }, body: {} });
  expect((await owner('list_imports')).items).toHaveLength(2);
  await owner('delete_import', { path: { id: file.id } });
  const calendar = Buffer.from('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n');
  const query = { name: 'work.ics' };
  expect((await calls.call('upload_calendar', { headers, query, body: calendar })).sources).toHaveLength(1);
  await owner('disconnect_model');
  await model.close();
});

test('an owner backs up, and tests a restore', () => backUpAsDescribed(owner));

test('an owner reads the status', async () => {
  expect((await owner('read_status')).instances).toHaveLength(1);
});

test('refusals are as described too', async () => {
  await calls.call('read_stats', { status: 401 });
  await calls.call('list_users', { status: 403, headers: scene.token('admin') });
  await owner('read_session', { status: 404, path: { id: randomUUID() } });
  await owner('list_sessions', { status: 400, query: { sort: 'luck' } });
  await visitor('agent_reply', { user_message: 'Still there?' }, { status: 410 });
  await visitor('session_history', { session_secret: 'x' }, { status: 401 });
  await calls.call('create_session', { status: 400, body: {} });
  for (const version of ['2024-01-01', '2023-01-01']) {
    await calls.call('sign_up', { status: 422, body: {}, headers: { 'x-supabase-api-version': version } });
  }
  await calls.call('read_user', { status: 401 });
});

test('what cannot be undone', async () => {
  const email = 'ana@costabikes.example';
  expect((await owner('preview_erasure', { body: { email } })).visitors).toBe(1);
  await owner('erase_visitor', { body: { email, confirm: email } });
  const { sessions, before } = await owner('preview_deletion', { body: { before: '2020-01-01' } });
  await owner('delete_conversations', { body: { before, confirm_rows: sessions } });
  expect((await owner('read_deletion')).deletion.before).toBe(before);
  expect((await owner('sign_out_everyone', { body: {} })).signed_out).toBeGreaterThan(1);
});

test('no operation was left out', () => {
  expect(calls.ids.filter((id) => !calls.seen.has(id))).toEqual([]);
});
