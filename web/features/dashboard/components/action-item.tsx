import type { AdminActionItem } from '@understudy/contract/admin';
import type { ReactNode } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { cn } from '../../../ui/cn.ts';
import { localDay, writtenDay } from '../../../ui/dates.ts';
import { Checkbox } from '../../../ui/field.tsx';
import { useNow } from '../../../ui/when.tsx';
import { useAdminClient } from '../api/admin-provider.tsx';
import { useActionItem } from '../api/changes.ts';
import { useOptimisticValue } from '../api/use-optimistic-value.ts';

/** An action item with a checkbox. */
export function ActionItem({
  item,
  className,
  children,
}: {
  item: AdminActionItem;
  className?: string;
  /** Additional text. */
  children: ReactNode;
}) {
  const { isReadOnly } = useAdminClient();
  const change = useActionItem(item.session_id ?? '');
  const [status, wish] = useOptimisticValue(item.status, change);
  const isDone = status === 'done';
  const today = localDay(new Date(useNow()));
  const isLate = !isDone && item.due_date !== null && item.due_date < today;
  const id = `action-item-${item.id}`;
  return (
    <li className={cn('flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5', className)}>
      <Checkbox
        id={id}
        checked={isDone}
        disabled={isReadOnly}
        onChange={({ target }) => {
          const wished = target.checked ? 'done' : 'open';
          wish(wished);
          change.mutate({ id: item.id, status: wished });
        }}
      />
      <label
        htmlFor={id}
        className={cn('wrap-anywhere min-w-0 grow basis-60', isDone && 'text-muted-foreground line-through')}
      >
        {item.title}
        {item.description && item.description !== item.title ? (
          <span className="block text-muted-foreground text-sm">{item.description}</span>
        ) : null}
      </label>
      {item.due_date ? (
        <span className={cn('whitespace-nowrap text-sm tabular-nums', isLate && 'text-destructive-text')}>
          {isLate ? 'was due' : 'due'} {writtenDay(item.due_date, 'dayOfYear')}
        </span>
      ) : null}
      {children}
      {change.error ? (
        <p role="alert" className="w-full text-destructive-text text-sm">
          Not changed: {sentenceOf(change.error)}
        </p>
      ) : null}
    </li>
  );
}
