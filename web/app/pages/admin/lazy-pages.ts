import { lazyRouteComponent } from '@tanstack/react-router';

/** A session's details, the usual next page of an owner: preloaded as soon as the Overview is idle. */
export const SessionPage = lazyRouteComponent(() => import('./session-page.tsx'), 'SessionPage');
