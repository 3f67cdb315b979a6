import { useMutation } from '@tanstack/react-query';
import type { ImportPassage, PassageDecision, SuggestedAsks } from '@understudy/contract/imports';
import { Check, ExternalLink, Pencil, Sparkles, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Input, Label, Textarea } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/states.tsx';
import { Fetched } from '../components/section-frame.tsx';
import { useSettingsPage } from '../settings-context.tsx';
import { DiffView } from '../twin/diff-view.tsx';
import { useEditPassage, usePassages } from './use-imports.ts';

/** The passages of an import, each beside its source. */
export function PassageList({ id, isReadOnly }: { id: string; isReadOnly: boolean }) {
  const query = usePassages(id);
  const list = useRef<HTMLOListElement>(null);
  /** Moves the focus to the next passage, or the one before. */
  const move = (from: HTMLElement, by: 1 | -1): void => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[data-passage]') ?? [])];
    all[all.indexOf(from) + by]?.focus();
  };
  return (
    <Fetched query={query} what="the passages">
      {({ pages }) => (
        <>
          <ol ref={list} className="space-y-4">
            {pages
              .flatMap(({ items }) => items)
              .map((passage) => (
                <li key={passage.position}>
                  <Passage importId={id} passage={passage} isReadOnly={isReadOnly} onMove={move} />
                </li>
              ))}
          </ol>
          {query.hasNextPage ? (
            <Button
              variant="outline"
              className="mt-4 w-full"
              aria-disabled={query.isFetchingNextPage}
              onClick={() => !query.isFetchingNextPage && void query.fetchNextPage()}
            >
              {query.isFetchingNextPage ? t('imports.loadingMore') : t('imports.more')}
            </Button>
          ) : null}
        </>
      )}
    </Fetched>
  );
}

/** A button of a decision, filled once it is made. */
const CHOICE =
  'min-h-11 aria-pressed:border-foreground aria-pressed:bg-foreground aria-pressed:text-background ' +
  'aria-pressed:hover:bg-foreground';

interface PassageProps {
  importId: string;
  passage: ImportPassage;
  isReadOnly: boolean;
  onMove: (from: HTMLElement, by: 1 | -1) => void;
}

function Passage({ importId, passage, isReadOnly, onMove }: PassageProps) {
  const id = useId();
  const card = useRef<HTMLElement>(null);
  const edit = useEditPassage(importId);
  const [isEditing, setEditing] = useState(false);
  const { position, headings, title, source, page, url, change, old, decision } = passage;
  const canDecide = !isReadOnly && change !== 'unchanged';
  const decide = (wanted: PassageDecision): void => {
    // The same button again takes the decision back.
    edit.mutate({ position, edit: { decision: decision === wanted ? 'proposed' : wanted } });
  };
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const acts: Record<string, () => void> = {
      j: () => onMove(event.currentTarget, 1),
      k: () => onMove(event.currentTarget, -1),
      ...(canDecide ? { t: () => decide('taken'), d: () => decide('dropped') } : {}),
      ...(canDecide && change !== 'gone' ? { e: () => setEditing(true) } : {}),
    };
    const act = acts[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <article
      ref={card}
      data-passage
      data-decision={canDecide ? decision : undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys act on the passage that has the focus
      tabIndex={0}
      aria-labelledby={id}
      className="import-passage"
      onKeyDown={onKey}
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-3">
        <div className="wrap-anywhere min-w-0 flex-1 basis-60">
          <h3 id={id}>{title}</h3>
          {headings.length > 1 ? (
            <p className="text-muted-foreground text-sm">{headings.slice(0, -1).join(' › ')}</p>
          ) : null}
        </div>
        {change === 'new' ? null : <Badge variant="outline">{t(`imports.changes.${change}.name`)}</Badge>}
        {canDecide ? (
          <div className="flex flex-wrap gap-2">
            <Button
              variant="outline"
              size="sm"
              className={CHOICE}
              aria-pressed={decision === 'taken'}
              onClick={() => decide('taken')}
            >
              <Check aria-hidden />
              {t(`imports.changes.${change}.take`)}
            </Button>
            <Button
              variant="outline"
              size="sm"
              className={CHOICE}
              aria-pressed={decision === 'dropped'}
              onClick={() => decide('dropped')}
            >
              <X aria-hidden />
              {t(`imports.changes.${change}.drop`)}
            </Button>
          </div>
        ) : null}
      </header>
      <div className="grid md:grid-cols-2 md:divide-x">
        <div className="min-w-0 px-4 py-3 max-md:border-b">
          <p className="flex flex-wrap items-baseline gap-x-3 text-muted-foreground text-sm">
            {t('imports.source')}
            {page === null ? null : <span>{t('imports.page', { page })}</span>}
            {url === null ? null : (
              <a
                href={url}
                target="_blank"
                rel="noreferrer noopener"
                className="inline-flex items-center gap-1 underline underline-offset-4"
              >
                {t('imports.openPage')}
                <ExternalLink aria-hidden className="size-3.5" />
              </a>
            )}
          </p>
          <p className="import-text mt-2 text-muted-foreground">{source}</p>
        </div>
        <div className="min-w-0 px-4 py-3">
          {isEditing ? (
            <PassageForm
              importId={importId}
              passage={passage}
              onClose={() => {
                setEditing(false);
                card.current?.focus();
              }}
            />
          ) : (
            <Shown passage={passage} canEdit={canDecide && change !== 'gone'} onEdit={() => setEditing(true)} />
          )}
        </div>
      </div>
      {change === 'changed' && old && !isEditing ? (
        <details className="border-t px-4 text-sm">
          <summary className="min-h-11 cursor-pointer py-3 font-medium">{t('imports.now')}</summary>
          <div className="pb-4">
            <DiffView
              before={old.text}
              after={passage.text}
              label={t('imports.now')}
              act={t('imports.changes.changed.take')}
            />
          </div>
        </details>
      ) : null}
      {edit.error ? <FormAlert>{sentenceOf(edit.error)}</FormAlert> : null}
    </article>
  );
}

function Shown({ passage, canEdit, onEdit }: { passage: ImportPassage; canEdit: boolean; onEdit: () => void }) {
  const { text, asks, change } = passage;
  return (
    <>
      <p className="text-muted-foreground text-sm">{change === 'gone' ? t('imports.now') : t('imports.passage')}</p>
      <p className="import-text import-proposal mt-2">{text}</p>
      {asks.length > 0 ? (
        <div className="mt-3 text-sm">
          <p className="text-muted-foreground">{t('imports.asks')}</p>
          <ul className="wrap-anywhere list-disc pl-5">
            {asks.map((ask) => (
              <li key={ask}>{ask}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {canEdit ? (
        <Button variant="ghost" size="sm" className="-ml-3 mt-2 min-h-11" onClick={onEdit}>
          <Pencil aria-hidden />
          {t('imports.edit')}
        </Button>
      ) : null}
    </>
  );
}

function PassageForm({
  importId,
  passage,
  onClose,
}: {
  importId: string;
  passage: ImportPassage;
  onClose: () => void;
}) {
  const { calls } = useSettingsPage();
  const id = useId();
  const edit = useEditPassage(importId);
  const first = useRef<HTMLTextAreaElement>(null);
  const [title, setTitle] = useState(passage.title);
  const [text, setText] = useState(passage.text);
  const [asks, setAsks] = useState(passage.asks.join('\n'));
  const linesOf = (value: string) =>
    value
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  const suggest = useMutation({
    mutationFn: () => calls.change<SuggestedAsks>('POST', `imports/${importId}/passages/${passage.position}/asks`, {}),
    onSuccess: ({ asks: found }) => setAsks((typed) => [...new Set([...linesOf(typed), ...found])].join('\n')),
  });
  useEffect(() => first.current?.focus({ preventScroll: true }), []);
  const save = (): void => {
    if (edit.isPending) return;
    const change = { title, text, asks: linesOf(asks), decision: 'taken' as const };
    edit.mutate({ position: passage.position, edit: change }, { onSuccess: onClose });
  };
  const failure = edit.error ?? suggest.error;
  return (
    <form
      noValidate
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
      }}
    >
      <div>
        <Label htmlFor={`${id}-title`}>{t('imports.passageTitle')}</Label>
        <Input
          id={`${id}-title`}
          className="mt-1.5"
          autoComplete="off"
          maxLength={200}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
      </div>
      <div>
        <Label htmlFor={`${id}-text`}>{t('imports.passageText')}</Label>
        <Textarea
          ref={first}
          id={`${id}-text`}
          rows={6}
          className="mt-1.5 min-h-36"
          aria-describedby={`${id}-text-hint`}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <p id={`${id}-text-hint`} className="mt-1.5 text-muted-foreground text-sm">
          {t('imports.passageTextHint')}
        </p>
      </div>
      <div>
        <Label htmlFor={`${id}-asks`}>{t('imports.asks')}</Label>
        <Textarea
          id={`${id}-asks`}
          rows={3}
          className="mt-1.5 min-h-24"
          aria-describedby={`${id}-asks-hint`}
          value={asks}
          onChange={({ target }) => setAsks(target.value)}
        />
        <p id={`${id}-asks-hint`} className="mt-1.5 text-muted-foreground text-sm">
          {suggest.data?.asks.length === 0 ? t('imports.suggestedNone') : t('imports.asksHint')}
        </p>
        <Button
          variant="ghost"
          size="sm"
          className="-ml-3 mt-1 min-h-11"
          aria-disabled={suggest.isPending}
          onClick={() => !suggest.isPending && suggest.mutate()}
        >
          <Sparkles aria-hidden />
          {suggest.isPending ? t('imports.suggesting') : t('imports.suggest')}
        </Button>
      </div>
      {failure ? <FormAlert>{sentenceOf(failure)}</FormAlert> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" className="min-h-11" aria-disabled={edit.isPending}>
          {edit.isPending ? t('imports.saving') : t('imports.save')}
        </Button>
        <Button variant="ghost" size="sm" className="min-h-11" onClick={onClose}>
          {t('imports.cancelEdit')}
        </Button>
      </div>
    </form>
  );
}
