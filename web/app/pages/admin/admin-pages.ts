/**
 * The owner's pages and the sign-in page as one chunk: separately, the files of each page would be listed in the
 * preload map that every visitor loads with the first page. Whatever the Overview does not need is loaded later.
 */
import { lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../../../platform/texts.ts';

export { AdminLayout, GuardedLayout, resolveSignIn } from './admin-layout.tsx';
export { DashboardPage, SessionPage } from './dashboard-page.tsx';

/** The words of the pages that are not the first. */
const withOwnersTexts = <Module>(page: Promise<Module>) => withTexts('owner-pages', page);
export const AccountPage = lazyRouteComponent(() => withOwnersTexts(import('./account-page.tsx')), 'AccountPage');
export const ActionItemsPage = lazyRouteComponent(
  () => withOwnersTexts(import('./action-items-page.tsx')),
  'ActionItemsPage',
);
export const AuditPage = lazyRouteComponent(() => withOwnersTexts(import('./audit-page.tsx')), 'AuditPage');
export const BookingsPage = lazyRouteComponent(() => withOwnersTexts(import('./bookings-page.tsx')), 'BookingsPage');
export const DocsPage = lazyRouteComponent(() => withOwnersTexts(import('../docs-page.tsx')), 'DocsPage');
export const PeoplePage = lazyRouteComponent(() => withOwnersTexts(import('./people-page.tsx')), 'PeoplePage');
export const PersonPage = lazyRouteComponent(() => withOwnersTexts(import('./people-page.tsx')), 'PersonPage');
export const SetupPage = lazyRouteComponent(() => withOwnersTexts(import('./setup-page.tsx')), 'SetupPage');
export const SignInPage = lazyRouteComponent(() => import('../sign-in-page.tsx'), 'SignInPage');
/** The words of the stage are the conversation's, and those of an episode the visitors'. */
const withShowTexts = <Module>(page: Promise<Module>) => withOwnersTexts(withTexts('chat', withTexts('pages', page)));
export const ShowPage = lazyRouteComponent(() => withShowTexts(import('./show-page.tsx')), 'ShowPage');
export const ShowsPage = lazyRouteComponent(() => withShowTexts(import('./shows-page.tsx')), 'ShowsPage');
export const UsersPage = lazyRouteComponent(() => withOwnersTexts(import('./users-page.tsx')), 'UsersPage');
export const WaitlistPage = lazyRouteComponent(() => withOwnersTexts(import('./waitlist-page.tsx')), 'WaitlistPage');
