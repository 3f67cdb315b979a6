import type { SessionDetail } from '@understudy/contract/admin';
import { Clock, Handshake, LifeBuoy, MessageSquare, ShoppingBag } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Badge } from '../../../../ui/badge.tsx';
import { Card } from '../../../../ui/card.tsx';
import { longDay, minutesAndSeconds, timeOfDay } from '../../../../ui/dates.ts';
import { spaced } from '../../../../ui/id-words.ts';
import { counted } from '../../../../ui/numbers.ts';
import { chosenWords, intentPicture } from '../../words/session-words.ts';
import { ReachedAt } from '../reached-at.tsx';
import { StatusSelect } from './status-select.tsx';

const PICTURES = { buying: ShoppingBag, support: LifeBuoy, partner: Handshake, other: MessageSquare };

/** Contact, intent, duration, date. */
export function InfoCards({ session }: { session: SessionDetail['session'] }) {
  const { final_intent: intent, current_intent: current } = session;
  const Picture = PICTURES[intentPicture(intent)];
  const started = new Date(session.started_at);
  return (
    <Card className="overflow-hidden">
      <dl className="-m-px grid sm:grid-cols-2 lg:grid-cols-4">
        <Info name="Contact">
          <span className="block font-semibold">{session.contact_name ?? 'Anonymous'}</span>
          {session.email ? (
            <a href={`mailto:${session.email}`} className="block underline underline-offset-4">
              <ReachedAt value={session.email} />
            </a>
          ) : null}
          {session.phone ? (
            <a href={`tel:${session.phone.replace(/[^\d+]/g, '')}`} className="block underline underline-offset-4">
              {session.phone}
            </a>
          ) : null}
          {session.role || session.company ? (
            <span className="block text-muted-foreground text-sm">
              {[session.role, session.company].filter(Boolean).join(', ')}
            </span>
          ) : null}
          <StatusSelect session={session} />
        </Info>
        <Info name="Intent">
          <span className="flex items-center gap-2 font-semibold">
            <Picture aria-hidden className="size-4 shrink-0" />
            {intent ? spaced(intent) : 'Unknown'}
          </span>
          {!intent && current ? (
            <span className="mt-1 block text-muted-foreground text-sm">so far {spaced(current)}</span>
          ) : null}
          <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
            {session.cta_chosen ? <Badge>CTA: {chosenWords(session)}</Badge> : null}
            {session.call_requested ? <Badge>Call asked for</Badge> : null}
            {session.complaint ? <Badge>Complaint</Badge> : null}
          </div>
        </Info>
        <Info name="Duration">
          <span className="flex items-center gap-2 font-semibold tabular-nums">
            <Clock aria-hidden className="size-4 shrink-0" />
            {Number.isNaN(started.getTime()) ? 'Unknown' : <Lasted session={session} />}
          </span>
          <span className="block text-muted-foreground text-sm tabular-nums">
            {counted(session.utterance_count, 'message')}
          </span>
        </Info>
        <Info name="Date">
          <span className="block font-semibold tabular-nums">{longDay(session.started_at)}</span>
          <time dateTime={session.started_at} className="block text-muted-foreground text-sm tabular-nums">
            {timeOfDay(session.started_at)}
          </time>
        </Info>
      </dl>
    </Card>
  );
}

function Info({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 border-t border-l px-4 py-4 sm:px-6">
      <dt className="text-muted-foreground text-sm">{name}</dt>
      <dd className="wrap-anywhere mt-1">{children}</dd>
    </div>
  );
}

/** Duration from start to end, or to now while the session runs. */
function Lasted({ session: { started_at: start, ended_at: end } }: { session: SessionDetail['session'] }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (end) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [end]);
  const to = end ? new Date(end).getTime() : now;
  return <>{minutesAndSeconds(to - new Date(start).getTime())}</>;
}
