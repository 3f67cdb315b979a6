import { useMutation } from '@tanstack/react-query';
import type { SignedOutEveryone } from '@understudy/contract/settings';
import { sentenceOf } from '../../../platform/sentence-of.ts';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { counted } from '../../../ui/numbers.ts';
import { useRefusal, useSettingsPage } from '../settings-context.tsx';
import { DeleteConversations } from './delete-conversations.tsx';
import { EraseVisitor } from './erase-visitor.tsx';
import { ResetGroup } from './reset-group.tsx';
import { Refusal, SectionFrame } from './section-frame.tsx';
import { Danger, TypedConfirm } from './typed-confirm.tsx';

/** Irreversible actions, each with a preview of what it would do. */
export function DangerSection() {
  const refusal = useRefusal('owner');
  return (
    <SectionFrame
      section="danger"
      introduction={
        'These actions cannot be undone. Each one shows what it would do and asks you to type a ' +
        'confirmation. All of them are recorded in the audit log.'
      }
    >
      <Refusal>{refusal}</Refusal>
      <fieldset disabled={refusal !== null} className="min-w-0">
        <legend className="sr-only">Danger zone</legend>
        <div className="divide-y rounded-lg border border-destructive-text bg-card">
          <EraseVisitor />
          <DeleteConversations />
          <ResetGroup />
          <SignOutEveryone />
        </div>
      </fieldset>
    </SectionFrame>
  );
}

/** Ends every sign-in, including the current user's. */
function SignOutEveryone() {
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
