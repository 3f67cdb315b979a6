import { type RefObject, useEffect, useId } from 'react';
import { Input, Label } from '../../../ui/field.tsx';

/** A field for an authenticator or recovery code, with the initial focus. */
export function CodeInput({
  ref,
  kind,
  describedBy,
}: {
  ref: RefObject<HTMLInputElement | null>;
  kind: 'app' | 'recovery';
  describedBy?: string;
}) {
  const id = useId();
  useEffect(() => ref.current?.focus(), [ref]);
  const isApp = kind === 'app';
  return (
    <div>
      <Label htmlFor={id}>{isApp ? 'Code' : 'Recovery code'}</Label>
      <Input
        ref={ref}
        id={id}
        name="code"
        autoComplete={isApp ? 'one-time-code' : 'off'}
        inputMode={isApp ? 'numeric' : 'text'}
        maxLength={isApp ? 10 : 40}
        autoCapitalize="none"
        spellCheck={false}
        required
        aria-describedby={describedBy}
        className="mt-1.5 font-mono text-lg tracking-widest"
      />
    </div>
  );
}
