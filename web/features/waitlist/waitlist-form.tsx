import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Input, Label } from '../../ui/field.tsx';
import { joinWaitlist, type SignupOutcome } from './join-waitlist.ts';

type State = 'idle' | 'submitting' | 'done';

const LABELS: Record<State, string> = {
  idle: 'Request Early Access',
  submitting: 'Joining...',
  done: 'Added to Waitlist!',
};

export interface WaitlistFormProps {
  /** A field got the focus: code for showing the result can be loaded. */
  onBegin(): void;
  onOutcome(outcome: SignupOutcome): void;
}

/** 'Request Early Access' (sections 2, 4, 5): idle, submitting, then done or idle again. */
export function WaitlistForm({ onBegin, onOutcome }: WaitlistFormProps) {
  const id = useId();
  const [state, setState] = useState<State>('idle');
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [failure, setFailure] = useState('');

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (state !== 'idle') return;
    setState('submitting');
    setFailure('');
    const outcome = await joinWaitlist({ email, name });
    setState(outcome.joined ? 'done' : 'idle');
    if (outcome.joined) {
      setEmail('');
      setName('');
    } else {
      setFailure(outcome.description);
    }
    onOutcome(outcome);
  };

  return (
    <form
      onSubmit={(event) => void submit(event)}
      onFocus={onBegin}
      aria-label="Request Early Access"
      className="space-y-5"
    >
      <div className="space-y-1.5">
        <Label htmlFor={`${id}-email`}>Email</Label>
        <Input
          id={`${id}-email`}
          type="email"
          name="email"
          autoComplete="email"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          aria-invalid={failure ? true : undefined}
          aria-describedby={failure ? `${id}-failure` : undefined}
        />
        {failure ? (
          <p id={`${id}-failure`} className="text-destructive-text text-sm">
            {failure}
          </p>
        ) : null}
      </div>
      <div className="space-y-1.5">
        <Label htmlFor={`${id}-name`}>
          Name <span className="font-normal text-muted-foreground">(optional)</span>
        </Label>
        <Input
          id={`${id}-name`}
          name="name"
          autoComplete="name"
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <Button type="submit" size="lg" disabled={state !== 'idle'} className="w-full">
        {LABELS[state]}
      </Button>
    </form>
  );
}
