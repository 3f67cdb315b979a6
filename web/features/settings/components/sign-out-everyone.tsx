import { useMutation } from '@tanstack/react-query';
import type { SignedOutEveryone } from '@understudy/contract/settings';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { counted } from '../../../ui/numbers.ts';
import { useSettingsPage } from '../settings-context.tsx';
import { Danger } from './danger.tsx';
import { TypedConfirm } from './typed-confirm.tsx';

/** Ends every sign-in, including the current user's. */
export function SignOutEveryone() {
  const { calls } = useSettingsPage();
  const signOut = useMutation({
    mutationFn: () => calls.change<SignedOutEveryone>('POST', 'danger/sign-out-everyone', {}),
  });
  return (
    <Danger
      title="Sign everyone out"
      about="Signs everyone out on every device, including you. Passwords do not change."
    >
      {signOut.error ? <FormAlert>{sentenceOf(signOut.error, 'The server cannot be reached.')}</FormAlert> : null}
      {signOut.data ? (
        <p role="status" className="text-sm text-success-text">
          {counted(signOut.data.signed_out, 'sign-in was', 'sign-ins were')} ended.
        </p>
      ) : (
        <TypedConfirm
          phrase="sign everyone out"
          button="Sign everyone out"
          isBusy={signOut.isPending}
          onConfirm={() => signOut.mutate()}
        />
      )}
    </Danger>
  );
}
