/**
 * The owner's pages and the door to them, fetched together: each page alone would put its files, and those of all it is
 * made of, on the list that every visitor loads with the first page. What the Overview is not made of comes after it.
 */
import { lazyRouteComponent } from '@tanstack/react-router';

export { SignInPage } from '../sign-in-page.tsx';
export { AdminLayout } from './admin-layout.tsx';
export { DashboardPage } from './dashboard-page.tsx';
export { GuardedLayout } from './guarded-layout.tsx';
export { SessionPage } from './lazy-pages.ts';
export { resolveSignIn } from './page-sign-in.ts';
export const AccountPage = lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage');
export const AuditPage = lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage');
export const DocsPage = lazyRouteComponent(() => import('../docs-page.tsx'), 'DocsPage');
export const UsersPage = lazyRouteComponent(() => import('./users-page.tsx'), 'UsersPage');
export const WaitlistPage = lazyRouteComponent(() => import('./waitlist-page.tsx'), 'WaitlistPage');
