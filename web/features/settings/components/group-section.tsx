import type { SettingsAnswer, SettingsGroup } from '@understudy/contract/settings';
import type { ReactNode } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { Failure, Loading } from '../../../ui/states.tsx';
import { useSettings } from '../api/queries.ts';
import { type Confirm, type GroupEdit, useGroup } from '../drafts/use-group.ts';
import { Conflict } from './conflict.tsx';
import { SaveBar } from './save-bar.tsx';
import { LastChange, Refusal, SectionFrame } from './section-frame.tsx';

/** The specific parts of a group's section. */
export interface GroupSectionProps<Name extends SettingsGroup> {
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
  const { data, error, refetch } = useSettings();
  return (
    <SectionFrame section={props.group} introduction={props.introduction}>
      {data ? (
        <Loaded {...props} answer={data} />
      ) : error ? (
        <Failure onRetry={() => void refetch()}>
          The settings could not be loaded: {sentenceOf(error, 'the server cannot be reached.')}
        </Failure>
      ) : (
        <Loading words="Loading the settings" />
      )}
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
        <FormAlert>
          This version cannot read what was set here, so the defaults apply
          {group === 'retention' ? ', visitors are not asked for consent, and nothing is deleted' : ''}. Save a new
          value, or reset it in the danger zone.
        </FormAlert>
      ) : null}
      {theirs ? (
        <Conflict
          by={setting.updated_by}
          at={setting.updated_at}
          theirs={theirs}
          mine={changes}
          onTakeTheirs={edit.discard}
          onKeepMine={edit.keep}
        />
      ) : null}
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
