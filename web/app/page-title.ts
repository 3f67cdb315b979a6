import { useRouterState } from '@tanstack/react-router';
import type { PublicConfig } from '@understudy/contract/wire';
import { useEffect } from 'react';
import { useConfig } from '../platform/config.ts';
import { paths } from './paths.ts';

/** The title of each page; the server writes the same into the first answer. */
export function pageTitle(path: string, { name, tagline }: PublicConfig['consultant']): string {
  switch (path) {
    case paths.landing:
      return `AI ${name}: ${tagline}`;
    case paths.chat:
      return `Chat with AI ${name}`;
    case paths.personalities:
      return `Personalities of AI ${name}`;
    case paths.privacy:
      return `Privacy: AI ${name}`;
    case paths.admin:
    case paths.signIn:
      return `AI ${name} Dashboard`;
    default:
      return path.startsWith(`${paths.admin}/session/`) ? `AI ${name} Dashboard` : `Page not found: AI ${name}`;
  }
}

/** Keeps the document's title in step with the page, which is also how a screen reader learns of a new one. */
export function usePageTitle(): void {
  const { consultant } = useConfig();
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => {
    document.title = pageTitle(path, consultant);
  }, [path, consultant]);
}
