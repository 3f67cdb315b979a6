import { t } from '../../../platform/texts.ts';
import type { LeaveGuard } from './leave-guard.ts';
import { type StepProps, TextField } from './setup-fields.tsx';
import { SetupHours } from './setup-hours.tsx';

/** What should happen: where inquiries go, what a first call is, where to pick a time, and the office hours. */
export function StepContact({ answers, change, problem, guard }: StepProps & { guard: LeaveGuard }) {
  return (
    <>
      <div className="max-w-xl space-y-5">
        <TextField
          label={t('setup.email')}
          hint={t('setup.emailHint')}
          type="email"
          autoComplete="email"
          value={answers.email}
          maxLength={254}
          problem={problem?.field === 'email' ? t('setup.problems.email') : null}
          onChange={(email) => change({ email })}
        />
        <TextField
          label={t('setup.call')}
          hint={t('setup.callHint')}
          value={answers.call}
          rows={2}
          maxLength={600}
          placeholder={t('setup.callExample')}
          onChange={(call) => change({ call })}
        />
        <TextField
          label={t('setup.calendar')}
          hint={t('setup.calendarHint')}
          type="url"
          value={answers.calendar}
          maxLength={500}
          placeholder="https://example.com/calendar"
          problem={problem?.field === 'calendar' ? t('setup.problems.calendar') : null}
          onChange={(calendar) => change({ calendar })}
        />
      </div>
      <SetupHours guard={guard} />
    </>
  );
}
