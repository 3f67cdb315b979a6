import { Button } from '../../../ui/button.tsx';
import type { Conversation } from '../conversation.ts';
import type { TalkState } from '../talk.ts';
import { Trouble } from './trouble.tsx';

/** Shown while this tab's earlier conversation is restored, and when that fails. */
export function RestoringPanel({ talk, conversation }: { talk: TalkState; conversation: Conversation }) {
  return (
    <div className="grid flex-1 place-items-center px-5 py-10">
      {talk.trouble ? (
        <Trouble trouble={talk.trouble} className="max-w-md">
          <div className="mt-3 flex flex-wrap gap-3">
            <Button size="sm" onClick={() => void conversation.restore()}>
              Try again
            </Button>
            <Button size="sm" variant="outline" onClick={conversation.startOver}>
              Start a new conversation
            </Button>
          </div>
        </Trouble>
      ) : (
        <p className="talk-hint font-serif">Picking up your conversation</p>
      )}
    </div>
  );
}
