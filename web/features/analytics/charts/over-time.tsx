import type { TimePoint } from '@understudy/contract/analytics';
import { HIGH_QUALITY_LEAD_SCORE } from '@understudy/contract/constants';
import { max, sum } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { area, curveStepAfter, line } from 'd3-shape';
import { type PointerEvent, useState } from 'react';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { numberWords } from '../../../ui/numbers.ts';
import { type Box, ChartPanel, columns, type FigureTable, useWidth } from '../chart-panel.tsx';
import { dayOf, dayWords, timeOf, weekdayWords } from '../days.tsx';
import { intentWords, shareWords } from '../words.ts';

const HEIGHT = 240;
const ROOM = { left: 40, right: 104, top: 14, bottom: 28 };

/** Conversations and leads over time, and what they were about. */
export function OverTime({ className }: { className: string }) {
  return (
    <ChartPanel
      chart="over_time"
      title={t('analytics.howManyConversationsWereThere')}
      className={className}
      answer={overTimeWords}
      isEmpty={(points) => totalOf(points).sessions === 0}
      empty={{
        title: t('analytics.noConversationInTheseDays'),
        words: t('analytics.eachDaysConversationsAndLeads'),
      }}
      table={overTimeTable}
    >
      {(points) => (
        <>
          <Skyline points={points} />
          <Intents points={points} />
        </>
      )}
    </ChartPanel>
  );
}

/** Leads are a subset of the conversations, so their area is drawn in front of the other. */
function Skyline({ points }: { points: readonly TimePoint[] }) {
  const [ref, width] = useWidth();
  const [looked, setLooked] = useState<number | null>(null);
  const hourly = isHourly(points);
  const peak = peakOf(points);
  const index = Math.min(looked ?? peak, points.length - 1);
  const point = points[index];
  const box: Box = { width, height: HEIGHT, ...ROOM };
  const { x, y, ticks, sessions, leads, labels } = skyline(points, box);
  const end = width - box.right;
  const foot = HEIGHT - box.bottom;
  const pointAt = ({ nativeEvent }: PointerEvent) => {
    const at = Math.floor(x.invert(nativeEvent.offsetX));
    setLooked(Math.max(0, Math.min(points.length - 1, at)));
  };
  const words = point ? pointWords(point, hourly) : '';
  return (
    <div className="skyline">
      <p aria-hidden className="min-h-6 text-sm tabular-nums">
        {looked === null ? t('analytics.peak', { words }) : words}
      </p>
      <div ref={ref} className="relative">
        <svg
          aria-hidden
          width={width}
          height={HEIGHT}
          className="chart-drawing touch-pan-y"
          onPointerMove={pointAt}
          onPointerDown={pointAt}
          onPointerLeave={() => setLooked(null)}
        >
          {ticks.map((tick) => (
            <g key={tick}>
              <path d={`M${box.left} ${y(tick)}H${end}`} className="chart-rule" />
              <text x={box.left - 8} y={y(tick)} textAnchor="end" dominantBaseline="central">
                {numberWords(tick)}
              </text>
            </g>
          ))}
          <path d={sessions.area} className="skyline-sessions" />
          <path d={leads.area} className="skyline-leads" />
          <path d={sessions.line} className="skyline-sessions-line" />
          {leads.line && totalOf(points).leads > 0 ? <path d={leads.line} className="skyline-leads-line" /> : null}
          {looked !== null ? (
            <rect
              x={x(index)}
              y={box.top}
              width={Math.max(2, x(index + 1) - x(index))}
              height={foot - box.top}
              className="skyline-looked"
            />
          ) : null}
          {namedPoints(points, end - box.left).map(({ index: at, words: name }) => (
            <g key={at}>
              <path d={`M${x(at)} ${foot}v5`} className="chart-edge" />
              <text x={x(at)} y={HEIGHT - 6} textAnchor="start">
                {name}
              </text>
            </g>
          ))}
          <path d={`M${box.left} ${foot}H${end}`} className="chart-edge" />
          <text x={end + 8} y={labels.sessions} dominantBaseline="central" className="chart-label">
            {t('analytics.lineConversations')}
          </text>
          <text x={end + 8} y={labels.leads} dominantBaseline="central" className="chart-label skyline-leads-label">
            {t('analytics.lineLeads')}
          </text>
        </svg>
        {/* The native slider handles keys and announces each day; the pointer uses the chart itself. */}
        <input
          type="range"
          className="skyline-slider"
          min={0}
          max={Math.max(0, points.length - 1)}
          value={index}
          aria-label={hourly ? t('analytics.chooseAnHour') : t('analytics.chooseADay')}
          aria-valuetext={words}
          onFocus={() => setLooked(index)}
          onBlur={() => setLooked(null)}
          onChange={({ target }) => setLooked(Number(target.value))}
        />
      </div>
    </div>
  );
}

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
  return t('analytics.ofThemHighQualityLeads', {
    count: sessions,
    leads: numberWords(leads),
    share: share ?? 'none',
    score: HIGH_QUALITY_LEAD_SCORE,
  });
}

/** When a point was: 'Tue 17 Nov', 'Tue 17 Nov, 14:00'. */
const pointName = ({ start }: TimePoint, hourly: boolean) =>
  hourly ? `${weekdayWords(dayOf(start))}, ${timeOf(start)}` : weekdayWords(dayOf(start));

/** One point as text. */
export const pointWords = (point: TimePoint, hourly: boolean) =>
  t('analytics.point', { at: pointName(point, hourly), count: point.sessions, leads: point.leads });

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
interface IntentSeries {
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
      hourly ? t('analytics.hour') : t('analytics.day'),
      t('analytics.columnConversations'),
      t('analytics.columnLeads'),
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

const SMALL_HEIGHT = 36;

/** What conversations were about over the same days: one small chart per intent, all to the same scale. */
function Intents({ points }: { points: readonly TimePoint[] }) {
  const series = intentSeries(points);
  const most = max(series.flatMap(({ counts }) => counts)) ?? 1;
  const all = totalOf(points).sessions;
  if (series.length === 0) return null;
  return (
    <>
      <h3 className="mt-6 font-medium font-sans text-base">
        <Text
          id="analytics.whatWereTheyAboutAll"
          tags={{ span: (words) => <span className="font-normal text-muted-foreground text-sm">{words}</span> }}
        />
      </h3>
      <ul className="mt-3 grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-5">
        {series.map((one) => (
          <li key={one.intent} className="min-w-0">
            <p className="text-sm leading-snug">{intentWords(one.intent)}</p>
            <p className="tabular-nums">
              <span className="font-serif text-lg">{numberWords(one.total)}</span>{' '}
              <span className="text-muted-foreground text-sm">{shareWords(one.total, all)}</span>
            </p>
            <Small series={one} most={most} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Small({ series: { counts }, most }: { series: IntentSeries; most: number }) {
  const [ref, width] = useWidth();
  const x = scaleLinear([0, counts.length], [0, width]);
  const y = scaleLinear([0, Math.max(1, most)], [SMALL_HEIGHT - 1, 2]);
  const path = area<number>(
    (_, index) => x(index),
    y(0),
    (count) => y(count),
  ).curve(curveStepAfter)([...counts, counts.at(-1) ?? 0]);
  return (
    <div ref={ref} className="mt-1">
      <svg aria-hidden width={width} height={SMALL_HEIGHT} className="chart-drawing">
        <path d={path ?? ''} className="intent-area" />
        <path d={`M0 ${SMALL_HEIGHT - 0.5}H${width}`} className="chart-edge" />
      </svg>
    </div>
  );
}
