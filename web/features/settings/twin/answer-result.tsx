import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TwinPreview, TwinTextsSaved } from '@understudy/contract/twin-texts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AdminCalls } from '../../../platform/admin-calls.ts';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { FormAlert, Spinner } from '../../../ui/states.tsx';
import { keys } from '../calls.ts';
import type { Answer } from './answer.ts';

/** A question with what the twin said to it. */
export interface Exchange {
  question: string;
  /** What the twin said; empty where it said nothing or was not asked. */
  said: string;
  /** The personality that is asked again. */
  mode: string;
  /** The passage that the reply used, in a text that can be edited; null if there is none. */
  passage: { id: string; title: string; file: string } | null;
  /** Whether the passage was said as the answer, and not with doubt. */
  isSure: boolean;
}

/** An answer that was saved. */
export interface Saved {
  file: string;
  version: number;
  id: string;
  answer: Answer;
  /** Who else changed the text meanwhile. */
  mergedWith: string | null | undefined;
}

interface AnswerResultProps {
  calls: AdminCalls;
  exchange: Exchange;
  saved: Saved;
  /** Shows the saved text. */
  openText?: (place: { file: string; passage: string }) => ReactNode;
  /** Goes on writing; with a note after an undo. */
  onEdit: (saved: Saved, note?: string) => void;
  onClose: () => void;
}

/** The first of several ways to ask a question. */
export const firstLine = (questions: string): string => questions.split('\n')[0] ?? '';

/** What the twin says now, beside what it said, with the ways on. */
export function AnswerResult({ calls, exchange, onClose, openText, saved, onEdit }: AnswerResultProps) {
  const cache = useQueryClient();
  const heading = useRef<HTMLParagraphElement>(null);
  const [undoing, setUndoing] = useState<{ is: 'idle' | 'running' } | { is: 'failed'; words: string }>({ is: 'idle' });
  const { file, version } = saved;
  const message = firstLine(saved.answer.questions).trim() || exchange.question;
  const reply = useQuery({
    queryKey: ['answered', file, version, message],
    queryFn: async () => {
      const body = { texts: [], message, mode: exchange.mode };
      return calls.change<TwinPreview>('POST', 'twin/preview', body);
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  useEffect(() => heading.current?.focus(), []);
  const undo = async () => {
    setUndoing({ is: 'running' });
    try {
      await calls.change<TwinTextsSaved>('POST', 'twin/undo', { file, version });
      await cache.invalidateQueries({ queryKey: keys.texts });
      onEdit(saved, t('answer.undone'));
    } catch (error) {
      setUndoing({ is: 'failed', words: sentenceOf(error, t('answer.unreachable')) });
    }
  };
  return (
    <div className="space-y-4">
      <p ref={heading} tabIndex={-1} role="status" className="text-success-text outline-none">
        {t('answer.saved')}{' '}
        {saved.mergedWith === undefined ? null : t('answer.merged', { by: saved.mergedWith ?? t('answer.somebody') })}
      </p>
      <p className="wrap-anywhere font-medium">“{message}”</p>
      <div className="grid gap-4 sm:grid-cols-2" aria-busy={reply.isFetching}>
        <Said title={t('answer.before')}>{exchange.said || t('answer.none')}</Said>
        <Said title={t('answer.now')}>
          {reply.isFetching ? <Spinner label={t('answer.asking')} /> : null}
          {reply.data ? (reply.data.reply ?? reply.data.problem?.message) : null}
          {reply.error && !reply.isFetching ? (
            <>
              <span className="block text-destructive-text">{sentenceOf(reply.error)}</span>
              <Button size="sm" variant="outline" className="mt-3" onClick={() => void reply.refetch()}>
                {t('answer.askAgain')}
              </Button>
            </>
          ) : null}
        </Said>
      </div>
      {undoing.is === 'failed' ? <FormAlert>{undoing.words}</FormAlert> : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={onClose}>{t('answer.done')}</Button>
        <Button variant="outline" onClick={() => onEdit(saved)}>
          {t('answer.again')}
        </Button>
        <Button
          variant="outline"
          aria-disabled={undoing.is === 'running'}
          onClick={() => undoing.is !== 'running' && void undo()}
        >
          {undoing.is === 'running' ? t('answer.undoing') : t('answer.undo')}
        </Button>
        {openText?.({ file, passage: saved.id })}
      </div>
    </div>
  );
}

function Said({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0 rounded-md border bg-card p-4">
      <p className="font-medium text-muted-foreground text-sm">{title}</p>
      <div className="wrap-anywhere mt-2 whitespace-pre-wrap">{children}</div>
    </section>
  );
}
