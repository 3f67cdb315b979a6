import type { RequestedCall } from '@understudy/contract/leads';
import type { OfferSettings } from '@understudy/contract/settings';
import { CalendarClock, FileText, Mail, X } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useConfig } from '../../../platform/config.ts';
import { Button } from '../../../ui/button.tsx';
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
  onChoose: (cta: CallToAction) => void;
}

/** Next steps after the conversation (book a call, leave an email, get the summary), above the field. */
export function NextStepBar({ nextStep, words, isKept, reachedAt, isInvited, call, onChoose }: NextStepBarProps) {
  const state = useSyncExternalStore(nextStep.store.subscribe, nextStep.store.get);
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
          Next steps
        </Button>
      </div>
    );
  }
  const choose = (cta: CallToAction) => () => {
    nextStep.choose(cta);
    onChoose(cta);
  };
  return (
    <section aria-label="Next steps" className="next-step">
      {call ? (
        <Arranged call={call} />
      ) : (
        <Question
          invitation={isInvited ? words.invitation : 'What you asked for is noted.'}
          isKept={isKept}
          reachedAt={reachedAt}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {isKept ? (
          <>
            <Button variant="outline" size="sm" className="min-h-11" onClick={choose('book_call')}>
              <CalendarClock aria-hidden />
              {call ? 'Change call' : words.book_call}
            </Button>
            {call || reachedAt ? null : (
              <Button variant="outline" size="sm" className="min-h-11" onClick={choose('leave_email')}>
                <Mail aria-hidden />
                {words.leave_email}
              </Button>
            )}
          </>
        ) : null}
        <Button variant="outline" size="sm" className="min-h-11" onClick={choose('get_summary')}>
          <FileText aria-hidden />
          {words.get_summary}
        </Button>
      </div>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Not now"
        title="Not now"
        className="next-step-cross"
        onClick={nextStep.dismiss}
      >
        <X aria-hidden />
      </Button>
    </section>
  );
}

/** The requested call in the visitor's words, so that neither side needs to ask again. */
function Arranged({ call }: { call: RequestedCall }) {
  const { first_name: firstName } = useConfig().consultant;
  return (
    <p className="wrap-anywhere min-w-0 pr-10">
      You asked {firstName} for a call{call.due_date ? <strong> on {dayInWords(call.due_date)}</strong> : null} (“
      {call.wished_time}”). The answer goes to <span className="wrap-anywhere">{call.email}</span>.
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
      <p className="pr-10">
        {invitation}
        {reachedAt ? (
          <>
            {' '}
            {firstName} can reach you at <span className="wrap-anywhere">{reachedAt}</span>.
          </>
        ) : null}
      </p>
    );
  }
  return (
    <p className="pr-10">
      You chose not to have this kept, so no call can be noted here. Write to {firstName} at{' '}
      <a href={`mailto:${address}`} className="break-all underline underline-offset-4 hover:text-primary-text">
        {address}
      </a>
      .
    </p>
  );
}

/** A date in words: 'Tuesday, December 1'. @param day `2026-12-01` */
export function dayInWords(day: string, locale?: string): string {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}
