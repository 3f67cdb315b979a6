import type { ReactNode } from 'react';
import { useConfig } from '../../../platform/config.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';

/** Shown while the conversation chunk loads after a reload, and when it fails to load. */
export function Opening({ failed, onTryAgain }: { failed: boolean; onTryAgain: () => void }) {
  const { consultant } = useConfig();
  return (
    <main id="content" className="stage grid min-h-dvh content-center justify-items-center gap-6 px-5 py-10">
      <h1 className="text-center text-3xl sm:text-4xl">AI {consultant.name}</h1>
      {failed ? (
        <NotLoaded again="try again" className="max-w-md">
          <Button size="sm" onClick={onTryAgain}>
            Try again
          </Button>
        </NotLoaded>
      ) : (
        <p role="status" className="talk-hint font-serif">
          Picking up your conversation
        </p>
      )}
    </main>
  );
}

/**
 * States that the conversation chunk failed to load, with the remedies: a page of an older release needs the second.
 */
export function NotLoaded({
  again,
  className,
  children,
}: {
  /** The remedy, as part of the sentence. */
  again: string;
  className?: string;
  children?: ReactNode;
}) {
  return (
    <div role="alert" className={cn('rounded-md border-destructive-text border-l-2 bg-muted px-4 py-3', className)}>
      <p>The conversation could not be loaded. Look whether you are connected and {again}, or reload the page.</p>
      <div className="mt-3 flex flex-wrap gap-3">
        {children}
        <Button size="sm" variant="outline" onClick={() => window.location.reload()}>
          Reload page
        </Button>
      </div>
    </div>
  );
}
