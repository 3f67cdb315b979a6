import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';

let scene: OwnerScene;
beforeAll(async () => {
  scene = await ownerScene({ RATE_LIMIT_SCALE: '100' });
});
afterAll(() => scene.app.close());

type Credentials = Awaited<ReturnType<OwnerScene['app']['session']>>;

/** A show of a few turns, stopped unless it goes on. */
async function perform(lines: string[], { consent = true, stops = true } = {}): Promise<Credentials> {
  const { app } = scene;
  const credentials = await app.session(consent);
  for (const user_message of lines) {
    const { status } = await app.call('agent_reply', { ...credentials, user_message, is_performer_mode: true });
    expect(status).toBe(200);
  }
  const stop = { by: 'performer', message: { type: 'podcast-stopped', data: {} } } as const;
  if (stops) await app.parts.shows.command(credentials.session_id, stop);
  return credentials;
}

const LINES = [
  'Hi, I am Ana Costa, and our office has a plant that nobody waters.',
  'haha yes! You can reach me at ana@costabikes.example or +49 170 5551234.',
  'Tell me another one about meetings',
];
const publish = (id: string, published: boolean, role: 'admin' | 'viewer' = 'admin') =>
  scene.ask(`/shows/${id}`, { method: 'PATCH', body: JSON.stringify({ published }), role });
const published = async (slug: string, headers = {}) => {
  const response = await fetch(`${scene.app.url}/api/episodes/${slug}`, { headers });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
};
const rate = (credentials: Credentials, rating: number, agrees: boolean) =>
  scene.app.call('rate_episode', { ...credentials, rating, publish: agrees });

describe('shows in the dashboard', () => {
  test('lists what is on, and what was kept, page by page', async () => {
    const on = await perform(LINES.slice(0, 1), { stops: false });
    const kept = [await perform(LINES), await perform(LINES.slice(0, 2))];
    const hidden = await perform(LINES, { consent: false });
    const { body } = await scene.ask('/shows?limit=1');
    expect(body.running).toMatchObject([{ session_id: on.session_id, episode: 1, turns: 1 }]);
    expect(body.items).toMatchObject([{ session_id: kept[1]?.session_id, slug: null, visitor_rating: null }]);
    const next = await scene.ask(`/shows?limit=1&cursor=${body.next_cursor}`);
    expect(next.body).toMatchObject({ items: [{ session_id: kept[0]?.session_id }], next_cursor: null });
    expect((await scene.ask(`/shows/${hidden.session_id}`)).status).toBe(404);
    expect((await scene.ask('/shows', { role: 'viewer' })).status).toBe(403);
    expect((await scene.ask('/shows', { role: null })).status).toBe(401);
    expect((await scene.ask('/shows?cursor=nonsense')).status).toBe(400);
    const detail = await scene.ask(`/sessions/${on.session_id}`);
    expect(detail.body.show).toEqual({ active: true });
    const isOn = async () => (await scene.ask('/shows')).body.running[0];
    expect(await isOn()).toMatchObject({ listening: true, quiet_minutes: 0 });
    await scene.app.call('track_event', { ...on, kind: 'page_left' });
    expect(await isOn()).toMatchObject({ listening: false });
    await scene.app.call('track_event', { ...on, kind: 'page_returned' });
    await scene.app.pool.query(
      `WITH h AS (UPDATE shows SET state = jsonb_set(state, '{saidAt}', '0') WHERE session_id = $1)
       UPDATE sessions SET last_active_at = now() - interval '12 minutes' WHERE id = $1`,
      [on.session_id],
    );
    expect(await isOn()).toMatchObject({ listening: true, quiet_minutes: 12 });
  }, 60_000);

  test('tells an episode with its moments in their places, its files, and its ratings', async () => {
    const credentials = await perform(LINES);
    const { body } = await scene.ask(`/shows/${credentials.session_id}`, { headers: { 'accept-language': 'de' } });
    expect(body).toMatchObject({ active: false, episode_number: 1, visitor_rating: null, publishing_agreed_at: null });
    expect(body.lines[0]).toMatchObject({ speaker: 'visitor', text: LINES[0], at: 0 });
    for (const { line, at } of body.reel) expect(at).toBe(line === null ? null : body.lines[line].at);
    const times = body.lines.map(({ at }: { at: number }) => at);
    expect(times).toEqual(times.toSorted((one: number, other: number) => one - other));
    expect(body.files.notes).toMatch(/^# Folge 1 mit KI Orla\n/);
    expect(body.files.vtt).toMatch(/^WEBVTT\n/);
    expect(body.files.srt).toContain('--> ');
    expect(body.files.text).toContain('+49 170 5551234');
  }, 60_000);

  test('tells of an episode in the list what its page tells: how long it was, in typographic marks', async () => {
    const { session_id: id } = await perform(["It's the plant's turn", 'haha']);
    const memory = (change: object) =>
      scene.app.pool.query('UPDATE show_memories SET memory = memory || $2 WHERE session_id = $1', [id, change]);
    const { body: page } = await scene.ask(`/shows/${id}`);
    await memory({ duration: 1, best_moments: [{ ...page.reel[0], content: 'It\'s a "laugh"' }] });
    const told = (await scene.ask(`/shows/${id}`)).body;
    const { items } = (await scene.ask('/shows?limit=1')).body;
    expect(items).toMatchObject([{ session_id: id, duration: told.duration, highlight: 'It’s a “laugh”' }]);
    expect(told.duration).toBe(told.lines.at(-1).until);
    expect(told.lines[0].text).toBe('It’s the plant’s turn');
    expect(told.reel[0].content).toBe('It’s a “laugh”');
    expect(Object.values(told.files).join('')).not.toContain("'");
  }, 60_000);
});

test('a moment names its speaker, in the reel and in the notes; what was kept before that names none', async () => {
  const story =
    'That was brilliant! Our office has a parrot that only speaks during video calls, and last week it agreed to a ' +
    'deadline in front of a customer, so now the whole team works for a parrot. Would you work for one?';
  const credentials = await perform(['Hello there', 'haha, that is great', story, 'haha']);
  const id = credentials.session_id;
  await scene.app.call('end_session', credentials);
  await rate(credentials, 5, true);
  const { slug } = (await publish(id, true)).body;
  const { body } = await scene.ask(`/shows/${id}`);
  const speakers = Object.fromEntries(
    body.reel.map((moment: { type: string; speaker: string }) => [moment.type, moment.speaker]),
  );
  expect(speakers).toEqual({ laugh: 'twin', story: 'visitor' });
  const told = body.reel.find(({ type }: { type: string }) => type === 'story');
  expect(body.lines[told.line]).toMatchObject({ speaker: 'visitor', text: story });
  expect(body.files.notes).toMatch(/\*\*Laugh\*\* \(\d+:\d\d\), AI Orla: /);
  expect(body.files.notes).toMatch(/\*\*Story\*\* \(\d+:\d\d\), Visitor: That was brilliant/);
  expect((await published(slug)).body.reel).toEqual(body.reel);
  const strip = (column: string, path: string) =>
    scene.app.pool.query(
      `UPDATE show_memories SET ${column} = jsonb_set(${column}, '${path}',
         (SELECT jsonb_agg(one - 'speaker') FROM jsonb_array_elements(${column} #> '${path}') AS one))
       WHERE session_id = $1`,
      [id],
    );
  await strip('memory', '{best_moments}');
  await strip('published', '{en,reel}');
  const nobody = body.reel.map((moment: object) => ({ ...moment, speaker: null }));
  const old = (await scene.ask(`/shows/${id}`)).body;
  expect(old.reel).toEqual(nobody);
  expect(old.files.notes).not.toContain(', AI Orla');
  expect((await published(slug)).body.reel).toEqual(nobody);
}, 60_000);

describe('publishing', () => {
  test('needs the visitor’s agreement, masks who they are and whom they name, and is taken back', async () => {
    const others = 'At work it was Desmond, and a guy called Marek who left Orla a note.';
    const credentials = await perform([...LINES, others]);
    const id = credentials.session_id;
    expect(await publish(id, true)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    await scene.app.call('end_session', credentials);
    expect(await rate(credentials, 5, true)).toMatchObject({
      status: 200,
      body: { success: true, publishing_agreed: true },
    });
    expect((await publish(id, true, 'viewer')).status).toBe(403);
    const { body } = await publish(id, true);
    expect(body.slug).toMatch(/^[\w-]{22}$/);
    expect((await publish(id, true)).body).toEqual(body);
    const answer = await published(body.slug);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toMatchObject({ episode_number: 1, visitor_rating: 5 });
    expect(answer.body.lines[0].text).toBe('Hi, I am [name], and our office has a plant that nobody waters.');
    const whole = JSON.stringify(answer.body);
    for (const secret of ['Ana', 'Costa', 'costabikes', '5551234', 'Desmond', 'Marek', id])
      expect(whole).not.toContain(secret);
    expect(whole).toContain('At work it was [name], and a guy called [name] who left Orla a note.');
    await publish(id, false);
    expect((await published(body.slug)).status).toBe(404);
    // A new address: others may know the old one.
    const again = (await publish(id, true)).body.slug;
    expect(again).not.toBe(body.slug);
    await rate(credentials, 5, false);
    expect((await published(again)).status).toBe(404);
    expect((await publish(id, true)).status).toBe(403);
    const { rows } = await scene.app.pool.query(
      `SELECT action FROM audit_log WHERE detail ->> 'session_id' = $1 ORDER BY id`,
      [id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['episode_published', 'episode_unpublished', 'episode_published']);
  }, 60_000);

  test('masks the visitor’s own name in any case, also in later lines, and leaves German nouns', async () => {
    const german = 'Im Büro steht eine Pflanze, die niemand gießt, und der Ausschuss trifft sich montags.';
    const credentials = await perform(['i am margarethe', "our plant's committee", 'MARGARETHE says haha', german]);
    await rate(credentials, 5, true);
    const { slug } = (await publish(credentials.session_id, true)).body;
    const { body } = await published(slug);
    const said = body.lines.filter(({ speaker }: { speaker: string }) => speaker === 'visitor');
    expect(said.map(({ text }: { text: string }) => text)).toEqual([
      ...['i am [name]', 'our plant’s committee', '[name] says haha', german],
    ]);
    for (const file of Object.values(body.files)) expect(file).not.toMatch(/margarethe/i);
    for (const file of [body.files.text, body.files.vtt]) expect(file).toContain('Ausschuss');
  }, 60_000);

  test('shows what was published, whatever becomes of the conversation, and only once the show has ended', async () => {
    const credentials = await perform(LINES.slice(0, 2), { stops: false });
    const id = credentials.session_id;
    const { pool, parts } = scene.app;
    const memory = { episode_number: 1, best_moments: [], themes: [], callbacks: [], audience_stats: {}, duration: 1 };
    await pool.query(
      `INSERT INTO show_memories (session_id, id, visitor_id, episode_number, memory, started_at, publishing_agreed_at)
       SELECT id, id, visitor_id, 1, $2, now(), now() FROM sessions WHERE id = $1
       ON CONFLICT (session_id) DO UPDATE SET publishing_agreed_at = now()`,
      [id, memory],
    );
    expect(await publish(id, true)).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('still on') },
    });
    await parts.shows.command(id, { by: 'performer', message: { type: 'podcast-stopped', data: {} } });
    const { slug } = (await publish(id, true)).body;
    const before = (await published(slug)).body;
    const german = (await published(slug, { 'accept-language': 'de' })).body;
    expect(before.files.notes).toMatch(/^# Episode 1 /);
    expect(german.files.notes).toMatch(/^# Folge 1 /);
    await pool.query(`UPDATE utterances SET text = 'My secret name is Zebedee' WHERE session_id = $1`, [id]);
    await pool.query(`UPDATE sessions SET contact_name = NULL WHERE id = $1`, [id]);
    expect((await published(slug)).body).toEqual(before);
    await publish(id, false);
    const { rows } = await pool.query('SELECT published FROM show_memories WHERE session_id = $1', [id]);
    expect(rows).toEqual([{ published: null }]);
  }, 60_000);

  test('lapses, with the page, when the show goes back on air; what was given before can be read', async () => {
    const credentials = await perform(LINES);
    const id = credentials.session_id;
    const given = async () => (await scene.app.call('episode_rating', credentials)).body;
    expect(await given()).toEqual({ rating: null, publishing_agreed: false });
    await rate(credentials, 5, true);
    const { slug } = (await publish(id, true)).body;
    expect(await given()).toEqual({ rating: 5, publishing_agreed: true });
    const does = (type: 'podcast-started' | 'podcast-stopped') =>
      scene.app.parts.shows.command(id, { by: 'performer', message: { type, data: {} } });
    expect(await does('podcast-started')).toBe('done');
    expect((await published(slug)).status).toBe(404);
    expect(await given()).toEqual({ rating: 5, publishing_agreed: false });
    await scene.app.call('agent_reply', { ...credentials, user_message: 'A submarine.', is_performer_mode: true });
    await does('podcast-stopped');
    expect(await publish(id, true)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    // Also one that was given on air, before the next words.
    await does('podcast-started');
    await rate(credentials, 5, true);
    await scene.app.call('agent_reply', { ...credentials, user_message: 'A gazebo.', is_performer_mode: true });
    await does('podcast-stopped');
    expect(await given()).toEqual({ rating: 5, publishing_agreed: false });
    await rate(credentials, 4, true);
    const again = (await publish(id, true)).body.slug;
    expect(JSON.stringify((await published(again)).body.lines)).toMatch(/submarine.*gazebo/);
    expect((await scene.app.call('episode_rating', { ...credentials, session_secret: 'wrong' })).status).toBe(401);
  }, 60_000);

  test('leaves out what is said after a stop, and lapses by a last line', async () => {
    const credentials = await perform(LINES);
    const id = credentials.session_id;
    const say = (user_message: string) =>
      scene.app.call('agent_reply', { ...credentials, user_message, is_performer_mode: true });
    await rate(credentials, 5, true);
    const { slug } = (await publish(id, true)).body;
    // The show answers it with its last words.
    await say('One more thing: my submarine.');
    expect((await published(slug)).status).toBe(404);
    expect(await publish(id, true)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    await rate(credentials, 5, true);
    await say('And a secret gazebo.');
    const again = await publish(id, true);
    expect(again.status).toBe(200);
    const said = JSON.stringify((await published(again.body.slug)).body.lines);
    expect(said).toContain('submarine');
    expect(said).not.toContain('gazebo');
    expect(JSON.stringify((await scene.ask(`/shows/${id}`)).body)).not.toContain('gazebo');
  }, 60_000);

  test('ends with the conversation: erased or expired, its page is gone', async () => {
    const credentials = await perform(LINES.slice(0, 1));
    await rate(credentials, 4, true);
    const { slug } = (await publish(credentials.session_id, true)).body;
    expect((await published(slug)).status).toBe(200);
    await scene.app.pool.query('DELETE FROM sessions WHERE id = $1', [credentials.session_id]);
    expect((await published(slug)).status).toBe(404);
    expect((await scene.ask(`/shows/${credentials.session_id}`)).status).toBe(404);
    const left = await scene.app.pool.query(
      'SELECT FROM show_memories WHERE session_id = $1 UNION ALL SELECT FROM show_events WHERE session_id = $1',
      [credentials.session_id],
    );
    expect(left.rowCount).toBe(0);
  }, 60_000);

  test('refuses a rating of what is not kept, or no episode, or beyond the stars', async () => {
    expect(await rate(await perform(LINES.slice(0, 1), { consent: false }), 5, true)).toMatchObject({
      status: 409,
      body: { code: 'not_kept' },
    });
    const talk = await scene.app.session();
    expect(await rate(talk, 5, true)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await rate(talk, 6, true)).status).toBe(400);
    expect((await rate({ ...talk, session_secret: 'wrong' }, 5, true)).status).toBe(401);
    expect((await published('nobody-guesses-this')).status).toBe(404);
  }, 60_000);
});
