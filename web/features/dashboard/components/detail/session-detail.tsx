import { Link } from '@tanstack/react-router';
import type { AdminSession } from '@understudy/contract/admin';
import { paths } from '@understudy/contract/pages';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { CallError } from '../../../../platform/http.ts';
import { sentenceOf } from '../../../../platform/sentence-of.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Loading } from '../../../../ui/states.tsx';
import { useSessionDetail } from '../../api/queries.ts';
import type { DashboardSearch } from '../../search.ts';
import { scoreVariant } from '../tier.tsx';
import { SessionView } from './session-view.tsx';
import '../../dashboard.css';
import { cn } from '../../../../ui/cn.ts';

export interface SessionDetailProps {
  sessionId: string;
  /** The `seq` of the utterance in the address, or null. */
  at: number | null;
  /** The dashboard place to return to. */
  back: DashboardSearch;
  /** Content that the page adds after the session's details. */
  after?: (session: AdminSession) => ReactNode;
}

/** `/admin/session/{id}`. */
export function SessionDetailPage({ sessionId, at, back, after }: SessionDetailProps) {
  const query = useSessionDetail(sessionId);
  const score = query.data?.session.lead_score;
  return (
    <>
      <div
        className={cn(
          'session-head sticky top-0 z-20 -mx-5 flex flex-wrap items-center gap-x-4 gap-y-1 border-b',
          'bg-background px-5 py-2.5 sm:-mx-8 sm:px-8 print:static',
        )}
      >
        <Button asChild variant="ghost" size="sm" className="no-print -ml-3">
          <Link to={paths.admin} search={back}>
            <ArrowLeft aria-hidden /> Back to Dashboard
          </Link>
        </Button>
        <h1 className="text-xl sm:text-2xl">Session Details</h1>
        {score === undefined ? null : (
          <Badge variant={scoreVariant(score)} className="ml-auto shrink-0 whitespace-nowrap tabular-nums">
            Score: {score}
          </Badge>
        )}
      </div>
      <div className="pt-6">
        {query.isPending ? <Loading words="Looking up the session" /> : null}
        {query.data ? <SessionView key={sessionId} detail={query.data} at={at} /> : null}
        {query.data ? after?.(query.data.session) : null}
        {query.error && !query.data ? (
          <Missing error={query.error} back={back} onRetry={() => void query.refetch()} />
        ) : null}
      </div>
    </>
  );
}

/** The error message or 'Session not found', and the way back. */
function Missing({ error, back, onRetry }: { error: unknown; back: DashboardSearch; onRetry: () => void }) {
  const isGone = error instanceof CallError && error.status === 404;
  return (
    <div role="alert" className="py-16 text-center">
      <p className="text-lg">{isGone ? 'Session not found' : sentenceOf(error, 'Failed to load session')}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        {isGone ? null : (
          <Button variant="outline" onClick={onRetry}>
            Try again
          </Button>
        )}
        <Button asChild>
          <Link to={paths.admin} search={back}>
            Back to Dashboard
          </Link>
        </Button>
      </div>
    </div>
  );
}
