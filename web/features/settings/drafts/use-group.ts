import { useQueryClient } from '@tanstack/react-query';
import type { Setting, SettingsAnswer, SettingsGroup, SettingsGroups } from '@understudy/contract/settings';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { CallError, refusedField } from '../../../platform/http.ts';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { keys } from '../api/keys.ts';
import { FORMS, type Forms } from '../groups/forms.ts';
import type { Problem } from '../groups/group-form.ts';
import { putDraft, useDrafts, useRefusal, useSettingsPage } from '../settings-context.tsx';
import { afterSave, type Draft, fieldOf, keepMine, typed, viewOf } from './draft.ts';

/** Asks for confirmation of a change: returns additions to the request body, or null if the user cancelled. */
export type Confirm<Name extends SettingsGroup> = (
  before: Setting<SettingsGroups[Name]>,
  after: SettingsGroups[Name],
) => Promise<{ confirm_rows?: number } | null>;

/** Result of the last attempt to save. */
export type SaveState = { is: 'idle' } | { is: 'saving' } | { is: 'saved' } | { is: 'failed'; words: string };

/** Editing clears the result of the last attempt, but not an attempt in progress. */
export const afterTyping = (state: SaveState): SaveState => (state.is === 'saving' ? state : { is: 'idle' });

/** A settings group being edited. */
export interface GroupEdit<Name extends SettingsGroup> {
  group: Name;
  setting: Setting<SettingsGroups[Name]>;
  form: Forms[Name];
  set: (form: Forms[Name]) => void;
  /** Why nothing can be changed; null if it can. */
  refusal: string | null;
  changes: string[];
  theirs: string[] | null;
  problems: readonly Problem[];
  state: SaveState;
  save: (confirm?: Confirm<Name>) => Promise<void>;
  discard: () => void;
  /** Rebases one's own change onto what the other user has saved. */
  keep: () => void;
}

/** The id of a field's control, which contains the server's name of the field. */
export const fieldId = (group: SettingsGroup, field: string) => `${group}-${field.replaceAll('.', '-')}`;

/** Focuses an invalid field. */
export function focusField(group: SettingsGroup, field: string): void {
  document.getElementById(fieldId(group, field))?.focus();
}

/** Loads, edits and saves one group. @param answer the latest answer of the server */
export function useGroup<Name extends SettingsGroup>(group: Name, answer: SettingsAnswer): GroupEdit<Name> {
  const { calls, drafts } = useSettingsPage();
  const cache = useQueryClient();
  const [state, setState] = useState<SaveState>({ is: 'idle' });
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const setting = answer[group] as Setting<SettingsGroups[Name]>;
  const forms = FORMS[group];
  const kept = { form: forms.toForm(setting.value), version: setting.version };
  const draft = useDrafts().get(group) as Draft<Forms[Name]> | undefined;
  const view = viewOf(forms, kept, draft);
  const put = (next: Draft<Forms[Name]> | null) => putDraft(drafts, group, next);

  const stumble = (found: readonly Problem[]) => {
    flushSync(() => setProblems(found));
    const [first] = found;
    if (first) focusField(group, first.field);
  };
  const save = async (confirm?: Confirm<Name>) => {
    const reading = forms.read(view.form);
    if ('problems' in reading) return stumble(reading.problems);
    const sent = { base: draft?.base ?? kept.form, form: view.form };
    setProblems([]);
    setState({ is: 'saving' });
    try {
      const more = confirm ? await confirm(setting, reading.value) : {};
      if (more === null) return setState({ is: 'idle' });
      const body = { group, value: reading.value, version: view.version, ...more };
      const saved = await calls.change<Setting<SettingsGroups[Name]>>('PUT', 'settings', body);
      await cache.cancelQueries({ queryKey: keys.settings });
      cache.setQueryData<SettingsAnswer>(keys.settings, (known) => known && { ...known, [group]: saved });
      const answered = { form: forms.toForm(saved.value), version: saved.version };
      put(afterSave(answered, sent, drafts.get().get(group) as Draft<Forms[Name]> | undefined));
      setState({ is: 'saved' });
    } catch (error) {
      if (error instanceof CallError && error.code === 'conflict') {
        await cache.invalidateQueries({ queryKey: keys.settings });
      }
      const refused = refusedField(error);
      const words = sentenceOf(error, 'The server cannot be reached. Nothing was saved.');
      setState({ is: 'failed', words });
      if (refused) stumble([fieldOf(refused)]);
    }
  };

  return {
    group,
    setting,
    form: view.form,
    set: (form) => {
      put(typed(kept, draft, form));
      setState(afterTyping);
      if (problems.length > 0) {
        const reading = forms.read(form);
        setProblems('problems' in reading ? reading.problems : []);
      }
    },
    refusal: useRefusal(setting.role),
    changes: view.changes,
    theirs: view.theirs,
    problems,
    state,
    save,
    discard: () => {
      put(null);
      setProblems([]);
      setState({ is: 'idle' });
    },
    keep: () => draft && put(keepMine(kept, draft)),
  };
}
