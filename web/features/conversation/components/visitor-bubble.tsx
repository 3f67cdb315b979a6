import { memo } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { Conversation } from '../conversation.ts';
import type { VisitorLine } from '../talk.ts';
import { Timestamp } from './timestamp.tsx';
import { RetryTime } from './trouble.tsx';

/** A message of the visitor; if it was not sent, also the reason and the remedy. */
export const VisitorBubble = memo(function VisitorBubble({
  line,
  conversation,
}: {
  line: VisitorLine;
  conversation: Conversation;
}) {
  const { request, delivery, failure } = line;
  return (
    <div className="talk-visitor" data-delivery={delivery}>
      <span className="sr-only">You:</span>
      <div className="talk-bubble">{request.text}</div>
      {delivery === 'unsent' && failure ? (
        <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1 text-sm">
          <p className="text-destructive-text">
            Not sent. {failure.sentence} <RetryTime at={failure.retryAt} />
          </p>
          {failure.remedy === 'again' ? (
            <Button variant="outline" size="sm" onClick={() => conversation.sendAgain(request.turnId)}>
              Send again
            </Button>
          ) : (
            <Button variant="outline" size="sm" onClick={() => conversation.takeBack(request.turnId)}>
              Edit
            </Button>
          )}
        </div>
      ) : (
        <Timestamp at={line.at} />
      )}
    </div>
  );
});
