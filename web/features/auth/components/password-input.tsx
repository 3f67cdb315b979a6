import { type ReactNode, type RefObject, useId } from 'react';
import { Input, Label } from '../../../ui/field.tsx';

/** A password field that allows pasting. */
export function PasswordInput({
  ref,
  label,
  name,
  autoComplete,
  isShown = false,
  hint,
}: {
  ref?: RefObject<HTMLInputElement | null>;
  label: string;
  name: string;
  autoComplete: 'current-password' | 'new-password';
  /** Whether the password is visible. */
  isShown?: boolean;
  /** Shown below the field and read out with it. */
  hint?: ReactNode;
}) {
  const id = useId();
  return (
    <div>
      <Label htmlFor={id}>{label}</Label>
      <Input
        ref={ref}
        id={id}
        name={name}
        type={isShown ? 'text' : 'password'}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        required
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-1.5"
      />
      {hint ? (
        <p id={`${id}-hint`} className="mt-1.5 text-muted-foreground text-sm">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
