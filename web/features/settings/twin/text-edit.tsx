import { useQueryClient } from '@tanstack/react-query';
import type { TwinTextDetail } from '@understudy/contract/twin-texts';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { CallError } from '../../../platform/http.ts';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { keys, textPath } from '../calls.ts';
import { afterTyping, type SaveState } from '../components/section-frame.tsx';
import { afterSave, type Draft, keepMine, putDraft, TEXT_PREFIX, typed, viewOf } from '../drafts.ts';
import { useDrafts, useSettingsPage } from '../settings-context.tsx';
import { changeWords } from './diff-view.tsx';

/** Changes of fields that can be undone. */
const MAX_UNDO = 100;
const WORDS = { changes: (before: string, after: string) => [changeWords(before, after)] };
export const draftKey = (file: string) => `${TEXT_PREFIX}${file}`;

/** Edits one text of the twin, and changes its version. Saving is {@link useUnsaved}'s. */
export function useTextEdit(detail: TwinTextDetail) {
  const { calls, drafts } = useSettingsPage();
  const cache = useQueryClient();
  const [state, setState] = useState<SaveState>({ is: 'idle' });
  /** Texts before each change of a field, for undoing it. */
  const [before, setBefore] = useState<readonly { text: string; of: string }[]>([]);
  const { file } = detail;
  const kept = { form: detail.text, version: detail.version };
  const draft = useDrafts().get(draftKey(file)) as Draft<string> | undefined;
  const view = viewOf(WORDS, kept, draft);
  const put = (next: Draft<string> | null) => putDraft(drafts, draftKey(file), next);
  const set = (text: string) => {
    put(typed(kept, draft, text));
    setState(afterTyping);
  };

  /** Runs a server call on the text and shows its result. */
  const run = async (call: () => Promise<TwinTextDetail>): Promise<void> => {
    const sent = { base: draft?.base ?? detail.text, form: view.form };
    setState({ is: 'saving' });
    try {
      const answer = await call();
      await cache.cancelQueries({ queryKey: keys.texts });
      cache.setQueryData(keys.text(file), answer);
      const answered = { form: answer.text, version: answer.version };
      put(afterSave(answered, sent, drafts.get().get(draftKey(file)) as Draft<string> | undefined));
      setBefore([]);
      setState({ is: 'saved' });
      void cache.invalidateQueries({ queryKey: keys.texts, exact: true });
    } catch (error) {
      const words = sentenceOf(error, t('twin.theServerCannotBeReached'));
      if (error instanceof CallError && error.code === 'conflict')
        await cache.invalidateQueries({ queryKey: keys.text(file) });
      setState({ is: 'failed', words });
    }
  };

  return {
    text: view.form,
    changes: view.changes,
    theirs: view.theirs,
    /** Of the last restored or removed version. */
    state,
    /** Changes the text itself, which no change of a field can be taken back over. */
    set: (text: string) => {
      setBefore([]);
      set(text);
    },
    /** Changes a field of a form. @param of names it: what is typed into one field is undone at once */
    setField: (text: string, of: string) => {
      setBefore((known) => (known.at(-1)?.of === of ? known : [...known, { text: view.form, of }].slice(-MAX_UNDO)));
      set(text);
    },
    /** Takes back the last change of a field; null if there is none. */
    undo:
      before.length === 0
        ? null
        : () => {
            set(before.at(-1)?.text ?? view.form);
            setBefore(before.slice(0, -1));
          },
    restore: (version: number) => run(() => calls.change('POST', 'twin/restore', { file, version })),
    /** Undoes a version with everything that was saved with it. */
    undoTogether: (version: number) =>
      run(async () => {
        await calls.change('POST', 'twin/undo', { file, version });
        void cache.invalidateQueries({ queryKey: keys.texts });
        return calls.get<TwinTextDetail>(textPath(file));
      }),
    remove: () => run(() => calls.change('DELETE', textPath(file), { version: detail.version })),
    discard: () => {
      put(null);
      setBefore([]);
      setState({ is: 'idle' });
    },
    keep: () => draft && put(keepMine(kept, draft)),
  };
}

export type TextEdit = ReturnType<typeof useTextEdit>;

interface CodeAreaProps {
  id: string;
  label: string;
  text: string;
  problem: { line: number | null } | null;
  /** Lines to scroll to when opened; the cursor is placed in them. */
  shown: { from: number; to: number } | null;
  isReadOnly: boolean;
  describedBy: string;
  onChange: (text: string) => void;
}

/**
 * A plain text field with line numbers. An identical copy of the text behind it determines each line's height, so that
 * the numbers stay aligned with wrapped lines. Tab leaves the field, as everywhere on the page.
 */
export function CodeArea({ id, label, text, problem, shown, isReadOnly, describedBy, onChange }: CodeAreaProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const line = problem?.line ?? null;
  const lineAt = (number: number) => sheet.current?.children[number - 1];
  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes there once, and stays where somebody went since
  useEffect(() => {
    if (!shown) return;
    const end = text.split('\n').slice(0, shown.to).join('\n').length;
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(end, end);
    lineAt(shown.from)?.scrollIntoView({ block: 'center' });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the line is now does not move the page
  useEffect(() => {
    if (line !== null) lineAt(line)?.scrollIntoView({ block: 'center' });
  }, [line]);
  const isShown = (number: number) => shown !== null && number >= shown.from && number <= shown.to;
  return (
    <div className="code-area">
      <div className="code-sheet">
        <div ref={sheet} aria-hidden className="code-lines">
          {text.split('\n').map((words, index) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is what stands at its number
              key={index}
              data-shown={isShown(index + 1) || undefined}
              data-problem={index + 1 === line || undefined}
            >
              {words || ' '}
            </div>
          ))}
        </div>
        <textarea
          ref={field}
          id={id}
          aria-label={label}
          aria-describedby={describedBy}
          aria-invalid={problem ? true : undefined}
          readOnly={isReadOnly}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          value={text}
          onChange={(event: ChangeEvent<HTMLTextAreaElement>) => onChange(event.target.value)}
        />
      </div>
    </div>
  );
}
