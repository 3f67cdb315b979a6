import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type AnalyticsScene, analyticsScene } from '../../testing/analytics-scene.ts';
import { keepHeld, oneTurn } from '../../testing/counted-sessions.ts';

let scene: AnalyticsScene;
beforeAll(async () => {
  scene = await analyticsScene();
});
afterAll(() => scene.app.close());
afterEach(() => scene.clear());

const FROM = '2026-10-20';
const TO = '2026-10-30';
const ASKED = `from=${FROM}&to=${TO}`;
const charts = (query = ASKED) => scene.charts(query);

test('the way from a page load to a call to action, page loads by days of UTC', async () => {
  await scene.app.pool.query(
    `INSERT INTO daily_totals (day, name, count) VALUES ('${FROM}', 'visits', 40), ('${TO}', 'visits', 2),
       ('2026-10-31', 'visits', 7), ('${TO}', 'messages', 99)`,
  );
  await scene.keep({
    started_at: `${FROM}T12:00:00Z`,
    lines: ['one', 'a'],
    email: 'a@x.test',
    cta_chosen: 'book_call',
  });
  await scene.keep({ started_at: `${FROM}T12:00:00Z`, lines: ['1', 'a', '2', 'b', '3'], email: 'b@x.test' });
  await scene.keep({ started_at: `${FROM}T12:00:00Z`, consent: false, lines: ['1', 'a', '2', 'b', '3'] });
  await scene.count();
  expect((await charts()).funnel).toEqual([
    { step: 'visited', count: 42 },
    { step: 'started', count: 2 },
    { step: 'three_turns', count: 1 },
    { step: 'contact', count: 1 },
    { step: 'cta', count: 0 },
    { step: 'booked', count: null },
  ]);
});

test('how scores turned out counts a lead of two visitors once, and who is open by themselves', async () => {
  const seen = `${FROM}T12:00:00Z`;
  await scene.app.pool.query(
    `INSERT INTO leads (visitor_id, email_normalised, lead_score, status, last_seen_at) VALUES
       (gen_random_uuid(), 'a@x.test', 92, 'won', $1::timestamptz),
       (gen_random_uuid(), 'a@x.test', 12, 'won', $1::timestamptz - interval '2 hours'),
       (gen_random_uuid(), NULL, 95, 'won', $1), (gen_random_uuid(), NULL, 100, 'lost', $1),
       (gen_random_uuid(), NULL, 93, 'new', $1),
       (gen_random_uuid(), NULL, 15, 'lost', $1), (gen_random_uuid(), NULL, 15, 'won', '2026-09-01')`,
    [seen],
  );
  const bands = async () => (await charts()).calibration.filter(({ won, lost, open }) => won + lost + open > 0);
  for (const act of [async () => undefined, scene.fold]) {
    await act();
    const [cold, hot, ...more] = await bands();
    expect(more).toEqual([]);
    expect(cold).toMatchObject({ from: 10, won: 0, lost: 1, open: 0, rate: 0, low: 0 });
    expect(hot).toMatchObject({ from: 90, to: 100, won: 2, lost: 1, open: 1, rate: 2 / 3 });
    expect(hot?.low).toBeCloseTo(0.2077, 3);
    expect(hot?.high).toBeCloseTo(0.9385, 3);
  }
  await scene.app.pool.query("UPDATE leads SET status = 'lost' WHERE lead_score = 93");
  expect((await bands()).at(-1)).toMatchObject({ won: 2, lost: 2, open: 0 });
  await scene.app.pool.query('DELETE FROM leads');
  expect(await bands()).toEqual([]);
});

/** An unanswered question, so many minutes after a noon. */
const asked = (message: string, score: number, minute: number) =>
  oneTurn(
    { message, reply: 'I do not know whether she does.' },
    { score, startedAt: new Date(Date.parse(`${FROM}T12:00:00Z`) + minute * 60_000) },
  );

test('a question that two visitors put in words of the same stem is one, those of leads first', async () => {
  const held = [
    asked('Do you offer workshops for charities?', 20, 0),
    asked('Does Orla provide a workshop for a charity?', 85, 1),
    asked("<b>Is there</b> an office in Lisbon'; DROP TABLE sessions; --?", 10, 2),
    asked('Do you know tax law?', 10, 3),
    asked('Do you know tax law?', 12, 4),
    asked('Do you know tax law?', 14, 5),
    asked('How are you?', 99, 6),
  ];
  await keepHeld(scene.app.pool, held);
  await scene.count();
  const { unanswered } = await charts();
  expect(unanswered).toMatchObject([
    {
      question: 'Does Orla provide a workshop for a charity?',
      times: 2,
      leads: 1,
      best_score: 85,
      session_id: held[1]?.id,
    },
    { question: 'Do you know tax law?', times: 3, leads: 0, best_score: 14, session_id: held[5]?.id, seq: 0 },
    { times: 1, leads: 0, best_score: 10 },
  ]);
  expect(unanswered[0]?.at).toBe(held[1]?.startedAt.toISOString());
  expect(unanswered[2]?.question).toContain('Lisbon');
});

test('a question says which passage of today’s knowledge answers it', async () => {
  await keepHeld(scene.app.pool, [asked('What is a stage manager?', 20, 1), asked('Where can I park my car?', 10, 0)]);
  await scene.count();
  const { unanswered } = await charts();
  expect(unanswered.map(({ question, answered_by }) => [question, answered_by])).toEqual([
    ['What is a stage manager?', 'From theatre to companies'],
    ['Where can I park my car?', null],
  ]);
});

test('costs follow the price table, and what has no price costs nothing that is known', async () => {
  const rows = [
    { kind: 'chat', provider: 'groq', model: 'm', per_million_prompt: 2, per_million_completion: 1_000_000 },
    { kind: 'transcription', provider: 'openai', model: 'whisper-1', per_hour: 36 },
  ];
  await scene.app.pool.query("INSERT INTO settings (name, value, updated_by) VALUES ('prices', $1, 'a test')", [
    JSON.stringify({ currency: 'EUR', rows }),
  ]);
  await keepHeld(scene.app.pool, [
    oneTurn({ promptTokens: 500_000 }, { heardMs: 10_000, spoken: 100 }),
    oneTurn({ provider: 'openai', promptTokens: 10 }),
  ]);
  await scene.count();
  expect((await charts()).cost).toEqual({
    currency: 'EUR',
    total: 8.1,
    sessions: 2,
    per_session: 4.05,
    rows: [
      {
        provider: 'groq',
        model: 'm',
        kind: 'chat',
        prompt_tokens: 500_000,
        completion_tokens: 7,
        cached_tokens: 0,
        characters: 0,
        seconds: 0,
        estimated: false,
        cost: 8,
      },
      {
        provider: 'openai',
        model: 'whisper-1',
        kind: 'transcription',
        prompt_tokens: 0,
        completion_tokens: 0,
        cached_tokens: 0,
        characters: 0,
        seconds: 10,
        estimated: false,
        cost: 0.1,
      },
      {
        provider: 'openai',
        model: 'm',
        kind: 'chat',
        prompt_tokens: 10,
        completion_tokens: 7,
        cached_tokens: 0,
        characters: 0,
        seconds: 0,
        estimated: true,
        cost: null,
      },
      {
        provider: 'groq',
        model: 'orpheus',
        kind: 'voice',
        prompt_tokens: 0,
        completion_tokens: 0,
        cached_tokens: 0,
        characters: 100,
        seconds: 0,
        estimated: false,
        cost: null,
      },
    ],
  });
});

describe('what is asked for', () => {
  test.each([
    ['chart=nonsense', 'chart'],
    ['from=2026-10-20', 'to'],
    ['to=2026-10-20', 'from'],
    ['from=2026-10-21&to=2026-10-20', 'to'],
    ['from=2025-01-01&to=2026-01-02', 'to'],
    ['from=2026-02-30&to=2026-03-01', 'from'],
    ['from=yesterday&to=2026-03-01', 'from'],
    ['from=0001-01-01&to=0001-01-02', 'from'],
    ["from=2026-01-01&to=';DROP", 'to'],
    ['chart=funnel&chart=hours', 'chart'],
    ['days=7', 'days'],
  ])('%s is refused with a sentence about %s', async (query, field) => {
    for (const path of ['/analytics?', '/analytics/export?chart=scores&']) {
      if (path.includes('chart') && query.includes('chart')) continue;
      const answer = await scene.ask(path + query);
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
      expect(answer.body.error).toContain(`"${field}"`);
    }
  });

  test('the longest span is a year with a day more, an unknown range is a week', async () => {
    expect((await charts('chart=over_time&from=2027-03-01&to=2028-02-29')).over_time).toHaveLength(366);
    expect((await charts('chart=over_time&range=2w')).over_time).toHaveLength(7);
    expect((await charts('chart=over_time&range=1d')).over_time.length).toBeGreaterThanOrEqual(23);
  });

  test.each(['/analytics', '/analytics/export?chart=hours'])('%s is closed to strangers and viewers', async (path) => {
    expect(await scene.ask(path, { role: null })).toMatchObject({ status: 401 });
    expect(await scene.ask(path, { role: 'viewer' })).toMatchObject({ status: 403 });
    expect((await scene.ask(path)).headers.get('cache-control')).toBe('no-store');
  });
});

describe('a chart as a file', () => {
  test('is for spreadsheets, with cells that begin no formula, and stands in the audit log', async () => {
    const reply = 'I do not know whether she does.';
    await keepHeld(scene.app.pool, [
      oneTurn({ message: '=HYPERLINK("x") is what you know of tax law?', reply }, { topics: ['=1+1', '<b>x</b>'] }),
    ]);
    await scene.count();
    const answer = await scene.ask(`/analytics/export?chart=topics&${ASKED}`);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="understudy-topics-[\d-]+\.csv"$/);
    expect(answer.headers.get('x-total-count')).toBe('2');
    expect(answer.body.split('\r\n')).toEqual(['Topic,Sessions', '<b>x</b>,1', "'=1+1,1", '']);
    const questions = await scene.ask(`/analytics/export?chart=unanswered&${ASKED}`);
    expect(questions.body).toContain(`"'=HYPERLINK(""x"") is what you know of tax law?",unknown,1,`);
    const { rows } = await scene.app.pool.query(
      "SELECT detail FROM audit_log WHERE action = 'analytics_exported' ORDER BY id DESC LIMIT 1",
    );
    expect(rows[0]).toEqual({ detail: { chart: 'unanswered', format: 'csv', from: FROM, to: TO } });
  });

  test('holds in lines of JSON what the wire says', async () => {
    await keepHeld(scene.app.pool, [oneTurn({}, { topics: ['Prices'] })]);
    await scene.count();
    const all = await charts();
    for (const chart of ['over_time', 'funnel', 'scores', 'calibration', 'topics', 'latency'] as const) {
      const { body } = await scene.ask(`/analytics/export?chart=${chart}&format=jsonl&${ASKED}`);
      expect(
        body
          .trim()
          .split('\n')
          .map((line: string) => JSON.parse(line)),
      ).toEqual(all[chart]);
    }
    const hours = await scene.ask(`/analytics/export?chart=hours&format=jsonl&${ASKED}`);
    expect(hours.body.trim().split('\n')).toHaveLength(7);
  });
});
