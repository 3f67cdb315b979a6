import type { ReplyOffer } from '@understudy/contract/wire';
import { ArrowDown } from 'lucide-react';
import { useRef } from 'react';
import { useConfig } from '../../../platform/config.ts';
import { Button } from '../../../ui/button.tsx';
import type { Conversation } from '../conversation.ts';
import { segmentsOnScreen, type TalkState, unfinishedReply } from '../talk.ts';
import { ReplyLines } from './reply-lines.tsx';
import { useNewest } from './use-newest.ts';
import { VisitorBubble } from './visitor-bubble.tsx';

/**
 * The transcript. This is the only live region: screen readers announce lines as they are added, one sentence at a
 * time.
 */
export function MessageArea({
  talk,
  conversation,
  onOffer,
}: {
  talk: TalkState;
  conversation: Conversation;
  onOffer: (offer: ReplyOffer) => void;
}) {
  const { consultant } = useConfig();
  const area = useRef<HTMLDivElement>(null);
  const { unseen, toNewest, onScroll } = useNewest(area, talk.entries);
  const unfinished = unfinishedReply(talk);
  const isEmpty = !talk.entries.some((entry) => entry.kind === 'visitor' || segmentsOnScreen(entry) > 0);

  return (
    <div className="relative flex min-h-48 flex-1 flex-col overflow-hidden">
      <div
        ref={area}
        role="log"
        aria-label={`Conversation with AI ${consultant.name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        onScroll={onScroll}
        className="talk -outline-offset-2 flex-1 overflow-y-auto overscroll-contain px-5 py-6 sm:px-8"
      >
        {isEmpty ? (
          <p className="talk-hint font-serif" hidden={talk.phase === 'ended'}>
            Ready to chat with AI {consultant.name}
          </p>
        ) : (
          talk.entries.map((entry) =>
            entry.kind === 'visitor' ? (
              <VisitorBubble key={`v${entry.request.turnId}`} line={entry} conversation={conversation} />
            ) : (
              <ReplyLines
                key={`a${entry.request.turnId}`}
                reply={entry}
                speaker={`AI ${consultant.first_name}`}
                isLast={entry === talk.entries.at(-1)}
                onOffer={onOffer}
                onAskForRest={entry === unfinished ? conversation.askForRest : null}
              />
            ),
          )
        )}
      </div>
      {unseen ? (
        <Button variant="outline" size="sm" onClick={toNewest} className="talk-newest bg-card shadow-raised">
          <ArrowDown aria-hidden />
          New messages
        </Button>
      ) : null}
    </div>
  );
}
