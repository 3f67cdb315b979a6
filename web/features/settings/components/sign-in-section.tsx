import { Checkbox } from '../../../ui/field.tsx';
import { fieldId } from '../drafts/use-group.ts';
import { GroupSection } from './group-section.tsx';

/** What signing in asks for. */
export function SignInSection() {
  return (
    <GroupSection
      group="sign_in"
      introduction="Everybody can add an authenticator app to their own account. With it a password alone opens nothing."
    >
      {({ form, set }) => {
        const id = fieldId('sign_in', 'second_factor');
        return (
          <label htmlFor={id} className="flex min-h-11 items-start gap-3">
            <Checkbox
              id={id}
              className="mt-0.5"
              aria-describedby={`${id}-about`}
              checked={form.second_factor === 'required'}
              onChange={({ target }) => set({ second_factor: target.checked ? 'required' : 'optional' })}
            />
            <span>
              Require a second factor of everybody
              <span id={`${id}-about`} className="block max-w-measure text-muted-foreground text-sm">
                Whoever has none sees nothing but its setup, from their next click on. Set up your own first. A one-time
                link printed on the server's machine still opens the dashboard without one.
              </span>
            </span>
          </label>
        );
      }}
    </GroupSection>
  );
}
