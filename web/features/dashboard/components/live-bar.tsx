import { Link } from '@tanstack/react-router';
import type { NoticeReason } from '@understudy/contract/admin';
import { tierOf } from '@understudy/contract/leads';
import { paths } from '@understudy/contract/pages';
import { X } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { useLive } from '../live/use-live.tsx';
import { TierMark } from './tier.tsx';

/** Text of each kind of notice, with the score as it is. */
const NOTICES: Record<NoticeReason, (score: number) => string> = {
  score: (score) => `has reached a score of ${score}.`,
  call: (score) => `asked for a call (score ${score}).`,
  complaint: (score) => `complained or asked for a person (score ${score}).`,
};

/** New notices, and whether the connection to the server is lost. */
export function LiveBar() {
  const { notices, isLost, dismiss } = useLive();
  return (
    <div role="status" className="no-print">
      {isLost ? (
        <p className="mt-4 text-muted-foreground text-sm">
          Live updates have stopped; the page is trying to get them back.
        </p>
      ) : null}
      {notices.map(({ id, contact_name: name, lead_score: score, reason }) => (
        <p key={id} className="mt-4 flex items-center gap-3 rounded-md border bg-card py-1.5 pr-1.5 pl-4">
          <TierMark tier={tierOf(score)} />
          <span className="wrap-anywhere min-w-0 grow">
            {name ?? 'Anonymous Visitor'} {NOTICES[reason](score)}{' '}
            <Link
              to={paths.adminSession}
              params={{ sessionId: id }}
              className="font-medium underline underline-offset-4"
            >
              Read why
            </Link>
          </span>
          <Button variant="ghost" size="sm" aria-label="Dismiss" onClick={() => dismiss(id)}>
            <X aria-hidden />
          </Button>
        </p>
      ))}
    </div>
  );
}
