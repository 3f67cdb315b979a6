import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import type { WaitingVisitorsAnswer } from '@understudy/contract/takeover';
import { useAdminClient } from '../../../features/dashboard/api/admin-client.tsx';
import { keys } from '../../../features/dashboard/api/queries.ts';
import { WaitingVisitors } from '../../../features/takeover/components/waiting-visitors.tsx';

/** Visitors who wait for a person, above every page of the dashboard. */
export function WaitingBar() {
  const calls = useAdminClient();
  const { data } = useQuery({
    queryKey: keys.waitingVisitors,
    queryFn: ({ signal }) => calls.get<WaitingVisitorsAnswer>('waiting-visitors', {}, signal),
  });
  return (
    <WaitingVisitors
      visitors={data?.visitors ?? []}
      link={({ session_id: sessionId }, words) => (
        <Link
          to={paths.adminSession}
          params={{ sessionId }}
          hash="live"
          className="font-medium underline underline-offset-4"
        >
          {words}
        </Link>
      )}
    />
  );
}
