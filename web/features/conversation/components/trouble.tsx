import { type ReactNode, useEffect, useState } from 'react';
import { reportError } from '../../../platform/report-error.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Collapsible } from '../../../ui/collapsible.tsx';
import { timeOfDay } from '../../../ui/dates.ts';
import type { TalkState } from '../talk.ts';

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
  if (seconds <= 0) return <>{t('chat.retryNow')}</>;
  return <>{seconds < 90 ? t('chat.retryIn', { seconds }) : t('chat.retryAt', { time: timeOfDay(at) })}</>;
}

/** Error fallback of the chat (sections 2 and 8). 'Try Again' remounts the screen, which resumes the conversation. */
export function ChatErrorScreen({ error, onTryAgain }: { error: unknown; onTryAgain: () => void }) {
  useEffect(() => reportError(error, 'chat screen failed'), [error]);
  return (
    <main id="content" className="stage grid min-h-dvh place-items-center px-6 py-16">
      <div role="alert" className="w-full max-w-xl">
        <h1 className="text-4xl">{t('offline.somethingWentWrong')}</h1>
        <p className="mt-4 text-lg text-muted-foreground">{t('chat.unexpectedError')}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Button onClick={() => window.location.reload()}>{t('chat.refreshPage')}</Button>
          <Button variant="outline" onClick={onTryAgain}>
            {t('offline.tryAgain')}
          </Button>
        </div>
        <Collapsible summary={t('chat.errorDetails')} className="mt-8 border-t">
          <pre className="overflow-x-auto whitespace-pre-wrap break-words pb-4 text-muted-foreground text-sm">
            {error instanceof Error ? `${error.name}: ${error.message}` : String(error)}
          </pre>
        </Collapsible>
      </div>
    </main>
  );
}
