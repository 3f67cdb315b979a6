import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';

let scene: OwnerScene;
beforeAll(async () => {
  scene = await ownerScene();
});
afterAll(() => scene.app.close());

describe('GET /api/admin/sessions/{id}', () => {
  test('tells everything that is kept of a conversation', async () => {
    const id = await scene.keep({
      contact_name: 'Dana',
      lead_score: 60,
      final_intent: 'spam',
      lines: ['<b>Hi</b>', 'Hello'],
    });
    const { pool } = scene.app;
    await pool.query(
      `INSERT INTO extracts (session_id, seq, analyser, intent, confidence, lead_score, company, pain_points,
         followup_actions, entities, reasons)
       VALUES ($1, 0, 'embedded', 'spam', 0.25, 40, NULL, '{}', '{}', '{}', '{older}'),
         ($1, 2, 'merged', 'spam', 0.75, 60, 'Acme', '{}', '{}', '{"role": "CTO"}', '{first,second}')`,
      [id],
    );
    await pool.query(
      `INSERT INTO lead_signals (session_id, n, rule, points, seq, quote, from_char, to_char) VALUES
         ($1, 0, 'budget', 70, 0, 'Hi', 3, 5), ($1, 1, 'more', 50, 0, 'Hi', 3, 5),
         ($1, 2, 'ceiling', -60, 0, 'Hi', 3, 5)`,
      [id],
    );
    const turn_id = randomUUID();
    await pool.query(
      `INSERT INTO events (session_id, kind, payload, ts)
       VALUES ($1, 'late', '{"a": [1]}', now()), ($1, 'early', '{}', now() - interval '1 minute'),
         ($1, 'voice_turn', $2, now()), ($1, 'voice_turn', '{"first_word": 3}', now())`,
      [id, JSON.stringify({ turn_id, end_of_speech: 0, utterance_sent: 12, transcribed: 250, first_word: 'soon' })],
    );
    await pool.query(
      `INSERT INTO action_items (session_id, visitor_id, key, title, description, priority, owner, category, tags)
       SELECT id, visitor_id, p, p, '', p, 'you', 'sales', '{a}'
         FROM sessions, unnest('{low,high,medium}'::text[]) AS p WHERE id = $1`,
      [id],
    );
    const { status, body } = await scene.ask(`/sessions/${id}`);
    expect(status).toBe(200);
    expect(body.session).toMatchObject({
      id,
      company: 'Acme',
      role: 'CTO',
      phone: null,
      mode: 'mentor',
      utterance_count: 2,
    });
    expect(body.utterances).toMatchObject([
      { seq: 0, speaker: 'visitor', text: '<b>Hi</b>', interrupted: false },
      { seq: 1, speaker: 'agent', text: 'Hello' },
    ]);
    expect(body).toMatchObject({
      more_after: null,
      summary: null,
      reasons: ['first', 'second'],
      notes: [],
      other_sessions: [],
      show: null,
    });
    expect(body.extracts.map((extract: { lead_score: number }) => extract.lead_score)).toEqual([60, 40]);
    expect(body.events.map((event: { kind: string }) => event.kind)).toEqual([
      'early',
      'late',
      'voice_turn',
      'voice_turn',
    ]);
    expect(body.score.map((step: { score: number }) => step.score)).toEqual([70, 100, 60]);
    expect(body.score[0]).toMatchObject({ rule: 'budget', points: 70, seq: 0, quote: 'Hi', from: 3, to: 5 });
    expect(body.waterfalls).toEqual([
      {
        turn_id,
        utterance_sent_ms: 12,
        transcribed_ms: 250,
        first_word_ms: null,
        first_audio_ms: null,
        playback_start_ms: null,
      },
    ]);
    expect(body.action_items.map((item: { priority: string }) => item.priority)).toEqual(['high', 'medium', 'low']);
  });

  test.each([
    ['interrupted', true],
    ['partial', false],
  ])('a reply whose turn is %s counts as interrupted: %s', async (status, interrupted) => {
    const id = await scene.keep({ lines: ['Hi'] });
    const turn = randomUUID();
    await scene.app.pool.query(
      `INSERT INTO turns (session_id, turn_id, kind, mode, model_asked, performer, status)
       VALUES ($1, $2, 'message', 'mentor', 'embedded', false, $3)`,
      [id, turn, status],
    );
    await scene.app.pool.query(
      `INSERT INTO utterances (session_id, seq, turn_id, speaker, text, interrupted)
       VALUES ($1, 1, $2, 'agent', 'Half a', true)`,
      [id, turn],
    );
    const { body } = await scene.ask(`/sessions/${id}`);
    expect(body.utterances.at(-1)).toMatchObject({ text: 'Half a', interrupted });
  });

  test('gives a long transcript in parts', async () => {
    const id = await scene.keep({ lines: Array.from({ length: 1_001 }, (_, n) => `line ${n}`) });
    const seen: number[] = [];
    let after: number | null = -1;
    while (after !== null) {
      const { body } = await scene.ask(`/sessions/${id}${after < 0 ? '' : `?after=${after}`}`);
      seen.push(...body.utterances.map(({ seq }: { seq: number }) => seq));
      after = body.more_after;
    }
    expect(seen).toEqual(Array.from({ length: 1_001 }, (_, n) => n));
  });

  test('shows other conversations of the lead: of the visitor, and of those who left the same address', async () => {
    const [visitor_id, sameAddress] = [randomUUID(), randomUUID()];
    const id = await scene.keep({ visitor_id });
    const second = await scene.keep({ visitor_id, started_ms_ago: 120_000 });
    const third = await scene.keep({ visitor_id: sameAddress, started_ms_ago: 180_000 });
    await scene.keep({ visitor_id, consent: false });
    await scene.keep();
    await scene.app.pool.query(
      `INSERT INTO leads (visitor_id, email, email_normalised) SELECT v, 'D@x.test', 'd@x.test'
       FROM unnest($1::uuid[]) AS v`,
      [[visitor_id, sameAddress]],
    );
    const { body } = await scene.ask(`/sessions/${id}`);
    expect(body.other_sessions.map((session: { id: string }) => session.id)).toEqual([second, third]);
  });

  test.each(['not-a-uuid', randomUUID(), "'; drop table sessions; --", '%00'])('knows no session %s', async (id) => {
    const answer = await scene.ask(`/sessions/${encodeURIComponent(id)}`);
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found', error: 'Session not found' } });
  });

  test('shows nothing of a conversation without consent', async () => {
    const id = await scene.keep({ consent: false, lines: ['secret'] });
    expect(await scene.ask(`/sessions/${id}`)).toMatchObject({ status: 404 });
    expect(await scene.ask(`/sessions/${id}/notes`, { method: 'POST', body: '{"text":"x"}' })).toMatchObject({
      status: 404,
    });
  });
});

describe('notes', () => {
  const write = (path: string, method: string, text?: string, role: 'admin' | 'owner' = 'admin') =>
    scene.ask(path, { method, role, ...(text === undefined ? {} : { body: JSON.stringify({ text }) }) });

  test('are added, changed and deleted by their author', async () => {
    const id = await scene.keep();
    const added = await write(`/sessions/${id}/notes`, 'POST', "  =1+1 <script>'; drop table notes\r\n ");
    expect(added).toMatchObject({
      status: 201,
      body: { text: "=1+1 <script>'; drop table notes", mine: true, session_id: id },
    });
    expect(added.body.author).toMatch(/^admin-/);
    const changed = await write(`/notes/${added.body.id}`, 'PATCH', 'better');
    expect(changed).toMatchObject({ status: 200, body: { text: 'better', created_at: added.body.created_at } });
    expect((await scene.ask(`/sessions/${id}`)).body.notes).toEqual([changed.body]);
    expect((await write(`/notes/${added.body.id}`, 'DELETE')).status).toBe(204);
    expect((await scene.ask(`/sessions/${id}`)).body.notes).toEqual([]);
    const { rows } = await scene.app.pool.query("SELECT * FROM audit_log WHERE action = 'note_deleted'");
    expect(rows).toMatchObject([{ actor: added.body.author, detail: { note_id: added.body.id, session_id: id } }]);
    expect(await write(`/notes/${added.body.id}`, 'PATCH', 'late')).toMatchObject({ status: 404 });
    expect(await write(`/notes/${added.body.id}`, 'DELETE')).toMatchObject({ status: 404 });
  });

  test('of others are changed by owners alone', async () => {
    const id = await scene.keep();
    const { body: note } = await write(`/sessions/${id}/notes`, 'POST', 'by the owner', 'owner');
    expect((await scene.ask(`/sessions/${id}`)).body.notes).toMatchObject([{ mine: false }]);
    expect(await write(`/notes/${note.id}`, 'PATCH', 'x')).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await write(`/notes/${note.id}`, 'DELETE')).toMatchObject({ status: 403 });
    const { body: own } = await write(`/sessions/${id}/notes`, 'POST', 'by the admin');
    expect(await write(`/notes/${own.id}`, 'PATCH', 'put right', 'owner')).toMatchObject({ status: 200 });
    expect(await write(`/notes/${own.id}`, 'DELETE', undefined, 'owner')).toMatchObject({ status: 204 });
    expect((await scene.ask(`/sessions/${id}`)).body.notes).toMatchObject([{ text: 'by the owner' }]);
    expect(await write(`/notes/${note.id}`, 'PATCH', 'by the owner still', 'owner')).toMatchObject({ status: 200 });
    // Changes of another author's note are logged, without its words; changes of one's own note are not.
    const { rows } = await scene.app.pool.query("SELECT * FROM audit_log WHERE action = 'note_changed'");
    expect(rows).toMatchObject([
      { actor: note.author, detail: { note_id: own.id, session_id: id, author: own.author }, address: '127.0.0.0/24' },
    ]);
    expect(JSON.stringify(rows)).not.toContain('put right');
  });

  test.each([
    {},
    { text: '' },
    { text: ' \n ' },
    { text: 7 },
    { text: 'x', author: 'me' },
    { text: 'x'.repeat(10_001) },
  ])('with a body like %j are refused', async (body) => {
    const id = await scene.keep();
    const answer = await scene.ask(`/sessions/${id}/notes`, { method: 'POST', body: JSON.stringify(body) });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });
});
