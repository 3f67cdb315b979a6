import { Button } from '../../../ui/button.tsx';
import { Input, Textarea } from '../../../ui/field.tsx';
import type { GroupEdit } from '../drafts/use-group.ts';
import { OFFER_TEXTS, OFFER_WORDS } from '../groups/offers.ts';
import { useSettingsPage } from '../settings-context.tsx';
import { FieldRow } from './field-row.tsx';
import { GroupSection } from './group-section.tsx';

/** Texts of the offers in the chat, with a preview of the bar. */
export function OffersSection() {
  return (
    <GroupSection
      group="offers"
      introduction="What visitors are offered above the message field once a conversation becomes promising."
    >
      {(edit) => <Texts {...edit} />}
    </GroupSection>
  );
}

function Texts({ form, set, setting, problems }: GroupEdit<'offers'>) {
  const { showOffers } = useSettingsPage();
  const isUsual = OFFER_TEXTS.every((field) => form[field] === setting.usual[field]);
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-3">
        {OFFER_TEXTS.map((field) => (
          <FieldRow
            key={field}
            group="offers"
            field={field}
            label={OFFER_WORDS[field]}
            problems={problems}
            className={field === 'invitation' ? 'sm:col-span-3' : ''}
            hint={field === 'invitation' ? '{first_name} and {name} are replaced with your name.' : null}
          >
            {(control) =>
              field === 'invitation' ? (
                <Textarea
                  {...control}
                  rows={2}
                  value={form[field]}
                  onChange={({ target }) => set({ ...form, [field]: target.value.replaceAll('\n', ' ') })}
                />
              ) : (
                <Input
                  {...control}
                  autoComplete="off"
                  value={form[field]}
                  onChange={({ target }) => set({ ...form, [field]: target.value })}
                />
              )
            }
          </FieldRow>
        ))}
      </div>
      <Button
        variant="outline"
        size="sm"
        className="mt-5 min-h-11"
        disabled={isUsual}
        onClick={() => set({ ...setting.usual })}
      >
        Restore defaults
      </Button>
      <h3 className="mt-8 text-lg">What visitors see</h3>
      {/* Only a preview: its buttons do nothing here. */}
      <div inert className="mt-3 rounded-lg border pt-4 pb-2">
        {showOffers(form)}
      </div>
    </>
  );
}
