import { type AdminActionItem, DUE_GROUPS, PAGE_SIZE_MAX } from '@understudy/contract/admin';
import { useState } from 'react';
import { sentenceOf } from '../../../../platform/sentence-of.ts';
import { Text } from '../../../../platform/text.tsx';
import { t } from '../../../../platform/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { localDay } from '../../../../ui/dates.ts';
import { Checkbox } from '../../../../ui/field.tsx';
import { Empty, Failure, Loading } from '../../../../ui/states.tsx';
import { TextButton } from '../../../../ui/text-button.tsx';
import { useNow } from '../../../../ui/when.tsx';
import { useAdminClient } from '../../api/admin-client.tsx';
import { useInbox, useItems, useItemsStatus } from '../../api/item-queries.ts';
import { dueGroupOf, groupWords, type ItemsPlace } from '../../items-place.ts';
import { moveRow, useShortcuts } from '../../keyboard.ts';
import { ShortcutsDialog } from '../shortcuts-dialog.tsx';
import { ItemRow } from './item-row.tsx';
import { DueGroups, ItemFilters } from './items-filters.tsx';
import '../../dashboard.css';

/** `/admin/action-items`: what is to be done, by when it is due. */
export function ItemsView({ place, onMove }: { place: ItemsPlace; onMove: (change: Partial<ItemsPlace>) => void }) {
  const inbox = useInbox(place);
  const now = useNow();
  const today = inbox.data?.today ?? localDay(new Date(now));
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">{t('items.title')}</h1>
      <p className="mt-1 text-muted-foreground">{t('items.about')}</p>
      <div className="mt-6 space-y-4">
        <ItemFilters place={place} inbox={inbox.data} onMove={onMove} />
        <DueGroups place={place} inbox={inbox.data} onMove={onMove} />
      </div>
      {/* Another filter begins with nothing selected. */}
      <Inbox
        key={JSON.stringify(place)}
        place={place}
        today={today}
        people={inbox.data?.people ?? []}
        onMove={onMove}
      />
    </>
  );
}

interface InboxProps {
  place: ItemsPlace;
  today: string;
  people: { id: string; email: string }[];
  onMove: (change: Partial<ItemsPlace>) => void;
}

/** The list, with what is selected and what can be undone. */
function Inbox({ place, today, people, onMove }: InboxProps) {
  const query = useItems(place);
  const { isReadOnly } = useAdminClient();
  const change = useItemsStatus();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  /** What was changed last, to be undone. */
  const [last, setLast] = useState<{ ids: string[]; status: 'open' | 'done' } | null>(null);
  const [showsKeys, setShowsKeys] = useState(false);
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const chosen = items.filter(({ id }) => selected.has(id)).slice(0, PAGE_SIZE_MAX);
  const target = place.status === 'open' ? 'done' : 'open';

  const set = (ids: string[], status: 'open' | 'done', isUndo = false) => {
    if (isReadOnly || change.isPending || ids.length === 0) return;
    change.mutate(
      { ids, status },
      {
        onSuccess: (answer) => {
          setSelected(new Set());
          setLast(isUndo ? null : { ids: answer.items.map(({ id }) => id), status });
        },
      },
    );
  };
  const select = (id: string, isSelected: boolean) => {
    const next = new Set(selected);
    if (isSelected) next.add(id);
    else next.delete(id);
    setSelected(next);
  };
  const focused = () => document.activeElement?.closest<HTMLElement>('[data-item]')?.dataset['item'] ?? null;
  useShortcuts({
    j: () => moveRow(1),
    k: () => moveRow(-1),
    x: () => {
      const id = focused();
      if (id && !isReadOnly) select(id, !selected.has(id));
    },
    e: () => {
      const id = focused();
      const ids = chosen.length > 0 ? chosen.map((item) => item.id) : id ? [id] : [];
      set(ids, target);
    },
    '?': () => setShowsKeys(true),
  });
  const isAll = items.length > 0 && items.every(({ id }) => selected.has(id));
  return (
    <>
      <div className="mt-4 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
        {items.length > 0 ? (
          <label htmlFor="select-all" className="flex min-h-11 items-center gap-3">
            <Checkbox
              id="select-all"
              checked={isAll}
              disabled={isReadOnly}
              onChange={(event) => setSelected(new Set(event.target.checked ? items.map(({ id }) => id) : []))}
            />
            {t('items.selectAll')}
          </label>
        ) : null}
        {chosen.length > 0 ? (
          <Button
            size="sm"
            className="min-h-11"
            aria-disabled={change.isPending}
            onClick={() =>
              set(
                chosen.map(({ id }) => id),
                target,
              )
            }
          >
            {t(target === 'done' ? 'items.completeSelected' : 'items.reopenSelected', { count: chosen.length })}
          </Button>
        ) : null}
        <p role="status" className="text-sm">
          {last && last.ids.length > 0 ? (
            <Text
              id={last.status === 'done' ? 'items.wereDone' : 'items.wereReopened'}
              values={{ count: last.ids.length }}
              tags={{
                undo: (words) => (
                  <TextButton onClick={() => set(last.ids, last.status === 'done' ? 'open' : 'done', true)}>
                    {words}
                  </TextButton>
                ),
              }}
            />
          ) : null}
        </p>
        <Button variant="ghost" size="sm" className="ml-auto min-h-11 max-sm:hidden" onClick={() => setShowsKeys(true)}>
          {t('dashboard.keyboardShortcuts')}
        </Button>
      </div>
      {change.error ? (
        <p role="alert" className="mt-2 text-destructive-text text-sm">
          {t('dashboard.notChanged', { error: sentenceOf(change.error) })}
        </p>
      ) : null}
      <Card className="mt-2">
        {query.isPending ? <Loading words={t('items.loading')} /> : null}
        {query.error && !query.data ? (
          <Failure onRetry={() => void query.refetch()}>
            {t('items.notLoaded', { error: sentenceOf(query.error) })}
          </Failure>
        ) : null}
        {query.data && items.length === 0 ? <NoItems place={place} /> : null}
        <div aria-busy={query.isPlaceholderData || undefined}>
          {groupsOf(items, today).map(({ group, items: inGroup }) => (
            <section key={group} aria-labelledby={`items-${group}`}>
              <h2 id={`items-${group}`} className="item-group">
                {groupWords(group)}
              </h2>
              <ul className="divide-y border-t">
                {inGroup.map((item) => (
                  <ItemRow
                    key={item.id}
                    item={item}
                    people={people}
                    today={today}
                    isSelected={selected.has(item.id)}
                    isBusy={change.isPending}
                    onSelect={(isSelected) => select(item.id, isSelected)}
                    onStatus={(status) => set([item.id], status)}
                    onSession={place.session ? null : (session) => onMove({ session })}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
        {query.hasNextPage ? (
          <div className="border-t px-4 py-3 sm:px-6">
            <Button
              variant="outline"
              size="sm"
              className="min-h-11"
              aria-disabled={query.isFetchingNextPage}
              onClick={() => !query.isFetchingNextPage && void query.fetchNextPage()}
            >
              {query.isFetchingNextPage ? t('items.loading') : t('items.showMore')}
            </Button>
          </div>
        ) : null}
      </Card>
      {showsKeys ? (
        <ShortcutsDialog
          more={[
            { key: 'x', does: t('items.keySelect') },
            { key: 'e', does: t('items.keyDone') },
          ]}
          onClose={() => setShowsKeys(false)}
        />
      ) : null}
    </>
  );
}

/** Items in their groups; groups without items are left out. */
function groupsOf(items: readonly AdminActionItem[], today: string) {
  return DUE_GROUPS.map((group) => ({
    group,
    items: items.filter(({ due_date: due }) => dueGroupOf(due, today) === group),
  })).filter((group) => group.items.length > 0);
}

function NoItems({ place }: { place: ItemsPlace }) {
  const { status, due, priority, category, assignee, session } = place;
  const isFiltered = due !== 'all' || priority !== 'all' || category !== '' || assignee !== '' || session !== '';
  if (isFiltered) return <Empty title={t('items.noneMatch')}>{t('items.noneMatchAbout')}</Empty>;
  if (status === 'done') return <Empty title={t('items.noneDone')} />;
  return <Empty title={t('items.noneOpen')}>{t('items.noneOpenAbout')}</Empty>;
}
