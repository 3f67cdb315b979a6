import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  type RouterHistory,
  useRouter,
} from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import { ErrorScreen } from './error-screen.tsx';
import { readDashboardSearch, readSessionSearch, readSignInSearch, readWaitlistSearch } from './pages/admin/search.ts';
import { RootLayout } from './root-layout.tsx';

/** 'Try Again' loads the page again, then renders it: either may have failed. */
function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return <ErrorScreen error={error} onTryAgain={() => void router.invalidate().then(reset)} />;
}

const root = createRootRoute({
  component: RootLayout,
  notFoundComponent: lazyRouteComponent(() => import('./pages/not-found-page.tsx'), 'NotFoundPage'),
});

/** Search parameters of /chat: the mode, and 1 for the performer variant. */
export interface ChatSearch {
  mode?: string;
  performer?: 1;
}

function readChatSearch({ mode, performer }: Record<string, unknown>): ChatSearch {
  return { ...(typeof mode === 'string' ? { mode } : {}), ...(performer === 1 ? { performer } : {}) };
}

const loadBackstage = () => import('./pages/admin/backstage.ts');

const backstage = createRoute({
  getParentRoute: () => root,
  id: 'backstage',
  // Only once, and not when a link is merely hovered; from then on the pages are notified.
  loader: async ({ preload }) => (preload ? undefined : (await loadBackstage()).findWhoIsHere()),
  staleTime: Number.POSITIVE_INFINITY,
  component: lazyRouteComponent(loadBackstage, 'BackstageLayout'),
});

/** Pages below this route are visible only to authorised users. */
const guarded = createRoute({
  getParentRoute: () => backstage,
  id: 'guarded',
  component: lazyRouteComponent(loadBackstage, 'GuardedLayout'),
});

const guardedRoutes = [
  createRoute({
    getParentRoute: () => guarded,
    path: paths.admin,
    validateSearch: readDashboardSearch,
    component: lazyRouteComponent(loadBackstage, 'DashboardPage'),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: paths.adminSession,
    validateSearch: readSessionSearch,
    component: lazyRouteComponent(loadBackstage, 'SessionPage'),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: paths.waitlist,
    validateSearch: readWaitlistSearch,
    component: lazyRouteComponent(loadBackstage, 'WaitlistPage'),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: paths.users,
    component: lazyRouteComponent(loadBackstage, 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: paths.audit,
    component: lazyRouteComponent(loadBackstage, 'AuditPage'),
  }),
  createRoute({
    getParentRoute: () => guarded,
    path: paths.account,
    component: lazyRouteComponent(loadBackstage, 'AccountPage'),
  }),
] as const;

const backstageRoutes = [
  createRoute({
    getParentRoute: () => backstage,
    path: paths.signIn,
    validateSearch: readSignInSearch,
    component: lazyRouteComponent(loadBackstage, 'SignInPage'),
  }),
  guarded.addChildren(guardedRoutes),
] as const;

const routes = [
  createRoute({
    getParentRoute: () => root,
    path: paths.landing,
    component: lazyRouteComponent(() => import('./pages/landing/landing-page.tsx'), 'LandingPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.chat,
    validateSearch: readChatSearch,
    component: lazyRouteComponent(() => import('./pages/chat/chat-page.tsx'), 'ChatPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.personalities,
    component: lazyRouteComponent(() => import('./pages/personalities/personalities-page.tsx'), 'PersonalitiesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.privacy,
    component: lazyRouteComponent(() => import('./pages/privacy-page.tsx'), 'PrivacyPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.docs,
    component: lazyRouteComponent(loadBackstage, 'DocsPage'),
  }),
  backstage.addChildren(backstageRoutes),
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

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
