import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { NoticeReason, Page } from '@understudy/contract/admin';
import { paths } from '@understudy/contract/pages';
import type { DeadLetter, WebhookTest } from '@understudy/contract/settings';
import { useRef, useState } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { counted } from '../../../ui/numbers.ts';
import { When } from '../../../ui/when.tsx';
import { keys } from '../api/keys.ts';
import { useSettingsPage } from '../settings-context.tsx';
import { Outcome } from './outcome.tsx';

const REASONS: Record<NoticeReason, string> = {
  score: 'reached the score',
  call: 'asked for a call',
  complaint: 'complained',
};

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Undelivered webhook messages that are no longer retried, each with a button to send it again. Renders nothing if
 * there are none.
 */
export function DeadLetters({ maySend }: { maySend: boolean }) {
  const { calls } = useSettingsPage();
  const heading = useRef<HTMLHeadingElement>(null);
  /** Subject of the last message delivered, which is no longer in the list. */
  const [delivered, setDelivered] = useState<string | null>(null);
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: keys.deadLetters,
    queryFn: ({ pageParam, signal }) =>
      calls.get<Page<DeadLetter>>('settings/webhook/dead-letters', pageParam ? { cursor: pageParam } : {}, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  const letters = data?.pages.flatMap(({ items }) => items) ?? [];
  if (error && !data) {
    return (
      <p role="alert" className="mt-6 text-destructive-text text-sm">
        Undelivered messages could not be loaded: {sentenceOf(error, 'the server cannot be reached.')}
      </p>
    );
  }
  if (letters.length === 0 && delivered === null) return null;
  return (
    <section aria-labelledby="dead-letters" className="mt-8">
      <h4 id="dead-letters" ref={heading} tabIndex={-1} className="font-medium outline-none">
        Undelivered messages
      </h4>
      <p className="mt-1 max-w-measure text-muted-foreground text-sm">
        {letters.length === 0
          ? 'All delivered.'
          : 'These are no longer retried automatically. ' +
            'They stay here until they are delivered or their conversation is deleted.'}
      </p>
      <p role="status" className="mt-1 text-sm empty:hidden">
        {delivered === null ? null : `The message about ${delivered} was delivered.`}
      </p>
      {letters.length === 0 ? null : (
        <Card className="mt-3">
          <ul className="divide-y">
            {letters.map((letter) => (
              <Letter
                key={letter.id}
                letter={letter}
                maySend={maySend}
                onTaken={(who) => {
                  setDelivered(who);
                  heading.current?.focus();
                }}
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
          {isFetchingNextPage ? 'Loading...' : 'Show older messages'}
        </Button>
      ) : null}
    </section>
  );
}

function Letter({
  letter,
  maySend,
  onTaken,
}: {
  letter: DeadLetter;
  maySend: boolean;
  onTaken: (who: string) => void;
}) {
  const { calls } = useSettingsPage();
  const cache = useQueryClient();
  const { id, contact_name: name, reason, lead_score: score, gave_up_at: gaveUpAt, attempts, problem } = letter;
  const who = name ?? 'an anonymous visitor';
  const send = useMutation({
    mutationFn: () => calls.change<WebhookTest>('POST', `settings/webhook/dead-letters/${id}/send`),
    onSuccess: ({ ok }) => ok && onTaken(who),
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: keys.deadLetters }),
        cache.invalidateQueries({ queryKey: keys.settings }),
      ]),
  });
  return (
    <li className="grid gap-x-6 gap-y-3 px-4 py-4 sm:grid-cols-[1fr_auto] sm:px-5">
      <div className="wrap-anywhere min-w-0 text-sm">
        <p>
          <Link
            to={paths.adminSession}
            params={{ sessionId: letter.session_id }}
            className="font-medium underline underline-offset-4"
          >
            {capital(who)}
          </Link>{' '}
          {REASONS[reason]}
          {reason === 'score' ? ` (${score})` : ''}
        </p>
        <p className="text-muted-foreground">
          Sent {counted(attempts, 'time')}, gave up <When at={gaveUpAt} />
          {problem ? `: ${problem}` : ''}
        </p>
      </div>
      <Button
        variant="outline"
        size="sm"
        className="min-h-11 self-start"
        disabled={!maySend}
        aria-disabled={send.isPending}
        onClick={() => !send.isPending && send.mutate()}
      >
        {send.isPending ? 'Sending...' : 'Send again'}
        <span className="sr-only"> the message about {who}</span>
      </Button>
      <div role="status" className="sm:col-span-2 empty:hidden">
        {send.data && !send.isPending ? <Outcome result={send.data} /> : null}
        {send.error && !send.isPending ? (
          <p className="text-destructive-text text-sm">{sentenceOf(send.error, 'The server cannot be reached.')}</p>
        ) : null}
      </div>
    </li>
  );
}
