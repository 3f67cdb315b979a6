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

/** What a section of one group has of its own. */
export interface GroupSectionProps<Name extends SettingsGroup> {
  group: Name;
  introduction?: ReactNode;
  /** Asked before a save. */
  confirm?: Confirm<Name>;
  /** The controls. They stand in a fieldset that is disabled where nothing can be changed. */
  children: (edit: GroupEdit<Name>, answer: SettingsAnswer) => ReactNode;
  /** What can be done also by those who may change nothing. */
  beside?: (answer: SettingsAnswer, edit: GroupEdit<Name>) => ReactNode;
}

/** A section that changes one group: reads it, says what is unsaved, settles who was first. */
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
        {/* Enter in a field saves. */}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </form>
      {beside?.(answer, edit)}
      <LastChange at={setting.updated_at} by={setting.updated_by} />
    </>
  );
}
