import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import { type ReactNode, useEffect, useState } from 'react';
import type { SignInState } from '../../features/auth/access.ts';
import { NewPasswordForm } from '../../features/auth/components/new-password-form.tsx';
import { SignInForm } from '../../features/auth/components/sign-in-form.tsx';
import { nextPath } from '../../features/auth/next-path.ts';
import { useSignIn, useSignInState } from '../../features/auth/sign-in-context.tsx';
import { useConfig } from '../../platform/config.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { toastSuccess } from '../../ui/late-toaster.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ThemeToggle } from '../theme-toggle.tsx';

/** The door to the backstage (specification, section 2): password, first password, invitation. */
export function SignInPage() {
  const { name } = useConfig().consultant;
  const { next, invite } = useSearch({ from: '/backstage/auth' });
  const state = useSignInState();
  const router = useRouter();
  /** The invitation was taken up here, by whoever is signed in from then on. */
  const [isTakenUp, setTakenUp] = useState(false);
  // Nobody has signed in on the server's own machine, and may want to.
  const isIn = state.is === 'signed_in' && !state.profile.local;
  const isInAlready = isIn && invite !== undefined && !isTakenUp;

  useEffect(() => {
    if (isIn && !isInAlready) void router.navigate({ href: nextPath(next), replace: true });
  }, [isIn, isInAlready, next, router]);

  return (
    <main id="content" tabIndex={-1} className="grid min-h-dvh place-items-center px-5 py-10 outline-none">
      <div className="w-full max-w-md">
        <Card className="p-6 sm:p-8">
          <h1 className="text-3xl">AI {name} Admin</h1>
          {isInAlready ? (
            <SignedInAlready email={state.profile.email} />
          ) : (
            <Door state={state} invitation={invite} onTakeUp={() => setTakenUp(true)} />
          )}
        </Card>
        <div className="mt-4 flex items-center justify-between">
          <Button asChild variant="ghost">
            <Link to={paths.landing}>Back to Home</Link>
          </Button>
          <ThemeToggle />
        </div>
      </div>
    </main>
  );
}

interface DoorProps {
  state: SignInState;
  invitation: string | undefined;
  onTakeUp: () => void;
}

function Door({ state, invitation, onTakeUp }: DoorProps) {
  const signIn = useSignIn();
  if (state.is === 'unknown' || (state.is === 'signed_in' && !state.profile.local)) {
    return (
      <div className="mt-8 grid min-h-40 place-items-center">
        <Spinner label="Checking who you are" />
      </div>
    );
  }
  if (state.is === 'must_choose_password' || invitation !== undefined) {
    const isInvited = invitation !== undefined && state.is !== 'must_choose_password';
    return (
      <>
        <Lead>
          {isInvited
            ? 'You are invited. Choose a password to sign in.'
            : 'The password that you used works once. Choose one of your own.'}
        </Lead>
        <NewPasswordForm
          submit={(password) => {
            if (!isInvited) return signIn.choosePassword(password);
            onTakeUp();
            return signIn.acceptInvitation(invitation, password);
          }}
          onChosen={() => toastSuccess('Your password is saved.')}
        />
      </>
    );
  }
  const problem = state.is === 'signed_out' ? state.problem : null;
  return (
    <>
      <Lead>Sign in to access the admin dashboard</Lead>
      {problem ? (
        <div className="mb-5 space-y-3">
          <FormAlert>{problem} This page goes on by itself as soon as the server answers.</FormAlert>
          <Button variant="outline" size="sm" onClick={() => void signIn.check()}>
            Try again
          </Button>
        </div>
      ) : null}
      <SignInForm
        onSignedIn={() => {
          // With a one-time password they are not in yet.
          if (signIn.store.get().is === 'signed_in') toastSuccess('Welcome back!');
        }}
      />
    </>
  );
}

function Lead({ children }: { children: ReactNode }) {
  return <p className="mt-2 mb-6 text-muted-foreground">{children}</p>;
}

function SignedInAlready({ email }: { email: string }) {
  const signIn = useSignIn();
  return (
    <>
      <Lead>
        You are signed in as <span className="wrap-anywhere">{email}</span> already. An invitation is taken up by
        somebody who is not signed in.
      </Lead>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void signIn.signOut()}>Sign Out and go on</Button>
        <Button asChild variant="outline">
          <Link to={paths.admin}>To the dashboard</Link>
        </Button>
      </div>
    </>
  );
}
