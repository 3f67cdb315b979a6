import { Link } from '@tanstack/react-router';
import { ownersPageTitle } from '@understudy/contract/page-words';
import { paths } from '@understudy/contract/pages';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { OpenApi } from '../../features/reference/openapi.ts';
import { useConfig } from '../../platform/config.ts';
import { getJson, serverSentence } from '../../platform/http.ts';
import { t } from '../../platform/texts.ts';
import { Failure, Loading } from '../../ui/states.tsx';
import { usePageTitle } from '../page-title.ts';
import { headerLink, SiteFooter, SiteHeader } from '../site-frame.tsx';

/** Loaded when the page is first opened: the owner's other pages do not need it. */
const Reference = lazy(async () => {
  const [{ ReferenceView }, { readReference }] = await Promise.all([
    import('../../features/reference/components/reference-view.tsx'),
    import('../../features/reference/read-reference.ts'),
  ]);
  return { default: ({ document }: { document: OpenApi }) => <ReferenceView reference={readReference(document)} /> };
});

/** `/docs`: the API reference. */
export function DocsPage() {
  usePageTitle(ownersPageTitle);
  const { visitor_page: shows } = useConfig();
  const [document, setDocument] = useState<OpenApi | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is what it is done again for
  useEffect(() => {
    const leave = new AbortController();
    // The server decides by revalidation whether the browser's copy is current.
    getJson<OpenApi>('/openapi.json', { signal: leave.signal, cache: 'no-cache' })
      .then(setDocument)
      .catch((error) => {
        if (!leave.signal.aborted) setFailure(error);
      });
    return () => leave.abort();
  }, [attempt]);
  const retry = () => {
    setFailure(null);
    setAttempt((before) => before + 1);
  };
  return (
    <>
      <SiteHeader className="print:hidden">
        <Link to={paths.landing} className={headerLink}>
          {t('admin.home')}
        </Link>
        {shows.dashboard_link ? (
          <Link to={paths.admin} className={headerLink}>
            {t('admin.dashboard')}
          </Link>
        ) : null}
      </SiteHeader>
      <main id="content" tabIndex={-1} className="mx-auto max-w-page px-5 pt-6 pb-20 outline-none sm:px-8">
        <h1 className="mb-6 text-4xl sm:text-5xl">{t('admin.api')}</h1>
        {document ? (
          <Suspense fallback={<Loading words={t('admin.fetchingTheDescription')} />}>
            <Reference document={document} />
          </Suspense>
        ) : null}
        {failure ? (
          <Failure onRetry={retry}>{serverSentence(failure, t('admin.theDescriptionCannotBeRead'))}</Failure>
        ) : null}
        {document || failure ? null : <Loading words={t('admin.fetchingTheDescription')} />}
      </main>
      <SiteFooter />
    </>
  );
}
