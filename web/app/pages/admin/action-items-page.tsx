import { getRouteApi } from '@tanstack/react-router';
import { ItemsView } from '../../../features/dashboard/components/items/items-view.tsx';
import { itemsPlaceOf, itemsSearchOf } from '../../../features/dashboard/items-place.ts';

const route = getRouteApi('/admin-shell/guarded/admin/action-items');

/** `/admin/action-items`. */
export function ActionItemsPage() {
  const place = itemsPlaceOf(route.useSearch());
  const navigate = route.useNavigate();
  return (
    <main id="content" tabIndex={-1} className="mx-auto max-w-page px-5 py-6 outline-none sm:px-8 sm:py-8">
      <ItemsView
        place={place}
        onMove={(change) => void navigate({ search: itemsSearchOf({ ...place, ...change }), replace: true })}
      />
    </main>
  );
}
