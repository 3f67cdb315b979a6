import { Checkbox } from '../../../ui/field.tsx';
import { fieldId } from '../drafts/use-group.ts';
import { isOn, SWITCHES, type SwitchGroup } from '../groups/switches.ts';
import { GroupSection } from './group-section.tsx';

/** A section with a single switch. */
export function SwitchSection({ group }: { group: SwitchGroup }) {
  const { field, on, off, introduction, label, about } = SWITCHES[group];
  const id = fieldId(group, field);
  return (
    <GroupSection group={group} introduction={introduction}>
      {({ form, set }) => (
        <label htmlFor={id} className="flex min-h-11 items-start gap-3">
          <Checkbox
            id={id}
            className="mt-0.5"
            aria-describedby={`${id}-about`}
            checked={isOn(group, form)}
            onChange={({ target }) => set(target.checked ? on : off)}
          />
          <span>
            {label}
            <span id={`${id}-about`} className="block max-w-measure text-muted-foreground text-sm">
              {about}
            </span>
          </span>
        </label>
      )}
    </GroupSection>
  );
}
