/**
 * The owner's pages and the door to them, fetched together: each page alone would put its files, and those of all it is
 * made of, on the list that every visitor loads with the first page.
 */
export { DocsPage } from '../docs-page.tsx';
export { SignInPage } from '../sign-in-page.tsx';
export { AuditPage } from './audit-page.tsx';
export { BackstageLayout } from './backstage-layout.tsx';
export { DashboardPage } from './dashboard-page.tsx';
export { GuardedLayout } from './guarded-layout.tsx';
export { SessionPage } from './session-page.tsx';
export { UsersPage } from './users-page.tsx';
export { WaitlistPage } from './waitlist-page.tsx';
