import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { FormAlert } from '../../../ui/states.tsx';
import { useRefusal, useSettingsPage } from '../settings-context.tsx';
import { lineProblem, textName, withoutPlace } from './texts.ts';
import type { Unsaved } from './use-unsaved.ts';

/** Where the texts are tried out. */
export const TRY_OUT_ID = 'twin-try-out';

interface UnsavedBarProps {
  unsaved: Unsaved;
  /** The open text. */
  file: string | null;
  /** What saving would change in the open text, in words. */
  changes?: readonly string[];
  /** Saving waits until a conflict is resolved. */
  isHeld?: boolean;
  /** What else was done and is in effect, such as a restored version. */
  isDone?: boolean;
  onDiscard?: () => void;
}

/** Stays visible while texts are unsaved: names them, saves or discards them, and leads to trying them out. */
export function UnsavedBar({ unsaved, file, changes, isHeld = false, isDone = false, onDiscard }: UnsavedBarProps) {
  const { files, state, save, discard, discarded, undoDiscard } = unsaved;
  const { modes } = useSettingsPage();
  const refusal = useRefusal('admin');
  const done = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The focused button disappeared after saving.
    if (state.is === 'saved' && document.activeElement === document.body) done.current?.focus({ preventScroll: true });
  }, [state]);
  const isSaved = files.length === 0 && (state.is === 'saved' || isDone);
  const isSaving = state.is === 'saving';
  const isOpenAlone = files.length === 1 && files[0] === file;
  return (
    <>
      <p
        ref={done}
        role="status"
        tabIndex={-1}
        className={cn('text-sm text-success-text outline-none', isSaved && 'mt-4')}
      >
        {isSaved ? t('settings.savedAndLive') : ''}
      </p>
      <div role="status" className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm empty:hidden">
        {discarded.length > 0 ? (
          <>
            <p>{t('twin.discarded', { count: discarded.length })}</p>
            <Button variant="outline" size="sm" className="min-h-11" onClick={undoDiscard}>
              {t('twin.undo')}
            </Button>
          </>
        ) : null}
      </div>
      {files.length > 0 ? (
        <section className="settings-bar" aria-label={t('twin.unsavedTexts')}>
          {state.is === 'failed' && !isHeld ? <FormAlert>{failureWords(unsaved, file)}</FormAlert> : null}
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <div className="min-w-0 flex-1 basis-60 text-sm">
              <p className="wrap-anywhere line-clamp-2">
                <span className="font-medium">
                  {files.length > 1
                    ? t('twin.countUnsaved', { count: files.length })
                    : t('settings.unsavedChanges')}{' '}
                </span>
                {isOpenAlone ? changes?.join('; ') : null}
                {isOpenAlone ? null : (
                  <span className="sm:hidden">{files.map((one) => textName(one, modes)).join(', ')}</span>
                )}
              </p>
              {isOpenAlone ? null : <Files unsaved={unsaved} file={file} />}
            </div>
            <div className="flex flex-wrap gap-2">
              <Button variant="ghost" size="sm" className="min-h-11" onClick={goToTryOut}>
                {t('twin.tryItOut')}
              </Button>
              <Button
                variant="outline"
                size="sm"
                className="min-h-11"
                disabled={isSaving}
                onClick={() => {
                  discard();
                  onDiscard?.();
                }}
              >
                {files.length > 1 ? t('twin.discardAll') : t('settings.discard')}
              </Button>
              <Button
                size="sm"
                className="min-h-11"
                aria-disabled={isSaving}
                disabled={isHeld || refusal !== null}
                onClick={() => void save()}
              >
                {isSaving
                  ? t('settings.saving')
                  : files.length > 1
                    ? t('twin.saveAll', { count: files.length })
                    : t('settings.save')}
              </Button>
            </div>
          </div>
        </section>
      ) : null}
    </>
  );
}

/** The unsaved texts: each opens, or is discarded by itself. A phone has all texts for that: its bar stays low. */
function Files({ unsaved: { files, discard }, file }: { unsaved: Unsaved; file: string | null }) {
  const { go, modes } = useSettingsPage();
  return (
    <ul className="mt-1 flex flex-wrap gap-x-3 gap-y-1 max-sm:hidden">
      {files.map((one) => {
        const name = textName(one, modes);
        return (
          <li key={one} className="flex min-w-0 items-center">
            {one === file ? (
              <span aria-current="page" className="wrap-anywhere">
                {name}
              </span>
            ) : (
              <button
                type="button"
                className="wrap-anywhere min-h-9 text-left underline underline-offset-4"
                onClick={() => go({ section: 'twin', file: one })}
              >
                {name}
              </button>
            )}
            <button
              type="button"
              aria-label={t('twin.discardText', { name })}
              title={t('twin.discardText', { name })}
              className="grid size-9 place-items-center rounded-md text-muted-foreground hover:bg-muted"
              onClick={() => discard(one)}
            >
              <X aria-hidden className="size-4" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Why the texts were not saved: in the open text with its line, in another with its name too. */
function failureWords({ state, problem }: Unsaved, file: string | null): string {
  if (state.is !== 'failed') return '';
  if (!problem || !state.words.startsWith(`${problem.file}:`)) return state.words;
  return problem.file === file
    ? lineProblem({ line: problem.line, message: withoutPlace(problem.message, problem.file) })
    : state.words;
}

function goToTryOut(): void {
  const section = document.getElementById(TRY_OUT_ID);
  section?.scrollIntoView({ block: 'center' });
  section?.querySelector('input')?.focus({ preventScroll: true });
}
