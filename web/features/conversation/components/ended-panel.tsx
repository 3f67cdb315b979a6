import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';

/** Shown when the conversation is over, with the button for a new one. */
export function EndedPanel({
  sentence,
  onStartNew,
  actions,
}: {
  sentence: string;
  onStartNew: () => void;
  /** Other actions for a finished conversation. */
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
