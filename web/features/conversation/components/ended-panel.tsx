import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';

/** The curtain: the conversation is over, and here is the way to another. */
export function EndedPanel({
  sentence,
  onStartNew,
  actions,
}: {
  sentence: string;
  onStartNew: () => void;
  /** What else may be done with a conversation that is over. */
  actions?: ReactNode;
}) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <div className="talk-ended">
      <p ref={text} tabIndex={-1} className="outline-none">
        {sentence}
      </p>
      <div className="flex flex-wrap gap-3">
        {actions}
        <Button onClick={onStartNew}>Start a new conversation</Button>
      </div>
    </div>
  );
}
