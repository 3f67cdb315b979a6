import { expect, test } from 'vitest';
import { readBusy } from './read-busy.ts';

const job = (lines: string[]) => ({
  texts: [
    ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:1', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join(
      '\r\n',
    ),
  ],
  zone: 'UTC',
  from: Date.parse('2026-11-30T00:00:00Z'),
  to: Date.parse('2026-12-28T00:00:00Z'),
});
const { signal } = new AbortController();

test('reads in a thread', async () => {
  const { times } = await readBusy(job(['DTSTART:20261201T090000Z', 'DTEND:20261201T100000Z']), signal);
  expect(times).toEqual([{ start: Date.parse('2026-12-01T09:00:00Z'), end: Date.parse('2026-12-01T10:00:00Z') }]);
});

test('gives up a recurrence that never finds a day', async () => {
  const never = job(['DTSTART:20260101T090000Z', 'DTEND:20260101T100000Z', 'RRULE:FREQ=DAILY;BYMONTHDAY=31;BYMONTH=2']);
  await expect(readBusy(never, signal, 1_500)).rejects.toThrow('repeats without an end');
});

test('gives up a calendar that takes too much memory, and one whose reader leaves', async () => {
  const huge = { ...job([]), texts: [`BEGIN:VCALENDAR\r\n${'X-A:b\r\n'.repeat(2_000_000)}`] };
  await expect(readBusy(huge, signal)).rejects.toThrow(/damaged|too long to read/);
  const leaving = new AbortController();
  const read = readBusy(job(['DTSTART:20261201T090000Z']), leaving.signal);
  leaving.abort(new Error('the server stops'));
  await expect(read).rejects.toThrow('the server stops');
});
