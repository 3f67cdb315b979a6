import type { TimePoint } from '@understudy/contract/analytics';
import { HIGH_QUALITY_LEAD_SCORE } from '@understudy/contract/constants';
import { max, sum } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { area, curveStepAfter, line } from 'd3-shape';
import { counted, numberWords } from '../../../ui/numbers.ts';
import { dayOf, dayWords, timeOf, weekdayWords } from '../days.ts';
import { intentWords, shareWords } from '../words.ts';
import type { Box } from './box.ts';
import { columns, type FigureTable } from './table.ts';

/** Whether points are hours rather than days. */
export const isHourly = (points: readonly TimePoint[]) =>
  new Set(points.map(({ start }) => dayOf(start))).size < points.length;

export const totalOf = (points: readonly TimePoint[]) => ({
  sessions: sum(points, ({ sessions }) => sessions),
  leads: sum(points, ({ leads }) => leads),
});

/** The chart's answer in a sentence. */
export function overTimeWords(points: readonly TimePoint[]): string {
  const { sessions, leads } = totalOf(points);
  const share = shareWords(leads, sessions);
  return (
    `${counted(sessions, 'conversation')}, ${numberWords(leads)} of them high-quality leads` +
    `${share ? ` (${share})` : ''}: a score of ${HIGH_QUALITY_LEAD_SCORE} or more.`
  );
}

/** When a point was: 'Tue 17 Nov', 'Tue 17 Nov, 14:00'. */
export const pointName = ({ start }: TimePoint, hourly: boolean) =>
  hourly ? `${weekdayWords(dayOf(start))}, ${timeOf(start)}` : weekdayWords(dayOf(start));

/** One point as text. */
export const pointWords = (point: TimePoint, hourly: boolean) =>
  `${pointName(point, hourly)}: ${counted(point.sessions, 'conversation')}, ${counted(point.leads, 'lead')}`;

/** Index of the first maximum; 0 without points. */
export function peakOf(points: readonly TimePoint[]): number {
  const most = max(points, ({ sessions }) => sessions) ?? 0;
  return Math.max(
    0,
    points.findIndex(({ sessions }) => sessions === most),
  );
}

type Named = keyof TimePoint['intents'];
/** One intent over time. */
export interface IntentSeries {
  intent: Named;
  total: number;
  counts: number[];
}

/** The intents that occurred, most frequent first; 'nothing in particular' last. */
export function intentSeries(points: readonly TimePoint[]): IntentSeries[] {
  const names = new Set(points.flatMap(({ intents }) => Object.keys(intents) as Named[]));
  return [...names]
    .map((intent) => {
      const counts = points.map(({ intents }) => intents[intent] ?? 0);
      return { intent, total: sum(counts), counts };
    })
    .filter(({ total }) => total > 0)
    .sort((one, other) => Number(one.intent === 'none') - Number(other.intent === 'none') || other.total - one.total);
}

/** The data of both charts. */
export function overTimeTable(points: readonly TimePoint[]): FigureTable {
  const hourly = isHourly(points);
  const series = intentSeries(points);
  return {
    columns: columns(
      hourly ? 'Hour' : 'Day',
      'Conversations',
      'Leads',
      ...series.map(({ intent }) => intentWords(intent)),
    ),
    rows: points.map((point, index) => [
      pointName(point, hourly),
      numberWords(point.sessions),
      numberWords(point.leads),
      ...series.map(({ counts }) => numberWords(counts[index] ?? 0)),
    ]),
  };
}

/** Minimum vertical distance between two labels. */
const LABEL_PX = 18;

/** The skyline in a box: steps of equal width, since a day's count says nothing about the time between two days. */
export function skyline(points: readonly TimePoint[], box: Box) {
  const most = max(points, ({ sessions }) => sessions) ?? 0;
  const x = scaleLinear([0, Math.max(1, points.length)], [box.left, box.width - box.right]);
  const y = scaleLinear([0, Math.max(1, most)], [box.height - box.bottom, box.top]).nice(4);
  const ends = (of: (point: TimePoint) => number) => {
    const last = points.at(-1);
    return [...points.map(of), ...(last ? [of(last)] : [])];
  };
  const step = (of: (point: TimePoint) => number) => ({
    area:
      area<number>(
        (_, index) => x(index),
        y(0),
        (count) => y(count),
      ).curve(curveStepAfter)(ends(of)) ?? '',
    line:
      line<number>(
        (_, index) => x(index),
        (count) => y(count),
      ).curve(curveStepAfter)(ends(of)) ?? '',
  });
  const last = points.at(-1);
  return {
    x,
    y,
    /** Whole numbers only: there is no half conversation. */
    ticks: y.ticks(4).filter(Number.isInteger),
    sessions: step(({ sessions }) => sessions),
    leads: step(({ leads }) => leads),
    labels: apart(y(last?.sessions ?? 0), y(last?.leads ?? 0), box),
  };
}

/** Positions of two labels beside the ends of their lines, the first above the second, without overlap. */
function apart(upper: number, lower: number, box: Box): { sessions: number; leads: number } {
  const missing = Math.max(0, LABEL_PX - (lower - upper)) / 2;
  const leads = Math.min(box.height - box.bottom, Math.max(lower + missing, box.top + LABEL_PX));
  return { sessions: Math.max(box.top, Math.min(upper - missing, leads - LABEL_PX)), leads };
}

/** Width of a date label in pixels. */
const TICK_PX = 60;
const STEPS = { hourly: [1, 2, 3, 6, 12, 24], daily: [1, 2, 7, 14, 28, 56, 91, 182, 364] };

/** The points that get a label on the axis. */
export function namedPoints(points: readonly TimePoint[], width: number): { index: number; words: string }[] {
  if (points.length === 0) return [];
  const hourly = isHourly(points);
  const fits = (step: number) => (width / points.length) * step >= TICK_PX;
  const steps = hourly ? STEPS.hourly : STEPS.daily;
  const step = steps.find(fits) ?? points.length;
  return points.flatMap((point, index) =>
    index % step === 0 ? [{ index, words: hourly ? timeOf(point.start) : dayWords(dayOf(point.start)) }] : [],
  );
}
