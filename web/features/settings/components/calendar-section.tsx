import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CalendarAnswer, CalendarSource } from '@understudy/contract/bookings';
import { Copy } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { CallError } from '../../../platform/http.ts';
import { problemWords } from '../../../platform/problem-words.ts';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Checkbox, Input, Label, Select } from '../../../ui/field.tsx';
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
          {t('calendar.removeMore')}
        </ConfirmDialog>
      ) : null}
    </Card>
  );
}

function Source({ source, onRemove }: { source: CalendarSource; onRemove: () => void }) {
  const { kind, label, writes, ok_at: okAt, problem, times } = source;
  const read = okAt ? t('calendar.times', { count: times }) : t('calendar.notRead');
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-4 py-3 sm:px-6">
      <div className="wrap-anywhere min-w-0">
        <p className="font-medium">{label}</p>
        <p className="text-muted-foreground text-sm">
          {t(`calendar.kind.${kind}`)}
          {writes ? ` · ${t('calendar.writesHere')}` : ''}
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
        <Button variant="ghost" size="sm" className="min-h-11" onClick={onRemove}>
          {t('calendar.remove')}
        </Button>
      )}
    </li>
  );
}

/** Why a calendar was not added. */
const refusalOf = (error: Error): string =>
  error instanceof CallError && error.code === 'unreadable'
    ? t('calendar.refused', { problem: error.message })
    : sentenceOf(error);

/** Adds a calendar; the server reads it first. */
function AddForm({ onDone }: { onDone: () => void }) {
  const { calls } = useSettingsPage();
  const id = useId();
  const [kind, setKind] = useState<'address' | 'caldav'>('address');
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!add.isPending) add.mutate(undefined, { onSuccess: onDone });
  };
  return (
    <form onSubmit={submit} className="max-w-xl space-y-4">
      <div>
        <Label htmlFor={`${id}-kind`}>{t('calendar.kind')}</Label>
        <Select
          id={`${id}-kind`}
          className="mt-1.5"
          value={kind}
          onChange={({ target }) => setKind(target.value === 'caldav' ? 'caldav' : 'address')}
        >
          <option value="address">{t('calendar.kind.address')}</option>
          <option value="caldav">{t('calendar.kind.caldav')}</option>
        </Select>
      </div>
      <div>
        <Label htmlFor={`${id}-url`}>{t('calendar.url')}</Label>
        <Input
          id={`${id}-url`}
          required
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          className="mt-1.5"
          aria-describedby={`${id}-url-more`}
          value={typed.url}
          onChange={({ target }) => set({ url: target.value })}
        />
        <p id={`${id}-url-more`} className="mt-1 text-muted-foreground text-sm">
          {t(`calendar.urlMore.${kind}`)}
        </p>
      </div>
      {kind === 'caldav' ? (
        <>
          <div>
            <Label htmlFor={`${id}-user`}>{t('calendar.user')}</Label>
            <Input
              id={`${id}-user`}
              required
              autoComplete="off"
              className="mt-1.5"
              value={typed.user}
              onChange={({ target }) => set({ user: target.value })}
            />
          </div>
          <div>
            <Label htmlFor={`${id}-password`}>{t('calendar.password')}</Label>
            <Input
              id={`${id}-password`}
              required
              type="password"
              autoComplete="off"
              className="mt-1.5"
              value={typed.password}
              onChange={({ target }) => set({ password: target.value })}
            />
          </div>
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
      {add.error ? <FormAlert>{refusalOf(add.error)}</FormAlert> : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={add.isPending}>
          {add.isPending ? t('calendar.reading') : t('calendar.add')}
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
