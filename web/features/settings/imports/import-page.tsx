import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AppliedImport, KnowledgeImport } from '@understudy/contract/imports';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { CallError } from '../../../platform/http.ts';
import { problemWords } from '../../../platform/problem-words.ts';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { numberWords } from '../../../ui/numbers.ts';
import { FormAlert } from '../../../ui/states.tsx';
import { keys } from '../calls.ts';
import { Fetched } from '../components/section-frame.tsx';
import { useRefusal, useSettingsPage } from '../settings-context.tsx';
import { PassageList } from './passage-list.tsx';
import { useDecideAll, useImport } from './use-imports.ts';

/** One import: its progress, its passages to review, or its result. */
export function ImportPage({ id }: { id: string }) {
  const query = useImport(id);
  const { go } = useSettingsPage();
  const [result, setResult] = useState<AppliedImport | null>(null);
  return (
    <section aria-labelledby="import-name" className="min-w-0">
      <Button
        variant="ghost"
        size="sm"
        className="-ml-3 min-h-11"
        onClick={() => go({ section: 'imports', file: null })}
      >
        <ArrowLeft aria-hidden />
        {t('imports.back')}
      </Button>
      <h2 id="import-name" tabIndex={-1} className="wrap-anywhere mt-1 mb-4 text-2xl outline-none">
        {query.data?.source ?? ''}
      </h2>
      <Fetched query={query} what="import">
        {(item) => {
          if (item.state === 'reading') return <Reading item={item} />;
          if (item.state === 'ready') return <Review item={item} onApplied={setResult} />;
          if (item.state === 'applied') return <Applied item={item} result={result} />;
          return (
            <Ended>
              {item.problem ? <FormAlert>{problemWords(item.problem)}</FormAlert> : <p>{t('imports.canceled')}</p>}
            </Ended>
          );
        }}
      </Fetched>
    </section>
  );
}

function Ended({ children }: { children: ReactNode }) {
  const { go } = useSettingsPage();
  return (
    <div className="space-y-4">
      {children}
      <Button variant="outline" onClick={() => go({ section: 'imports', file: null })}>
        {t('imports.tryOther')}
      </Button>
    </div>
  );
}

/** Ends an import without adding anything. */
function useCancel({ id }: KnowledgeImport) {
  const { calls } = useSettingsPage();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => calls.change<KnowledgeImport>('POST', `imports/${id}/cancel`, {}),
    onSuccess(answer) {
      cache.setQueryData(keys.import(id), answer);
      void cache.invalidateQueries({ queryKey: keys.imports, exact: true });
    },
  });
}

function Reading({ item }: { item: KnowledgeImport }) {
  const cancel = useCancel(item);
  const refusal = useRefusal('admin');
  const { done, total, waiting } = item;
  const words = waiting
    ? t('imports.waiting')
    : total
      ? t('imports.readingPages', { done: numberWords(done), total })
      : t('imports.reading');
  return (
    <Card className="p-4 sm:p-5">
      <p role="status">{words}</p>
      <progress
        className="import-progress mt-3"
        aria-label={t('imports.reading')}
        {...(total ? { value: done, max: total } : {})}
      />
      <Button
        variant="outline"
        className="mt-4"
        disabled={refusal !== null}
        aria-disabled={cancel.isPending}
        onClick={() => !cancel.isPending && cancel.mutate()}
      >
        {t('imports.cancelReading')}
      </Button>
      {cancel.error ? <FormAlert>{sentenceOf(cancel.error)}</FormAlert> : null}
    </Card>
  );
}

function Review({ item, onApplied }: { item: KnowledgeImport; onApplied: (result: AppliedImport) => void }) {
  const { id, notes, file, changes, decisions } = item;
  const { calls } = useSettingsPage();
  const cache = useQueryClient();
  const refusal = useRefusal('admin');
  const decideAll = useDecideAll(id);
  const cancel = useCancel(item);
  const [isLeaving, setLeaving] = useState(false);
  const apply = useMutation({
    mutationFn: () => calls.change<AppliedImport>('POST', `imports/${id}/apply`, {}),
    onSuccess(result) {
      onApplied(result);
      cache.setQueryData(keys.import(id), result.import);
      void cache.invalidateQueries({ queryKey: keys.imports, exact: true });
      cache.removeQueries({ queryKey: keys.texts, type: 'inactive' });
    },
    async onError(error) {
      // The passages are compared with the newest text now.
      if (error instanceof CallError && error.code === 'conflict')
        await cache.invalidateQueries({ queryKey: keys.import(id) });
    },
  });
  // Unchanged passages count as taken, although there is nothing to do about them.
  const taken = decisions.taken - changes.unchanged;
  const isUpdate = file !== null;
  const hasChoice = changes.new + changes.changed + changes.gone > 0;
  const failure = apply.error ?? decideAll.error ?? cancel.error;
  return (
    <>
      {isUpdate ? <p className="wrap-anywhere mb-3 text-sm">{t('imports.compared', { file })}</p> : null}
      <p className="mb-4 max-w-measure text-muted-foreground text-sm">
        {hasChoice ? t('imports.reviewHint') : t('imports.unchangedOnly')}
        {hasChoice && !refusal ? <span className="max-sm:hidden"> {t('imports.reviewKeys')}</span> : null}
      </p>
      {notes.length > 0 ? (
        <details className="mb-4 rounded-md border px-4 text-sm">
          <summary className="min-h-11 cursor-pointer py-3 font-medium">
            {t('imports.notes', { count: notes.length })}
          </summary>
          <ul className="wrap-anywhere list-disc space-y-1 pb-3 pl-5">
            {notes.map(({ url, problem }) => (
              <li key={`${url} ${problem.code}`}>
                {url ? `${url}: ` : ''}
                {problemWords(problem)}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {hasChoice && !refusal ? (
        <div className="mb-4 flex flex-wrap gap-2">
          <Button
            variant="outline"
            size="sm"
            className="min-h-11"
            onClick={() => decideAll.mutate({ decision: 'taken', undecided_only: decisions.dropped > 0 })}
          >
            {decisions.dropped > 0 ? t('imports.takeRest') : t('imports.takeAll')}
          </Button>
          {decisions.proposed > 0 ? (
            <Button
              variant="outline"
              size="sm"
              className="min-h-11"
              onClick={() => decideAll.mutate({ decision: 'dropped', undecided_only: true })}
            >
              {t('imports.dropRest')}
            </Button>
          ) : null}
        </div>
      ) : null}
      <PassageList id={id} isReadOnly={refusal !== null} />
      {refusal ? null : (
        <div className="settings-bar">
          {failure ? <FormAlert>{sentenceOf(failure)}</FormAlert> : null}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button
              disabled={taken === 0}
              aria-disabled={apply.isPending}
              onClick={() => !apply.isPending && apply.mutate()}
            >
              {apply.isPending
                ? t('imports.adding')
                : isUpdate
                  ? t('imports.apply', { count: taken })
                  : t('imports.add', { count: taken })}
            </Button>
            <Button variant="ghost" onClick={() => setLeaving(true)}>
              {t('imports.cancelReview')}
            </Button>
            <p aria-live="polite" className="text-muted-foreground text-sm">
              {taken === 0 && hasChoice
                ? t('imports.takeOne')
                : decisions.proposed > 0
                  ? t('imports.undecided', { count: decisions.proposed })
                  : null}
            </p>
          </div>
        </div>
      )}
      {isLeaving ? (
        <ConfirmDialog
          title={t('imports.cancelReviewTitle')}
          confirm={t('imports.cancelReview')}
          cancel={t('imports.cancelReviewKeep')}
          onConfirm={() => cancel.mutate()}
          onClose={() => setLeaving(false)}
        >
          {t('imports.cancelReviewAbout')}
        </ConfirmDialog>
      ) : null}
    </>
  );
}

/** What an import has done, in sentences. */
const resultWords = ({ added, changed, removed }: AppliedImport): string =>
  (['added', 'changed', 'removed'] as const)
    .map((what) => ({ what, count: { added, changed, removed }[what] }))
    .filter(({ count }) => count > 0)
    .map(({ what, count }) => t(`imports.${what}`, { count }))
    .join(' ');

function Applied({ item, result }: { item: KnowledgeImport; result: AppliedImport | null }) {
  const { calls, go } = useSettingsPage();
  const cache = useQueryClient();
  const { file, file_version: version } = item;
  const undo = useMutation({
    mutationFn: () => calls.change('POST', 'twin/undo', { file, version }),
    onSuccess: () => cache.removeQueries({ queryKey: keys.texts, type: 'inactive' }),
  });
  return (
    <Card className="space-y-4 p-4 sm:p-5">
      <div role="status">
        {undo.isSuccess ? (
          <p>{t('imports.undone')}</p>
        ) : (
          <>
            <p className="font-medium text-success-text">{result ? resultWords(result) : t('imports.appliedBefore')}</p>
            {file ? <p className="wrap-anywhere mt-1 text-sm">{t('imports.appliedTo', { file })}</p> : null}
          </>
        )}
      </div>
      {undo.error ? <FormAlert>{sentenceOf(undo.error)}</FormAlert> : null}
      <div className="flex flex-wrap gap-3">
        {file ? <Button onClick={() => go({ section: 'twin', file })}>{t('imports.openText')}</Button> : null}
        <Button variant="outline" onClick={() => go({ section: 'imports', file: null })}>
          {t('imports.another')}
        </Button>
        {result && !undo.isSuccess ? (
          <Button variant="ghost" aria-disabled={undo.isPending} onClick={() => !undo.isPending && undo.mutate()}>
            {t('imports.undo')}
          </Button>
        ) : null}
      </div>
    </Card>
  );
}
