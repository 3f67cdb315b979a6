import type { BusyHours } from '@understudy/contract/analytics';
import { WEEKDAYS } from '@understudy/contract/weekdays';
import { counted } from '../../../ui/numbers.ts';
import { ChartPanel } from '../components/chart-panel.tsx';
import { useWidth } from '../components/use-width.ts';
import { allHours, type BusyHour, busyHours, hourName, hoursTable, hoursWords } from '../figures/hours.ts';
import { shortNumber } from '../words.ts';
import './hours.css';

/** Below this width the hours are laid out vertically, so that each figure fits. */
const WIDE_PX = 590;

/** When conversations start, by weekday and hour. */
export function Hours({ className }: { className: string }) {
  return (
    <ChartPanel
      chart="hours"
      title="When do visitors come?"
      className={className}
      answer={hoursWords}
      isEmpty={(hours) => allHours(hours) === 0}
      empty={{
        title: 'No conversation in these days',
        words: 'The hours in which conversations begin stand here, the busiest the darkest.',
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
  return (
    <div ref={ref} className="overflow-hidden">
      {width >= WIDE_PX ? (
        <table className="hours-grid">
          <caption className="sr-only">Conversations by weekday and hour</caption>
          <thead>
            <tr>
              <td />
              {days[0]?.map(({ hour }) => (
                <th key={hour} scope="col">
                  <span aria-hidden>{hour}</span>
                  <span className="sr-only">{hourName(hour)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day, index) => (
              <tr key={WEEKDAYS[index]}>
                <th scope="row">{WEEKDAYS[index]}</th>
                {day.map((hour) => (
                  <Field key={hour.hour} {...hour} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <table className="hours-grid">
          <caption className="sr-only">Conversations by hour and weekday</caption>
          <thead>
            <tr>
              <td />
              {WEEKDAYS.map((day) => (
                <th key={day} scope="col">
                  <abbr title={day} className="no-underline">
                    {day.slice(0, 2)}
                  </abbr>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days[0]?.map(({ hour }) => (
              <tr key={hour}>
                <th scope="row">{hourName(hour)}</th>
                {days.map((day, index) => {
                  const field = day[hour];
                  return field ? <Field key={WEEKDAYS[index]} {...field} /> : null;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function Field({ day, hour, sessions, level }: BusyHour) {
  const exact = `${WEEKDAYS[day]}, ${hourName(hour)}: ${counted(sessions, 'conversation')}`;
  return (
    <td data-level={level} title={exact}>
      {sessions === 0 ? <span className="sr-only">0</span> : shortNumber(sessions)}
    </td>
  );
}
