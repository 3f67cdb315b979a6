import { Link } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/lazy-toaster.tsx';
import { FormAlert, Spinner } from '../../../ui/states.tsx';
import { type LinkState, readLink } from '../sign-in-address.ts';
import { useSignIn } from '../sign-in-context.tsx';
import { Lead, NewPasswordForm } from './password-forms.tsx';

/** The server's code for a used or expired link. */
const USED_UP = 'otp_expired';

/**
 * Handles a dashboard link: shows the form that makes its holder the owner, or opens the dashboard at once.
 * @param onTakeUp the link is about to be used: whoever is signed in from then on came by it; `claim` makes them owner
 */
export function LinkSignIn({ token, onTakeUp }: { token: string; onTakeUp: (how: 'link' | 'claim') => void }) {
  const signIn = useSignIn();
  const [link, setLink] = useState<LinkState | null>(null);
  const asked = useRef<string | null>(null);

  const look = useCallback(async () => {
    const found = await readLink(token);
    if (found.is !== 'magiclink') return setLink(found);
    onTakeUp('link');
    const refused = await signIn.openLink(token);
    if (refused === null) showToast('success', t('auth.welcomeThisLinkNoLonger'));
    else setLink(refused.code === USED_UP ? { is: 'used_up' } : { is: 'unknown', problem: refused.problem });
  }, [token, onTakeUp, signIn]);

  useEffect(() => {
    // Checking may use the link up, so it is done only once.
    if (asked.current === token) return;
    asked.current = token;
    setLink(null);
    void look();
  }, [token, look]);

  switch (link?.is) {
    case 'signup':
      return (
        <>
          <Lead>{t('auth.thisInstallationHasNoOwner')}</Lead>
          <NewPasswordForm
            needsEmail
            action={t('auth.becomeTheOwner')}
            submit={async (password, _current, email) => {
              onTakeUp('claim');
              const refused = await signIn.claim(token, email, password);
              if (refused?.code === USED_UP) setLink({ is: 'used_up' });
              return refused?.problem ?? null;
            }}
          />
        </>
      );
    case 'used_up':
      return (
        <>
          <Lead>{t('auth.thisLinkNoLongerWorks')}</Lead>
          <p className="mb-6 text-muted-foreground">
            <Text
              id="auth.toGetANewOne"
              tags={{ code: (words) => <code className="whitespace-nowrap text-foreground">{words}</code> }}
            />
          </p>
          <Button asChild className="w-full">
            <Link to={paths.signIn}>{t('auth.signInWithAPassword')}</Link>
          </Button>
        </>
      );
    case 'unknown':
      return (
        <div className="mt-6 space-y-4">
          <FormAlert>{link.problem}</FormAlert>
          <Button
            variant="outline"
            onClick={() => {
              setLink(null);
              void look();
            }}
          >
            {t('auth.tryAgain')}
          </Button>
        </div>
      );
    default:
      return (
        <div className="mt-8 grid min-h-40 place-items-center">
          <Spinner label={t('auth.openingTheLink')} />
        </div>
      );
  }
}
