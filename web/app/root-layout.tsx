import { Outlet } from '@tanstack/react-router';
import { pageTitle } from '@understudy/contract/pages';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { probeConnection, useOnline } from '../platform/connection.ts';
import { reportError } from '../platform/report-error.ts';
import { t } from '../platform/texts.ts';
import { Button } from '../ui/button.tsx';
import { usePageTitle } from './page-title.ts';

/** The global fallback (sections 2 and 8): the page cannot be shown, with two ways out. */
export function ErrorScreen({ error, onTryAgain }: { error: unknown; onTryAgain: () => void }) {
  useEffect(() => reportError(error, 'page failed'), [error]);
  return (
    <main id="content" className="stage grid min-h-dvh place-items-center px-6 py-16">
      <div role="alert" className="max-w-xl">
        <h1 className="text-4xl">{t('offline.somethingWentWrong')}</h1>
        <p className="mt-4 text-lg text-muted-foreground">{t('offline.unexpectedError')}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Button onClick={onTryAgain}>{t('offline.tryAgain')}</Button>
          <Button variant="outline" onClick={() => window.location.reload()}>
            {t('offline.reloadPage')}
          </Button>
        </div>
      </div>
    </main>
  );
}

const steps = () => [t('offline.step1'), t('offline.step2'), t('offline.step3'), t('offline.step4')];

function Cover() {
  const heading = useRef<HTMLHeadingElement>(null);
  const [probe, setProbe] = useState<'idle' | 'running' | 'failed'>('idle');

  useEffect(() => {
    const before = document.activeElement;
    heading.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  const retry = async () => {
    setProbe('running');
    if (!(await probeConnection())) setProbe('failed');
  };

  return (
    <div
      role="alertdialog"
      aria-modal="true"
      aria-labelledby="offline-title"
      className="stage fixed inset-0 z-40 overflow-y-auto"
    >
      <div className="mx-auto grid min-h-full max-w-xl content-center px-6 py-16">
        <h1 id="offline-title" ref={heading} tabIndex={-1} className="text-4xl outline-none">
          {t('offline.noInternetConnection')}
        </h1>
        <p className="mt-4 text-lg">{t('offline.checkNetwork')}</p>
        <h2 className="mt-8 text-xl">{t('offline.whatYouCanTry')}</h2>
        <ul className="mt-3 list-disc space-y-1.5 pl-5 text-muted-foreground">
          {steps().map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
        <div className="mt-8 flex flex-wrap items-center gap-4">
          <Button onClick={() => void retry()} disabled={probe === 'running'}>
            {t('offline.retry')}
          </Button>
          <p aria-live="polite" className="text-muted-foreground">
            {probe === 'running' ? t('offline.checking') : null}
            {probe === 'failed' ? t('offline.stillOffline') : null}
          </p>
        </div>
      </div>
    </div>
  );
}

/**
 * Covers its children while the browser is offline, without unmounting them, so that a conversation continues where it
 * was. The focus moves to the cover and back again.
 */
function OfflineScreen({ children }: { children: ReactNode }) {
  const online = useOnline();
  return (
    <>
      <div inert={!online}>{children}</div>
      {online ? null : <Cover />}
    </>
  );
}

/** Wraps every page: the skip link for keyboard users, and the offline screen. */
export function RootLayout() {
  usePageTitle(pageTitle);
  return (
    <OfflineScreen>
      <a
        href="#content"
        className={
          'sr-only z-50 rounded-md bg-primary px-4 py-2 font-medium text-primary-foreground focus:not-sr-only ' +
          'focus:fixed focus:top-3 focus:left-3'
        }
      >
        {t('site.skip')}
      </a>
      <Outlet />
    </OfflineScreen>
  );
}
