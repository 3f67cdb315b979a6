import { describe, expect, test } from 'vitest';
import { readBusyTimes } from './busy-times.ts';

const FROM = Date.parse('2026-11-30T00:00:00Z');
const TO = Date.parse('2026-12-28T00:00:00Z');

const calendar = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...events, 'END:VCALENDAR', ''].join('\r\n');
let uid = 0;
const event = (...lines: string[]) => {
  uid += 1;
  const own = lines.some((line) => line.startsWith('UID')) ? [] : [`UID:event-${uid}`];
  return ['BEGIN:VEVENT', ...own, 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'].join('\r\n');
};
const read = (text: string, zone = 'Europe/Amsterdam') =>
  readBusyTimes({ texts: [text], zone, from: FROM, to: TO }).map(
    ({ start, end }) => `${new Date(start).toISOString().slice(0, 16)}/${new Date(end).toISOString().slice(0, 16)}`,
  );

describe('busy times', () => {
  test('are those of events in UTC, in a zone, without one and by their length', () => {
    const text = calendar(
      event('DTSTART:20261201T090000Z', 'DTEND:20261201T100000Z'),
      event('DTSTART;TZID=America/New_York:20261202T090000', 'DTEND;TZID=America/New_York:20261202T093000'),
      event('DTSTART:20261203T090000', 'DTEND:20261203T100000'),
      event('DTSTART:20261204T090000Z', 'DURATION:PT45M'),
      event('DTSTART:20261205T090000Z'),
    );
    expect(read(text)).toEqual([
      '2026-12-01T09:00/2026-12-01T10:00',
      '2026-12-02T14:00/2026-12-02T14:30',
      '2026-12-03T08:00/2026-12-03T09:00',
      '2026-12-04T09:00/2026-12-04T09:45',
    ]);
  });

  test('are whole days of the consultant for events of days', () => {
    const text = calendar(
      event('DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261227'),
      event('DTSTART;VALUE=DATE:20261210'),
    );
    expect(read(text)).toEqual(['2026-12-09T23:00/2026-12-10T23:00', '2026-12-23T23:00/2026-12-26T23:00']);
    // The 25th of October has 25 hours in Amsterdam.
    const long = readBusyTimes({
      ...{ texts: [calendar(event('DTSTART;VALUE=DATE:20261025'))], zone: 'Europe/Amsterdam' },
      ...{ from: Date.parse('2026-10-01T00:00:00Z'), to: TO },
    });
    expect(long.map(({ start, end }) => (end - start) / 3_600_000)).toEqual([25]);
  });

  test('recur, and from an exception for this and all that follow on as it says', () => {
    const weekly = (...more: string[]) => [
      event(
        'UID:series',
        'DTSTART;TZID=Europe/Amsterdam:20261102T100000',
        'DTEND;TZID=Europe/Amsterdam:20261102T110000',
        'RRULE:FREQ=WEEKLY;BYDAY=MO',
      ),
      event('UID:series', ...more),
    ];
    const later = ['RECURRENCE-ID;TZID=Europe/Amsterdam;RANGE=THISANDFUTURE:20261207T100000'];
    const moved = weekly(
      ...later,
      'DTSTART;TZID=Europe/Amsterdam:20261208T150000',
      'DTEND;TZID=Europe/Amsterdam:20261208T163000',
    );
    expect(read(calendar(...moved))).toEqual([
      '2026-11-30T09:00/2026-11-30T10:00',
      '2026-12-08T14:00/2026-12-08T15:30',
      '2026-12-15T14:00/2026-12-15T15:30',
      '2026-12-22T14:00/2026-12-22T15:30',
    ]);
    const canceled = weekly(...later, 'DTSTART;TZID=Europe/Amsterdam:20261207T100000', 'STATUS:CANCELLED');
    expect(read(calendar(...canceled))).toEqual(['2026-11-30T09:00/2026-11-30T10:00']);
    // An hour earlier on the clock, also after the clocks have changed.
    const autumn = readBusyTimes({
      texts: [
        calendar(
          event(
            'UID:autumn',
            'DTSTART;TZID=Europe/Amsterdam:20261012T100000',
            'DTEND;TZID=Europe/Amsterdam:20261012T103000',
            'RRULE:FREQ=WEEKLY;COUNT=4',
          ),
          event(
            'UID:autumn',
            'RECURRENCE-ID;TZID=Europe/Amsterdam;RANGE=THISANDFUTURE:20261019T100000',
            'DTSTART;TZID=Europe/Amsterdam:20261019T090000',
            'DTEND;TZID=Europe/Amsterdam:20261019T093000',
          ),
        ),
      ],
      ...{ zone: 'UTC', from: Date.parse('2026-10-01T00:00:00Z'), to: TO },
    });
    expect(autumn.map(({ start }) => new Date(start).toISOString().slice(5, 16))).toEqual([
      '10-12T08:00',
      '10-19T07:00',
      '10-26T08:00',
      '11-02T08:00',
    ]);
  });

  test('recur, without what was taken out and with what was put elsewhere', () => {
    const text = calendar(
      event(
        'UID:weekly',
        'DTSTART;TZID=Europe/Amsterdam:20260105T100000',
        'DTEND;TZID=Europe/Amsterdam:20260105T110000',
        'RRULE:FREQ=WEEKLY;BYDAY=MO,TH',
        'EXDATE;TZID=Europe/Amsterdam:20261203T100000',
      ),
      event(
        'UID:weekly',
        'RECURRENCE-ID;TZID=Europe/Amsterdam:20261207T100000',
        'DTSTART;TZID=Europe/Amsterdam:20261208T150000',
        'DTEND;TZID=Europe/Amsterdam:20261208T160000',
      ),
      // One that was moved here from a day beyond the range, and one that was canceled.
      event(
        'UID:weekly',
        'RECURRENCE-ID;TZID=Europe/Amsterdam:20270104T100000',
        'DTSTART;TZID=Europe/Amsterdam:20261211T100000',
        'DTEND;TZID=Europe/Amsterdam:20261211T110000',
      ),
      event(
        'UID:weekly',
        'RECURRENCE-ID;TZID=Europe/Amsterdam:20261210T100000',
        'DTSTART;TZID=Europe/Amsterdam:20261210T100000',
        'STATUS:CANCELLED',
      ),
    );
    expect(read(text)).toEqual([
      '2026-11-30T09:00/2026-11-30T10:00',
      '2026-12-08T14:00/2026-12-08T15:00',
      '2026-12-11T09:00/2026-12-11T10:00',
      '2026-12-14T09:00/2026-12-14T10:00',
      '2026-12-17T09:00/2026-12-17T10:00',
      '2026-12-21T09:00/2026-12-21T10:00',
      '2026-12-24T09:00/2026-12-24T10:00',
    ]);
  });

  test('recur on the wall clock, whichever side of a change of time', () => {
    const text = calendar(
      event(
        'DTSTART;TZID=Europe/Amsterdam:20260601T100000',
        'DTEND;TZID=Europe/Amsterdam:20260601T103000',
        'RRULE:FREQ=DAILY;UNTIL=20261201T235959Z',
      ),
    );
    const october = readBusyTimes({
      ...{ texts: [text], zone: 'UTC' },
      ...{ from: Date.parse('2026-10-24T00:00:00Z'), to: Date.parse('2026-10-26T00:00:00Z') },
    });
    expect(october.map(({ start }) => new Date(start).toISOString().slice(0, 16))).toEqual([
      '2026-10-24T08:00',
      '2026-10-25T09:00',
    ]);
  });

  test('know a leap day that recurs', () => {
    const text = calendar(event('DTSTART;VALUE=DATE:20240229', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29'));
    const found = (year: number) =>
      readBusyTimes({
        ...{ texts: [text], zone: 'UTC' },
        ...{ from: Date.UTC(year, 1, 27), to: Date.UTC(year, 2, 3) },
      }).map(({ start }) => new Date(start).toISOString().slice(0, 10));
    expect(found(2027)).toEqual([]);
    expect(found(2028)).toEqual(['2028-02-29']);
  });

  test('are merged, and leave out what is free, canceled or our own booking', () => {
    const text = calendar(
      event('DTSTART:20261201T090000Z', 'DTEND:20261201T100000Z'),
      event('DTSTART:20261201T093000Z', 'DTEND:20261201T110000Z'),
      event('DTSTART:20261202T090000Z', 'DTEND:20261202T100000Z', 'TRANSP:TRANSPARENT'),
      event('DTSTART:20261202T090000Z', 'DTEND:20261202T100000Z', 'STATUS:CANCELLED'),
      event(
        'UID:0199fe00-0000-7000-8000-000000000001@understudy',
        'DTSTART:20261203T090000Z',
        'DTEND:20261203T100000Z',
      ),
      event('DTSTART:20200101T090000Z', 'DTEND:20200101T100000Z'),
    );
    expect(read(text)).toEqual(['2026-12-01T09:00/2026-12-01T11:00']);
  });

  test('use the rules of a zone that only the calendar has', () => {
    const text = calendar(
      [
        'BEGIN:VTIMEZONE',
        'TZID:Office',
        'BEGIN:STANDARD',
        'DTSTART:19700101T000000',
        'TZOFFSETFROM:+0300',
        'TZOFFSETTO:+0300',
        'END:STANDARD',
        'END:VTIMEZONE',
      ].join('\r\n'),
      event('DTSTART;TZID=Office:20261201T120000', 'DTEND;TZID=Office:20261201T130000'),
    );
    expect(read(text)).toEqual(['2026-12-01T09:00/2026-12-01T10:00']);
  });

  test('come from a calendar that tells busy periods only', () => {
    const text = calendar(
      [
        'BEGIN:VFREEBUSY',
        'UID:fb',
        'DTSTAMP:20260101T000000Z',
        'FREEBUSY;FBTYPE=BUSY:20261201T090000Z/20261201T100000Z,20261202T090000Z/PT30M',
        'FREEBUSY;FBTYPE=FREE:20261203T090000Z/20261203T100000Z',
        'END:VFREEBUSY',
      ].join('\r\n'),
    );
    expect(read(text)).toEqual(['2026-12-01T09:00/2026-12-01T10:00', '2026-12-02T09:00/2026-12-02T09:30']);
  });
});

describe('a calendar that cannot be read', () => {
  test.each([
    ['is empty', '', 'This is not an iCalendar file.'],
    ['is a page', '<html></html>', 'This is not an iCalendar file.'],
    ['is cut off', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:2026', 'The calendar is damaged'],
  ])('%s', (_, text, sentence) => {
    expect(() => read(text)).toThrow(sentence);
  });

  test('recurs without an end, every second', () => {
    const text = calendar(event('DTSTART:19700101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY'));
    expect(() => read(text)).toThrow('more events than can be read');
  });

  test('has an event without a beginning, which counts for nothing', () => {
    expect(
      read(calendar(event('SUMMARY:Nothing'), event('DTSTART:20261201T090000Z', 'DTEND:20261201T100000Z'))),
    ).toEqual(['2026-12-01T09:00/2026-12-01T10:00']);
  });
});
