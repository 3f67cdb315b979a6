import { type ReactNode, useEffect, useRef } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Failure, FormAlert, Loading } from '../../../ui/states.tsx';
import { When } from '../../../ui/when.tsx';
import { type Section, sectionWords } from '../sections.ts';

/** A section with its name and description; related controls share one card. */
export function SectionFrame({
  section,
  children,
  introduction,
}: {
  section: Section;
  introduction?: ReactNode;
  children: ReactNode;
}) {
  const { name, about } = sectionWords()[section];
  return (
    <section id={section} aria-labelledby={`${section}-name`} className="min-w-0">
      <h2 id={`${section}-name`} tabIndex={-1} className="text-2xl outline-none">
        {name}
      </h2>
      <p className="mt-1 mb-6 max-w-measure text-muted-foreground">{introduction ?? `${about}.`}</p>
      {children}
    </section>
  );
}

/** A query's data; until it is there, that it loads or why it failed. @param what names the messages about it */
export function Fetched<Data>({
  query: { data, error, refetch },
  what,
  children,
}: {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  what:
    | 'calendar'
    | 'backups'
    | 'status'
    | 'setup'
    | 'settings'
    | 'providers'
    | 'text'
    | 'texts'
    | 'demos'
    | 'prompt'
    | 'import'
    | 'imports'
    | 'passages';
  children: (data: Data) => ReactNode;
}) {
  if (data !== undefined) return children(data);
  if (!error) return <Loading words={t(`settings.loading.${what}`)} />;
  return (
    <Failure onRetry={() => void refetch()}>{t(`settings.notLoaded.${what}`, { error: sentenceOf(error) })}</Failure>
  );
}

/** Who changed something last, or that it still has its default. */
export function LastChange({
  at,
  by,
  otherwise = t('settings.defaultSettings'),
}: {
  at: string | null;
  by: string | null;
  otherwise?: string;
}) {
  return (
    <p className="mt-6 text-muted-foreground text-sm">
      {at ? (
        <Text
          id={by ? 'settings.lastChangedBy' : 'settings.lastChanged'}
          tags={{ when: () => <When at={at} />, who: () => <span className="wrap-anywhere">{by}</span> }}
        />
      ) : (
        otherwise
      )}
    </p>
  );
}

/** Why the current user cannot change anything here. */
export function Refusal({ children }: { children: string | null }) {
  if (!children) return null;
  return <p className="mb-6 rounded-md border bg-muted px-4 py-3 text-sm">{children}</p>;
}

interface ConflictProps {
  by: string | null;
  at: string | null;
  theirs: readonly string[];
  mine: readonly string[];
  onTakeTheirs: () => void;
  onKeepMine: () => void;
  /** A word-by-word comparison, where the change lists only count lines. */
  children?: ReactNode;
}

/** Two users have changed the same thing: shows both changes and asks which one to keep. */
export function Conflict({ by, at, theirs, mine, onTakeTheirs, onKeepMine, children }: ConflictProps) {
  return (
    <div role="alert" className="mb-6 rounded-md border border-destructive-text p-4">
      <p className="font-medium">
        <Text
          id={at ? 'settings.changedMeanwhileAt' : 'settings.changedMeanwhile'}
          tags={{
            who: () => <span className="wrap-anywhere">{by ?? t('settings.someoneElse')}</span>,
            when: () => (at ? <When at={at} /> : null),
          }}
        />
      </p>
      <div className="mt-3 grid gap-4 sm:grid-cols-2">
        <Side title={t('settings.theirsSaved')} changes={theirs} />
        <Side title={t('settings.yoursUnsaved')} changes={mine} />
      </div>
      {children}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="outline" size="sm" className="min-h-11" onClick={onTakeTheirs}>
          {t('settings.takeTheirs')}
        </Button>
        <Button variant="outline" size="sm" className="min-h-11" onClick={onKeepMine}>
          {t('settings.keepMine')}
        </Button>
      </div>
      <p className="mt-2 text-muted-foreground text-sm">{t('settings.keepMineReplacesTheirVersion')}</p>
    </div>
  );
}

function Side({ title, changes }: { title: string; changes: readonly string[] }) {
  return (
    <div className="min-w-0 text-sm">
      <p className="text-muted-foreground">{title}</p>
      <ul className="mt-1 list-disc space-y-1 pl-5">
        {changes.map((change) => (
          <li key={change} className="wrap-anywhere">
            {change}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Result of the last attempt to save. */
export type SaveState = { is: 'idle' } | { is: 'saving' } | { is: 'saved' } | { is: 'failed'; words: string };

/** Editing clears the result of the last attempt, but not an attempt in progress. */
export const afterTyping = (state: SaveState): SaveState => (state.is === 'saving' ? state : { is: 'idle' });

interface SaveBarProps {
  changes: readonly string[];
  state: SaveState;
  /** Saving is blocked until something else is resolved. */
  isHeld?: boolean;
  onSave: () => void;
  onDiscard: () => void;
}

/** Stays visible while there are unsaved changes, and lists them. */
export function SaveBar({ changes, state, isHeld = false, onSave, onDiscard }: SaveBarProps) {
  const done = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The focused button disappeared after saving.
    if (state.is === 'saved' && document.activeElement === document.body) done.current?.focus({ preventScroll: true });
  }, [state]);
  const isDone = state.is === 'saved' && changes.length === 0;
  const isSaving = state.is === 'saving';
  return (
    <>
      <p
        ref={done}
        role="status"
        tabIndex={-1}
        className={cn('text-sm text-success-text outline-none', isDone && 'mt-4')}
      >
        {isDone ? t('settings.savedAndLive') : ''}
      </p>
      {changes.length > 0 ? (
        <div className="settings-bar">
          {state.is === 'failed' ? <FormAlert>{state.words}</FormAlert> : null}
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <p className="wrap-anywhere line-clamp-3 min-w-48 flex-1 text-sm">
              <span className="font-medium">{t('settings.unsavedChanges')} </span>
              {changes.join('; ')}
            </p>
            <div className="flex gap-2">
              <Button variant="outline" size="sm" className="min-h-11" disabled={isSaving} onClick={onDiscard}>
                {t('settings.discard')}
              </Button>
              <Button size="sm" className="min-h-11" aria-disabled={isSaving} disabled={isHeld} onClick={onSave}>
                {isSaving ? t('settings.saving') : t('settings.save')}
              </Button>
            </div>
          </div>
        </div>
      ) : null}
    </>
  );
}
