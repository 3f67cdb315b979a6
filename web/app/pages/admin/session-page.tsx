import { getRouteApi, useRouterState } from '@tanstack/react-router';
import { SessionDetailPage } from '../../../features/dashboard/components/detail/session-detail.tsx';

const route = getRouteApi('/backstage/guarded/admin/session/$sessionId');

/** `/admin/session/{id}`. */
export function SessionPage() {
  const { sessionId } = route.useParams();
  const { at } = route.useSearch();
  const back = useRouterState({ select: ({ location }) => location.state.from }) ?? NOWHERE;
  return (
    <main id="content" tabIndex={-1} className="mx-auto max-w-page px-5 pb-16 outline-none sm:px-8">
      <SessionDetailPage sessionId={sessionId} at={at ?? null} back={back} />
    </main>
  );
}

const NOWHERE: Record<string, string> = {};
