import { getRouteApi } from '@tanstack/react-router';
import { ShowsList } from '../../../features/dashboard/components/shows-list.tsx';
import { modeName } from '../../../features/show/show-words.ts';
import { usePageStack } from './dashboard-page.tsx';

const route = getRouteApi('/admin-shell/guarded/admin/shows');

/** `/admin/shows`. */
export function ShowsPage() {
  const { cursor = null } = route.useSearch();
  const navigate = route.useNavigate();
  const trail = usePageStack();
  const go = (to: string | null, trailThen: (string | null)[]) =>
    void navigate({ search: to ? { cursor: to } : {}, state: { trail: trailThen } });
  return (
    <main id="content" tabIndex={-1} className="mx-auto max-w-page px-5 py-6 outline-none sm:px-8 sm:py-8">
      <ShowsList
        cursor={cursor}
        modeName={modeName}
        onPage={(to) => go(to, to === null ? [] : [...trail, cursor])}
        onPreviousPage={trail.length > 0 ? () => go(trail.at(-1) ?? null, trail.slice(0, -1)) : null}
      />
    </main>
  );
}
