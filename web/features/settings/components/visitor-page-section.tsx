import { STARTERS_MAX } from '@understudy/contract/settings';
import { t } from '../../../platform/texts.ts';
import { Checkbox, Textarea } from '../../../ui/field.tsx';
import { switchWords, VISITOR_SWITCHES } from '../visitor-page-form.ts';
import { FieldRow, fieldId, GroupSection } from './group-section.tsx';

const GROUP = 'visitor_page';

/** What visitors see besides the conversation, and the questions that they can send with one click. */
export function VisitorPageSection() {
  return (
    <GroupSection group={GROUP} introduction={t('visitorPage.introduction')}>
      {({ form, set, problems }) => (
        <>
          <ul className="space-y-4">
            {VISITOR_SWITCHES.map((name) => {
              const id = fieldId(GROUP, name);
              const { label, about } = switchWords(name);
              return (
                <li key={name}>
                  <label htmlFor={id} className="flex min-h-11 items-start gap-3">
                    <Checkbox
                      id={id}
                      className="mt-0.5"
                      aria-describedby={`${id}-about`}
                      checked={form[name]}
                      onChange={({ target }) => set({ ...form, [name]: target.checked })}
                    />
                    <span>
                      {label}
                      <span id={`${id}-about`} className="block max-w-measure text-muted-foreground text-sm">
                        {about}
                      </span>
                    </span>
                  </label>
                </li>
              );
            })}
          </ul>
          <FieldRow
            group={GROUP}
            field="starters"
            label={t('visitorPage.starters')}
            hint={t('visitorPage.startersHint', { most: STARTERS_MAX })}
            problems={problems}
            className="mt-6 max-w-measure"
          >
            {(props) => (
              <Textarea
                {...props}
                rows={6}
                className="min-h-40"
                value={form.starters}
                onChange={({ target }) => set({ ...form, starters: target.value })}
              />
            )}
          </FieldRow>
        </>
      )}
    </GroupSection>
  );
}
