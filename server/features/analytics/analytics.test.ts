import type { Analytics } from '@understudy/contract/analytics';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type AnalyticsScene, analyticsScene } from '../../testing/analytics-scene.ts';
import { type HeldSession, heldSession, keepHeld, pickedFrom } from '../../testing/counted-sessions.ts';
import { questionReader } from './analytics.ts';
import { countSession } from './count-session.ts';

let scene: AnalyticsScene;
beforeAll(async () => {
  scene = await analyticsScene();
});
afterAll(() => scene.app.close());
afterEach(() => scene.clear());

const FROM = '2026-10-20';
const TO = '2026-10-30';

/** Day, weekday (0: Monday) and hour of a moment in a zone, as the platform formats it. */
function localOf(zone: string, moment: Date): { day: string; weekday: number; hour: number } {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(moment);
  const hour = Number(new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit' }).format(moment));
  return { day, weekday: (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7, hour };
}

/** What the charts should show, counted conversation by conversation. */
function countedByHand(held: readonly HeldSession[], zone: string, from: string, to: string) {
  const kept = held.filter(({ consent, startedAt }) => {
    const { day } = localOf(zone, startedAt);
    return consent && day >= from && day <= to;
  });
  const number = (is: (session: HeldSession) => boolean) => kept.filter(is).length;
  const turns = kept.flatMap((session) => session.turns);
  const countBy = (keys: readonly string[]) => {
    const counts = new Map<string, number>();
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    return Object.fromEntries(counts);
  };
  const three = (session: HeldSession) => session.turns.length >= 3;
  const hours = Array.from({ length: 7 }, () => Array<number>(24).fill(0));
  for (const { startedAt } of kept) {
    const { weekday, hour } = localOf(zone, startedAt);
    const day = hours[weekday];
    if (day) day[hour] = (day[hour] ?? 0) + 1;
  }
  const tokens = (provider: string) =>
    turns.filter((turn) => turn.provider === provider).reduce((sum, turn) => sum + turn.promptTokens, 0);
  return {
    sessions: countBy(kept.map(({ startedAt }) => localOf(zone, startedAt).day)),
    leads: number(({ score }) => score >= 70),
    intents: countBy(kept.map(({ intent }) => intent ?? 'none')),
    funnel: [
      kept.length,
      number(three),
      number((session) => three(session) && session.email !== null),
      number((session) => three(session) && session.cta !== null),
    ],
    scores: Array.from({ length: 10 }, (_, band) =>
      number(({ score }) => Math.min(9, Math.floor(score / 10)) === band),
    ),
    pains: countBy(kept.flatMap(({ pains }) => [...new Set(pains.map((pain) => pain.toLowerCase()))])),
    topics: countBy(kept.flatMap(({ topics }) => topics)),
    replies: countBy(turns.map(({ provider }) => provider)),
    firstWords: turns.filter(({ firstWordMs }) => firstWordMs !== null).length,
    tokens: { openai: tokens('openai'), groq: tokens('groq') },
    heard: kept.reduce((sum, { heardMs }) => sum + heardMs, 0) / 1_000,
    spoken: kept.reduce((sum, { spoken }) => sum + spoken, 0),
    hours,
    // Two wordings of one question in one conversation count once.
    lisbon: number((session) => session.turns.some(({ message }) => message.includes('Lisbon'))),
  };
}

/** The same figures from the charts. */
function countedByCharts(all: Required<Analytics>): ReturnType<typeof countedByHand> {
  const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
  const intents: Record<string, number> = {};
  for (const point of all.over_time) {
    for (const [intent, times] of Object.entries(point.intents)) intents[intent] = (intents[intent] ?? 0) + times;
  }
  const stage = (wanted: string) => all.latency.filter((row) => row.stage === wanted);
  const row = (kind: string, provider: string) =>
    all.cost.rows.find((one) => one.kind === kind && one.provider === provider);
  return {
    sessions: Object.fromEntries(
      all.over_time.filter(({ sessions }) => sessions > 0).map(({ start, sessions }) => [start.slice(0, 10), sessions]),
    ),
    leads: sum(all.over_time.map(({ leads }) => leads)),
    intents,
    funnel: all.funnel.slice(1, 5).map(({ count: times }) => times ?? -1),
    scores: all.scores.map(({ sessions }) => sessions),
    pains: Object.fromEntries(all.pains.map(({ term, sessions }) => [term.toLowerCase(), sessions])),
    topics: Object.fromEntries(all.topics.map(({ term, sessions }) => [term, sessions])),
    replies: Object.fromEntries(stage('reply').map(({ provider, times }) => [provider, times])),
    firstWords: sum(stage('first_word').map(({ times }) => times)),
    tokens: { openai: row('chat', 'openai')?.prompt_tokens ?? 0, groq: row('chat', 'groq')?.prompt_tokens ?? 0 },
    heard: row('transcription', 'openai')?.seconds ?? 0,
    spoken: row('voice', 'groq')?.characters ?? 0,
    hours: all.hours,
    lisbon: all.unanswered.find(({ question }) => question.includes('Lisbon'))?.times ?? 0,
  };
}

describe('the charts', () => {
  test('are what counting one by one gives: before adding up, after it, after changes and deletions', async () => {
    const { pool, parts } = scene.app;
    await scene.setZone('Europe/Berlin');
    const pick = pickedFrom(7);
    const [start, end] = [Date.parse('2026-10-19T12:00:00Z'), Date.parse('2026-10-31T12:00:00Z')];
    let held = Array.from({ length: 120 }, () => heldSession(pick, start, end));
    const check = async () =>
      expect(countedByCharts(await scene.charts(`from=${FROM}&to=${TO}`))).toEqual(
        countedByHand(held, 'Europe/Berlin', FROM, TO),
      );
    await keepHeld(pool, held);
    expect(await scene.count()).toBe(held.filter(({ consent }) => consent).length);
    await check();
    await Promise.all([scene.fold(), scene.fold()]);
    await check();
    // Counting twice and concurrently, and rolling up without changes, must change nothing.
    const some = held.slice(0, 10);
    await Promise.all(
      [...some, ...some].map(({ id }) => countSession(pool, questionReader(parts.twin(), parts.understand), id)),
    );
    await scene.fold();
    await scene.fold();
    await check();
    // Changes after the end are recounted automatically.
    held = held.map((session, at) => (at % 3 === 0 ? { ...session, score: 95, intent: null, cta: 'late' } : session));
    const changed = held.filter((_, at) => at % 3 === 0).map(({ id }) => id);
    await pool.query(
      "UPDATE sessions SET lead_score = 95, final_intent = NULL, cta_chosen = 'late' WHERE id = ANY ($1)",
      [changed],
    );
    await scene.count();
    await check();
    const gone = held.filter((_, at) => at % 4 === 0).map(({ id }) => id);
    held = held.filter((_, at) => at % 4 !== 0);
    await pool.query('DELETE FROM sessions WHERE id = ANY ($1)', [gone]);
    await check();
    await scene.fold();
    await check();
    await pool.query('DELETE FROM sessions');
    await scene.fold();
    const left = await pool.query(
      'SELECT FROM figure_totals UNION ALL SELECT FROM figure_changes UNION ALL SELECT FROM unanswered_questions',
    );
    expect(left.rows).toHaveLength(0);
  });

  test.each([
    ['Asia/Kathmandu', '2026-10-20', '2026-10-22'],
    ['America/New_York', '2026-11-01', '2026-11-03'],
    ['Australia/Lord_Howe', '2026-10-03', '2026-10-05'],
    ['Asia/Kolkata', '2026-10-20', '2026-10-20'],
  ])('in %s follow its days, from %s to %s', async (zone, from, to) => {
    await scene.setZone(zone);
    const pick = pickedFrom(11);
    const [start, end] = [Date.parse(`${from}T00:00:00Z`) - 86_400_000, Date.parse(`${to}T00:00:00Z`) + 2 * 86_400_000];
    const held = Array.from({ length: 60 }, () => heldSession(pick, start, end));
    await keepHeld(scene.app.pool, held);
    await scene.count();
    const byHand = countedByHand(held, zone, from, to);
    expect(byHand.funnel[0]).toBeGreaterThan(5);
    for (const act of [async () => undefined, scene.fold]) {
      await act();
      const all = await scene.charts(`from=${from}&to=${to}`);
      const { sessions, ...rest } = countedByCharts(all);
      if (from !== to) expect(sessions).toEqual(byHand.sessions);
      expect(rest).toEqual({ ...byHand, sessions: undefined });
    }
  });

  test('a day on which clocks are set back has twenty-five hours', async () => {
    await scene.setZone('Europe/Berlin');
    for (const [started_at, lead_score] of [
      ['2026-10-25T00:30:00Z', 80],
      ['2026-10-25T01:30:00Z', 10],
      ['2026-10-24T21:59:59Z', 90],
      ['2026-10-25T22:59:59Z', 70],
    ] as const) {
      await scene.keep({ started_at, lead_score });
    }
    await scene.count();
    const { over_time: points, span } = await scene.charts('from=2026-10-25&to=2026-10-25');
    expect(span).toEqual({ from: '2026-10-25', to: '2026-10-25', time_zone: 'Europe/Berlin', since: null });
    expect(points).toHaveLength(25);
    expect(points.filter(({ sessions }) => sessions > 0)).toEqual([
      { start: '2026-10-25T02:00:00+02:00', sessions: 1, leads: 1, intents: { none: 1 } },
      { start: '2026-10-25T02:00:00+01:00', sessions: 1, leads: 0, intents: { none: 1 } },
      { start: '2026-10-25T23:00:00+01:00', sessions: 1, leads: 1, intents: { none: 1 } },
    ]);
  });

  test('of an empty database show what will be there, and no chart is another', async () => {
    const all = await scene.charts('range=7d');
    expect(all.over_time).toHaveLength(7);
    expect(all).toMatchObject({
      funnel: [0, 0, 0, 0, 0, null].map((times) => ({ count: times })),
      pains: [],
      topics: [],
      unanswered: [],
      latency: [],
      cost: { currency: 'USD', total: 0, sessions: 0, per_session: null, rows: [] },
    });
    expect(all.calibration).toHaveLength(10);
    expect(all.calibration[9]).toEqual({
      from: 90,
      to: 100,
      won: 0,
      lost: 0,
      open: 0,
      rate: null,
      low: null,
      high: null,
    });
    expect(all.hours.flat()).toHaveLength(168);
    for (const chart of ['funnel', 'hours']) {
      const { body } = await scene.ask(`/analytics?chart=${chart}`);
      expect(Object.keys(body)).toEqual(['span', chart]);
    }
  });
});
