import { type ComponentProps, useId } from 'react';
import { Input, Label } from './field.tsx';

/** A field of a dialog with its label above it and, once it was refused, the reason below it. */
export function LabeledInput({
  label,
  failure = null,
  ...input
}: Omit<ComponentProps<typeof Input>, 'id' | 'className'> & { label: string; failure?: string | null }) {
  const id = useId();
  return (
    <div>
      <Label htmlFor={id}>{label}</Label>
      <Input
        id={id}
        aria-invalid={failure ? true : undefined}
        aria-describedby={failure ? `${id}-failure` : undefined}
        className="mt-1.5"
        {...input}
      />
      {failure ? (
        <p id={`${id}-failure`} role="alert" className="mt-1 text-destructive-text text-sm">
          {failure}
        </p>
      ) : null}
    </div>
  );
}

/** The field for a visitor's own email address. */
export function OwnEmailInput(input: Omit<ComponentProps<typeof LabeledInput>, 'type' | 'name'>) {
  return <LabeledInput name="email" type="email" autoComplete="email" required maxLength={320} {...input} />;
}
