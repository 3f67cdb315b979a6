import { Link, useRouterState } from '@tanstack/react-router';
import type { AdminActionItem } from '@understudy/contract/admin';
import { type Tier, tierOf } from '@understudy/contract/leads';
import { paths } from '@understudy/contract/pages';
import type { ReactNode } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { cn } from '../../../ui/cn.ts';
import { localDay, longDay, timeOfDay, writtenDay } from '../../../ui/dates.ts';
import { Checkbox } from '../../../ui/field.tsx';
import { fixedWords } from '../../../ui/fixed-words.ts';
import { useNow } from '../../../ui/when.tsx';
import { useAdminClient } from '../api/admin-client.tsx';
import { useActionItem, useOptimisticValue } from '../api/queries.ts';
import { rememberRow } from '../keyboard.ts';
import type { DashboardSearch } from '../search.ts';
import { tierWords } from '../session-words.ts';

/** A link to a session that remembers the current dashboard place. Within a `LinkRow` the whole row opens it. */
export function SessionLink({
  id,
  at,
  label,
  className,
  children,
}: {
  id: string;
  /** The `seq` of the utterance to open. */
  at?: number;
  /** Label for screen readers if the text says too little. */
  label?: string;
  className?: string;
  children: ReactNode;
}) {
  const from = useRouterState({
    select: ({ location }): DashboardSearch | undefined =>
      location.pathname === paths.admin ? (location.search as DashboardSearch) : location.state.from,
  });
  return (
    <Link
      to={paths.adminSession}
      params={{ sessionId: id }}
      search={at === undefined ? {} : { at }}
      state={from ? { from } : {}}
      aria-label={label}
      data-row-link={id}
      onClick={() => rememberRow(id)}
      className={cn('row-link', className)}
    >
      {children}
    </Link>
  );
}

/** A link to the page of the person of a visitor. */
export function PersonLink({
  id,
  label,
  isRow = false,
  className,
  children,
}: {
  /** The visitor. */
  id: string;
  /** Label for screen readers if the text says too little. */
  label?: string;
  /** Whether the whole `LinkRow` around it opens it. */
  isRow?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Link
      to={paths.person}
      params={{ personId: id }}
      aria-label={label}
      {...(isRow ? { 'data-row-link': id, onClick: () => rememberRow(id) } : {})}
      className={cn(isRow && 'row-link', className)}
    >
      {children}
    </Link>
  );
}

/** A tier's shape: a pulsing disc, a diamond, a ring. Its name is always given beside it or to screen readers. */
export function TierMark({ tier }: { tier: Tier }) {
  return <span aria-hidden data-tier={tier} className="tier-mark" />;
}

/** A score with its tier: shape, figure, name. */
export function Score({ score, className }: { score: number; className?: string }) {
  const tier = tierOf(score);
  return (
    <span className={cn('inline-flex items-center gap-2 whitespace-nowrap', className)}>
      <TierMark tier={tier} />
      <span data-tier={tier} className="tier-text font-semibold font-serif tabular-nums">
        {score}
      </span>
      <span data-tier={tier} className="tier-text text-sm">
        {tierWords()[tier]}
      </span>
    </span>
  );
}

/** By 75 and 50: highlighted, secondary, outlined. */
const VARIANTS = { hot: 'default', warm: 'secondary', cold: 'outline' } as const;

export const scoreVariant = (score: number) => VARIANTS[tierOf(score)];

/** A cell in a card of details, within a `dl`. */
export function InfoCell({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 border-t border-l px-4 py-4 sm:px-6">
      <dt className="text-muted-foreground text-sm">{name}</dt>
      <dd className="wrap-anywhere mt-1">{children}</dd>
    </div>
  );
}

/** An address or number, with a line break allowed after its '@' rather than within a word. */
export function ReachedAt({ value }: { value: string }) {
  const at = value.indexOf('@') + 1;
  return (
    <>
      {value.slice(0, at)}
      <wbr />
      {value.slice(at)}
    </>
  );
}

/** An action item with a checkbox: what is asked and the visitor's words, below who it is where that is not known. */
export function ActionItem({
  item,
  isNamed = false,
  className,
  children,
}: {
  item: AdminActionItem;
  isNamed?: boolean;
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
  const who = isNamed ? [item.contact_name, item.company].filter(Boolean).join(', ') : '';
  return (
    <li className={cn('flex items-start gap-x-3 py-2.5', className)}>
      <Checkbox
        id={id}
        className="mt-0.5"
        checked={isDone}
        disabled={isReadOnly}
        onChange={({ target }) => {
          const wished = target.checked ? 'done' : 'open';
          wish(wished);
          change.mutate({ id: item.id, status: wished });
        }}
      />
      <div className="flex min-w-0 grow flex-wrap items-baseline gap-x-3 gap-y-1">
        <label
          htmlFor={id}
          className={cn(
            'wrap-anywhere min-w-0 grow',
            isNamed ? 'basis-full' : 'basis-60',
            isDone && 'text-muted-foreground line-through',
          )}
        >
          {who ? <span className="block font-semibold">{who}</span> : null}
          {fixedWords(item.title)}
          {item.description && item.description !== item.title ? (
            <span className="block text-sm">{fixedWords(item.description)}</span>
          ) : null}
        </label>
        {item.due_date ? (
          <span className={cn('whitespace-nowrap text-sm tabular-nums', isLate && 'text-destructive-text')}>
            {t(isLate ? 'dashboard.wasDue' : 'dashboard.due', { day: writtenDay(item.due_date, 'dayOfYear') })}
          </span>
        ) : null}
        {children}
        {change.error ? (
          <p role="alert" className="w-full text-destructive-text text-sm">
            {t('dashboard.notChanged', { error: sentenceOf(change.error) })}
          </p>
        ) : null}
      </div>
    </li>
  );
}

/** A booking in a list: what, when, and whether it stands. */
export function BookingLine({
  booking: { title, start, status },
  className,
}: {
  booking: { title: string; start: string; status: string };
  className: string;
}) {
  return (
    <li className={cn('wrap-anywhere flex flex-wrap items-center gap-x-3 gap-y-1', className)}>
      <span className="min-w-0 grow basis-60">
        <span className="font-medium">{title}</span>, {longDay(start)}, {timeOfDay(start)}
      </span>
      <Badge variant={status === 'confirmed' ? 'outline' : 'secondary'}>
        {t(status === 'confirmed' ? 'bookings.confirmed' : 'bookings.cancelled')}
      </Badge>
    </li>
  );
}
