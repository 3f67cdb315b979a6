import { getRouteApi } from '@tanstack/react-router';
import { BookingsView } from '../../../features/dashboard/components/bookings/bookings-view.tsx';
import { isMonday, mondayOf } from '../../../features/dashboard/components/bookings/week.ts';

const route = getRouteApi('/admin-shell/guarded/admin/bookings');

/** `/admin/bookings`: the address names the week by its Monday. */
export function BookingsPage() {
  const { week } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <main id="content" tabIndex={-1} className="mx-auto max-w-page px-5 py-6 outline-none sm:px-8 sm:py-8">
      <BookingsView
        week={isMonday(week) ? week : mondayOf(new Date())}
        onWeek={(monday) => void navigate({ search: { week: monday } })}
      />
    </main>
  );
}
