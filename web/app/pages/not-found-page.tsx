import { Link, useRouterState } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import { useEffect } from 'react';
import { reportMissingPath } from '../../platform/report-error.ts';
import { t } from '../../platform/texts.ts';
import { Button } from '../../ui/button.tsx';

/** Here, because the files of those pages would otherwise be in the preload map that every visitor loads. */
export const loadLinkedPages = () => import('./linked-pages.ts');

/** Shown for any unknown path (section 2). The missing path is logged. */
export function NotFoundPage() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => reportMissingPath(path), [path]);
  return (
    <main id="content" className="stage grid min-h-dvh place-items-center overflow-hidden px-6 py-16">
      <div className="spotlight text-center">
        <h1 className="font-serif text-8xl sm:text-9xl">404</h1>
        <p className="mt-4 font-serif text-2xl">{t('notFound.title')}</p>
        <p className="mt-2 text-muted-foreground">{t('notFound.why')}</p>
        <Button asChild className="mt-8">
          <Link to={paths.landing}>{t('notFound.home')}</Link>
        </Button>
      </div>
    </main>
  );
}
