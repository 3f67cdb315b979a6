import type { AdminActionItem, ItemsInbox } from '@understudy/contract/admin';
import { useState } from 'react';
import { sentenceOf } from '../../../../platform/sentence-of.ts';
import { t } from '../../../../platform/texts.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { cn } from '../../../../ui/cn.ts';
import { Checkbox, Input, Select } from '../../../../ui/field.tsx';
import { fixedWords } from '../../../../ui/fixed-words.ts';
import { When } from '../../../../ui/when.tsx';
import { useAdminClient } from '../../api/admin-client.tsx';
import { useItemChange } from '../../api/item-queries.ts';
import { useOptimisticValue } from '../../api/queries.ts';
import { categoryWords } from '../../items-place.ts';
import { PersonLink, SessionLink } from '../session-parts.tsx';

interface RowProps {
  item: AdminActionItem;
  people: ItemsInbox['people'];
  today: string;
  isSelected: boolean;
  isBusy: boolean;
  onSelect: (isSelected: boolean) => void;
  /** Completes the item, or reopens it. */
  onStatus: (status: 'open' | 'done') => void;
  /** Shows only the items of this one's session. */
  onSession: ((session: string) => void) | null;
}

/** An action item of the inbox: what is to be done, for whom, when, and who does it. */
export function ItemRow({ item, people, today, isSelected, isBusy, onSelect, onStatus, onSession }: RowProps) {
  const { isReadOnly } = useAdminClient();
  const title = fixedWords(item.title);
  const who = [item.contact_name, item.company].filter(Boolean).join(', ');
  const isDone = item.status === 'done';
  const { session_id: session } = item;
  const isLate = !isDone && item.due_date !== null && item.due_date < today;
  return (
    <li className={cn('item-row', isSelected && 'bg-muted')} data-item={item.id}>
      <label className="-m-2 grid size-11 place-items-center self-start" htmlFor={`select-${item.id}`}>
        <span className="sr-only">{t('items.select', { title })}</span>
        <Checkbox
          id={`select-${item.id}`}
          checked={isSelected}
          disabled={isReadOnly}
          onChange={({ target }) => onSelect(target.checked)}
        />
      </label>
      <div className="min-w-0">
        <p className={cn('wrap-anywhere font-medium', isDone && 'text-muted-foreground line-through')}>
          {session ? (
            <SessionLink id={session} at={item.seq ?? undefined} className="hover:underline">
              {title}
            </SessionLink>
          ) : (
            <span tabIndex={-1} data-row-link={item.id}>
              {title}
            </span>
          )}
        </p>
        {item.description && item.description !== item.title ? (
          <p className="wrap-anywhere mt-0.5 max-w-measure text-sm">{fixedWords(item.description)}</p>
        ) : null}
        <p className="wrap-anywhere mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-sm">
          <PersonLink id={item.visitor_id} className="underline underline-offset-4">
            {who || t('people.person')}
          </PersonLink>
          <Badge variant={item.priority === 'high' ? 'destructive' : 'secondary'}>
            {t('session.priority', { priority: item.priority })}
          </Badge>
          <span>{categoryWords(item.category)}</span>
          {item.owner === 'visitor' ? <span>{t('items.ofVisitor')}</span> : null}
          <When at={item.created_at} />
          {session && onSession ? (
            <button
              type="button"
              className="min-h-6 underline underline-offset-4"
              aria-label={t('items.onlySessionOf', { title })}
              onClick={() => onSession(session)}
            >
              {t('items.onlySession')}
            </button>
          ) : null}
        </p>
      </div>
      <Controls item={item} title={title} people={people} isLate={isLate} />
      <Button
        variant="outline"
        size="sm"
        className="min-h-11"
        disabled={isReadOnly}
        aria-disabled={isBusy}
        aria-label={t(isDone ? 'items.reopenOne' : 'items.completeOne', { title })}
        onClick={() => !isBusy && onStatus(isDone ? 'open' : 'done')}
      >
        {t(isDone ? 'items.reopen' : 'items.done')}
      </Button>
    </li>
  );
}

/** The first year that somebody means: a year that is being typed passes through 2, 20 and 202. */
const isWholeYear = (day: string) => day >= '2000';

/** When it is due, and who does it; saved at once. */
function Controls({
  item,
  title,
  people,
  isLate,
}: {
  item: AdminActionItem;
  title: string;
  people: ItemsInbox['people'];
  isLate: boolean;
}) {
  const { isReadOnly } = useAdminClient();
  const day = useItemChange(item.id);
  const person = useItemChange(item.id);
  const [shownDay, wishDay] = useOptimisticValue(item.due_date ?? '', day);
  const [shownPerson, wishPerson] = useOptimisticValue(item.assignee?.id ?? '', person);
  const [typed, setTyped] = useState<string | null>(null);
  const saveDay = (value: string) => {
    setTyped(null);
    if (value === shownDay) return;
    wishDay(value);
    day.mutate({ due_date: value || null });
  };
  // Somebody without access any more still has the item.
  const isKnown = !item.assignee || people.some(({ id }) => id === item.assignee?.id);
  const options = isKnown || !item.assignee ? people : [...people, item.assignee];
  const error = day.error ?? person.error;
  return (
    <div className="item-controls">
      <Input
        type="date"
        aria-label={t('items.dueOf', { title })}
        className={cn('min-w-0 tabular-nums', isLate && 'border-destructive-text text-destructive-text')}
        disabled={isReadOnly}
        value={typed ?? shownDay}
        onChange={({ target: { value } }) => (value && isWholeYear(value) ? saveDay(value) : setTyped(value))}
        onBlur={() => typed !== null && (typed === '' ? saveDay('') : setTyped(null))}
      />
      <Select
        aria-label={t('items.assigneeOf', { title })}
        className="min-w-0 truncate"
        disabled={isReadOnly}
        value={shownPerson}
        onChange={({ target: { value } }) => {
          wishPerson(value);
          person.mutate({ assignee_id: value || null });
        }}
      >
        <option value="">{t('items.nobody')}</option>
        {options.map(({ id, email }) => (
          <option key={id} value={id}>
            {email}
          </option>
        ))}
      </Select>
      {error ? (
        <p role="alert" className="wrap-anywhere col-span-full text-destructive-text text-sm">
          {t('dashboard.notChanged', { error: sentenceOf(error) })}
        </p>
      ) : null}
    </div>
  );
}
