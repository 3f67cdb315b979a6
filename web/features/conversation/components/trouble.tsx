import { type ReactNode, useEffect, useState } from 'react';
import { cn } from '../../../ui/cn.ts';
import type { TalkState } from '../talk.ts';
import { timeOfDay } from '../time-of-day.ts';

/** An error message close to its cause, with the remedy in it or beside it. */
export function Trouble({
  trouble,
  className,
  children,
}: {
  trouble: TalkState['trouble'];
  className?: string;
  children?: ReactNode;
}) {
  if (!trouble) return null;
  return (
    <div role="alert" className={cn('rounded-md border-destructive-text border-l-2 bg-muted px-4 py-3', className)}>
      <p>
        {trouble.sentence} <RetryTime at={trouble.retryAt} />
      </p>
      {children}
    </div>
  );
}

/** The time at which a retry is possible; disappears once it has passed. */
export function RetryTime({ at }: { at: number | null }) {
  const [, setOver] = useState(0);
  useEffect(() => {
    if (at === null) return;
    const timer = setTimeout(() => setOver(at), Math.max(0, at - Date.now()));
    return () => clearTimeout(timer);
  }, [at]);
  if (at === null) return null;
  const seconds = Math.ceil((at - Date.now()) / 1000);
  if (seconds <= 0) return <>It works again now.</>;
  return <>It works again {seconds < 90 ? `in ${seconds} seconds` : `at ${timeOfDay(at)}`}.</>;
}
