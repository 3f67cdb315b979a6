import { useRefusal } from '../settings-context.tsx';
import { DeleteConversations } from './delete-conversations.tsx';
import { EraseVisitor } from './erase-visitor.tsx';
import { ResetGroup } from './reset-group.tsx';
import { Refusal, SectionFrame } from './section-frame.tsx';
import { SignOutEveryone } from './sign-out-everyone.tsx';

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
