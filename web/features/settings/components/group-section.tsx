import { useQueryClient } from '@tanstack/react-query';
import type { Setting, SettingsAnswer, SettingsGroup, SettingsGroups } from '@understudy/contract/settings';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { CallError, refusedField } from '../../../platform/http.ts';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { t } from '../../../platform/texts.ts';
import { cn } from '../../../ui/cn.ts';
import { Label } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/states.tsx';
import { keys } from '../calls.ts';
import { afterSave, type Draft, fieldOf, keepMine, putDraft, typed, viewOf } from '../drafts.ts';
import type { Problem } from '../group-forms.ts';
import { FORMS, type Forms } from '../sections.ts';
import { useDrafts, useRefusal, useSettings, useSettingsPage } from '../settings-context.tsx';
import {
  afterTyping,
  Conflict,
  Fetched,
  LastChange,
  Refusal,
  SaveBar,
  type SaveState,
  SectionFrame,
} from './section-frame.tsx';

/** Asks for confirmation of a change: returns additions to the request body, or null if the user cancelled. */
export type Confirm<Name extends SettingsGroup> = (
  before: Setting<SettingsGroups[Name]>,
  after: SettingsGroups[Name],
) => Promise<{ confirm_rows?: number } | null>;

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
  /** @param isQuiet leaves the focus where it is, as where nobody has asked to save */
  save: (confirm?: Confirm<Name>, isQuiet?: boolean) => Promise<void>;
  discard: () => void;
  /** Rebases one's own change onto what the other user has saved. */
  keep: () => void;
}

/** The id of a field's control, which contains the server's name of the field. */
export const fieldId = (group: SettingsGroup, field: string) => `${group}-${field.replaceAll('.', '-')}`;

/** Focuses an invalid field. */
function focusField(group: SettingsGroup, field: string): void {
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

  const stumble = (found: readonly Problem[], isQuiet: boolean) => {
    if (isQuiet) return setProblems(found);
    flushSync(() => setProblems(found));
    const [first] = found;
    if (first) focusField(group, first.field);
  };
  const save = async (confirm?: Confirm<Name>, isQuiet = false) => {
    const reading = forms.read(view.form);
    if ('problems' in reading) return stumble(reading.problems, isQuiet);
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
      const words = sentenceOf(error, t('settings.theServerCannotBeReached'));
      setState({ is: 'failed', words });
      if (refused) stumble([fieldOf(refused)], isQuiet);
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

/** The specific parts of a group's section. */
interface GroupSectionProps<Name extends SettingsGroup> {
  group: Name;
  introduction?: ReactNode;
  /** Asked before saving. */
  confirm?: Confirm<Name>;
  /** The controls, inside a fieldset that is disabled when nothing may be changed. */
  children: (edit: GroupEdit<Name>, answer: SettingsAnswer) => ReactNode;
  /** Content available to users without permission to change anything. */
  beside?: (answer: SettingsAnswer, edit: GroupEdit<Name>) => ReactNode;
}

/** A section that edits one group: loads it, shows unsaved changes, resolves conflicts. */
export function GroupSection<Name extends SettingsGroup>(props: GroupSectionProps<Name>) {
  return (
    <SectionFrame section={props.group} introduction={props.introduction}>
      <Fetched query={useSettings()} what="settings">
        {(answer) => <Loaded {...props} answer={answer} />}
      </Fetched>
    </SectionFrame>
  );
}

function Loaded<Name extends SettingsGroup>({
  group,
  confirm,
  children,
  beside,
  answer,
}: GroupSectionProps<Name> & { answer: SettingsAnswer }) {
  const edit = useGroup(group, answer);
  const { setting, refusal, changes, theirs, state } = edit;
  return (
    <>
      <Refusal>{refusal}</Refusal>
      {setting.unreadable ? (
        <FormAlert>{t(group === 'retention' ? 'settings.unreadableRetention' : 'settings.unreadable')}</FormAlert>
      ) : null}
      <GroupConflict {...edit} />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!theirs && state.is !== 'saving' && changes.length > 0) void edit.save(confirm);
        }}
      >
        <fieldset disabled={refusal !== null} className="min-w-0">
          <legend className="sr-only">{group}</legend>
          {children(edit, answer)}
        </fieldset>
        <SaveBar
          changes={changes}
          state={theirs && state.is === 'failed' ? { is: 'idle' } : state}
          isHeld={theirs !== null}
          onSave={() => state.is !== 'saving' && void edit.save(confirm)}
          onDiscard={edit.discard}
        />
        {/* Pressing Enter in a field saves. */}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </form>
      {beside?.(answer, edit)}
      <LastChange at={setting.updated_at} by={setting.updated_by} />
    </>
  );
}

/** What somebody else has saved meanwhile, to be taken or not; nothing without a conflict. */
export function GroupConflict<Name extends SettingsGroup>({
  setting,
  changes,
  theirs,
  discard,
  keep,
}: Pick<GroupEdit<Name>, 'setting' | 'changes' | 'theirs' | 'discard' | 'keep'>) {
  return theirs ? (
    <Conflict
      by={setting.updated_by}
      at={setting.updated_at}
      theirs={theirs}
      mine={changes}
      onTakeTheirs={discard}
      onKeepMine={keep}
    />
  ) : null;
}

/** Attributes that connect a control with its label, hint and error. */
interface ControlProps {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldRowProps {
  group: SettingsGroup;
  /** Path in the group's form. */
  field: string;
  label: ReactNode;
  /** Hides the label visually if the context makes it clear; screen readers still announce it. */
  isLabelHidden?: boolean;
  hint?: ReactNode;
  problems: readonly Problem[];
  className?: string;
  children: (props: ControlProps) => ReactNode;
}

/** A control with its label above and its hint and errors below. */
export function FieldRow({ group, field, label, isLabelHidden, hint, problems, className, children }: FieldRowProps) {
  const id = fieldId(group, field);
  const problem = problems.find((one) => one.field === field)?.message ?? null;
  const describedBy = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ');
  return (
    <div className={cn('min-w-0', className)}>
      <Label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'mb-1.5'}>
        {label}
      </Label>
      {children({ id, 'aria-invalid': problem ? true : undefined, 'aria-describedby': describedBy || undefined })}
      {hint ? (
        <p id={`${id}-hint`} className="mt-1.5 text-muted-foreground text-sm">
          {hint}
        </p>
      ) : null}
      {problem ? (
        <p id={`${id}-problem`} role="alert" className="mt-1.5 whitespace-pre-line text-destructive-text text-sm">
          {problem}
        </p>
      ) : null}
    </div>
  );
}
