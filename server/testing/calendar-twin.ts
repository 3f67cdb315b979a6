import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { copySampleTwin } from './sample-twin.ts';

/** A calendar that is open on every day, around the clock in UTC, so that tests may run at any hour. */
export const OPEN_CALENDAR = `
timeZone: UTC
hours:
  Monday: ['00:00-24:00']
  Tuesday: ['00:00-24:00']
  Wednesday: ['00:00-24:00']
  Thursday: ['00:00-24:00']
  Friday: ['00:00-24:00']
  Saturday: ['00:00-24:00']
  Sunday: ['00:00-24:00']
kinds:
  - id: intro
    title: First call
    minutes: 30
    videoLink: https://meet.example/orla
    noticeHours: 2
    daysAhead: 28
  - id: workshop
    title: Cue Sheet Day
    minutes: 120
    place: At your office
    bufferBefore: 30
    bufferAfter: 30
    noticeHours: 48
    daysAhead: 60
    perDay: 1
`;

/** The sample twin with a calendar; gives the folder, which the test removes. */
export async function calendarTwin(calendar: string = OPEN_CALENDAR): Promise<string> {
  const dir = await copySampleTwin();
  await writeFile(path.join(dir, 'calendar.yaml'), calendar);
  return dir;
}

/** The sample twin without its calendar, so that calls are asked for; gives the folder, which the test removes. */
export async function twinWithoutCalendar(): Promise<string> {
  const dir = await copySampleTwin();
  await rm(path.join(dir, 'calendar.yaml'));
  return dir;
}
