import { randomUUID } from 'node:crypto';
import { INTENTS } from '@understudy/contract/leads';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newVisitor, startAs } from '../../testing/kept-visitor.ts';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';

const HOUR = 3_600_000;
let scene: OwnerScene;
beforeAll(async () => {
  scene = await ownerScene();
});
afterAll(() => scene.app.close());
beforeEach(() => scene.app.pool.query('DELETE FROM sessions'));

const ids = (answer: { body: { items: { id: string }[] } }) => answer.body.items.map(({ id }) => id);

/** All pages of a list. */
async function pages(query: string, limit: number, between: () => Promise<unknown> = async () => undefined) {
  const found: string[] = [];
  let cursor = '';
  do {
    const answer = await scene.ask(`/sessions?${query}&limit=${limit}${cursor && `&cursor=${cursor}`}`);
    expect(answer).toMatchObject({ status: 200 });
    found.push(...ids(answer));
    cursor = answer.body.next_cursor ?? '';
    await between();
  } while (cursor);
  return found;
}

describe('GET /api/admin/sessions', () => {
  test('tells of a session what the list shows', async () => {
    const id = await scene.keep({
      contact_name: 'Dana Ruiz',
      email: 'dana@acme.test',
      lead_score: 82,
      final_intent: 'demo_request',
      cta_chosen: 'book_call',
      minutes: 12,
      lines: ['Hello', 'Hi', 'A demo?', 'Sure'],
    });
    await scene.app.pool.query(
      `INSERT INTO summaries (session_id, executive_summary, action_items, topics, open_questions, sentiment, writer)
       VALUES ($1, 'Wants a demo', '[]', '{}', '{}', 'positive', 'embedded')`,
      [id],
    );
    await scene.app.pool.query(
      `INSERT INTO extracts (session_id, seq, analyser, confidence, lead_score, pain_points, followup_actions,
         entities, reasons)
       VALUES ($1, 0, 'embedded', 0.5, 10, '{}', '{}', '{}', '{old}'),
         ($1, 2, 'embedded', 0.9, 82, '{}', '{}', '{}', '{Asked for a demo,second}')`,
      [id],
    );
    const answer = await scene.ask('/sessions');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toMatchObject({ total: 1, total_is_more: false, next_cursor: null, intents: ['demo_request'] });
    expect(answer.body.items).toEqual([
      {
        id,
        visitor_id: expect.any(String),
        contact_name: 'Dana Ruiz',
        email: 'dana@acme.test',
        phone: null,
        lead_score: 82,
        final_intent: 'demo_request',
        cta_chosen: 'book_call',
        started_at: expect.stringMatching(/Z$/),
        ended_at: expect.stringMatching(/Z$/),
        created_at: expect.stringMatching(/Z$/),
        duration: '12',
        summary: true,
        utterance_count: 4,
        status: 'new',
        reason: 'Asked for a demo',
        call_requested: false,
        booked: false,
        complaint: false,
        asks_person: false,
        current_intent: null,
      },
    ]);
  });

  test('says that a call was asked for, whatever was chosen after it', async () => {
    const app = scene.app;
    const session = (await app.call('create_session', { visitor_id: randomUUID(), consent: true })).body;
    await app.call('agent_reply', { ...session, user_message: 'Hello' });
    const shown = async () => (await scene.ask(`/sessions/${session.session_id}`)).body.session;
    expect(await shown()).toMatchObject({ call_requested: false });
    await app.call('request_call', { ...session, email: 'ana@costa.test', wished_time: 'Monday' });
    for (const cta of ['book_call', 'get_summary']) {
      await app.call('track_event', { ...session, kind: 'cta_clicked', payload: { cta } });
    }
    expect(await shown()).toMatchObject({ cta_chosen: 'get_summary', call_requested: true });
    const { body } = await scene.ask('/sessions?q=ana@costa.test');
    expect(body.items).toMatchObject([{ cta_chosen: 'get_summary', call_requested: true, email: 'ana@costa.test' }]);
  });

  test('says so for as long as the conversation is kept, and of no later one, which knows of the wish', async () => {
    const { app } = scene;
    const visitor = newVisitor();
    const session = await startAs(app, visitor);
    await app.call('request_call', { ...session, email: 'eva@costa.test', wished_time: 'On 1 December 2031' });
    const later = await startAs(app, visitor);
    await app.pool.query('DELETE FROM action_items WHERE session_id = $1', [session.session_id]);
    const known = 'SELECT FROM sessions WHERE id = $1 AND call_request IS NOT NULL';
    expect((await app.pool.query(known, [later.session_id])).rowCount).toBe(1);
    const shown = async (id: string) => (await scene.ask(`/sessions/${id}`)).body.session.call_requested;
    expect([await shown(session.session_id), await shown(later.session_id)]).toEqual([true, false]);
  });

  test('never shows a conversation without consent, running or over', async () => {
    await scene.keep({ consent: false, lead_score: 90, email: 'secret@acme.test' });
    await scene.keep({ consent: false, lead_score: 90, minutes: null });
    for (const query of ['', '?q=secret', '?sort=date', '?sort=duration']) {
      expect((await scene.ask(`/sessions${query}`)).body).toMatchObject({ items: [], total: 0 });
    }
  });

  test('goes back as far as the range, and seven days for one that nobody knows', async () => {
    const at = async (days: number) => scene.keep({ started_ms_ago: days * 24 * HOUR });
    const [today, week, month, quarter] = [await at(0.9), await at(5.9), await at(28.9), await at(88.9)];
    await at(91);
    const shown = async (range: string) => ids(await scene.ask(`/sessions?sort=date&range=${range}`));
    expect(await shown('1d')).toEqual([today]);
    expect(await shown('7d')).toEqual([today, week]);
    expect(await shown('30d')).toEqual([today, week, month]);
    expect(await shown('90d')).toEqual([today, week, month, quarter]);
    expect(await shown('all; drop table sessions')).toEqual([today, week]);
    expect(await shown('')).toEqual([today, week]);
  });

  test.each(INTENTS)('shows %s alone', async (intent) => {
    const wanted = await scene.keep({ final_intent: intent, minutes: 1 });
    await scene.keep({ final_intent: INTENTS[(INTENTS.indexOf(intent) + 1) % INTENTS.length] ?? null });
    await scene.keep({ final_intent: null });
    const answer = await scene.ask(`/sessions?intent=${intent}`);
    expect(ids(answer)).toEqual([wanted]);
    expect(answer.body.total).toBe(1);
  });

  test('sorts by score, date and length, what runs among the rest', async () => {
    const long = await scene.keep({ lead_score: 10, minutes: 40, started_ms_ago: 3 * HOUR });
    const hot = await scene.keep({ lead_score: 90, minutes: 2, started_ms_ago: 2 * HOUR });
    // Twenty utterances without an end count as ten minutes.
    const running = await scene.keep({
      lead_score: 50,
      minutes: null,
      started_ms_ago: HOUR,
      lines: Array(20).fill('x'),
    });
    const silent = await scene.keep({ lead_score: 0, minutes: null, started_ms_ago: 10 });
    expect(ids(await scene.ask('/sessions'))).toEqual([hot, running, long, silent]);
    expect(ids(await scene.ask('/sessions?sort=date'))).toEqual([silent, running, hot, long]);
    const byLength = await scene.ask('/sessions?sort=duration');
    expect(ids(byLength)).toEqual([long, running, hot, silent]);
    expect(byLength.body.items.map(({ duration }: { duration: string }) => duration)).toEqual(['40', '10', '2', null]);
  });

  test('the length in minutes is rounded, and a minute at least where something was said', async () => {
    const minutes = async (session: Parameters<OwnerScene['keep']>[0]) => {
      await scene.app.pool.query('DELETE FROM sessions');
      await scene.keep(session);
      return (await scene.ask('/sessions')).body.items[0].duration;
    };
    expect(await minutes({ minutes: 0.4 })).toBe('0');
    expect(await minutes({ minutes: 1.5 })).toBe('2');
    expect(await minutes({ minutes: null, lines: ['x'] })).toBe('1');
    expect(await minutes({ minutes: null, lines: Array(5).fill('x') })).toBe('3');
    expect(await minutes({ minutes: null })).toBeNull();
  });

  test.each(['score', 'date', 'duration'])(
    'pages by %s show each session once, ties and newcomers too',
    async (sort) => {
      const started_at = new Date(Date.now() - HOUR).toISOString();
      const kept: string[] = [];
      for (let n = 0; n < 30; n += 1) {
        const minutes = n % 5 === 0 ? null : n % 3;
        kept.push(await scene.keep({ started_at, lead_score: 50 + (n % 3), minutes, lines: ['x', 'y'] }));
      }
      const whole = ids(await scene.ask(`/sessions?sort=${sort}&limit=100`));
      expect([...whole].sort()).toEqual([...kept].sort());
      expect(await pages(`sort=${sort}`, 7)).toEqual(whole);
      // Sessions that start during paging, at the top or at the same position, do not shift the existing ones.
      const seen = await pages(`sort=${sort}`, 4, () => scene.keep({ started_at, lead_score: 99, minutes: 0 }));
      expect(seen.filter((id) => kept.includes(id))).toEqual(whole);
      expect(new Set(seen).size).toBe(seen.length);
    },
  );

  test('the cursor of one order is refused in another', async () => {
    await scene.keep();
    await scene.keep();
    const { body } = await scene.ask('/sessions?sort=date&limit=1');
    const answer = await scene.ask(`/sessions?sort=score&limit=1&cursor=${body.next_cursor}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });
});

describe('the search', () => {
  test('finds part of a name, an address or a visitor id in any case, and nothing else', async () => {
    const dana = await scene.keep({ contact_name: "Dana Ruíz-Ö'Neil", email: 'D.Ruiz@Acme.test' });
    const running = await scene.keep({ contact_name: 'Жанна 李', minutes: null });
    const visitor_id = 'ABCDEF12-3456-4789-8abc-def012345678';
    const other = await scene.keep({ contact_name: '100% _under\\score', visitor_id });
    const find = async (q: string) => ids(await scene.ask(`/sessions?sort=date&q=${encodeURIComponent(q)}`));
    expect(await find('ana ru')).toEqual([dana]);
    expect(await find('RUÍZ-ö')).toEqual([dana]);
    expect(await find('ruiz@ACME')).toEqual([dana]);
    expect(await find('жан')).toEqual([running]);
    expect(await find('李')).toEqual([running]);
    expect(await find('abcdef12')).toEqual([other]);
    expect(await find('cdef12-3456')).toEqual([other]);
    expect(await find('0%')).toEqual([other]);
    expect(await find('_under\\')).toEqual([other]);
    expect(await find('%')).toEqual([other]);
    expect(await find('_')).toEqual([other]);
    expect(await find('  dana  ')).toEqual([dana]);
    expect(await find('nobody')).toEqual([]);
    expect((await find('   ')).length).toBe(3);
  });

  test('goes with range, intent, order and pages, and counts its hits', async () => {
    const wanted: string[] = [];
    for (let n = 0; n < 12; n += 1) {
      const session = { contact_name: `Searched ${n}`, lead_score: n, started_ms_ago: HOUR };
      wanted.unshift(await scene.keep({ ...session, final_intent: 'spam' }));
      await scene.keep({ ...session, final_intent: 'job_inquiry' });
      await scene.keep({ ...session, final_intent: 'spam', started_ms_ago: 40 * 24 * HOUR });
      await scene.keep({ lead_score: n, final_intent: 'spam' });
    }
    const query = 'q=sEarched&intent=spam&range=30d';
    expect(await pages(query, 5)).toEqual(wanted);
    expect((await scene.ask(`/sessions?${query}&limit=5`)).body).toMatchObject({ total: 12, total_is_more: false });
  });
});

describe('GET /api/admin/stats', () => {
  test('computes the cards as the specification says', async () => {
    expect((await scene.ask('/stats')).body).toMatchObject({
      totalSessions: 0,
      highQualityLeads: 0,
      avgSessionTime: '0m',
      conversionRate: '0%',
    });
    await scene.keep({ lead_score: 70, minutes: 10, cta_chosen: 'book_call' });
    await scene.keep({ lead_score: 69, minutes: 5, started_ms_ago: 30 * HOUR });
    await scene.keep({ lead_score: 95, minutes: null });
    await scene.keep({ lead_score: 95, minutes: 100, started_ms_ago: 8 * 24 * HOUR });
    await scene.keep({ lead_score: 95, minutes: 100, consent: false, cta_chosen: 'book_call' });
    const week = { totalSessions: 3, highQualityLeads: 2, avgSessionTime: '8m', conversionRate: '33%' };
    expect((await scene.ask('/stats')).body).toMatchObject(week);
    expect((await scene.ask('/stats?range=2w')).body).toMatchObject(week);
    expect((await scene.ask('/stats?range=30d')).body).toMatchObject({ totalSessions: 4, conversionRate: '25%' });
    expect((await scene.ask('/stats?range=1d')).body).toMatchObject({ totalSessions: 2, avgSessionTime: '10m' });
  });
});
