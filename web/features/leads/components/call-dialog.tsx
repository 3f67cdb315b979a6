import type { RequestedCall } from '@understudy/contract/leads';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useConfig } from '../../../platform/config.ts';
import { callFunction } from '../../../platform/http.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Input, Label } from '../../../ui/field.tsx';
import { type CallOutcome, dayInWords, requestCall } from '../request-call.ts';

export interface CallDialogProps {
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
 * 'Book a call', or whatever the owner names it, until booking exists: an address and a preferred time in the visitor's
 * own words.
 */
export function CallDialog({ session, knownEmail, asked, onNoted, onClose }: CallDialogProps) {
  const { consultant, hours, offers } = useConfig();
  const { first_name: firstName } = consultant;
  const dialog = useRef<HTMLDialogElement>(null);
  const [email, setEmail] = useState(asked?.email ?? knownEmail);
  const [wishedTime, setWishedTime] = useState(asked?.wished_time ?? '');
  const [outcome, setOutcome] = useState<CallOutcome | 'sending' | null>(null);
  const id = useId();
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
    <Dialog title={offers.book_call} dialog={dialog} hasCross onClose={() => onClose(isNoted)}>
      {isNoted ? (
        <Noted call={outcome.call} onClose={() => dialog.current?.close()} />
      ) : (
        <form onSubmit={(event) => void submit(event)} className="space-y-4">
          <p className="text-muted-foreground">
            {firstName} then writes to you to fix it. Say when it suits you in your own words.
            {hours ? ` ${firstName} can be reached ${hours.words}.` : null}
          </p>
          <div>
            <Label htmlFor={`${id}-time`}>When would a call suit you?</Label>
            <Input
              id={`${id}-time`}
              name="wished_time"
              required
              maxLength={200}
              placeholder="Tuesday morning, Lisbon time"
              value={wishedTime}
              onChange={(event) => setWishedTime(event.target.value)}
              aria-invalid={failed('wished_time') ? true : undefined}
              aria-describedby={failed('wished_time') ? `${id}-time-failure` : undefined}
              className="mt-1.5"
            />
            <FieldFailure id={`${id}-time-failure`} sentence={failed('wished_time')} />
          </div>
          <div>
            <Label htmlFor={`${id}-email`}>Your email address</Label>
            <Input
              id={`${id}-email`}
              name="email"
              type="email"
              autoComplete="email"
              required
              maxLength={320}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              aria-invalid={failed('email') ? true : undefined}
              aria-describedby={failed('email') ? `${id}-email-failure` : undefined}
              className="mt-1.5"
            />
            <FieldFailure id={`${id}-email-failure`} sentence={failed('email')} />
          </div>
          {failure && !failure.field ? (
            <p role="alert" className="text-destructive-text">
              {failure.sentence}
            </p>
          ) : null}
          <Button type="submit" disabled={outcome === 'sending'} className="w-full">
            {outcome === 'sending' ? 'Asking...' : 'Ask for this call'}
          </Button>
        </form>
      )}
    </Dialog>
  );
}

function FieldFailure({ id, sentence }: { id: string; sentence: string | null }) {
  if (!sentence) return null;
  return (
    <p id={id} className="mt-1 text-destructive-text text-sm">
      {sentence}
    </p>
  );
}

/** Shows what was understood, so that the visitor can correct it. */
function Noted({ call, onClose }: { call: RequestedCall; onClose: () => void }) {
  const { due_date: day, wished_time: wishedTime, email } = call;
  const { first_name: firstName } = useConfig().consultant;
  return (
    <div className="space-y-5">
      <p ref={(words) => words?.focus()} tabIndex={-1} className="outline-none">
        Noted for {firstName}: a call {day ? <strong>on {dayInWords(day)}</strong> : 'at the time you named'}, in your
        words “{wishedTime}”. The answer goes to <span className="wrap-anywhere">{email}</span>.
      </p>
      <Button variant="outline" onClick={onClose}>
        Back to the conversation
      </Button>
    </div>
  );
}
