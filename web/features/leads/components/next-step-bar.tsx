import type { BookedMeeting } from '@understudy/contract/bookings';
import type { RequestedCall } from '@understudy/contract/leads';
import type { OfferSettings } from '@understudy/contract/settings';
import { CalendarClock, FileText, Mail, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { useConfig } from '../../../platform/config.ts';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { readerZone, slotWords, writtenDay, zoneName } from '../../../ui/dates.ts';
import type { CallToAction, NextStep } from '../next-step.ts';

interface NextStepBarProps {
  nextStep: NextStep;
  /** Texts of the offers, as set by the owner. */
  words: OfferSettings;
  /** Whether the conversation is kept: otherwise nothing can be stored for later. */
  isKept: boolean;
  /** The visitor's own contact details; null if they gave none. */
  reachedAt: string | null;
  /** Whether to ask the visitor if they want to be contacted. */
  isInvited: boolean;
  /** The call that they already requested. */
  call: RequestedCall | null;
  /** The meeting that they booked, which is what came of a call that they requested. */
  meeting: BookedMeeting | null;
  onChoose: (cta: CallToAction) => void;
}

/** Next steps after the conversation (book a call, leave an email, get the summary), above the field. */
export function NextStepBar(props: NextStepBarProps) {
  const { nextStep, words, isKept, reachedAt, isInvited, call, meeting, onChoose } = props;
  const state = useSyncExternalStore(nextStep.store.subscribe, nextStep.store.get);
  const { consultant, books_calls: books } = useConfig();
  const more = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The focused element disappeared with the offer.
    if (state === 'aside' && document.activeElement === document.body) more.current?.focus({ preventScroll: true });
  }, [state]);

  if (state === 'none') return null;
  if (state === 'aside') {
    return (
      <div className="px-4 pb-1 sm:px-8">
        <Button ref={more} variant="ghost" size="sm" className="-ml-3" onClick={nextStep.bringBack}>
          {t('leads.nextSteps')}
        </Button>
      </div>
    );
  }
  const choose = (cta: CallToAction) => () => {
    nextStep.choose(cta);
    onChoose(cta);
  };
  return (
    <section aria-label={t('leads.nextSteps')} className="next-step">
      {meeting ? (
        <Booked meeting={meeting} />
      ) : call ? (
        <Arranged call={call} />
      ) : (
        <Question
          invitation={isInvited ? words.invitation : t(books ? 'leads.requestTimes' : 'leads.requestNoted')}
          isKept={isKept}
          reachedAt={reachedAt}
        />
      )}
      <div className="next-step-choices">
        {isKept || books ? (
          // A booking has a consent of its own.
          <Button variant="outline" size="sm" onClick={choose('book_call')}>
            <CalendarClock aria-hidden />
            {meeting ? t('leads.changeMeeting') : call && !books ? t('leads.changeCall') : words.book_call}
          </Button>
        ) : null}
        {isKept ? (
          meeting || call || reachedAt ? null : (
            <Button variant="outline" size="sm" onClick={choose('leave_email')}>
              <Mail aria-hidden />
              {words.leave_email}
            </Button>
          )
        ) : (
          <WriteTo address={consultant.contact_email} className="next-step-write">
            {t('leads.writeTo', { firstName: consultant.first_name })}
          </WriteTo>
        )}
        <Button variant="outline" size="sm" onClick={choose('get_summary')}>
          <FileText aria-hidden />
          {words.get_summary}
        </Button>
      </div>
      <Button
        variant="ghost"
        size="icon"
        aria-label={t('leads.notNow')}
        title={t('leads.notNow')}
        className="next-step-cross"
        onClick={nextStep.dismiss}
      >
        <X aria-hidden />
      </Button>
    </section>
  );
}

/** The meeting that was booked here. */
function Booked({ meeting: { title, start } }: { meeting: BookedMeeting }) {
  const { first_name: firstName } = useConfig().consultant;
  const when = t('leads.bookedAt', { when: slotWords(start), zone: zoneName(readerZone()) });
  return (
    <p className="next-step-said wrap-anywhere min-w-0">
      <Text
        id="leads.booked"
        values={{ firstName }}
        tags={{ title: () => title, when: () => <strong>{when}</strong> }}
      />
    </p>
  );
}

/** The requested call in the visitor's words, so that neither side needs to ask again. */
function Arranged({ call }: { call: RequestedCall }) {
  const { first_name: firstName } = useConfig().consultant;
  return (
    <p className="next-step-said wrap-anywhere min-w-0">
      <Text id={call.due_date ? 'leads.requestedOn' : 'leads.requested'} values={{ firstName }} tags={callTags(call)} />
    </p>
  );
}

function Question({
  invitation,
  isKept,
  reachedAt,
}: Pick<NextStepBarProps, 'isKept' | 'reachedAt'> & { invitation: string }) {
  const { first_name: firstName, contact_email: address } = useConfig().consultant;
  if (isKept) {
    return (
      // On a phone the buttons say what is asked.
      <p className={reachedAt ? 'next-step-said' : 'max-sm:sr-only'}>
        {invitation}{' '}
        {reachedAt ? (
          <Text
            id="leads.reachesYou"
            values={{ firstName }}
            tags={{ contact: () => <span className="wrap-anywhere">{reachedAt}</span> }}
          />
        ) : null}
      </p>
    );
  }
  return (
    <p className="max-sm:hidden">
      <Text
        id="leads.notKept"
        values={{ firstName }}
        tags={{ email: () => <WriteTo address={address}>{address}</WriteTo> }}
      />
    </p>
  );
}

function WriteTo({ address, className, children }: { address: string; className?: string; children: ReactNode }) {
  return (
    <a
      href={`mailto:${address}`}
      className={cn('wrap-anywhere underline underline-offset-4 hover:text-primary-text', className)}
    >
      {children}
    </a>
  );
}

/** The parts of a text about a requested call. As tags, since a visitor's own words must not be read as tags. */
export function callTags({ due_date: day, wished_time: time, email }: RequestedCall) {
  return {
    day: () => <strong>{day ? writtenDay(day, 'longWeekday') : null}</strong>,
    time: () => time,
    email: () => <span className="wrap-anywhere">{email}</span>,
  };
}
