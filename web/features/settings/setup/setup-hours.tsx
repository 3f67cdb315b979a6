import type { SettingsAnswer } from '@understudy/contract/settings';
import { CalendarClock } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Collapsible } from '../../../ui/collapsible.tsx';
import { readerZone } from '../../../ui/dates.ts';
import { FormAlert } from '../../../ui/states.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { GroupConflict, useGroup } from '../components/group-section.tsx';
import { TimeZone, Week, WORKDAYS } from '../components/hours-section.tsx';
import { Fetched } from '../components/section-frame.tsx';
import { nextStretch, type Stretch } from '../group-forms.ts';
import { useSettings, useSettingsPage } from '../settings-context.tsx';
import type { LeaveGuard } from './leave-guard.ts';
import { StepPart } from './setup-fields.tsx';

/** The office hours, saved by themselves as everything else here. @param guard waits for them before the step ends */
export function SetupHours({ guard }: { guard: LeaveGuard }) {
  const settings = useSettings();
  return (
    <StepPart title={t('settings.openingHours')} about={t('setup.hoursAbout')}>
      <Fetched query={settings} what="settings">
        {(answer) => <Hours answer={answer} guard={guard} />}
      </Fetched>
    </StepPart>
  );
}

/** By then somebody who sets a time has paused. */
const PAUSE_MS = 900;

/** Saves the hours after a pause, and at once where the guard asks for it. */
function useSavedHours(answer: SettingsAnswer, guard: LeaveGuard) {
  const { drafts } = useSettingsPage();
  const edit = useGroup('hours', answer);
  const latest = useRef(edit);
  useLayoutEffect(() => {
    latest.current = edit;
  });
  const [flush] = useState(() => {
    let running: Promise<void> = Promise.resolve();
    const isUnsaved = () => drafts.get().has('hours');
    return {
      isUnsaved,
      /** One at a time: each needs the version of the one before. */
      flush: async (isQuiet = false): Promise<boolean> => {
        running = running.then(async () => {
          if (isUnsaved() && !latest.current.theirs) await latest.current.save(undefined, isQuiet);
          // Until the answer has been rendered.
          await new Promise((done) => setTimeout(done));
        });
        await running;
        return !isUnsaved();
      },
    };
  });
  useEffect(() => guard.watch({ isUnsaved: flush.isUnsaved, flush: () => flush.flush() }), [guard, flush]);
  // Leaving by the browser's 'Back' asks nobody.
  useEffect(() => () => void (flush.isUnsaved() && flush.flush(true)), [flush]);
  const typed = edit.changes.length === 0 || edit.theirs ? null : JSON.stringify(edit.form);
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => void flush.flush(true), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, flush]);
  return edit;
}

function Hours({ answer, guard }: { answer: SettingsAnswer; guard: LeaveGuard }) {
  const edit = useSavedHours(answer, guard);
  const { setting, changes, theirs, state } = edit;
  const [here] = useState(() => readerZone());
  // Nobody has set a time zone yet: this device's is the best guess.
  const form = setting.version === 0 && changes.length === 0 ? { ...edit.form, time_zone: here } : edit.form;
  const guessed = { ...edit, form };
  const [first] = form.days[0] ?? [];
  const hasHours = form.days.some((day) => day.length > 0);
  const isUsual = first !== undefined && form.days.every((day, at) => same(day, at < WORKDAYS ? [first] : []));
  const [isOpen] = useState(hasHours && !isUsual);
  const setWorkdays = (stretches: Stretch[]) =>
    edit.set({ ...form, days: form.days.map((_, at) => (at < WORKDAYS ? stretches.map((one) => ({ ...one })) : [])) });
  return (
    <div className="max-w-xl space-y-4">
      <GroupConflict {...edit} />
      {!hasHours ? (
        <Button variant="outline" onClick={() => setWorkdays([nextStretch([])])}>
          <CalendarClock aria-hidden />
          {t('setup.hoursUsual')}
        </Button>
      ) : isUsual ? (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span className="font-medium">{t('setup.hoursWeekdays', { from: first.from, to: first.to })}</span>
          <TextButton className="min-h-11 text-sm" onClick={() => setWorkdays([])}>
            {t('setup.removeShort')}
          </TextButton>
        </p>
      ) : null}
      {hasHours ? <TimeZone {...guessed} /> : null}
      <Collapsible
        summary={t('setup.hoursPerDay')}
        open={isOpen || edit.problems.length > 0}
        className="rounded-lg border bg-card px-4"
      >
        <div className="-mx-4 border-t">
          <Week {...guessed} />
        </div>
      </Collapsible>
      {state.is === 'failed' && !theirs ? <FormAlert>{state.words}</FormAlert> : null}
      <p role="status" className="min-h-5 text-muted-foreground text-sm">
        {edit.problems.length > 0
          ? t('setup.hoursWrong')
          : state.is === 'saving' || (changes.length > 0 && state.is !== 'failed')
            ? t('setup.saving')
            : state.is === 'saved'
              ? t('setup.hoursSaved')
              : ''}
      </p>
    </div>
  );
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
