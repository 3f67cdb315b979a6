import { type ComponentProps, useId } from 'react';
import { Input, Label } from './field.tsx';

/** A field with its label above it and, below it, a hint and the reason once it was refused. */
export function LabeledInput({
  label,
  hint = null,
  failure = null,
  ...input
}: Omit<ComponentProps<typeof Input>, 'id' | 'className'> & {
  label: string;
  hint?: string | null;
  failure?: string | null;
}) {
  const id = useId();
  const described = [hint && `${id}-hint`, failure && `${id}-failure`].filter(Boolean).join(' ');
  return (
    <div>
      <Label htmlFor={id}>{label}</Label>
      <Input
        id={id}
        aria-invalid={failure ? true : undefined}
        aria-describedby={described || undefined}
        className="mt-1.5"
        {...input}
      />
      {hint ? (
        <p id={`${id}-hint`} className="mt-1 text-muted-foreground text-sm">
          {hint}
        </p>
      ) : null}
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
