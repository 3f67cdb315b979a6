import { Link, useLocation, useRouter, useSearch } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import { useCallback, useEffect, useState } from 'react';
import type { SignInState } from '../../features/auth/access.ts';
import { LinkSignIn } from '../../features/auth/components/link-sign-in.tsx';
import { Lead, NewPasswordForm, SignInForm } from '../../features/auth/components/password-forms.tsx';
import { CodeForm, FactorSetup } from '../../features/auth/components/second-factor-forms.tsx';
import {
  createReauthentication,
  ReauthenticationDialog,
  ReauthenticationProvider,
} from '../../features/auth/reauthentication.tsx';
import { nextPath, tokenIn } from '../../features/auth/sign-in-address.ts';
import { useSignIn, useSignInState } from '../../features/auth/sign-in-context.tsx';
import { useConfig } from '../../platform/config.ts';
import { Text } from '../../platform/text.tsx';
import { t } from '../../platform/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { showToast } from '../../ui/lazy-toaster.tsx';
import { FormAlert, Spinner } from '../../ui/states.tsx';
import { LanguageSwitch, ThemeToggle } from '../site-frame.tsx';

/** The sign-in page (specification, section 2): password, first password, invitation, dashboard link. */
export function SignInPage() {
  const { name } = useConfig().consultant;
  const { next } = useSearch({ from: '/admin-shell/auth' });
  const hash = useLocation({ select: (location) => location.hash });
  const link = tokenIn(hash, 'link');
  const invitation = tokenIn(hash, 'invite');
  const state = useSignInState();
  const router = useRouter();
  /** How an invitation or link was redeemed on this page: the user signed in since then came by it. */
  const [takenUp, setTakenUp] = useState<'link' | 'claim' | null>(null);
  const onTakeUp = useCallback((how: 'link' | 'claim') => setTakenUp(how), []);
  const isTakenUp = takenUp !== null;
  // The twin of a new owner is still the sample.
  const destination = takenUp === 'claim' ? paths.setup : nextPath(next);
  // A user who came without a password may want to sign in with one.
  const hasPassword = state.is === 'signed_in' && !state.profile.local && !state.profile.by_link;
  const isIn = hasPassword || (state.is === 'signed_in' && state.profile.by_link && isTakenUp);
  /** From the requirement until the recovery codes are saved, signed in or not. */
  const [isAddingFactor, setAddingFactor] = useState(false);
  if (state.is === 'must_add_factor' && !isAddingFactor) setAddingFactor(true);
  if (state.is === 'signed_out' && isAddingFactor) setAddingFactor(false);
  const isInAlready = isIn && (invitation !== null || link !== null) && !isTakenUp;

  useEffect(() => {
    if (isIn && !isInAlready && !isAddingFactor)
      void router.navigate({ href: destination, replace: true, state: { isNewOwner: takenUp === 'claim' } });
  }, [isIn, isInAlready, isAddingFactor, destination, takenUp, router]);

  return (
    <main id="content" tabIndex={-1} className="grid min-h-dvh place-items-center px-5 py-10 outline-none">
      <div className="w-full max-w-md">
        <Card className="p-6 sm:p-8">
          <h1 className="text-3xl">{t('auth.aiAdmin', { name })}</h1>
          {isInAlready ? (
            <SignedInAlready email={state.profile.email} isInvited={invitation !== null} />
          ) : isAddingFactor && link === null ? (
            <RequiredFactor onDone={() => setAddingFactor(false)} />
          ) : (
            <Door state={state} isIn={isIn} invitation={invitation} link={link} onTakeUp={onTakeUp} />
          )}
        </Card>
        <div className="mt-4 flex flex-wrap items-center justify-between gap-2">
          <Button asChild variant="ghost">
            <Link to={paths.landing}>{t('auth.backToHome')}</Link>
          </Button>
          <div className="flex items-center gap-2 text-muted-foreground text-sm">
            <LanguageSwitch />
            <ThemeToggle />
          </div>
        </div>
      </div>
    </main>
  );
}

interface DoorProps {
  state: SignInState;
  /** They are being redirected to the dashboard. */
  isIn: boolean;
  /** The token of an invitation; null if the address has none. */
  invitation: string | null;
  /** The token of a dashboard link; null if the address has none. */
  link: string | null;
  onTakeUp: (how: 'link' | 'claim') => void;
}

function Door({ state, isIn, invitation, link, onTakeUp }: DoorProps) {
  const signIn = useSignIn();
  if (state.is === 'unknown' || isIn) {
    return (
      <div className="mt-8 grid min-h-40 place-items-center">
        <Spinner label={t('auth.checkingWhoYouAre')} />
      </div>
    );
  }
  if (link !== null && state.is !== 'must_choose_password') return <LinkSignIn token={link} onTakeUp={onTakeUp} />;
  if (state.is === 'must_choose_password' || (invitation !== null && state.is !== 'must_give_code')) {
    const isInvited = invitation !== null && state.is !== 'must_choose_password';
    return (
      <>
        <Lead>{isInvited ? t('auth.youHaveBeenInvitedChoose') : t('auth.youSignedInWithA')}</Lead>
        <NewPasswordForm
          submit={(password) => {
            if (!isInvited) return signIn.choosePassword(password);
            onTakeUp('link');
            return signIn.acceptInvitation(invitation, password);
          }}
          onChosen={() => showToast('success', t('auth.passwordSaved'))}
        />
      </>
    );
  }
  if (state.is === 'must_give_code') return <CodeForm onGiven={() => showToast('success', t('auth.welcomeBack'))} />;
  const problem = state.is === 'signed_out' ? state.problem : null;
  return (
    <>
      <Lead>{t('auth.signInToAccessThe')}</Lead>
      {problem ? (
        <div className="mb-5 space-y-3">
          <FormAlert>{t('auth.thisPageContinuesAsSoon', { problem })}</FormAlert>
          <Button variant="outline" size="sm" onClick={() => void signIn.check()}>
            {t('auth.tryAgain')}
          </Button>
        </div>
      ) : null}
      <SignInForm
        onSignedIn={() => {
          // With a one-time password the sign-in is not complete yet.
          if (signIn.store.get().is === 'signed_in') showToast('success', t('auth.welcomeBack'));
        }}
      />
    </>
  );
}

/** Sets up the second factor required by an owner, between the password and the dashboard. */
function RequiredFactor({ onDone }: { onDone: () => void }) {
  const signIn = useSignIn();
  const [reauthentication] = useState(() => createReauthentication(signIn));
  const [isHeld, setHeld] = useState(false);
  return (
    <ReauthenticationProvider value={reauthentication}>
      <Lead>{t('auth.anOwnerRequiresEveryoneTo')}</Lead>
      <FactorSetup onDone={onDone} onHold={setHeld} />
      {isHeld ? null : (
        <Button variant="ghost" className="mt-4 -ml-3" onClick={() => void signIn.signOut()}>
          {t('auth.useAnotherAccount')}
        </Button>
      )}
      <ReauthenticationDialog reauthentication={reauthentication} />
    </ReauthenticationProvider>
  );
}

function SignedInAlready({ email, isInvited }: { email: string; isInvited: boolean }) {
  const signIn = useSignIn();
  return (
    <>
      <Lead>
        <Text
          id={isInvited ? 'auth.signOutToAcceptThis' : 'auth.signOutToUseThis'}
          tags={{ who: () => <span className="wrap-anywhere">{email}</span> }}
        />
      </Lead>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void signIn.signOut()}>{t('auth.signOutAndContinue')}</Button>
        <Button asChild variant="outline">
          <Link to={paths.admin}>{t('auth.goToDashboard')}</Link>
        </Button>
      </div>
    </>
  );
}
