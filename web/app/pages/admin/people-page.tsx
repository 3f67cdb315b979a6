import { getRouteApi } from '@tanstack/react-router';
import { PeopleList } from '../../../features/dashboard/components/people/people-list.tsx';
import { PersonView } from '../../../features/dashboard/components/people/person-view.tsx';
import { type PeoplePlace, peoplePlaceOf, peopleSearchOf } from '../../../features/dashboard/people-place.ts';
import { usePageStack } from './dashboard-page.tsx';

const list = getRouteApi('/admin-shell/guarded/admin/people');
const one = getRouteApi('/admin-shell/guarded/admin/people/$personId');

const main = 'mx-auto max-w-page px-5 py-6 outline-none sm:px-8 sm:py-8';

/** `/admin/people`. */
export function PeoplePage() {
  const place = peoplePlaceOf(list.useSearch());
  const navigate = list.useNavigate();
  const trail = usePageStack();
  const go = (to: PeoplePlace, trailThen: (string | null)[], replace = false) =>
    void navigate({ search: peopleSearchOf(to), state: { trail: trailThen }, replace });
  return (
    <main id="content" tabIndex={-1} className={main}>
      <PeopleList
        place={place}
        onMove={(change) => go({ ...place, cursor: null, ...change }, [], true)}
        onPage={(cursor) => go({ ...place, cursor }, cursor === null ? [] : [...trail, place.cursor])}
        onPreviousPage={
          trail.length > 0 ? () => go({ ...place, cursor: trail.at(-1) ?? null }, trail.slice(0, -1)) : null
        }
      />
    </main>
  );
}

/** `/admin/people/{id}`. */
export function PersonPage() {
  const { personId } = one.useParams();
  return (
    <main id="content" tabIndex={-1} className={main}>
      <PersonView key={personId} id={personId} />
    </main>
  );
}
