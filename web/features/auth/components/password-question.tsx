import { useRef } from 'react';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormAlert } from '../../../ui/states.tsx';
import type { Reauthentication } from '../reauthentication.tsx';
import { PasswordInput, useStep } from './password-forms.tsx';

interface PasswordQuestionProps {
  email: string;
  byLink: boolean;
  reauthentication: Reauthentication;
}

/** The dialog that asks for the password again. */
export function PasswordQuestion({ email, byLink, reauthentication }: PasswordQuestionProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { field, isBusy, failure, submit } = useStep((fields) => reauthentication.give(String(fields.get('password'))));
  return (
    <Dialog
      title={byLink ? t('auth.pleaseEnterYourPassword') : t('auth.confirmItsYou')}
      dialog={dialog}
      onClose={reauthentication.giveUp}
    >
      <p className="wrap-anywhere mb-4 text-muted-foreground">
        {byLink ? t('auth.passwordAfterLink', { email }) : t('auth.passwordAgain', { email })}
      </p>
      <form onSubmit={submit} className="space-y-5">
        <FormAlert>{failure}</FormAlert>
        {/* For password managers, which store a password under its user name. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput ref={field} label={t('auth.password')} name="password" autoComplete="current-password" />
        <div className="flex flex-wrap justify-end gap-3">
          <Button type="button" variant="outline" onClick={() => dialog.current?.close()}>
            {t('auth.cancel')}
          </Button>
          <Button type="submit" aria-disabled={isBusy}>
            {isBusy ? t('auth.checking') : t('auth.continue')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
