import type { MeetingKind } from '@understudy/contract/calendar-file';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayAt, momentAt, weekdayOf } from '../../platform/zones.ts';
import { timeWishIn } from '../understanding/index.ts';
import type { Calendar } from './calendar.ts';
import { blockedBy, isFree, merged, type SlotQuery, type Stretch, slots } from './slots.ts';

const KIND: MeetingKind = {
  ...{ id: 'intro', title: 'First call', minutes: 30, bufferBefore: 0, bufferAfter: 0, noticeHours: 0, daysAhead: 28 },
};
const WORK = { from: 9 * 60, to: 17 * 60 };
const calendarIn = (timeZone: string, more: Partial<Calendar> = {}): Calendar => ({
  timeZone,
  hours: [[WORK], [WORK], [WORK], [WORK], [WORK], [], []],
  kinds: [KIND],
  blocked: [],
  ...more,
});
const at = (text: string) => Date.parse(text);
const find = (now: string, zone: string, more: Partial<SlotQuery> = {}) =>
  slots({
    ...{ calendar: calendarIn(zone), kind: KIND, busy: [], bookings: [], now: at(now), visitorZone: zone },
    ...more,
  });
const starts = (found: readonly Stretch[]) => found.map(({ start }) => new Date(start).toISOString());
const on = (day: string, found: readonly Stretch[]) => starts(found).filter((start) => start.startsWith(day));

describe('free times', () => {
  test('are those of the working day, from now on, and none at the weekend', () => {
    const found = find('2026-12-03T12:10:00Z', 'Europe/Amsterdam');
    expect(on('2026-12-03', found)).toEqual(
      ['12:30', '13:00', '13:30', '14:00', '14:30', '15:00', '15:30'].map((time) => `2026-12-03T${time}:00.000Z`),
    );
    expect(on('2026-12-04', found)[0]).toBe('2026-12-04T08:00:00.000Z');
    expect(on('2026-12-05', found).concat(on('2026-12-06', found))).toEqual([]);
    expect(on('2026-12-31', found)).toHaveLength(16);
    expect(on('2027-01-01', found)).toEqual([]);
  });

  test('keep the notice, the buffers and the number a day', () => {
    const kind = { ...KIND, noticeHours: 24, bufferBefore: 15, bufferAfter: 30, perDay: 2 };
    const busy = [{ start: at('2026-12-04T10:00:00Z'), end: at('2026-12-04T11:00:00Z') }];
    const found = find('2026-12-03T08:00:00Z', 'UTC', { kind, busy });
    expect(on('2026-12-03', found)).toEqual([]);
    // 09:30 would need to be over, with its buffer, at 10:30; 11:00 would need 10:45 to be free.
    expect(on('2026-12-04', found).slice(0, 3)).toEqual([
      '2026-12-04T09:00:00.000Z',
      '2026-12-04T11:30:00.000Z',
      '2026-12-04T12:00:00.000Z',
    ]);
    const booking = (start: string) => {
      const slot = { start: at(start), end: at(start) + 1_800_000 };
      return { ...slot, kind: 'intro', blocked: blockedBy(kind, slot) };
    };
    const bookings = [
      booking('2026-12-07T09:00:00Z'),
      booking('2026-12-07T15:00:00Z'),
      booking('2026-12-08T09:00:00Z'),
    ];
    const full = find('2026-12-03T08:00:00Z', 'UTC', { kind, bookings });
    expect(on('2026-12-07', full)).toEqual([]);
    // With its own buffer before and the booking's after.
    expect(on('2026-12-08', full)[0]).toBe('2026-12-08T10:30:00.000Z');
  });

  test('leave out blocked days, and whole days that are busy', () => {
    const calendar = calendarIn('UTC', { blocked: [{ from: '2026-12-24', to: '2026-12-26' }] });
    const busy = [{ start: at('2026-12-08T00:00:00Z'), end: at('2026-12-09T00:00:00Z') }];
    const found = find('2026-12-03T08:00:00Z', 'UTC', { calendar, busy });
    for (const day of ['2026-12-24', '2026-12-25', '2026-12-08']) expect(on(day, found)).toEqual([]);
    expect(on('2026-12-23', found)).toHaveLength(16);
  });

  test('are on the clock of the calendar on both sides of a change of time', () => {
    const calendar = calendarIn('Europe/Berlin', { hours: Array.from({ length: 7 }, () => [WORK]) });
    const kind = { ...KIND, daysAhead: 3 };
    // Berlin's clocks go back on 25 October 2026.
    const found = find('2026-10-24T06:00:00Z', 'Europe/Berlin', { calendar, kind });
    expect(on('2026-10-24', found)[0]).toBe('2026-10-24T07:00:00.000Z');
    expect(on('2026-10-25', found)[0]).toBe('2026-10-25T08:00:00.000Z');
    for (const { start } of found)
      expect(momentAt('Europe/Berlin', dayAt('Europe/Berlin', start), 0)).toBeLessThan(start);
  });

  test('skip the hour that clocks skip, and offer the hour that comes twice only as it is long', () => {
    const night = { from: 60, to: 240 };
    const calendar = calendarIn('Europe/Berlin', { hours: Array.from({ length: 7 }, () => [night]) });
    const spring = find('2026-03-28T20:00:00Z', 'Europe/Berlin', { calendar, kind: { ...KIND, daysAhead: 1 } });
    // From 01:00 to 04:00 there are two hours.
    expect(starts(spring)).toEqual(['00:00', '00:30', '01:00', '01:30'].map((time) => `2026-03-29T${time}:00.000Z`));
    const autumn = find('2026-10-24T20:00:00Z', 'Europe/Berlin', { calendar, kind: { ...KIND, daysAhead: 1 } });
    expect(autumn).toHaveLength(8);
    expect(new Set(starts(autumn)).size).toBe(8);
  });

  test('read the wish on the visitor’s clock, whose own changes of time fall on other days', async () => {
    // New York changes a week after Berlin: between, they are five hours apart.
    const now = new Date('2026-10-26T06:00:00Z');
    const wish = await timeWishIn('in the morning', now, 'America/New_York');
    const found = find(now.toISOString(), 'Europe/Berlin', { wish, visitorZone: 'America/New_York' });
    expect(on('2026-10-27', found)[0]).toBe('2026-10-27T08:00:00.000Z');
    expect(on('2026-10-27', found).at(-1)).toBe('2026-10-27T15:30:00.000Z');
    const afternoon = await timeWishIn('after 11', now, 'America/New_York');
    const later = find(now.toISOString(), 'Europe/Berlin', { wish: afternoon, visitorZone: 'America/New_York' });
    expect(on('2026-10-28', later)[0]).toBe('2026-10-28T15:00:00.000Z');
    // A week later New York's 11 is 16:00 UTC, when Berlin has closed.
    expect(on('2026-11-04', later)).toEqual([]);
  });

  test('exist on a leap day, and not on a day that a zone skips', () => {
    expect(on('2028-02-29', find('2028-02-28T06:00:00Z', 'UTC'))).toHaveLength(16);
    const calendar = calendarIn('Pacific/Apia', { hours: Array.from({ length: 7 }, () => [WORK]) });
    // Samoa went from 29 to 31 December 2011.
    const found = find('2011-12-29T12:00:00Z', 'Pacific/Apia', { calendar, kind: { ...KIND, daysAhead: 3 } });
    const days = new Set(found.map(({ start }) => dayAt('Pacific/Apia', start)));
    expect([...days]).toEqual(['2011-12-29', '2011-12-31', '2012-01-01']);
    expect(new Set(starts(found)).size).toBe(found.length);
  });

  test('follow a zone that changes its rules', () => {
    // Egypt brought back summer time in 2023.
    expect(on('2022-05-02', find('2022-05-02T00:00:00Z', 'Africa/Cairo'))[0]).toBe('2022-05-02T07:00:00.000Z');
    expect(on('2023-05-02', find('2023-05-02T00:00:00Z', 'Africa/Cairo'))[0]).toBe('2023-05-02T06:00:00.000Z');
  });
});

describe('whatever the calendar', () => {
  const now = at('2026-03-20T10:00:00Z');
  const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia'];
  const stretch = fc
    .tuple(fc.integer({ min: -48, max: 24 * 30 }), fc.integer({ min: 1, max: 60 }))
    .map(([hours, length]) => ({ start: now + hours * 1_800_000, end: now + hours * 1_800_000 + length * 600_000 }));
  const span = fc
    .tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 4 }))
    .map(([from, length]) => ({ from: from * 60, to: (from + length) * 60 }));
  const asked = fc.record({
    zone: fc.constantFrom(...zones),
    busy: fc.array(stretch, { maxLength: 40 }),
    hours: fc.array(fc.array(span, { maxLength: 1 }), { minLength: 7, maxLength: 7 }),
    minutes: fc.constantFrom(15, 30, 45, 60, 90),
    bufferBefore: fc.constantFrom(0, 10, 30),
    bufferAfter: fc.constantFrom(0, 10, 90),
    noticeHours: fc.integer({ min: 0, max: 72 }),
    daysAhead: fc.integer({ min: 1, max: 28 }),
  });

  test('no free time overlaps what is busy, is too soon, too late or outside of the hours', () => {
    fc.assert(
      fc.property(asked, ({ zone, busy, hours, ...rest }) => {
        const kind = { ...KIND, ...rest };
        const calendar = calendarIn(zone, { hours });
        const found = slots({ calendar, kind, busy, bookings: [], now, visitorZone: 'UTC' });
        let before = Number.NEGATIVE_INFINITY;
        for (const slot of found) {
          expect(slot.start).toBeGreaterThan(before);
          before = slot.start;
          const blocked = blockedBy(kind, slot);
          expect(busy.some(({ start, end }) => start < blocked.end && blocked.start < end)).toBe(false);
          expect(slot.start).toBeGreaterThanOrEqual(now + kind.noticeHours * 3_600_000);
          const day = dayAt(zone, slot.start);
          const spans = hours[weekdayOf(day)] ?? [];
          expect(
            spans.some(
              ({ from, to }) => momentAt(zone, day, from) <= slot.start && slot.end <= momentAt(zone, day, to),
            ),
          ).toBe(true);
          expect(isFree({ calendar, kind, busy, bookings: [], now }, slot.start)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('every time on the grid that is not offered has a reason', () => {
    fc.assert(
      fc.property(asked, ({ zone, busy, hours, ...rest }) => {
        const kind = { ...KIND, ...rest };
        const calendar = calendarIn(zone, { hours });
        const offered = new Set(
          slots({ calendar, kind, busy, bookings: [], now, visitorZone: 'UTC' }).map(({ start }) => start),
        );
        const everything = slots({ calendar, kind, busy: [], bookings: [], now, visitorZone: 'UTC' });
        for (const slot of everything) {
          const blocked = blockedBy(kind, slot);
          const isBusy = busy.some(({ start, end }) => start < blocked.end && blocked.start < end);
          expect(offered.has(slot.start)).toBe(!isBusy);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('stretches are merged without losing or adding a moment', () => {
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 30 }), (list) => {
        const all = merged(list);
        for (let at = 1; at < all.length; at += 1) expect(all[at]?.start).toBeGreaterThan(all[at - 1]?.end ?? 0);
        const covers = (some: readonly Stretch[], moment: number) =>
          some.some(({ start, end }) => start <= moment && moment < end);
        for (const { start, end } of list)
          for (const moment of [start - 1, start, end - 1, end]) expect(covers(all, moment)).toBe(covers(list, moment));
      }),
    );
  });
});
