import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  type RouterHistory,
  RouterProvider,
  useRouter,
} from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import type { PublicConfig } from '@understudy/contract/wire';
import { ConfigProvider } from '../platform/config.ts';
import { ErrorBoundary } from '../platform/report-error.ts';
import { withTexts } from '../platform/texts.ts';
import { ErrorScreen, RootLayout } from './root-layout.tsx';

// Search parameters of the owner's pages. Loaded with every page, so this must stay small.

type Words<Key extends string> = { [K in Key]?: string };

/**
 * All string parameters of an address: each page picks its own. A value that was parsed as a number is converted back.
 */
function words<Key extends string>(raw: Record<string, unknown>): Words<Key> {
  const read: Record<string, string> = {};
  for (const key in raw) if (/^(str|num)/.test(typeof raw[key])) read[key] = `${raw[key]}`;
  return read as Words<Key>;
}

/** The dashboard's parameters; the dashboard validates them. */
type DashboardKey =
  | 'tab'
  | 'range'
  | 'intent'
  | 'q'
  | 'sort'
  | 'cursor'
  | 'find'
  | 'from'
  | 'to'
  | 'section'
  | 'file'
  | 'question'
  | 'passage'
  | 'import';

/** Search parameters of a session's page, as they stand in the address; the page checks them. */
const readSessionSearch = (search: { at?: unknown; answer?: unknown }) => search;

/** 'Try Again' loads the page again, then renders it: either may have failed. */
function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return <ErrorScreen error={error} onTryAgain={() => void router.invalidate().then(reset)} />;
}

const loadFurtherPages = () => withTexts('pages', import('./pages/not-found-page.tsx'));
const loadLinkedPages = async () => (await loadFurtherPages()).loadLinkedPages();

const root = createRootRoute({
  component: RootLayout,
  notFoundComponent: lazyRouteComponent(loadFurtherPages, 'NotFoundPage'),
});

const loadAdminPages = () => withTexts('owner', import('./pages/admin/admin-pages.ts'));

const adminShell = createRoute({
  getParentRoute: () => root,
  id: 'admin-shell',
  // Only once, and not when a link is merely hovered; from then on the pages are notified.
  loader: async ({ preload }) => (preload ? undefined : (await loadAdminPages()).resolveSignIn()),
  staleTime: Number.POSITIVE_INFINITY,
  component: lazyRouteComponent(loadAdminPages, 'AdminLayout'),
});

/** Pages below this route are visible only to authorised users. */
const guarded = createRoute({
  getParentRoute: () => adminShell,
  id: 'guarded',
  component: lazyRouteComponent(loadAdminPages, 'GuardedLayout'),
});

const guardedRoutes = [
  createRoute({
    getParentRoute: () => guarded,
    path: paths.admin,
    validateSearch: words<DashboardKey>,
    component: lazyRouteComponent(loadAdminPages, 'DashboardPage'),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: paths.adminSession,
    validateSearch: readSessionSearch,
    component: lazyRouteComponent(loadAdminPages, 'SessionPage'),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: paths.people,
    validateSearch: words<'q' | 'sort' | 'cursor'>,
    component: lazyRouteComponent(loadAdminPages, 'PeoplePage'),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: paths.person,
    component: lazyRouteComponent(loadAdminPages, 'PersonPage'),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: paths.actionItems,
    validateSearch: words<'status' | 'due' | 'priority' | 'category' | 'assignee' | 'session'>,
    component: lazyRouteComponent(loadAdminPages, 'ActionItemsPage'),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: paths.waitlist,
    validateSearch: words<'cursor'>,
    component: lazyRouteComponent(loadAdminPages, 'WaitlistPage'),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: paths.bookings,
    validateSearch: words<'week'>,
    component: lazyRouteComponent(loadAdminPages, 'BookingsPage'),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: paths.shows,
    validateSearch: words<'cursor'>,
    component: lazyRouteComponent(loadAdminPages, 'ShowsPage'),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: paths.show,
    component: lazyRouteComponent(loadAdminPages, 'ShowPage'),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: paths.users,
    component: lazyRouteComponent(loadAdminPages, 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: paths.audit,
    component: lazyRouteComponent(loadAdminPages, 'AuditPage'),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: paths.setup,
    validateSearch: words<'step' | 'import'>,
    component: lazyRouteComponent(loadAdminPages, 'SetupPage'),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: paths.account,
    component: lazyRouteComponent(loadAdminPages, 'AccountPage'),
  }),
] as const;

const adminShellRoutes = [
  createRoute({
    getParentRoute: () => adminShell,
    path: paths.signIn,
    // The destination after signing in.
    validateSearch: words<'next'>,
    component: lazyRouteComponent(loadAdminPages, 'SignInPage'),
  }),
  guarded.addChildren(guardedRoutes),
] as const;

const routes = [
  createRoute({
    getParentRoute: () => root,
    path: paths.landing,
    component: lazyRouteComponent(() => import('./pages/landing-page.tsx'), 'LandingPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.chat,
    validateSearch: words<'mode'>,
    component: lazyRouteComponent(() => withTexts('chat', import('./pages/chat/chat-page.tsx')), 'ChatPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.widget,
    component: lazyRouteComponent(() => withTexts('chat', import('./pages/chat/widget-page.tsx')), 'WidgetPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.personalities,
    component: lazyRouteComponent(
      () => withTexts('pages', import('./pages/personalities-page.tsx')),
      'PersonalitiesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.privacy,
    component: lazyRouteComponent(() => withTexts('pages', import('./pages/privacy-page.tsx')), 'PrivacyPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.episode,
    component: lazyRouteComponent(loadLinkedPages, 'EpisodePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.booking,
    component: lazyRouteComponent(loadLinkedPages, 'BookingPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.docs,
    component: lazyRouteComponent(loadAdminPages, 'DocsPage'),
  }),
  adminShell.addChildren(adminShellRoutes),
] as const;

const routeTree = root.addChildren(routes);

/** The web app's router; the build passes a history of its own to prerender a page's first screen. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    history,
    // A page's script is preloaded when its link is hovered, so that it is ready for the click.
    defaultPreload: 'intent',
    defaultErrorComponent: PageError,
    scrollRestoration: true,
  });
}

type AppRouter = ReturnType<typeof createAppRouter>;

/** The app for one config. Pages bring what only they need (a query cache, toasts). */
export function App({ config, router }: { config: PublicConfig; router: AppRouter }) {
  return (
    <ErrorBoundary screen={ErrorScreen}>
      <ConfigProvider value={config}>
        <RouterProvider router={router} />
      </ConfigProvider>
    </ErrorBoundary>
  );
}

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface HistoryState {
    /**
     * To /chat: the conversation is to be a show, also one that goes on. The fragment `show`, which a new tab gets too,
     * only offers one on the start screen, so that no link begins a show.
     */
    show?: boolean;
  }
}
