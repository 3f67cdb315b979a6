import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { readerZone } from '../../../ui/dates.ts';
import { Input } from '../../../ui/field.tsx';
import { weekdayNames } from '../../../ui/weekdays.ts';
import { nextStretch, type Stretch } from '../group-forms.ts';
import { FieldRow, type GroupEdit, GroupSection } from './group-section.tsx';

/** The consultant's office hours by day of the week. */
export function HoursSection() {
  return (
    <GroupSection group="hours" introduction={t('settings.visitorsWhoAskForA')}>
      {(edit) => (
        <>
          <TimeZone {...edit} />
          <Card className="mt-6">
            <Week {...edit} />
          </Card>
        </>
      )}
    </GroupSection>
  );
}

/** The hours of every day. */
export function Week(edit: GroupEdit<'hours'>) {
  return (
    <ul className="divide-y">
      {weekdayNames().map((name, day) => (
        <DayRow key={name} day={day} edit={edit} />
      ))}
    </ul>
  );
}

export function TimeZone({ form, set, problems }: GroupEdit<'hours'>) {
  const [zones] = useState(() => Intl.supportedValuesOf('timeZone'));
  const [here] = useState(() => readerZone());
  return (
    <div className="flex flex-wrap items-end gap-3">
      <FieldRow
        group="hours"
        field="time_zone"
        label={t('settings.timeZone')}
        problems={problems}
        className="w-full max-w-80"
      >
        {(control) => (
          <>
            <Input
              {...control}
              list="hours-zones"
              autoComplete="off"
              spellCheck={false}
              value={form.time_zone}
              onChange={({ target }) => set({ ...form, time_zone: target.value })}
            />
            <datalist id="hours-zones">
              {zones.map((zone) => (
                <option key={zone} value={zone} />
              ))}
            </datalist>
          </>
        )}
      </FieldRow>
      {form.time_zone === here ? null : (
        <Button variant="outline" size="sm" className="min-h-11" onClick={() => set({ ...form, time_zone: here })}>
          {t('settings.useThisDevices', { here })}
        </Button>
      )}
    </div>
  );
}

/** Number of days, from Monday, that copied hours apply to. */
export const WORKDAYS = 5;

function DayRow({ day, edit: { form, set, problems } }: { day: number; edit: GroupEdit<'hours'> }) {
  const name = weekdayNames()[day] ?? '';
  const stretches = form.days[day] ?? [];
  const put = (next: Stretch[]) => set({ ...form, days: form.days.map((one, at) => (at === day ? next : one)) });
  const hasNone = form.days.every((one) => one.length === 0);
  const isCopied = form.days.slice(0, WORKDAYS).every((one) => JSON.stringify(one) === JSON.stringify(stretches));
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-3 sm:grid-cols-[7rem_1fr] sm:px-5">
      <p className="font-medium sm:mt-2.5">{name}</p>
      <div className="min-w-0 space-y-2">
        {stretches.map((stretch, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stretch has nothing else that stays while it is typed
          <div key={at} className="flex flex-wrap items-start gap-2">
            {(['from', 'to'] as const).map((end) => (
              <FieldRow
                key={end}
                group="hours"
                field={`days.${day}.${at}.${end}`}
                label={t(end === 'from' ? 'settings.dayFrom' : 'settings.dayUntil', { day: name })}
                isLabelHidden
                problems={problems}
                hint={end === 'to' && stretch.to === '00:00' ? t('settings.midnight') : null}
                className="w-32"
              >
                {(control) => (
                  <Input
                    {...control}
                    type="time"
                    className="settings-time"
                    value={stretch[end]}
                    onChange={({ target }) =>
                      put(stretches.map((one, place) => (place === at ? { ...one, [end]: target.value } : one)))
                    }
                  />
                )}
              </FieldRow>
            ))}
            <Button
              variant="ghost"
              size="icon"
              aria-label={t('settings.removeHours', { day: name, from: stretch.from, to: stretch.to })}
              onClick={() => put(stretches.filter((_, place) => place !== at))}
            >
              <X aria-hidden />
            </Button>
          </div>
        ))}
        <div className="flex flex-wrap items-center gap-2">
          {stretches.length === 0 ? (
            <span className="text-muted-foreground">{hasNone ? t('settings.noHours') : t('settings.closed')}</span>
          ) : null}
          <Button
            variant="ghost"
            size="sm"
            className="min-h-11"
            aria-label={t('settings.addHoursOn', { day: name })}
            onClick={() => put([...stretches, nextStretch(stretches)])}
          >
            <Plus aria-hidden />
            {t('settings.addHours')}
          </Button>
          {day === 0 && stretches.length > 0 && !isCopied ? (
            <Button
              variant="ghost"
              size="sm"
              className="min-h-11"
              onClick={() =>
                set({
                  ...form,
                  days: form.days.map((one, at) => (at < WORKDAYS ? stretches.map((s) => ({ ...s })) : one)),
                })
              }
            >
              {t('settings.copyToAllWeekdays')}
            </Button>
          ) : null}
        </div>
      </div>
    </li>
  );
}
