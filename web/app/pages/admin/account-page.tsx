import { type ReactNode, useId, useState } from 'react';
import { OwnFactors, OwnSignIns, useSignIns } from '../../../features/auth/components/account-security.tsx';
import { NewPasswordForm } from '../../../features/auth/components/password-forms.tsx';
import { useSignedIn, useSignIn } from '../../../features/auth/sign-in-context.tsx';
import { toastSuccess } from '../../../ui/lazy-toaster.tsx';

/** The user's own account: password, second factor, sign-ins. */
export function AccountPage() {
  const { email } = useSignedIn();
  const { data } = useSignIns();
  return (
    <main id="content" tabIndex={-1} className="mx-auto max-w-page px-5 py-8 outline-none sm:px-8">
      <h1 className="text-3xl">Your account</h1>
      <p className="wrap-anywhere mt-1 text-muted-foreground">{email}</p>
      {data?.hosted ? (
        <p className="mt-6 max-w-measure">
          Your sign-in service (AUTH_URL) manages passwords, second factors and sign-ins.
        </p>
      ) : (
        <div className="mt-8 max-w-2xl space-y-10">
          <Part title="Second factor">
            <OwnFactors />
          </Part>
          <Part title="Where you are signed in">
            <OwnSignIns />
          </Part>
          <Part title="Password">
            <Password />
          </Part>
        </div>
      )}
    </main>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Password() {
  const signIn = useSignIn();
  /** Remounts the form after each change to clear its fields. */
  const [changes, setChanges] = useState(0);
  return (
    <div className="max-w-md">
      <p className="mb-4 text-muted-foreground">Changing your password signs you out everywhere else.</p>
      <NewPasswordForm
        key={changes}
        needsCurrent
        submit={signIn.choosePassword}
        onChosen={() => {
          setChanges(changes + 1);
          toastSuccess('Password changed.');
        }}
      />
    </div>
  );
}
