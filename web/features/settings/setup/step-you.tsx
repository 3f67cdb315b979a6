import { WORKS, type Work } from '@understudy/contract/leads';
import { useId, useState } from 'react';
import { t } from '../../../platform/texts.ts';
import { Collapsible } from '../../../ui/collapsible.tsx';
import { Label, Select } from '../../../ui/field.tsx';
import { BrandColorField } from '../twin/brand-color-field.tsx';
import { PortraitField, usePortraitSrc } from '../twin/portrait-field.tsx';
import { type StepProps, TextField } from './setup-fields.tsx';

interface StepYouProps extends StepProps {
  /** Where visitors' pages show the present portrait; null when it will give way. */
  portrait: string | null;
  /** Whether a choice between changing the twin and beginning anew makes sense, and the present twin's name. */
  choice: { name: string } | null;
}

/** Who the twin stands for, and how its pages look. */
export function StepYou({ answers, change, problem, portrait, choice }: StepYouProps) {
  const workId = useId();
  const uploaded = usePortraitSrc(answers.portrait, null);
  const wrong = (field: string) =>
    problem?.field === field ? t(`setup.problems.${field as 'name' | 'first_name'}`) : null;
  /** What is there already is in sight. */
  const [isMore] = useState(() =>
    [answers.title, answers.location, answers.first_name, answers.audience, answers.about].some(Boolean),
  );
  const first = answers.name.trim().split(/\s+/)[0] ?? '';
  return (
    <>
      {choice ? (
        <fieldset className="mb-8">
          <legend className="font-medium text-sm">{t('setup.base')}</legend>
          <div className="mt-2 grid gap-2 sm:grid-cols-2">
            {(['current', 'scratch'] as const).map((base) => (
              <label key={base} className="setup-choice">
                <input
                  type="radio"
                  className="sr-only"
                  name="setup-base"
                  checked={answers.base === base}
                  onChange={() => change({ base })}
                />
                <span className="font-medium">{t(`setup.bases.${base}`, choice)}</span>
                <span className="mt-1 block text-muted-foreground text-sm">
                  {t(`setup.basesAbout.${base}`, choice)}
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ) : null}
      <div className="space-y-6">
        <TextField
          label={t('setup.name')}
          value={answers.name}
          maxLength={80}
          autoComplete="name"
          problem={answers.name.trim() === '' ? null : wrong('name')}
          onChange={(name) => change({ name })}
        />
        <TextField
          label={t('setup.does')}
          hint={t('setup.doesHint')}
          value={answers.does}
          rows={1}
          maxLength={300}
          placeholder={t('setup.doesExample')}
          onChange={(does) => change({ does: does.replaceAll('\n', ' ') })}
        />
        <PortraitField
          value={answers.portrait}
          src={answers.portrait === null ? portrait : uploaded}
          onChange={(file) => change({ portrait: file })}
        />
        <BrandColorField value={answers.color} onChange={(color) => change({ color })} />
      </div>
      <Collapsible
        open={isMore || wrong('first_name') !== null}
        className="mt-8 border-y py-1"
        summary={<span className="font-serif text-xl">{t('setup.more')}</span>}
      >
        <div className="grid gap-5 pt-3 pb-5 sm:grid-cols-2">
          <TextField
            label={t('setup.title')}
            value={answers.title}
            maxLength={120}
            placeholder={t('setup.titleExample')}
            onChange={(title) => change({ title })}
          />
          <TextField
            label={t('setup.location')}
            value={answers.location}
            maxLength={120}
            placeholder={t('setup.locationExample')}
            onChange={(location) => change({ location })}
          />
          <div className="min-w-0 sm:col-span-2">
            <Label htmlFor={workId} className="mb-1.5">
              {t('setup.work')}
            </Label>
            <Select
              id={workId}
              aria-describedby={`${workId}-hint`}
              value={answers.work}
              onChange={({ target }) => change({ work: target.value as Work })}
            >
              {WORKS.map((work) => (
                <option key={work} value={work}>
                  {t(`setup.works.${work}`)}
                </option>
              ))}
            </Select>
            <p id={`${workId}-hint`} className="mt-1.5 text-muted-foreground text-sm">
              {t('setup.workHint')}
            </p>
          </div>
          <TextField
            label={t('setup.firstName')}
            value={answers.first_name}
            maxLength={80}
            autoComplete="given-name"
            placeholder={first}
            problem={wrong('first_name')}
            onChange={(first_name) => change({ first_name })}
          />
          <TextField
            label={t('setup.languages')}
            hint={t('setup.languagesHint')}
            value={answers.languages}
            maxLength={200}
            onChange={(languages) => change({ languages })}
          />
          <TextField
            className="sm:col-span-2"
            label={t('setup.audience')}
            value={answers.audience}
            rows={2}
            maxLength={1_000}
            placeholder={t('setup.audienceExample')}
            onChange={(audience) => change({ audience })}
          />
          <TextField
            className="sm:col-span-2"
            label={t('setup.about')}
            hint={t('setup.aboutHint')}
            value={answers.about}
            rows={4}
            maxLength={4_000}
            onChange={(about) => change({ about })}
          />
        </div>
      </Collapsible>
    </>
  );
}
