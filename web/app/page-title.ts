import { useRouterState } from '@tanstack/react-router';
import type { pageTitle } from '@understudy/contract/pages';
import { useEffect } from 'react';
import { useConfig } from '../platform/config.ts';
import { language } from '../platform/language.ts';

/**
 * Keeps the document title in sync with the page, which is also how a screen reader announces a new page.
 * @param titleOf the titles of the visitors' pages, or of the owner's, which come with those
 */
export function usePageTitle(titleOf: typeof pageTitle): void {
  const { consultant } = useConfig();
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => {
    const title = titleOf(path, consultant, language());
    if (title !== null) document.title = title;
  }, [titleOf, path, consultant]);
}
