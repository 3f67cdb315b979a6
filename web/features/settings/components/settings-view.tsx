import { EXPORT_MASKS } from '@understudy/contract/settings';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Checkbox, Input, Textarea } from '../../../ui/field.tsx';
import { TEXT_PREFIX } from '../drafts.ts';
import { isOn, OFFER_TEXTS, offerWords, type SwitchGroup, switches } from '../group-forms.ts';
import { ImportsSection } from '../imports/imports-section.tsx';
import { SECTIONS, type Section, sectionWords } from '../sections.ts';
import { useDrafts, useSettingsPage } from '../settings-context.tsx';
import { PromptSection } from '../twin/try-out.tsx';
import { TwinSection } from '../twin/twin-section.tsx';
import { BackupsSection } from './backups-section.tsx';
import { CalendarSection } from './calendar-section.tsx';
import { DangerSection } from './danger-section.tsx';
import { FieldRow, fieldId, type GroupEdit, GroupSection } from './group-section.tsx';
import { HoursSection } from './hours-section.tsx';
import { MailSection } from './mail-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { PricesSection } from './prices-section.tsx';
import { ProvidersSection } from './providers-section.tsx';
import { RetentionSection } from './retention-section.tsx';
import { StatusSection } from './status-section.tsx';
import { VisitorPageSection } from './visitor-page-section.tsx';
import { WidgetSection } from './widget-section.tsx';
import '../settings.css';

const VIEWS: Record<Section, () => ReactNode> = {
  providers: ProvidersSection,
  status: StatusSection,
  notifications: NotificationsSection,
  mail: MailSection,
  retention: RetentionSection,
  offers: OffersSection,
  hours: HoursSection,
  prices: PricesSection,
  sign_in: () => <SwitchSection group="sign_in" />,
  models: () => <SwitchSection group="models" />,
  visitor_page: VisitorPageSection,
  widget: WidgetSection,
  calendar: CalendarSection,
  exports: ExportsSection,
  imports: ImportsSection,
  twin: TwinSection,
  prompt: PromptSection,
  backups: BackupsSection,
  danger: DangerSection,
};

/** The list of sections beside the open one; on a phone, the list first. */
export function SettingsView({ links }: { links: ReactNode }) {
  const { place, go } = useSettingsPage();
  const { section } = place;
  const shown = section ?? 'providers';
  /** An open text has its own sections beside it. */
  const isText = shown === 'twin' && place.file !== null;
  const View = VIEWS[shown];
  const content = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(section);
  useEffect(() => {
    // On a phone the list disappears together with the focused element.
    if (wasOpen.current !== section && section !== null && document.activeElement === document.body) {
      content.current?.querySelector('h2')?.focus({ preventScroll: true });
    }
    wasOpen.current = section;
  }, [section]);
  return (
    <div
      className={cn(
        'grid items-start gap-x-10',
        !isText && 'md:grid-cols-[12rem_minmax(0,1fr)] lg:grid-cols-[15rem_minmax(0,1fr)]',
      )}
    >
      {isText ? null : (
        <nav
          aria-label={t('settings.settings')}
          className={cn('md:sticky md:top-4', section !== null && 'max-md:hidden')}
        >
          <SectionList shown={shown} isChosen={section !== null} />
          <div className="mt-4 border-t pt-4 md:px-3">{links}</div>
        </nav>
      )}
      <div ref={content} className={cn('min-w-0', section === null && 'max-md:hidden')}>
        {place.file || place.importId ? null : (
          <Button
            variant="ghost"
            size="sm"
            className="-ml-3 mb-2 min-h-11 md:hidden"
            onClick={() => go({ section: null, file: null })}
          >
            <ArrowLeft aria-hidden />
            {t('settings.allSettings')}
          </Button>
        )}
        <View key={shown} />
      </div>
    </div>
  );
}

function SectionList({ shown, isChosen }: { shown: Section; isChosen: boolean }) {
  const { go } = useSettingsPage();
  const unsaved = [...useDrafts().keys()];
  return (
    <ul className="max-md:divide-y max-md:rounded-lg max-md:border max-md:bg-card">
      {SECTIONS.map((section) => {
        const isUnsaved = unsaved.some((key) => key === section || key.startsWith(`${section}/`));
        return (
          <li key={section}>
            <button
              type="button"
              aria-current={section === shown ? (isChosen ? 'page' : 'true') : undefined}
              className="settings-link"
              onClick={() => go({ section, file: null })}
            >
              <span className="font-medium">{sectionWords()[section].name}</span>
              {isUnsaved ? <span className="text-primary-text text-sm">{t('settings.unsaved')}</span> : null}
              <span className="w-full text-muted-foreground text-sm md:hidden">{sectionWords()[section].about}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** A section with a single switch. */
function SwitchSection({ group }: { group: SwitchGroup }) {
  const { field, on, off, introduction, label, about } = switches()[group];
  const id = fieldId(group, field);
  return (
    <GroupSection group={group} introduction={introduction}>
      {({ form, set }) => (
        <label htmlFor={id} className="flex min-h-11 items-start gap-3">
          <Checkbox
            id={id}
            className="mt-0.5"
            aria-describedby={`${id}-about`}
            checked={isOn(group, form)}
            onChange={({ target }) => set(target.checked ? on : off)}
          />
          <span>
            {label}
            <span id={`${id}-about`} className="block max-w-measure text-muted-foreground text-sm">
              {about}
            </span>
          </span>
        </label>
      )}
    </GroupSection>
  );
}

/** What is masked in downloaded files. */
function ExportsSection() {
  return (
    <GroupSection group="exports" introduction={t('settings.exportsIntroduction')}>
      {({ form, set }) => (
        <div className="space-y-3">
          {EXPORT_MASKS.map((kind) => {
            const id = fieldId('exports', kind);
            return (
              <label key={kind} htmlFor={id} className="flex min-h-11 items-start gap-3">
                <Checkbox
                  id={id}
                  className="mt-0.5"
                  aria-describedby={`${id}-about`}
                  checked={form[kind]}
                  onChange={({ target }) => set({ ...form, [kind]: target.checked })}
                />
                <span>
                  {t(`settings.masked.${kind}`)}
                  <span id={`${id}-about`} className="block max-w-measure text-muted-foreground text-sm">
                    {t(`settings.masked.${kind}.about`)}
                  </span>
                </span>
              </label>
            );
          })}
        </div>
      )}
    </GroupSection>
  );
}

/** The subject of a draft: a section's name, or a file. */
const nameOf = (key: string) => {
  const section = SECTIONS.find((one) => one === key);
  return section ? sectionWords()[section].name : key.slice(TEXT_PREFIX.length);
};

/** States that unsaved input from before a reload is back in its fields, with a button to discard it. */
export function RestoredDraft({
  keys,
  onKeep,
  onDiscard,
}: {
  /** Keys of the drafts. */
  keys: readonly string[];
  onKeep: () => void;
  onDiscard: () => void;
}) {
  return (
    <div
      role="status"
      className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-md border bg-muted px-4 py-3"
    >
      <p className="wrap-anywhere min-w-48 flex-1 text-sm">
        {t('settings.yourUnsavedChangesWereRestored', { sections: keys.map(nameOf).join(', ') })}
      </p>
      <div className="flex gap-2">
        <Button variant="outline" size="sm" className="min-h-11" onClick={onDiscard}>
          {t('settings.discardRestored')}
        </Button>
        <Button variant="outline" size="sm" className="min-h-11" onClick={onKeep}>
          {t('settings.keepEditing')}
        </Button>
      </div>
    </div>
  );
}

/** Texts of the offers in the chat, with a preview of the bar. */
function OffersSection() {
  return (
    <GroupSection group="offers" introduction={t('settings.whatVisitorsAreOfferedAbove')}>
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
            label={offerWords()[field]}
            problems={problems}
            className={field === 'invitation' ? 'sm:col-span-3' : ''}
            hint={field === 'invitation' ? t('settings.andAreReplacedWithYour') : null}
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
        {t('settings.restoreDefaults')}
      </Button>
      <h3 className="mt-8 text-lg">{t('settings.whatVisitorsSee')}</h3>
      {/* Only a preview: its buttons do nothing here. */}
      <div inert className="mt-3 rounded-lg border pt-4 pb-2">
        {showOffers(form)}
      </div>
    </>
  );
}
