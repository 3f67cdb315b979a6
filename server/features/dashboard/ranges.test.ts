import type { SessionsPage, StatsAnswer } from '@understudy/contract/admin';
import { RANGE_DAYS } from '@understudy/contract/constants';
import { afterEach, describe, expect, test } from 'vitest';
import { type AnalyticsScene, analyticsScene } from '../../testing/analytics-scene.ts';

const SECOND = 1_000;
const QUARTER = 900_000;
const DAY = 86_400_000;

let now: Date;
let scene: AnalyticsScene;
/** Starts the product at a given time; sign-ins use the same clock. */
async function startAt(moment: string): Promise<void> {
  now = new Date(moment);
  scene = await analyticsScene({ now: () => now });
}
afterEach(() => scene.app.close());

/** The day of a moment in a zone, as the platform formats it. */
function dayFormat(zone: string): (moment: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  return (moment) => format.format(moment);
}

/** The start of each day up to today, newest first, found by checking every quarter of an hour. */
function midnights(zone: string): number[] {
  const day = dayFormat(zone);
  const found: number[] = [];
  for (let at = now.getTime() - (now.getTime() % QUARTER); found.length < 92; at -= QUARTER) {
    if (day(at) !== day(at - 1)) found.push(at);
  }
  return found;
}

/** Moments on either side of the ranges' starts, of this week's midnights and of a day ago. */
function edges(starts: readonly number[]): number[] {
  const days = [0, 1, 2, 3, 4, 5, 6, 7, 28, 29, 30, 88, 89, 90];
  return [
    ...days.flatMap((ago) => [starts[ago] ?? 0, (starts[ago] ?? 0) - SECOND]),
    ...[now.getTime() - DAY, now.getTime() - DAY - SECOND, now.getTime() - SECOND],
  ];
}

/** A range's sessions and high-quality leads, as reported by each part of the dashboard. */
async function told(range: string) {
  const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
  const stats: StatsAnswer = (await scene.ask(`/stats?range=${range}`)).body;
  const list: SessionsPage = (await scene.ask(`/sessions?range=${range}&sort=date&limit=1`)).body;
  const searched: SessionsPage = (await scene.ask(`/sessions?range=${range}&q=edge&limit=1`)).body;
  const file = await scene.ask(`/export?range=${range}&format=jsonl`);
  const exported = (file.body as string)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).lead_score as number);
  const charts = await scene.charts(`range=${range}`);
  expect(charts.span).toEqual(stats.span);
  return {
    sessions: {
      stats: stats.totalSessions,
      list: list.total,
      searched: searched.total,
      exported: exported.length,
      overTime: sum(charts.over_time.map(({ sessions }) => sessions)),
      intents: sum(charts.over_time.flatMap(({ intents }) => Object.values(intents))),
      funnel: charts.funnel[1]?.count,
      scores: sum(charts.scores.map(({ sessions }) => sessions)),
      hours: sum(charts.hours.flat()),
    },
    leads: {
      stats: stats.highQualityLeads,
      exported: exported.filter((score) => score >= 70).length,
      overTime: sum(charts.over_time.map(({ leads }) => leads)),
      scores: sum(charts.scores.filter(({ from }) => from >= 70).map(({ sessions }) => sessions)),
    },
  };
}

const all = <Place extends string>(places: Record<Place, unknown>, value: number) =>
  Object.fromEntries(Object.keys(places).map((place) => [place, value]));

describe('cards, lists, exports and charts count the same of a range', () => {
  test.each([
    // Clocks go back on 25 October, and forward on 8 March.
    ['Europe/Berlin', '2026-10-29T09:31:07Z'],
    ['America/New_York', '2026-03-12T03:44:59Z'],
    ['Asia/Kathmandu', '2026-06-10T18:20:00Z'],
    // Clocks that go forward at midnight, and by half an hour.
    ['America/Santiago', '2026-09-08T02:59:59Z'],
    ['Australia/Lord_Howe', '2026-10-06T13:07:00Z'],
  ])('in %s at %s', async (zone, at) => {
    await startAt(at);
    await scene.setZone(zone);
    const kept: { id: string; startedAt: number; score: number; isOver: boolean }[] = [];
    const starts = midnights(zone);
    for (const [index, startedAt] of edges(starts).entries()) {
      const score = [70, 69, 75, 0, 100][index % 5] ?? 0;
      const isOver = index % 3 !== 0;
      const [started_at, minutes] = [new Date(startedAt).toISOString(), isOver ? 5 : null];
      const session = { started_at, minutes, lead_score: score, contact_name: 'Edge', cta_chosen: 'book_call' };
      kept.push({ id: await scene.keep(session), startedAt, score, isOver });
      if (index % 7 === 0) await scene.keep({ ...session, consent: false });
    }
    const check = async () => {
      for (const range of Object.keys(RANGE_DAYS) as (keyof typeof RANGE_DAYS)[]) {
        const begin = range === '1d' ? now.getTime() - DAY : (starts[RANGE_DAYS[range] - 1] ?? 0);
        const inRange = kept.filter(({ startedAt }) => startedAt >= begin);
        expect(inRange.length).toBeGreaterThan(2);
        const { sessions, leads } = await told(range);
        expect([range, sessions]).toEqual([range, all(sessions, inRange.length)]);
        expect([range, leads]).toEqual([range, all(leads, inRange.filter(({ score }) => score >= 70).length)]);
      }
    };
    // Before counting, after it, with a change not yet counted, and after the roll-up.
    await check();
    await scene.count();
    await check();
    for (const [index, session] of kept.entries()) if (index % 4 === 0) session.score = 71;
    const changed = kept.filter((_, index) => index % 4 === 0).map(({ id }) => id);
    await scene.app.pool.query('UPDATE sessions SET lead_score = 71 WHERE id = ANY ($1)', [changed]);
    await check();
    await scene.count();
    await scene.fold();
    await check();
  });

  test('a conversation that runs is at its place in the funnel', async () => {
    await startAt(new Date().toISOString());
    const talk = { minutes: null, lines: ['1', '2', '3', '4', '5'], email: 'ana@costa.test', cta_chosen: 'book_call' };
    await scene.keep(talk);
    await scene.keep({ ...talk, lines: ['1', '2', '3', '4'] });
    await scene.keep({ minutes: null, lines: talk.lines });
    const steps = async () => (await scene.charts('range=1d')).funnel.slice(1, 5).map(({ count }) => count);
    expect(await steps()).toEqual([3, 2, 1, 1]);
    await scene.app.pool.query('UPDATE sessions SET ended_at = now()');
    expect(await steps()).toEqual([3, 2, 1, 1]);
    await scene.count();
    expect(await steps()).toEqual([3, 2, 1, 1]);
  });
});
