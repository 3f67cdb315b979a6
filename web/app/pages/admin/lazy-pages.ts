import { lazyRouteComponent } from '@tanstack/react-router';

/** A session in detail, which is where an owner goes next: asked for as soon as the Overview has nothing else to do. */
export const SessionPage = lazyRouteComponent(() => import('./session-page.tsx'), 'SessionPage');
