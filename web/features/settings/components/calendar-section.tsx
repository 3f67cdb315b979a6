import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CALENDAR_FILE_MAX_BYTES, type CalendarAnswer, type CalendarSource } from '@understudy/contract/bookings';
import { Copy } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { CallError } from '../../../platform/http.ts';
import { problemWords } from '../../../platform/problem-words.ts';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Checkbox, Input, Label, Select } from '../../../ui/field.tsx';
import { LabeledInput } from '../../../ui/labeled-input.tsx';
import { FormAlert } from '../../../ui/states.tsx';
import { When } from '../../../ui/when.tsx';
import { keys } from '../calls.ts';
import { useSettingsPage, useTexts } from '../settings-context.tsx';
import { useOpenCalendar } from '../twin/new-text.tsx';
import { Mark } from './outcome.tsx';
import { Fetched, SectionFrame } from './section-frame.tsx';

/** When visitors may book, which calendars make times busy, and the address of all bookings. */
export function CalendarSection() {
  const { calls } = useSettingsPage();
  const query = useQuery({
    queryKey: keys.calendar,
    queryFn: ({ signal }) => calls.get<CalendarAnswer>('calendar', {}, signal),
  });
  return (
    <SectionFrame section="calendar" introduction={t('calendar.intro')}>
      <Fetched query={query} what="calendar">
        {(calendar) => (
          <div className="space-y-6">
            <Booking calendar={calendar} />
            <Sources sources={calendar.sources} />
            <Feed feed={calendar.feed} />
          </div>
        )}
      </Fetched>
    </SectionFrame>
  );
}

/** Puts an answer of the calendar's calls into the cache. */
function useCalendarChange<Variables>(change: (variables: Variables) => Promise<CalendarAnswer>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (answer) => cache.setQueryData(keys.calendar, answer),
  });
}

function Booking({ calendar: { booking } }: { calendar: CalendarAnswer }) {
  const open = useOpenCalendar();
  const texts = useTexts();
  return (
    <Card className="px-4 py-5 sm:px-6">
      <h3 className="text-xl">{t('calendar.booking')}</h3>
      <p className="mt-2 max-w-measure">{t(`calendar.booking.${booking}`)}</p>
      <Button className="mt-4" variant="outline" disabled={!texts.data} onClick={() => open(texts.data?.items ?? [])}>
        {booking === 'none' ? t('calendar.begin') : t('calendar.edit')}
      </Button>
    </Card>
  );
}

function Sources({ sources }: { sources: readonly CalendarSource[] }) {
  const { calls } = useSettingsPage();
  const [leaving, setLeaving] = useState<CalendarSource | null>(null);
  const [isAdding, setAdding] = useState(false);
  const read = useCalendarChange(() => calls.change<CalendarAnswer>('POST', 'calendar/read', {}));
  const remove = useCalendarChange((id: string) => calls.change<CalendarAnswer>('DELETE', `calendar/sources/${id}`));
  return (
    <Card>
      <div className="px-4 pt-5 pb-4 sm:px-6">
        <h3 className="text-xl">{t('calendar.sources')}</h3>
        <p className="mt-1 max-w-measure text-muted-foreground">{t('calendar.sourcesMore')}</p>
      </div>
      {sources.length > 0 ? (
        <ul className="divide-y border-y">
          {sources.map((source) => (
            <Source key={source.id} source={source} onRemove={() => setLeaving(source)} />
          ))}
        </ul>
      ) : null}
      <div className="space-y-4 px-4 py-5 sm:px-6">
        {remove.error || read.error ? <FormAlert>{sentenceOf(remove.error ?? read.error)}</FormAlert> : null}
        {isAdding ? (
          <AddForm onDone={() => setAdding(false)} />
        ) : (
          <div className="flex flex-wrap gap-3">
            <Button variant="outline" onClick={() => setAdding(true)}>
              {t('calendar.add')}
            </Button>
            {sources.length > 0 ? (
              <Button variant="ghost" disabled={read.isPending} onClick={() => read.mutate(undefined)}>
                {read.isPending ? t('calendar.reading') : t('calendar.readNow')}
              </Button>
            ) : null}
          </div>
        )}
      </div>
      {leaving ? (
        <ConfirmDialog
          title={t('calendar.removeTitle', { label: leaving.label })}
          confirm={t('calendar.remove')}
          cancel={t('calendar.keep')}
          onConfirm={() => remove.mutate(leaving.id)}
          onClose={() => setLeaving(null)}
        >
          {t(leaving.kind === 'file' ? 'calendar.removeFileMore' : 'calendar.removeMore')}
        </ConfirmDialog>
      ) : null}
    </Card>
  );
}

function Source({ source, onRemove }: { source: CalendarSource; onRemove: () => void }) {
  const { id, kind, label, writes, uploaded_at: uploadedAt, ok_at: okAt, problem, times } = source;
  const [refusal, setRefusal] = useState<string | null>(null);
  const read = okAt ? t('calendar.times', { count: times }) : t('calendar.notRead');
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-4 py-3 sm:px-6">
      <div className="wrap-anywhere min-w-0">
        <p className="font-medium">{label}</p>
        <p className="text-muted-foreground text-sm">
          {t(`calendar.kind.${kind}`)}
          {writes ? ` · ${t('calendar.writesHere')}` : ''}
          {uploadedAt ? (
            <>
              {` · ${t('calendar.uploadedAt')} `}
              <When at={uploadedAt} />
            </>
          ) : null}
        </p>
        <p className="mt-1 flex gap-2 text-sm">
          <span className="mt-0.5">
            <Mark is={problem ? 'bad' : okAt ? 'good' : 'open'} />
          </span>
          <span>
            {problem ? problemWords(problem) : read}{' '}
            {okAt ? (
              <span className="text-muted-foreground">
                {t('calendar.readAt')} <When at={okAt} />
              </span>
            ) : null}
          </span>
        </p>
      </div>
      {kind === 'folder' ? null : (
        <div className="flex flex-wrap gap-x-2">
          {kind === 'file' ? <ReplaceFile id={id} label={label} onError={setRefusal} /> : null}
          <Button variant="ghost" size="sm" className="min-h-11" onClick={onRemove}>
            {t('calendar.remove')}
          </Button>
        </div>
      )}
      {refusal ? (
        <div className="basis-full">
          <FormAlert>{refusal}</FormAlert>
        </div>
      ) : null}
    </li>
  );
}

/** Sends a calendar file, in place of an uploaded one if that is named. */
function useUpload(replaces?: string) {
  const { calls } = useSettingsPage();
  return useCalendarChange((file: File) => {
    if (file.size > CALENDAR_FILE_MAX_BYTES) throw new Error(problemWords(TOO_LARGE));
    const params = { name: file.name, ...(replaces ? { replaces } : {}) };
    return calls.upload<CalendarAnswer>('calendar/files', params, file, new AbortController().signal);
  });
}

const MEGABYTES = String(CALENDAR_FILE_MAX_BYTES / 1024 / 1024);
const TOO_LARGE = { code: 'file_too_large', values: { megabytes: MEGABYTES } } as const;
const FILE_TYPES = '.ics,text/calendar';

interface ReplaceFileProps {
  id: string;
  label: string;
  /** Takes why it was not replaced; null once it is tried. */
  onError: (refusal: string | null) => void;
}

function ReplaceFile({ id, label, onError }: ReplaceFileProps) {
  const upload = useUpload(id);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="min-h-11"
        disabled={upload.isPending}
        onClick={() => input.current?.click()}
      >
        {upload.isPending ? t('calendar.reading') : t('calendar.replace')}
      </Button>
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={t('calendar.replaceOf', { label })}
        accept={FILE_TYPES}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          onError(null);
          if (file) upload.mutate(file, { onError: (error) => onError(refusalOf(error)) });
          target.value = '';
        }}
      />
    </>
  );
}

/** Why a calendar was not added. */
const refusalOf = (error: Error): string =>
  error instanceof CallError && error.code === 'unreadable'
    ? t('calendar.refused', { problem: error.message })
    : sentenceOf(error);

/** Kinds of calendars that can be added here. */
const ADDED = ['address', 'caldav', 'file'] as const;

/** Adds a calendar; the server reads it first. */
function AddForm({ onDone }: { onDone: () => void }) {
  const { calls } = useSettingsPage();
  const id = useId();
  const [kind, setKind] = useState<(typeof ADDED)[number]>('address');
  const [file, setFile] = useState<File | null>(null);
  const upload = useUpload();
  const [typed, setTyped] = useState({ url: '', user: '', password: '', writes: true });
  const add = useCalendarChange(() => {
    const { url, user, password, writes } = typed;
    const access = kind === 'caldav' ? { user, password, writes } : {};
    return calls.change<CalendarAnswer>('POST', 'calendar/sources', { kind, url, ...access });
  });
  const set = (change: Partial<typeof typed>) => {
    add.reset();
    setTyped((now) => ({ ...now, ...change }));
  };
  const isBusy = add.isPending || upload.isPending;
  const failure = kind === 'file' ? upload.error : add.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (kind !== 'file') add.mutate(undefined, { onSuccess: onDone });
    else if (file) upload.mutate(file, { onSuccess: onDone });
  };
  return (
    <form onSubmit={submit} className="max-w-xl space-y-4">
      <div>
        <Label htmlFor={`${id}-kind`}>{t('calendar.kind')}</Label>
        <Select
          id={`${id}-kind`}
          className="mt-1.5"
          value={kind}
          onChange={({ target }) => {
            add.reset();
            upload.reset();
            setKind(ADDED.find((one) => one === target.value) ?? 'address');
          }}
        >
          {ADDED.map((one) => (
            <option key={one} value={one}>
              {t(`calendar.kind.${one}`)}
            </option>
          ))}
        </Select>
      </div>
      {kind === 'file' ? (
        <LabeledInput
          key="file"
          label={t('calendar.file')}
          hint={t('calendar.fileMore', { megabytes: MEGABYTES })}
          required
          type="file"
          accept={FILE_TYPES}
          onChange={({ target }) => {
            upload.reset();
            setFile(target.files?.[0] ?? null);
          }}
        />
      ) : (
        <LabeledInput
          key="url"
          label={t('calendar.url')}
          hint={t(`calendar.urlMore.${kind}`)}
          required
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={typed.url}
          onChange={({ target }) => set({ url: target.value })}
        />
      )}
      {kind === 'caldav' ? (
        <>
          <LabeledInput
            label={t('calendar.user')}
            required
            autoComplete="off"
            value={typed.user}
            onChange={({ target }) => set({ user: target.value })}
          />
          <LabeledInput
            label={t('calendar.password')}
            required
            type="password"
            autoComplete="off"
            value={typed.password}
            onChange={({ target }) => set({ password: target.value })}
          />
          <label htmlFor={`${id}-writes`} className="flex gap-3">
            <Checkbox
              id={`${id}-writes`}
              checked={typed.writes}
              onChange={({ target }) => set({ writes: target.checked })}
            />
            {t('calendar.writes')}
          </label>
        </>
      ) : null}
      {failure ? <FormAlert>{refusalOf(failure)}</FormAlert> : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={isBusy}>
          {isBusy ? t('calendar.reading') : t('calendar.add')}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          {t('settings.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** The secret address of all bookings. */
function Feed({ feed }: { feed: string }) {
  const { calls } = useSettingsPage();
  const id = useId();
  const [isAsking, setAsking] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const renew = useCalendarChange(() => calls.change<CalendarAnswer>('POST', 'calendar/feed', {}));
  return (
    <Card className="px-4 py-5 sm:px-6">
      <h3 className="text-xl">{t('calendar.feed')}</h3>
      <p className="mt-1 max-w-measure text-muted-foreground">{t('calendar.feedMore')}</p>
      <div className="mt-4 flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow basis-72">
          <Label htmlFor={id}>{t('calendar.feedAddress')}</Label>
          <Input id={id} readOnly value={feed} className="mt-1.5" onFocus={({ target }) => target.select()} />
        </div>
        <Button
          variant="outline"
          onClick={() => {
            void navigator.clipboard.writeText(feed).then(
              () => setCopied(true),
              () => setCopied(false),
            );
          }}
        >
          <Copy aria-hidden />
          {isCopied ? t('calendar.copied') : t('calendar.copy')}
        </Button>
        <Button variant="ghost" onClick={() => setAsking(true)}>
          {t('calendar.renew')}
        </Button>
      </div>
      {renew.error ? (
        <div className="mt-4">
          <FormAlert>{sentenceOf(renew.error)}</FormAlert>
        </div>
      ) : null}
      {isAsking ? (
        <ConfirmDialog
          title={t('calendar.renewTitle')}
          confirm={t('calendar.renew')}
          cancel={t('calendar.keep')}
          onConfirm={() => {
            setCopied(false);
            renew.mutate(undefined);
          }}
          onClose={() => setAsking(false)}
        >
          {t('calendar.renewMore')}
        </ConfirmDialog>
      ) : null}
    </Card>
  );
}
