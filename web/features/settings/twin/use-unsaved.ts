import { useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  TwinPreview,
  TwinTextDetail,
  TwinTextProblem,
  TwinTexts,
  TwinTextsSaved,
} from '@understudy/contract/twin-texts';
import { useEffect, useMemo, useState } from 'react';
import { CallError } from '../../../platform/http.ts';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { keys } from '../calls.ts';
import type { SaveState } from '../components/section-frame.tsx';
import { afterSave, type Draft, putDraft, TEXT_PREFIX } from '../drafts.ts';
import { useDrafts, useRefusal, useSettingsPage } from '../settings-context.tsx';
import { begunText, fileIn, lineOf } from './texts.ts';

/** A pause in typing after which the texts are checked. */
const CHECK_AFTER_MS = 600;

type TextDrafts = [file: string, draft: Draft<string>][];

/** All unsaved texts of the twin: what is wrong with them, and how they are saved or discarded together. */
export function useUnsaved() {
  const { calls, drafts } = useSettingsPage();
  const cache = useQueryClient();
  const mayChange = useRefusal('admin') === null;
  const all = useDrafts();
  const unsaved = useMemo(
    () =>
      [...all]
        .filter(([key]) => key.startsWith(TEXT_PREFIX))
        .map(([key, draft]) => [key.slice(TEXT_PREFIX.length), draft]) as TextDrafts,
    [all],
  );
  const texts = useMemo(() => unsaved.map(([file, { form }]) => ({ file, text: form })), [unsaved]);
  const [state, setState] = useState<SaveState>({ is: 'idle' });
  const [refused, setRefused] = useState<TwinTextProblem | null>(null);
  const [discarded, setDiscarded] = useState<TextDrafts>([]);
  const checked = useCheck(texts, mayChange);

  // Typing clears the result of the last attempt, but not an attempt in progress.
  useEffect(() => {
    if (texts.length === 0) return;
    setState((now) => (now.is === 'failed' ? { is: 'idle' } : now));
    setRefused(null);
  }, [texts]);

  const put = (file: string, draft: Draft<string> | null) => putDraft(drafts, TEXT_PREFIX + file, draft);
  const save = async (): Promise<void> => {
    if (state.is === 'saving' || unsaved.length === 0) return;
    const sent = unsaved;
    setState({ is: 'saving' });
    setRefused(null);
    try {
      const { saved } = await calls.change<TwinTextsSaved>('POST', 'twin/save', {
        texts: sent.map(([file, { form, version }]) => ({ file, text: form, version })),
      });
      await cache.cancelQueries({ queryKey: keys.texts });
      for (const [file, { base, form }] of sent) {
        const version = saved.find((one) => one.file === file)?.version ?? 0;
        const change = { text: form, version, removed: false, folder_changed: false };
        cache.setQueryData<TwinTextDetail>(keys.text(file), (known) => ({ ...(known ?? begunText(file)), ...change }));
        cache.setQueryData<TwinTexts>(keys.texts, (known) => known && withText(known, file));
        const now = drafts.get().get(TEXT_PREFIX + file) as Draft<string> | undefined;
        put(file, afterSave({ form, version }, { base, form }, now));
      }
      setState({ is: 'saved' });
      setDiscarded([]);
      // A text opened next must not briefly show its old version.
      cache.removeQueries({ queryKey: keys.texts, type: 'inactive' });
      await cache.invalidateQueries({ queryKey: keys.texts });
    } catch (error) {
      const message = sentenceOf(error, t('twin.theServerCannotBeReached'));
      const file = fileIn(message);
      if (error instanceof CallError && error.code === 'conflict')
        await cache.invalidateQueries({ queryKey: keys.texts });
      if (error instanceof CallError && error.code === 'invalid_request' && file)
        setRefused({ message, file, line: lineOf(message, file), path: null });
      setState({ is: 'failed', words: message });
    }
  };

  // The check knows the field of a mistake, the refusal of a save only its line.
  const problem = refused && checked?.message === refused.message ? checked : (refused ?? checked);
  return {
    files: unsaved.map(([file]) => file),
    /** As the preview takes them. */
    texts,
    state,
    /** The first mistake in the unsaved texts; null for none, as far as is known. */
    problem: texts.length > 0 ? problem : null,
    save,
    /** Discards one text, or all. */
    discard: (file?: string) => {
      const gone = unsaved.filter(([one]) => file === undefined || one === file);
      for (const [one] of gone) put(one, null);
      setState({ is: 'idle' });
      setRefused(null);
      setDiscarded(gone);
    },
    /** What was discarded last, which can be brought back. */
    discarded: discarded.map(([file]) => file).filter((file) => !all.has(TEXT_PREFIX + file)),
    undoDiscard: () => {
      for (const [file, draft] of discarded) if (!all.has(TEXT_PREFIX + file)) put(file, draft);
      setDiscarded([]);
    },
  };
}

/** The list with a text that was added. */
const withText = (known: TwinTexts, file: string): TwinTexts =>
  known.items.some((one) => one.file === file) ? known : { ...known, items: [...known.items, begunText(file)] };

export type Unsaved = ReturnType<typeof useUnsaved>;

/** The mistake in the texts, after a pause in typing; the one before until then. */
function useCheck(texts: Unsaved['texts'], mayAsk: boolean): TwinTextProblem | null {
  const { calls } = useSettingsPage();
  const [settled, setSettled] = useState(texts);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(texts), CHECK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [texts]);
  const { data } = useQuery({
    queryKey: keys.check(settled),
    queryFn: () => calls.change<TwinPreview>('POST', 'twin/preview', { texts: settled }),
    enabled: mayAsk && settled.length > 0,
    placeholderData: (before) => before,
    retry: false,
    gcTime: 0,
  });
  return data?.problem ?? null;
}
