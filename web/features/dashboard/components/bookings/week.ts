/** Where stretches of time stand in a week, by the reader's clock. Pure. */
import { localDay } from '../../../../ui/dates.ts';

/** Hours that are always shown. */
const USUAL_HOURS = [8, 18] as const;

/** A stretch of time within one day, in minutes since its midnight. */
export interface Placed<Item> {
  item: Item;
  from: number;
  to: number;
}

interface Stretch {
  start: string;
  end: string;
}

/** The Monday of a moment's week, as YYYY-MM-DD. */
export function mondayOf(at: Date): string {
  return addDays(localDay(at), -((at.getDay() + 6) % 7));
}

/** The day that follows by so many days. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Whether a text of an address is a Monday. */
export function isMonday(text: string | undefined): text is string {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return date.toJSON()?.slice(0, 10) === text && date.getUTCDay() === 1;
}

/** The moment at which a day begins by the reader's clock. */
export const beginOf = (day: string): Date => new Date(`${day}T00:00:00`);

const minutesOf = (at: Date): number => at.getHours() * 60 + at.getMinutes();

/** The parts of stretches that are on a day, in order. */
export function placedOn<Item extends Stretch>(day: string, items: readonly Item[]): Placed<Item>[] {
  const [begins, ends] = [beginOf(day), beginOf(addDays(day, 1))];
  return items
    .filter(({ start, end }) => new Date(start) < ends && new Date(end) > begins)
    .map((item) => {
      const [start, end] = [new Date(item.start), new Date(item.end)];
      return { item, from: start <= begins ? 0 : minutesOf(start), to: end >= ends ? 1_440 : minutesOf(end) };
    })
    .sort((one, other) => one.from - other.from);
}

/** The first hour to show, and the one after the last: the usual ones, and those of what stands outside of them. */
export function hoursOf(items: readonly Stretch[]): [from: number, to: number] {
  let [from, to]: [number, number] = [...USUAL_HOURS];
  for (const { start, end } of items) {
    const [begins, ends] = [new Date(start), new Date(end)];
    // What takes whole days says nothing about hours.
    if (ends.getTime() - begins.getTime() > 12 * 3_600_000 || localDay(begins) !== localDay(ends)) continue;
    from = Math.min(from, begins.getHours());
    to = Math.max(to, Math.ceil(minutesOf(ends) / 60));
  }
  return [from, to];
}
