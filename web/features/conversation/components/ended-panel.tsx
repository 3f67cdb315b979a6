import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';

/** The curtain: the conversation is over, and here is the way to another. */
export function EndedPanel({ sentence, onStartNew }: { sentence: string; onStartNew: () => void }) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <div className="talk-ended">
      <p ref={text} tabIndex={-1} className="outline-none">
        {sentence}
      </p>
      <Button onClick={onStartNew}>Start a new conversation</Button>
    </div>
  );
}
