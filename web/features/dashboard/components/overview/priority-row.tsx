import type { AdminSession } from '@understudy/contract/admin';
import { tierOf } from '@understudy/contract/leads';
import { Badge } from '../../../../ui/badge.tsx';
import { spaced } from '../../../../ui/id-words.ts';
import { LinkRow } from '../../../../ui/link-row.tsx';
import { When } from '../../../../ui/when.tsx';
import { chosenWords, durationWords } from '../../words/session-words.ts';
import { ReachedAt } from '../reached-at.tsx';
import { SessionLink } from '../session-link.tsx';
import { Score } from '../tier.tsx';

/** Whom to call, and why: score, name and strongest reason. */
export function PriorityRow({ session }: { session: AdminSession }) {
  const { id, lead_score: score, contact_name: name, reason } = session;
  const { final_intent: intent, current_intent: current } = session;
  const reached = session.email ?? session.phone;
  return (
    <LinkRow
      as="li"
      data-tier={tierOf(score)}
      className="tier-row grid gap-x-5 gap-y-1 px-4 py-4 sm:grid-cols-[7rem_1fr] sm:px-6"
    >
      <Score score={score} className="self-start text-xl" />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <SessionLink id={id} className="wrap-anywhere font-semibold text-lg leading-snug">
            {name ?? 'Anonymous Visitor'}
          </SessionLink>
          {session.summary ? <Badge variant="secondary">Summary</Badge> : null}
          {session.cta_chosen ? (
            <Badge variant="outline" title={chosenWords(session) ?? undefined}>
              CTA
            </Badge>
          ) : null}
          {session.call_requested ? <Badge variant="outline">Call asked for</Badge> : null}
          {session.complaint ? <Badge variant="outline">Complaint</Badge> : null}
        </div>
        {reason ? <p className="wrap-anywhere mt-0.5 max-w-measure">{reason}</p> : null}
        <p className="wrap-anywhere mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-muted-foreground text-sm tabular-nums">
          <When at={session.started_at} />
          <span>
            <span className="sr-only">Duration: </span>
            {durationWords(session)}
          </span>
          {reached ? (
            <span>
              <ReachedAt value={reached} />
            </span>
          ) : null}
          {intent ? <span>{spaced(intent)}</span> : null}
          {!intent && current ? <span>so far {spaced(current)}</span> : null}
        </p>
      </div>
    </LinkRow>
  );
}
