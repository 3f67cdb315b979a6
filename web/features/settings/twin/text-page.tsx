import type { TwinTextDetail } from '@understudy/contract/twin-texts';
import { ArrowLeft, Undo2 } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { localStore } from '../../../platform/storage.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { FormAlert, Loading } from '../../../ui/states.tsx';
import { useWide } from '../../../ui/use-wide.ts';
import { Conflict, Fetched, LastChange, Refusal } from '../components/section-frame.tsx';
import { useDrafts, useRefusal, useSettingsPage, useText, useTexts } from '../settings-context.tsx';
import { DemoList } from './demo-list.tsx';
import { DiffView } from './diff-view.tsx';
import { StageTryOut } from './stage-try-out.tsx';
import { CodeArea, draftKey, type TextEdit, useTextEdit } from './text-edit.tsx';
import { FolderChanged, RemoveFile, TextHistory } from './text-versions.tsx';
import {
  begunText,
  hasForm,
  isRemovable,
  lineProblem,
  passageLines,
  passagesIn,
  REPLIES_FILE,
  textGuide,
  textName,
  withoutPlace,
} from './texts.ts';
import { TryOut } from './try-out.tsx';
import { UnsavedBar } from './unsaved-bar.tsx';
import type { Unsaved } from './use-unsaved.ts';

// Reading YAML takes a library that no other page needs.
const TwinForm = lazy(() => import('./form/twin-form.tsx').then(({ TwinForm }) => ({ default: TwinForm })));

interface TextPageProps {
  file: string;
  passage: string | null;
  unsaved: Unsaved;
}

/** One text: its form or its editor, a trial of the twin, and its history. It has the room of the list of settings. */
export function TextPage({ file, passage, unsaved }: TextPageProps) {
  const { go, modes } = useSettingsPage();
  const isBegun = useDrafts().has(draftKey(file)) || file === REPLIES_FILE;
  const { data: texts } = useTexts();
  const isNew = isBegun && texts !== undefined && !texts.items.some((one) => one.file === file);
  // A file that has only been started here is not fetched.
  const query = useText(isNew || (isBegun && !texts) ? null : file);
  return (
    <section aria-labelledby="text-name" className="min-w-0">
      <Button variant="ghost" size="sm" className="-ml-3 min-h-11" onClick={() => go({ section: 'twin', file: null })}>
        <ArrowLeft aria-hidden />
        {t('twin.allTexts')}
      </Button>
      <h2 id="text-name" className="wrap-anywhere mt-1 mb-4 text-2xl">
        {textName(file, modes)}
      </h2>
      <Fetched query={isNew ? { ...query, data: begunText(file) } : query} what="text">
        {(detail) => <Editor detail={detail} isNew={isNew} passage={passage} unsaved={unsaved} />}
      </Fetched>
    </section>
  );
}

interface EditorProps {
  detail: TwinTextDetail;
  isNew: boolean;
  passage: string | null;
  unsaved: Unsaved;
}

function Editor({ detail, isNew, passage, unsaved }: EditorProps) {
  const { go } = useSettingsPage();
  const edit = useTextEdit(detail);
  const refusal = useRefusal('admin');
  const view = useView();
  const { file } = detail;
  const isForm = hasForm(detail.kind) && view.is === 'form' && !detail.removed;
  const isReadOnly = refusal !== null || detail.removed;
  const text = <TextArea detail={detail} edit={edit} unsaved={unsaved} passage={passage} isReadOnly={isReadOnly} />;
  // A trial on stage compares demos in a table, which needs the width.
  const isOnStage = detail.kind === 'demo' || detail.kind === 'show';
  const isWide = useWide() && !isOnStage;
  const tryOut = isOnStage ? (
    <StageTryOut unsaved={unsaved} file={file} />
  ) : (
    <TryOut unsaved={unsaved} file={file} isBeside={isWide} />
  );
  const content = (
    <div className="min-w-0">
      <Refusal>{refusal}</Refusal>
      {edit.theirs ? (
        <Conflict
          by={detail.edited_by}
          at={detail.edited_at}
          theirs={edit.theirs}
          mine={edit.changes}
          onTakeTheirs={edit.discard}
          onKeepMine={edit.keep}
        >
          <details className="mt-3 text-sm">
            <summary className="min-h-9 w-fit cursor-pointer content-center">{t('twin.showBothTexts')}</summary>
            <DiffView before={edit.text} after={detail.text} label={t('twin.fromYourTextToTheirs')} />
          </details>
        </Conflict>
      ) : null}
      {detail.folder_changed ? <FolderChanged detail={detail} edit={edit} mayChange={refusal === null} /> : null}
      {detail.removed && !isNew ? (
        <p className="mb-4 rounded-md border bg-muted px-4 py-3 text-sm">{t('twin.thisFileWasRemovedAnd')}</p>
      ) : null}
      {hasForm(detail.kind) && !detail.removed ? <ViewSwitch view={view} undo={isForm ? edit.undo : null} /> : null}
      {isForm ? (
        <Suspense fallback={<Loading words={t('settings.loading.text')} />}>
          <TwinForm
            detail={detail}
            edit={edit}
            problem={unsaved.problem}
            isSaveRefused={unsaved.state.is === 'failed'}
            isReadOnly={isReadOnly}
            asText={text}
            onShowText={() => view.set('text')}
          />
        </Suspense>
      ) : (
        text
      )}
      {edit.state.is === 'failed' && !edit.theirs ? <FormAlert>{edit.state.words}</FormAlert> : null}
      {detail.kind === 'demo' && !isNew && !detail.removed ? <DemoList file={file} /> : null}
      {isWide ? null : tryOut}
      <TextHistory detail={detail} edit={edit} mayChange={refusal === null} />
      {isRemovable(detail.kind) && !isNew && !detail.removed ? (
        <RemoveFile detail={detail} edit={edit} mayChange={refusal === null} />
      ) : null}
      {isNew ? null : (
        <LastChange at={detail.edited_at} by={detail.edited_by} otherwise={t('twin.thisIsTheOriginalFrom')} />
      )}
      <UnsavedBar
        unsaved={unsaved}
        file={file}
        changes={edit.changes}
        isHeld={edit.theirs !== null}
        isDone={edit.state.is === 'saved'}
        onDiscard={() => isNew && go({ section: 'twin', file: null }, true)}
      />
    </div>
  );
  if (!isWide) return content;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_22rem] items-start gap-10">
      {content}
      <aside className="sticky top-6 max-h-[calc(100dvh-3rem)] overflow-y-auto rounded-lg border bg-card p-5">
        {tryOut}
      </aside>
    </div>
  );
}

interface TextAreaProps {
  detail: TwinTextDetail;
  edit: TextEdit;
  unsaved: Unsaved;
  passage: string | null;
  isReadOnly: boolean;
}

/** The text as it is written, with how to write it. */
function TextArea({ detail: { file, kind }, edit, unsaved, passage, isReadOnly }: TextAreaProps) {
  const problem = unsaved.problem?.file === file ? unsaved.problem : null;
  const words = problem ? lineProblem({ line: problem.line, message: withoutPlace(problem.message, file) }) : '';
  const [chosen, setChosen] = useState({ passage, round: 0 });
  return (
    <>
      {kind === 'knowledge' ? (
        <Passages text={edit.text} onGo={(id) => setChosen(({ round }) => ({ passage: id, round: round + 1 }))} />
      ) : null}
      <p className="wrap-anywhere mb-2 text-muted-foreground text-sm">{file}</p>
      <CodeArea
        // It goes to the passage when it is opened.
        key={chosen.round}
        id="twin-text"
        label={t('twin.textOf', { file })}
        text={edit.text}
        problem={problem}
        shown={chosen.passage === null ? null : passageLines(edit.text, chosen.passage)}
        isReadOnly={isReadOnly}
        describedBy="twin-text-hint twin-text-problem"
        onChange={edit.set}
      />
      {/* If the bar below shows the same message, this one is only for the field's description. */}
      <p
        id="twin-text-problem"
        className={
          unsaved.state.is === 'failed' ? 'sr-only' : 'wrap-anywhere mt-2 text-destructive-text text-sm empty:hidden'
        }
      >
        {words}
      </p>
      <p id="twin-text-hint" className="mt-2 text-muted-foreground text-sm">
        {t('twin.tabLeavesTheFieldIndent')}
      </p>
      <details className="mt-1 text-muted-foreground text-sm">
        <summary className="min-h-9 w-fit cursor-pointer content-center">{t('twin.howThisTextIsWritten')}</summary>
        <ul className="max-w-measure list-disc space-y-1 pl-5">
          {textGuide()[kind].map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </details>
    </>
  );
}

/** The passages of a knowledge text: each leads to its place. */
function Passages({ text, onGo }: { text: string; onGo: (id: string) => void }) {
  const passages = useMemo(() => passagesIn(text), [text]);
  if (passages.length < 2) return null;
  return (
    <details className="mb-4 text-sm">
      <summary className="min-h-9 w-fit cursor-pointer content-center">
        {t('twin.passages', { count: passages.length })}
      </summary>
      <ul className="mt-1 grid gap-x-6 sm:grid-cols-2">
        {passages.map(({ id, title }) => (
          <li key={id} className="min-w-0">
            <button
              type="button"
              className="wrap-anywhere min-h-9 text-left underline underline-offset-4"
              onClick={() => onGo(id)}
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

type View = 'form' | 'text';
const VIEW_KEY = 'twin-view';

/** Whether texts show as a form, as this browser's user chose last. */
function useView(): { is: View; set: (view: View) => void } {
  const [view, setView] = useState<View>(() => (localStore.read(VIEW_KEY) === 'text' ? 'text' : 'form'));
  return {
    is: view,
    set: (next) => {
      localStore.write(VIEW_KEY, next === 'form' ? null : next);
      setView(next);
    },
  };
}

function ViewSwitch({ view, undo }: { view: ReturnType<typeof useView>; undo: (() => void) | null }) {
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
      <fieldset className="view-switch">
        <legend className="sr-only">{t('twin.editAs')}</legend>
        {(['form', 'text'] as const).map((one) => (
          <label key={one}>
            <input type="radio" name="twin-view" checked={view.is === one} onChange={() => view.set(one)} />
            <span>{one === 'form' ? t('twin.viewForm') : t('twin.viewText')}</span>
          </label>
        ))}
      </fieldset>
      {view.is === 'form' ? (
        <Button variant="ghost" size="sm" className="min-h-11" disabled={undo === null} onClick={() => undo?.()}>
          <Undo2 aria-hidden />
          {t('twin.undoLastChange')}
        </Button>
      ) : null}
    </div>
  );
}
