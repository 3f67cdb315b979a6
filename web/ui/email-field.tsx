import { useId } from 'react';
import { t } from '../platform/texts.ts';
import { Input, Label } from './field.tsx';

/** No address is longer (RFC 5321, 4.5.3.1). */
const EMAIL_MAX_CHARS = 320;

/**
 * The email address of a user who may sign in. @param autoComplete `username` for the current user's own, else `off`
 */
export function EmailField({ autoComplete }: { autoComplete: 'username' | 'off' }) {
  const id = useId();
  return (
    <div>
      <Label htmlFor={id}>{t('ui.email')}</Label>
      <Input
        id={id}
        name="email"
        type="email"
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={EMAIL_MAX_CHARS}
        className="mt-1.5"
      />
    </div>
  );
}
