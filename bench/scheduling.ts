import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { calendarOf } from '../server/features/scheduling/calendar.ts';
import { readBusyTimes } from '../server/features/scheduling/feeds/busy-times.ts';
import { type SlotQuery, type Stretch, slots } from '../server/features/scheduling/slots.ts';
import { loadTwin } from '../server/features/twin/load-twin.ts';
import { calendarTwin } from '../server/testing/calendar-twin.ts';
import { TEST_CACHE_DIR } from '../server/testing/sample-twin.ts';
import { figure, printTable, quantile } from './figures.ts';
import { Stage } from './stage.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ROUNDS = 200;
const WARM_UP = 20;
const BUSY = [0, 50, 500, 5_000];
/** Bookings one after the other, for which there are more free times. */
const BOOKINGS = 200;

/**
 * Free times of four weeks beside so many busy times, read from a calendar file too; and a booking over HTTP to the
 * answer, committed with `fsync`. Takes 30 seconds.
 */
export async function benchScheduling(): Promise<void> {
  const dir = await calendarTwin();
  const stage = new Stage();
  try {
    const { calendar: file } = await loadTwin(dir);
    const calendar = calendarOf(file, { time_zone: 'UTC', open: [] });
    const kind = calendar?.kinds[0];
    if (!calendar || !kind) throw new Error('The calendar has no kind of meeting.');
    const now = Date.parse('2026-12-01T08:00:00Z');
    const rows = BUSY.map((count) => {
      const busy = busyTimes(now, count);
      const query: SlotQuery = { calendar, kind, busy, bookings: [], now, visitorZone: 'America/New_York' };
      const found = slots(query).length;
      const all = timesOf(() => slots(query));
      const wished = timesOf(() => slots({ ...query, wish: MORNINGS }));
      const text = calendarFile(busy);
      const read = timesOf(() => readBusyTimes({ texts: [text], zone: 'UTC', from: now, to: now + 28 * DAY }), 20);
      return [String(count), String(found), ...[all, wished, read].flatMap((times) => quantilesOf(times, [0.5, 0.99]))];
    });
    printTable(
      'scheduling: free times of four weeks, ms (the calendar is open around the clock, every half hour)',
      ['busy times', 'free', 'all, median', 'p99', 'with a wish, median', 'p99', 'reading the file, median', 'p99'],
      rows,
    );
    const booked = await timeBookings(stage, dir);
    printTable(
      `scheduling: ${BOOKINGS} bookings one after the other, from the call to its answer, ms`,
      ['', 'median', 'p95', 'p99'],
      [['book_slot', ...quantilesOf(booked, [0.5, 0.95, 0.99])]],
    );
  } finally {
    await stage.clear();
    await rm(dir, { recursive: true, force: true });
  }
}

/** Mornings but for Fridays. */
const MORNINGS = {
  ...{ days: [], weekdays: [], notWeekdays: [4], notDays: [], at: [] },
  ...{ notBefore: 0, notAfter: 720 },
};

/** Half-hour events spread over four weeks, more than once at the same time if there are many. */
const busyTimes = (now: number, count: number): Stretch[] =>
  Array.from({ length: count }, (_, at) => {
    const start = now + (Math.floor((at * 7_919 * HOUR) / 4) % (28 * DAY));
    return { start, end: start + HOUR / 2 };
  });

const compact = (moment: number): string => new Date(moment).toISOString().replace(/[-:]|\.\d{3}/g, '');

const calendarFile = (busy: readonly Stretch[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...busy.flatMap(({ start, end }, at) => [
      ...['BEGIN:VEVENT', `UID:${at}`, `DTSTART:${compact(start)}`, `DTEND:${compact(end)}`, 'END:VEVENT'],
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n');

/** Milliseconds of each round, in order. */
function timesOf(work: () => unknown, rounds: number = ROUNDS): number[] {
  for (let round = 0; round < Math.min(WARM_UP, rounds); round += 1) work();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    work();
    times.push(performance.now() - began);
  }
  return times.sort((one, other) => one - other);
}

const quantilesOf = (sorted: readonly number[], parts: readonly number[]): string[] =>
  parts.map((part) => figure(quantile(sorted, part)));

async function timeBookings(stage: Stage, twinDir: string): Promise<number[]> {
  const { url } = await stage.product({
    ...{ RATE_LIMIT_SCALE: '100000', LOCAL_MODELS: 'off', CACHE_DIR: TEST_CACHE_DIR, TWIN_DIR: twinDir },
  });
  const call = async (name: string, body: object) => {
    const response = await fetch(`${url}/functions/v1/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: the answers differ
    const answer = (await response.json()) as any;
    if (!response.ok) throw new Error(`${name}: ${answer.error}`);
    return answer;
  };
  const visitor = async () => {
    const { session_id, session_secret } = await call('create_session', { visitor_id: randomUUID(), consent: true });
    return { session_id, session_secret };
  };
  const { slots: free } = await call('list_slots', { ...(await visitor()), limit: 500 });
  const person = { kind: 'intro', zone: 'UTC', name: 'Ana Costa', email: 'ana@costa.test', consent: true };
  const times: number[] = [];
  for (const { start } of free.slice(0, BOOKINGS + WARM_UP)) {
    const credentials = await visitor();
    const began = performance.now();
    await call('book_slot', { ...credentials, ...person, start });
    times.push(performance.now() - began);
  }
  return times.slice(WARM_UP).sort((one, other) => one - other);
}
