import { type ReactNode, useId, useState } from 'react';
import { OwnFactors, OwnSignIns, useSignIns } from '../../../features/auth/components/account-security.tsx';
import { NewPasswordForm } from '../../../features/auth/components/password-forms.tsx';
import { useSignedIn, useSignIn } from '../../../features/auth/sign-in-context.tsx';
import { t } from '../../../platform/texts.ts';
import { showToast } from '../../../ui/lazy-toaster.tsx';

/** The user's own account: password, second factor, sign-ins. */
export function AccountPage() {
  const { email } = useSignedIn();
  const { data } = useSignIns();
  return (
    <main id="content" tabIndex={-1} className="mx-auto max-w-page px-5 py-8 outline-none sm:px-8">
      <h1 className="text-3xl">{t('admin.yourAccount')}</h1>
      <p className="wrap-anywhere mt-1 text-muted-foreground">{email}</p>
      {data?.hosted ? (
        <p className="mt-6 max-w-measure">{t('admin.yourSignInServiceAuth')}</p>
      ) : (
        <div className="mt-8 max-w-2xl space-y-10">
          <Part title={t('admin.secondFactor')}>
            <OwnFactors />
          </Part>
          <Part title={t('admin.whereYouAreSignedIn')}>
            <OwnSignIns />
          </Part>
          <Part title={t('admin.password')}>
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
      <p className="mb-4 text-muted-foreground">{t('admin.changingYourPasswordSignsYou')}</p>
      <NewPasswordForm
        key={changes}
        needsCurrent
        submit={signIn.choosePassword}
        onChosen={() => {
          setChanges(changes + 1);
          showToast('success', t('admin.passwordChanged'));
        }}
      />
    </div>
  );
}
