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
import { NotFoundPage } from './pages/not-found-page.tsx';
import { RootLayout } from './root-layout.tsx';

/** 'Try Again' loads the page anew, then draws it: either may have been what failed. */
function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return <ErrorScreen error={error} onTryAgain={() => void router.invalidate().then(reset)} />;
}

const root = createRootRoute({ component: RootLayout, notFoundComponent: NotFoundPage });

/** What /chat can be asked for in its address: the personality, and 1 for a twin before an audience. */
export interface ChatSearch {
  mode?: string;
  performer?: 1;
}

function readChatSearch({ mode, performer }: Record<string, unknown>): ChatSearch {
  return { ...(typeof mode === 'string' ? { mode } : {}), ...(performer === 1 ? { performer } : {}) };
}

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
    path: paths.admin,
    component: lazyRouteComponent(() => import('./pages/backstage-page.tsx'), 'BackstagePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.adminSession,
    component: lazyRouteComponent(() => import('./pages/backstage-page.tsx'), 'BackstagePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: paths.signIn,
    component: lazyRouteComponent(() => import('./pages/backstage-page.tsx'), 'BackstagePage'),
  }),
] as const;

const routeTree = root.addChildren(routes);

/** The web app's router; the build passes a history of its own to paint a page's first screen. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    history,
    // A page's script is fetched when its link is pointed at, so that the click finds it there.
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
