import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Page } from '@understudy/contract/admin';
import { type ReactNode, useRef, useState } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { When } from '../../../ui/when.tsx';
import { useSettingsPage } from '../settings-context.tsx';
import { Outcome } from './outcome.tsx';

/** What every undelivered message says of its attempts. */
interface Letter {
  id: string;
  gave_up_at: string;
  attempts: number;
  problem: string;
}

/** The words of a list. */
interface ListWords {
  title: string;
  /** Above the list. */
  about: string;
  /** Why the list could not be loaded. */
  failed: (error: string) => string;
  /** After one was delivered. */
  delivered: (who: string) => string;
  /** A button's name, with whom the message concerns. */
  sendAgain: (who: string) => string;
  remove?: (who: string) => string;
}

interface ListProps<One extends Letter> {
  /** Path of the list; `/{id}/send` sends one again, and a DELETE of `/{id}` takes it off the list. */
  path: string;
  queryKey: readonly string[];
  /** What else changes when one is sent. */
  changes: readonly (readonly string[])[];
  maySend: boolean;
  words: ListWords;
  /** Whom a message concerns. */
  whoOf: (letter: One) => string;
  children: (letter: One) => ReactNode;
}

/**
 * Undelivered messages that are no longer retried, each with a button to send it again. Renders nothing if there are
 * none.
 */
export function Undelivered<One extends Letter>(props: ListProps<One>) {
  const { path, queryKey, words, whoOf } = props;
  const { calls } = useSettingsPage();
  const heading = useRef<HTMLHeadingElement>(null);
  const [delivered, setDelivered] = useState<string | null>(null);
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => calls.get<Page<One>>(path, pageParam ? { cursor: pageParam } : {}, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const letters = data?.pages.flatMap(({ items }) => items) ?? [];
  if (error && !data) {
    return (
      <p role="alert" className="mt-6 text-destructive-text text-sm">
        {words.failed(sentenceOf(error))}
      </p>
    );
  }
  if (letters.length === 0 && delivered === null) return null;
  const id = queryKey.join('-');
  return (
    <section aria-labelledby={id} className="mt-8">
      <h4 id={id} ref={heading} tabIndex={-1} className="font-medium outline-none">
        {words.title}
      </h4>
      <p className="mt-1 max-w-measure text-muted-foreground text-sm">
        {letters.length === 0 ? t('settings.allDelivered') : words.about}
      </p>
      <p role="status" className="mt-1 text-sm empty:hidden">
        {delivered === null ? null : words.delivered(delivered)}
      </p>
      {letters.length === 0 ? null : (
        <Card className="mt-3">
          <ul className="divide-y">
            {letters.map((letter) => (
              <Row
                key={letter.id}
                {...props}
                letter={letter}
                onDelivered={() => {
                  setDelivered(whoOf(letter));
                  heading.current?.focus();
                }}
                onRemoved={() => heading.current?.focus()}
              />
            ))}
          </ul>
        </Card>
      )}
      {hasNextPage ? (
        <Button
          variant="outline"
          size="sm"
          className="mt-3 min-h-11"
          aria-disabled={isFetchingNextPage}
          onClick={() => !isFetchingNextPage && void fetchNextPage()}
        >
          {isFetchingNextPage ? t('settings.loading') : t('settings.showOlderMessages')}
        </Button>
      ) : null}
    </section>
  );
}

function Row<One extends Letter>({
  path,
  queryKey,
  changes,
  maySend,
  words,
  whoOf,
  children,
  letter,
  onDelivered,
  onRemoved,
}: ListProps<One> & { letter: One; onDelivered: () => void; onRemoved: () => void }) {
  const { calls } = useSettingsPage();
  const cache = useQueryClient();
  const { id, gave_up_at: gaveUpAt, attempts, problem } = letter;
  const who = whoOf(letter);
  const refresh = () =>
    Promise.all([queryKey, ...changes].map((key) => cache.invalidateQueries({ queryKey: [...key] })));
  const send = useMutation({
    mutationFn: () => calls.change<{ ok: boolean; took_ms: number; detail: string }>('POST', `${path}/${id}/send`),
    onSuccess: ({ ok }) => ok && onDelivered(),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: () => calls.change<null>('DELETE', `${path}/${id}`),
    onSuccess: onRemoved,
    onSettled: refresh,
  });
  const isBusy = send.isPending || remove.isPending;
  return (
    <li className="grid gap-x-6 gap-y-3 px-4 py-4 sm:grid-cols-[1fr_auto] sm:px-5">
      <div className="wrap-anywhere min-w-0 text-sm">
        <p>{children(letter)}</p>
        <p className="text-muted-foreground">
          <Text id="settings.sentGaveUp" values={{ count: attempts }} tags={{ when: () => <When at={gaveUpAt} /> }} />
          {problem ? `: ${problem}` : ''}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 self-start">
        <Button
          variant="outline"
          size="sm"
          className="min-h-11"
          disabled={!maySend}
          aria-disabled={isBusy}
          aria-label={send.isPending ? undefined : words.sendAgain(who)}
          onClick={() => !isBusy && send.mutate()}
        >
          {send.isPending ? t('settings.sending') : t('settings.sendAgain')}
        </Button>
        {words.remove ? (
          <Button
            variant="ghost"
            size="sm"
            className="min-h-11"
            disabled={!maySend}
            aria-disabled={isBusy}
            aria-label={words.remove(who)}
            onClick={() => !isBusy && remove.mutate()}
          >
            {t('mail.takeOff')}
          </Button>
        ) : null}
      </div>
      <div role="status" className="sm:col-span-2 empty:hidden">
        <Outcome test={send} />
        {remove.error ? <p className="text-destructive-text text-sm">{sentenceOf(remove.error)}</p> : null}
      </div>
    </li>
  );
}
