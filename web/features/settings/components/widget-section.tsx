import { WIDGET_POSITIONS, type WidgetPosition } from '@understudy/contract/widget';
import { ExternalLink } from 'lucide-react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Input, Select, Textarea } from '../../../ui/field.tsx';
import { positionWords, snippetsFor } from '../widget-form.ts';
import { FieldRow, type GroupEdit, GroupSection } from './group-section.tsx';
import { Snippet } from './snippet.tsx';

/** Where the widget may show, how its button looks, and the code for the owner's site. */
export function WidgetSection() {
  return (
    <GroupSection group="widget" introduction={t('settings.putsTheChatOnYour')} beside={() => <Snippets />}>
      {(edit) => <Fields {...edit} />}
    </GroupSection>
  );
}

function Fields({ form, set, problems }: GroupEdit<'widget'>) {
  return (
    <>
      <FieldRow
        group="widget"
        field="origins"
        label={t('settings.allowedSites')}
        hint={
          <>
            {form.origins.trim() === '' ? <span className="block">{t('settings.noSiteCanShowThe')}</span> : null}
            {t('settings.oneAddressPerLineLike')}
          </>
        }
        problems={problems}
        className="max-w-xl"
      >
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            spellCheck={false}
            autoCapitalize="off"
            placeholder="https://www.example.com"
            value={form.origins}
            onChange={({ target }) => set({ ...form, origins: target.value })}
          />
        )}
      </FieldRow>
      <div className="mt-6 grid max-w-xl gap-5 sm:grid-cols-2">
        <FieldRow
          group="widget"
          field="label"
          label={t('settings.buttonText')}
          hint={t('settings.andAreReplacedWithYour')}
          problems={problems}
          className="sm:col-span-2"
        >
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              value={form.label}
              onChange={({ target }) => set({ ...form, label: target.value })}
            />
          )}
        </FieldRow>
        <FieldRow group="widget" field="color" label={t('settings.buttonColor')} problems={problems}>
          {(control) => (
            <div className="flex items-center gap-2">
              <input
                type="color"
                aria-label={t('settings.pickTheButtonColor')}
                className="size-11 shrink-0 rounded-md border border-input bg-card p-1"
                value={/^#[\da-f]{6}$/i.test(form.color) ? form.color : '#000000'}
                onChange={({ target }) => set({ ...form, color: target.value })}
              />
              <Input
                {...control}
                autoComplete="off"
                spellCheck={false}
                className="tabular-nums"
                value={form.color}
                onChange={({ target }) => set({ ...form, color: target.value })}
              />
            </div>
          )}
        </FieldRow>
        <FieldRow group="widget" field="position" label={t('settings.buttonPosition')} problems={problems}>
          {(control) => (
            <Select
              {...control}
              value={form.position}
              onChange={({ target }) => set({ ...form, position: target.value as WidgetPosition })}
            >
              {WIDGET_POSITIONS.map((position) => (
                <option key={position} value={position}>
                  {positionWords()[position]}
                </option>
              ))}
            </Select>
          )}
        </FieldRow>
      </div>
    </>
  );
}

/** The code for a host page. The address is the one under which the owner reaches this server. */
function Snippets() {
  const { floating, inline } = snippetsFor(window.location.origin);
  return (
    <section aria-labelledby="widget-code" className="mt-8 border-t pt-6">
      <h3 id="widget-code" className="text-lg">
        {t('settings.codeForYourSite')}
      </h3>
      <Snippet id="widget-floating" hint={t('settings.pasteItBeforeBody', { tag: '</body>' })} code={floating} />
      <h4 className="mt-6 font-medium">{t('settings.codeForAChatInside')}</h4>
      <Snippet id="widget-inline" hint={t('settings.pasteItWhereTheChat')} code={inline} />
      <Button asChild variant="outline" size="sm" className="mt-6 min-h-11">
        <a href="/widget-demo" target="_blank" rel="noopener">
          {t('settings.tryItOnADemo')}
          <ExternalLink aria-hidden />
        </a>
      </Button>
    </section>
  );
}
