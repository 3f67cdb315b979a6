import { useQueryClient } from '@tanstack/react-query';
import type { TwinTextDetail } from '@understudy/contract/settings';
import { useState } from 'react';
import { CallError } from '../../../platform/http.ts';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { keys } from '../api/keys.ts';
import { textPath } from '../api/queries.ts';
import { afterSave, type Draft, keepMine, typed, viewOf } from '../drafts/draft.ts';
import { TEXT_PREFIX } from '../drafts/stored-drafts.ts';
import { afterTyping, type SaveState } from '../drafts/use-group.ts';
import { putDraft, useDrafts, useSettingsPage } from '../settings-context.tsx';
import { changeWords } from './compare.ts';
import { lineOf, withoutPlace } from './texts.ts';

/** An error, with its line if it has one. */
export interface TextProblem {
  message: string;
  line: number | null;
}

const WORDS = { changes: (before: string, after: string) => [changeWords(before, after)] };
export const draftKey = (file: string) => `${TEXT_PREFIX}${file}`;

/** Loads, edits and saves one text of the twin. */
export function useTextEdit(detail: TwinTextDetail) {
  const { calls, drafts } = useSettingsPage();
  const cache = useQueryClient();
  const [state, setState] = useState<SaveState>({ is: 'idle' });
  const [problem, setProblem] = useState<TextProblem | null>(null);
  const { file } = detail;
  const kept = { form: detail.text, version: detail.version };
  const draft = useDrafts().get(draftKey(file)) as Draft<string> | undefined;
  const view = viewOf(WORDS, kept, draft);
  const put = (next: Draft<string> | null) => putDraft(drafts, draftKey(file), next);

  /** Runs a server call on the text and shows its result. */
  const run = async (call: () => Promise<TwinTextDetail>): Promise<void> => {
    const sent = { base: draft?.base ?? detail.text, form: view.form };
    setState({ is: 'saving' });
    setProblem(null);
    try {
      const answer = await call();
      await cache.cancelQueries({ queryKey: keys.texts });
      cache.setQueryData(keys.text(file), answer);
      const answered = { form: answer.text, version: answer.version };
      put(afterSave(answered, sent, drafts.get().get(draftKey(file)) as Draft<string> | undefined));
      setState({ is: 'saved' });
      void cache.invalidateQueries({ queryKey: keys.texts, exact: true });
    } catch (error) {
      const words = sentenceOf(error, 'The server cannot be reached. Nothing was saved.');
      const isRefused = error instanceof CallError && error.code === 'invalid_request';
      if (isRefused) setProblem({ message: withoutPlace(words, file), line: lineOf(words, file) });
      if (error instanceof CallError && error.code === 'conflict') {
        await cache.invalidateQueries({ queryKey: keys.text(file) });
      }
      setState({ is: 'failed', words });
    }
  };

  return {
    text: view.form,
    changes: view.changes,
    theirs: view.theirs,
    state,
    problem,
    setProblem,
    set: (text: string) => {
      put(typed(kept, draft, text));
      setProblem(null);
      setState(afterTyping);
    },
    save: () => run(() => calls.change('PUT', textPath(file), { text: view.form, version: view.version })),
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
      setProblem(null);
      setState({ is: 'idle' });
    },
    keep: () => draft && put(keepMine(kept, draft)),
  };
}

export type TextEdit = ReturnType<typeof useTextEdit>;
