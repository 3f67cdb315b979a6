import { DUE_GROUPS, type ItemsInbox } from '@understudy/contract/admin';
import type { ReactNode } from 'react';
import { t } from '../../../../platform/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Label, Select } from '../../../../ui/field.tsx';
import { numberWords } from '../../../../ui/numbers.ts';
import { categoryWords, groupWords, type ItemsPlace, PRIORITIES } from '../../items-place.ts';

interface FilterProps {
  place: ItemsPlace;
  /** Undefined until it is loaded. */
  inbox: ItemsInbox | undefined;
  onMove: (change: Partial<ItemsPlace>) => void;
}

/** When items are due, with how many there are of each. */
export function DueGroups({ place, inbox, onMove }: FilterProps) {
  const counts = inbox?.counts;
  const all = counts ? DUE_GROUPS.reduce((sum, group) => sum + counts[group], 0) : null;
  const groups = [
    { group: 'all' as const, words: t('items.group.all'), count: all },
    ...DUE_GROUPS.map((group) => ({ group, words: groupWords(group), count: counts?.[group] ?? null })),
  ];
  return (
    <fieldset
      className={'-mx-5 flex min-w-0 gap-2 overflow-x-auto px-5 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:px-0'}
    >
      <legend className="sr-only">{t('items.when')}</legend>
      {groups.map(({ group, words, count }) => (
        <Button
          key={group}
          variant={place.due === group ? 'outline' : 'ghost'}
          size="sm"
          aria-pressed={place.due === group}
          className="min-h-11 shrink-0"
          onClick={() => onMove({ due: group })}
        >
          {words}
          {count === null ? null : <span className="text-muted-foreground tabular-nums">{numberWords(count)}</span>}
        </Button>
      ))}
    </fieldset>
  );
}

/** A choice with its label. */
function Filter({
  name,
  label,
  value,
  onChange,
  children,
}: {
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}) {
  const id = `items-${name}`;
  return (
    <div className="min-w-0">
      <Label htmlFor={id}>{label}</Label>
      <Select id={id} className="mt-1.5" value={value} onChange={({ target }) => onChange(target.value)}>
        {children}
      </Select>
    </div>
  );
}

/** Priority, category, assignee, state, and the session if there is one. */
export function ItemFilters({ place, inbox, onMove }: FilterProps) {
  const { me, people = [], categories = [] } = inbox ?? {};
  const others = people.filter(({ id }) => id !== me);
  const isKnown = categories.includes(place.category) || place.category === '';
  return (
    <div className="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap sm:items-end">
      <Filter
        name="priority"
        label={t('items.priority')}
        value={place.priority}
        onChange={(value) => onMove({ priority: value as ItemsPlace['priority'] })}
      >
        <option value="all">{t('items.any')}</option>
        {PRIORITIES.map((priority) => (
          <option key={priority} value={priority}>
            {t('session.priority', { priority })}
          </option>
        ))}
      </Filter>
      <Filter
        name="category"
        label={t('items.categoryLabel')}
        value={place.category}
        onChange={(value) => onMove({ category: value })}
      >
        <option value="">{t('items.any')}</option>
        {(isKnown ? categories : [...categories, place.category]).map((category) => (
          <option key={category} value={category}>
            {categoryWords(category)}
          </option>
        ))}
      </Filter>
      <Filter
        name="assignee"
        label={t('items.assignee')}
        value={place.assignee}
        onChange={(value) => onMove({ assignee: value })}
      >
        <option value="">{t('items.anybody')}</option>
        {me ? <option value="me">{t('items.me')}</option> : null}
        <option value="none">{t('items.nobody')}</option>
        {others.map(({ id, email }) => (
          <option key={id} value={id}>
            {email}
          </option>
        ))}
      </Filter>
      <Filter
        name="status"
        label={t('items.status')}
        value={place.status}
        onChange={(value) => onMove({ status: value as ItemsPlace['status'] })}
      >
        <option value="open">{t('items.open')}</option>
        <option value="done">{t('items.completed')}</option>
      </Filter>
      {place.session ? (
        <Button variant="outline" className="col-span-2" onClick={() => onMove({ session: '' })}>
          {t('items.allSessions')}
        </Button>
      ) : null}
    </div>
  );
}
