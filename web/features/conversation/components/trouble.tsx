import type { ReactNode } from 'react';
import { cn } from '../../../ui/cn.ts';
import type { TalkState } from '../talk.ts';
import { RetryTime } from './retry-time.tsx';

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
