import type { RequestedCall } from '@understudy/contract/leads';
import type { RequestCallAnswer } from '@understudy/contract/wire';
import { ExternalLink } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useConfig } from '../../../platform/config.ts';
import { callFunction, refusedField, serverSentence } from '../../../platform/http.ts';
import { Text } from '../../../platform/text.tsx';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { LabeledInput, OwnEmailInput } from '../../../ui/labeled-input.tsx';
import { offersFor } from '../offers.ts';
import { officeHours } from '../office-hours.ts';
import { callTags } from './next-step-bar.tsx';

interface CallDialogProps {
  session: { session_id: string; session_secret: string };
  /** The visitor's address, if they gave it in the conversation. */
  knownEmail: string;
  /** An earlier requested call, which this one would replace. */
  asked: RequestedCall | null;
  onNoted: (call: RequestedCall) => void;
  /** @param isNoted whether the request was saved */
  onClose: (isNoted: boolean) => void;
}

/**
 * 'Book a call', or whatever the owner names it, where calls cannot be booked or no free time suits: an address and a
 * preferred time in the visitor's own words.
 */
export function CallDialog({ session, knownEmail, asked, onNoted, onClose }: CallDialogProps) {
  const { consultant, hours, offers } = useConfig();
  const { book_call: title } = offersFor(offers, consultant);
  const { first_name: firstName, calendar } = consultant;
  const dialog = useRef<HTMLDialogElement>(null);
  const [email, setEmail] = useState(asked?.email ?? knownEmail);
  const [wishedTime, setWishedTime] = useState(asked?.wished_time ?? '');
  const [outcome, setOutcome] = useState<CallOutcome | 'sending' | null>(null);
  const isNoted = outcome !== null && outcome !== 'sending' && outcome.noted;
  const failure = outcome !== null && outcome !== 'sending' && !outcome.noted ? outcome : null;
  const failed = (field: 'email' | 'wished_time') => (failure?.field === field ? failure.sentence : null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (outcome === 'sending') return;
    const form = event.currentTarget;
    setOutcome('sending');
    const result = await requestCall(session, { email, wishedTime }, callFunction);
    setOutcome(result);
    if (result.noted) onNoted(result.call);
    else if (result.field) form.querySelector<HTMLElement>(`[name="${result.field}"]`)?.focus();
  };

  return (
    <Dialog title={title} dialog={dialog} hasCross onClose={() => onClose(isNoted)}>
      {isNoted ? (
        <Noted call={outcome.call} onClose={() => dialog.current?.close()} />
      ) : (
        <form onSubmit={(event) => void submit(event)} className="space-y-4">
          {calendar ? (
            <>
              <Button asChild variant="outline" className="w-full">
                <a href={calendar} target="_blank" rel="noreferrer">
                  {t('leads.pickTime', { firstName })}
                  <ExternalLink aria-hidden />
                </a>
              </Button>
              <p className="text-center text-muted-foreground text-sm">{t('leads.orAsk')}</p>
            </>
          ) : null}
          <p className="text-muted-foreground">
            {t('leads.callIntro', { firstName })}{' '}
            {hours ? t('leads.hours', { firstName, hours: officeHours(hours) }) : null}
          </p>
          <LabeledInput
            label={t('leads.when')}
            name="wished_time"
            required
            maxLength={200}
            placeholder={t('leads.whenExample')}
            value={wishedTime}
            onChange={(event) => setWishedTime(event.target.value)}
            failure={failed('wished_time')}
          />
          <OwnEmailInput
            label={t('leads.email')}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            failure={failed('email')}
          />
          {failure && !failure.field ? (
            <p role="alert" className="text-destructive-text">
              {failure.sentence}
            </p>
          ) : null}
          <Button type="submit" disabled={outcome === 'sending'} className="w-full">
            {outcome === 'sending' ? t('leads.requesting') : t('leads.requestCall')}
          </Button>
        </form>
      )}
    </Dialog>
  );
}

/** Shows what was understood, so that the visitor can correct it. */
function Noted({ call, onClose }: { call: RequestedCall; onClose: () => void }) {
  const { due_date: day } = call;
  const { first_name: firstName } = useConfig().consultant;
  return (
    <div className="space-y-5">
      <p ref={(words) => words?.focus()} tabIndex={-1} className="outline-none">
        <Text id={day ? 'leads.notedOn' : 'leads.noted'} values={{ firstName }} tags={callTags(call)} />
      </p>
      <Button variant="outline" onClick={onClose}>
        {t('leads.back')}
      </Button>
    </div>
  );
}

/** Result of a call request: saved with the day that was understood, or why not, and beside which field. */
type CallOutcome =
  | { noted: true; call: RequestedCall }
  | { noted: false; field: 'email' | 'wished_time' | null; sentence: string };

const refused = () => ({
  email: t('leads.badEmail'),
  wished_time: t('leads.noTime'),
});

const notReached = () => t('leads.unreachable');

/** Saves a call request. Never throws: every failure is a result with a sentence for the visitor. */
export async function requestCall(
  session: { session_id: string; session_secret: string },
  typed: { email: string; wishedTime: string },
  call: typeof callFunction<RequestCallAnswer>,
): Promise<CallOutcome> {
  const body = { ...session, email: typed.email.trim(), wished_time: typed.wishedTime.trim() };
  if (!body.email) return { noted: false, field: 'email', sentence: refused().email };
  if (!body.wished_time) return { noted: false, field: 'wished_time', sentence: refused().wished_time };
  try {
    const { due_date } = await call('request_call', body);
    return { noted: true, call: { email: body.email, wished_time: body.wished_time, due_date } };
  } catch (error) {
    const field = refusedField(error)?.field;
    if (field === 'email' || field === 'wished_time') return { noted: false, field, sentence: refused()[field] };
    return { noted: false, field: null, sentence: serverSentence(error, notReached()) };
  }
}

interface EmailDialogProps {
  knownEmail: string;
  /** The twin is about to answer: another message would interrupt it. */
  isBusy: boolean;
  /** Sends the text as the visitor's own message. */
  say: (words: string) => void;
  /** @param isSent whether the address was sent */
  onClose: (isSent: boolean) => void;
}

/** 'Leave an email': sent as a message, so that transcript, analysis and twin all know it. */
export function EmailDialog({ knownEmail, isBusy, say, onClose }: EmailDialogProps) {
  const { consultant, offers } = useConfig();
  const { first_name: firstName } = consultant;
  const { leave_email: title } = offersFor(offers, consultant);
  const dialog = useRef<HTMLDialogElement>(null);
  const isSent = useRef(false);
  const [email, setEmail] = useState(knownEmail);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || isSent.current || email.trim() === '') return;
    isSent.current = true;
    say(t('leads.reachMe', { email: email.trim() }));
    dialog.current?.close();
  };

  return (
    <Dialog title={title} dialog={dialog} hasCross onClose={() => onClose(isSent.current)}>
      <form onSubmit={submit} className="space-y-4">
        <p className="text-muted-foreground">{t('leads.emailIntro', { firstName })}</p>
        <OwnEmailInput label={t('leads.email')} value={email} onChange={(event) => setEmail(event.target.value)} />
        <Button type="submit" disabled={isBusy} className="w-full">
          {isBusy ? t('leads.oneMoment') : t('chat.send')}
        </Button>
      </form>
    </Dialog>
  );
}
