import type { BusyHours } from '@understudy/contract/analytics';
import { max, sum } from 'd3-array';
import { t } from '../../../platform/texts.ts';
import { clockTime } from '../../../ui/dates.ts';
import { numberWords } from '../../../ui/numbers.ts';
import { weekdayNames } from '../../../ui/weekdays.ts';
import { ChartPanel, columns, type FigureTable, useWidth } from '../chart-panel.tsx';
import { shortNumber } from '../words.ts';

/** Below this width the hours are laid out vertically, so that each figure fits. */
const WIDE_PX = 590;

/** When conversations start, by weekday and hour. */
export function Hours({ className }: { className: string }) {
  return (
    <ChartPanel
      chart="hours"
      title={t('analytics.whenDoVisitorsCome')}
      className={className}
      answer={hoursWords}
      isEmpty={(hours) => allHours(hours) === 0}
      empty={{
        title: t('analytics.noConversationInTheseDays'),
        words: t('analytics.theHoursInWhichConversations'),
      }}
      table={hoursTable}
    >
      {(hours) => <Grid hours={hours} />}
    </ChartPanel>
  );
}

/** A table with shaded cells, so that reading, navigation and screen readers work as in any table. */
function Grid({ hours }: { hours: BusyHours }) {
  const [ref, width] = useWidth();
  const days = busyHours(hours);
  const isWide = width >= WIDE_PX;
  const names = weekdayNames();
  const short = weekdayNames('short');
  return (
    <div ref={ref} className="overflow-hidden">
      <table className="hours-grid">
        <caption className="sr-only">
          {isWide ? t('analytics.byWeekdayAndHour') : t('analytics.byHourAndWeekday')}
        </caption>
        <thead>
          <tr>
            <td />
            {isWide
              ? HOURS.map((hour) => (
                  <th key={hour} scope="col">
                    <span aria-hidden>{hour}</span>
                    <span className="sr-only">{hourName(hour)}</span>
                  </th>
                ))
              : names.map((day, index) => (
                  <th key={day} scope="col">
                    <abbr title={day} className="no-underline">
                      {short[index]?.slice(0, 2)}
                    </abbr>
                  </th>
                ))}
          </tr>
        </thead>
        <tbody>
          {isWide
            ? days.map((day, index) => <Row key={names[index]} name={names[index] ?? ''} fields={day} />)
            : HOURS.map((hour) => (
                <Row key={hour} name={hourName(hour)} fields={days.flatMap((day) => day[hour] ?? [])} />
              ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ name, fields }: { name: string; fields: readonly BusyHour[] }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {fields.map((field) => (
        <Field key={`${field.day} ${field.hour}`} {...field} />
      ))}
    </tr>
  );
}

function Field({ day, hour, sessions, level }: BusyHour) {
  const exact = t('analytics.conversationsAt', { at: `${weekdayNames()[day]}, ${hourName(hour)}`, count: sessions });
  return (
    <td data-level={level} title={exact}>
      {sessions === 0 ? <span className="sr-only">0</span> : shortNumber(sessions)}
    </td>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

const hourName = (hour: number) => clockTime(`${String(hour).padStart(2, '0')}:00`);

/** An hour of a weekday. */
interface BusyHour {
  day: number;
  hour: number;
  sessions: number;
  /** 0: none; 1 to 5: fifths of the busiest hour. */
  level: number;
}

/** All hours by day; missing hours count as zero. */
export function busyHours(hours: BusyHours): BusyHour[][] {
  const most = max(hours.flat()) ?? 0;
  return Array.from({ length: 7 }, (_, day) =>
    HOURS.map((hour) => {
      const sessions = hours[day]?.[hour] ?? 0;
      return { day, hour, sessions, level: sessions === 0 ? 0 : Math.ceil((sessions / most) * 5) };
    }),
  );
}

const allHours = (hours: BusyHours) => sum(hours.flat());

/** 'The most began on a Tuesday from 10:00 to 11:00: 41 conversations.'; empty if there were none. */
export function hoursWords(hours: BusyHours): string {
  const busiest = busyHours(hours)
    .flat()
    .reduce<BusyHour | null>((best, one) => (one.sessions > (best?.sessions ?? 0) ? one : best), null);
  if (!busiest) return '';
  const { day, hour, sessions } = busiest;
  return t('analytics.busiestHour', {
    day: weekdayNames()[day] ?? '',
    from: hourName(hour),
    to: hourName((hour + 1) % 24),
    count: sessions,
  });
}

export const hoursTable = (hours: BusyHours): FigureTable => ({
  columns: columns(t('analytics.hour'), ...weekdayNames()),
  rows: HOURS.map((hour) => [hourName(hour), ...busyHours(hours).map((day) => numberWords(day[hour]?.sessions ?? 0))]),
});
