import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type RetentionPreview,
  SETTINGS_GROUPS,
  type SettingsAnswer,
  type SettingsGroup,
} from '@understudy/contract/settings';
import { useId, useState } from 'react';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { Label, Select } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { keys } from '../api/keys.ts';
import { useSettings } from '../api/queries.ts';
import { FORMS } from '../groups/forms.ts';
import type { GroupForm } from '../groups/group-form.ts';
import { rowsOf, shortened } from '../groups/retention.ts';
import { groupWords } from '../sections.ts';
import { putDraft, useSettingsPage } from '../settings-context.tsx';
import { Danger, TypedConfirm } from './typed-confirm.tsx';

/** What a reset would change, as text. */
function resetWords(settings: SettingsAnswer, group: SettingsGroup): string[] {
  const { value, usual, unreadable } = settings[group];
  if (unreadable) return ['the value that cannot be read'];
  const { toForm, changes } = FORMS[group] as GroupForm<unknown, unknown>;
  return changes(toForm(value), toForm(usual));
}

/** Resets a settings group to its defaults. */
export function ResetGroup() {
  const { calls, drafts } = useSettingsPage();
  const cache = useQueryClient();
  const { data } = useSettings();
  const id = useId();
  const [group, setGroup] = useState<SettingsGroup>('notifications');
  const reset = useMutation({
    mutationFn: async (settings: SettingsAnswer) => {
      const { retention } = settings;
      const deletes =
        group === 'retention' && (retention.unreadable || shortened(retention.value, retention.usual).length > 0);
      const preview = deletes
        ? await calls.change<RetentionPreview>('POST', 'settings/retention/preview', { value: retention.usual })
        : null;
      const body = { group, version: settings[group].version, ...(preview ? { confirm_rows: rowsOf(preview) } : {}) };
      return calls.change<unknown>('POST', 'settings/reset', body);
    },
    onSuccess: () => putDraft(drafts, group, null),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.settings }),
  });
  const changes = data ? resetWords(data, group) : [];
  return (
    <Danger title="Reset settings" about="Restores the defaults of one group of settings.">
      <Label htmlFor={id}>Group</Label>
      <Select
        id={id}
        className="mt-1.5 max-w-80"
        value={group}
        onChange={({ target }) => {
          setGroup(target.value as SettingsGroup);
          reset.reset();
        }}
      >
        {SETTINGS_GROUPS.map((one) => (
          <option key={one} value={one}>
            {groupWords(one)}
          </option>
        ))}
      </Select>
      <div aria-live="polite" className="mt-4 text-sm">
        {reset.error ? <FormAlert>{sentenceOf(reset.error, 'The server cannot be reached.')}</FormAlert> : null}
        {reset.isSuccess ? <p className="text-success-text">Defaults restored.</p> : null}
        {data && changes.length === 0 && !reset.isSuccess ? <p>These are the defaults.</p> : null}
        {changes.length > 0 ? (
          <>
            <p>This would change:</p>
            <ul className="mt-1 list-disc pl-5">
              {changes.map((change) => (
                <li key={change} className="wrap-anywhere">
                  {change}
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
      {data && changes.length > 0 ? (
        <TypedConfirm
          key={group}
          phrase={`reset ${groupWords(group)}`}
          button="Reset"
          isBusy={reset.isPending}
          onConfirm={() => reset.mutate(data)}
        />
      ) : null}
    </Danger>
  );
}
