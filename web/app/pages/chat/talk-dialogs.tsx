import { isComposerDisabled } from '../../../features/conversation/talk.ts';
import { useTalk } from '../../../features/conversation/use-talk.ts';
import type { Chat } from './create-chat.ts';
import type { OpenDialog } from './use-dialogs.ts';

/** The dialog that is currently open. */
export function TalkDialogs({ chat, shown, onClose }: { chat: Chat; shown: OpenDialog; onClose: () => void }) {
  const { conversation, nextStep } = chat;
  const talk = useTalk(conversation);
  if (!talk.session) return null;
  const { name, dialogs } = shown;
  const session = { session_id: talk.session.sessionId, session_secret: talk.session.secret };
  const knownEmail = talk.nextStep?.email ?? '';
  const closeAfter = (isDone: boolean) => {
    onClose();
    if (isDone) nextStep.settle();
  };
  switch (name) {
    case 'book_call':
      return (
        <dialogs.CallDialog
          session={session}
          knownEmail={knownEmail}
          asked={talk.call}
          onNoted={conversation.noteCall}
          onClose={closeAfter}
        />
      );
    case 'leave_email':
      return (
        <dialogs.EmailDialog
          knownEmail={knownEmail}
          isBusy={isComposerDisabled(talk)}
          say={conversation.say}
          onClose={closeAfter}
        />
      );
    case 'get_summary':
      return <dialogs.SummaryDialog session={session} onClose={onClose} />;
    case 'memories':
      return <dialogs.MemoriesDialog session={session} onClose={onClose} />;
  }
}
