import type { AdminSession } from '@understudy/contract/admin';
import { Card } from '../../../../ui/card.tsx';
import { spaced } from '../../../../ui/id-words.ts';
import { LinkRow } from '../../../../ui/link-row.tsx';
import { When } from '../../../../ui/when.tsx';
import { durationWords } from '../../words/session-words.ts';
import { SessionLink } from '../session-link.tsx';
import { Score } from '../tier.tsx';

/** Other sessions of the same lead. */
export function OtherSessions({ sessions }: { sessions: readonly AdminSession[] }) {
  if (sessions.length === 0) return null;
  return (
    <Card>
      <section aria-labelledby="others">
        <h2 id="others" className="px-4 pt-5 pb-3 text-2xl sm:px-6">
          Other sessions of this lead
        </h2>
        <ul className="divide-y border-t">
          {sessions.map((session) => (
            <LinkRow
              as="li"
              key={session.id}
              className="tier-row flex flex-wrap items-center gap-x-5 gap-y-1 px-4 py-3 sm:px-6"
            >
              <Score score={session.lead_score} className="w-24" />
              <SessionLink id={session.id} className="font-medium tabular-nums">
                <When at={session.started_at} />
              </SessionLink>
              <span className="text-muted-foreground text-sm tabular-nums">
                {durationWords(session)}
                {session.final_intent ? `, ${spaced(session.final_intent)}` : ''}
              </span>
            </LinkRow>
          ))}
        </ul>
      </section>
    </Card>
  );
}
