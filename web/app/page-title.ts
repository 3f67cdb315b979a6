import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useConfig } from '../platform/config.ts';
import { paths } from './paths.ts';

/** The title of each page; the server writes the same into the first answer. */
export function pageTitle(path: string, name: string): string {
  switch (path) {
    case paths.landing:
      return `AI ${name}: talk with the AI twin of ${name}`;
    case paths.chat:
      return `Chat with AI ${name}`;
    case paths.personalities:
      return `The six personalities of AI ${name}`;
    case paths.privacy:
      return `Privacy: AI ${name}`;
    case paths.admin:
    case paths.signIn:
      return `AI ${name} Dashboard`;
    default:
      return `Page not found: AI ${name}`;
  }
}

/** Keeps the document's title in step with the page, which is also how a screen reader learns of a new one. */
export function usePageTitle(): void {
  const { name } = useConfig().consultant;
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => {
    document.title = pageTitle(path, name);
  }, [path, name]);
}
