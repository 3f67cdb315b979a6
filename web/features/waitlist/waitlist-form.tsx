import { emailProblem } from '@understudy/contract/email';
import { type FormEvent, useId, useState } from 'react';
import { callFunction } from '../../platform/http.ts';
import { inReadersWords } from '../../platform/server-words.ts';
import { Text } from '../../platform/text.tsx';
import { t } from '../../platform/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Input, Label } from '../../ui/field.tsx';

/** The answer of `collect_email`. */
interface SignupAnswer {
  success?: boolean;
  message?: string;
  error?: string;
}

/** The form's messages after an attempt, verbatim from sections 5, 7 and 8. */
export interface SignupOutcome {
  joined: boolean;
  title: string;
  description: string;
}

const refused = (description: string, title = t('waitlist.failed')): SignupOutcome => ({
  joined: false,
  title,
  description,
});

/** Signs up for early access. Never throws: every failure is a result with a sentence for the visitor. */
export async function joinWaitlist(
  typed: { email: string; name: string },
  call: typeof callFunction<SignupAnswer> = callFunction,
): Promise<SignupOutcome> {
  const email = typed.email.trim();
  const name = typed.name.trim();
  if (!email) return refused(t('waitlist.enterEmail'), t('waitlist.emailRequired'));
  const problem = emailProblem(email);
  if (problem) return refused(await inReadersWords({ code: 'email', said: problem }));
  try {
    const answer = await call('collect_email', { email, ...(name ? { name } : {}), signup_type: 'waitlist' });
    if (!answer.success) throw new Error(answer.error || t('waitlist.notJoined'));
    const said = answer.message ?? '';
    const description = await inReadersWords({ code: 'waitlistJoined', said, values: { email } });
    return { joined: true, title: t('waitlist.welcome'), description };
  } catch (error) {
    return refused(error instanceof Error && error.message ? error.message : t('waitlist.somethingWentWrong'));
  }
}

type State = 'idle' | 'submitting' | 'done';

const buttonWords = (): Record<State, string> => ({
  idle: t('waitlist.title'),
  submitting: t('waitlist.joining'),
  done: t('waitlist.added'),
});

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
      aria-label={t('waitlist.title')}
      className="space-y-5"
    >
      <div className="space-y-1.5">
        <Label htmlFor={`${id}-email`}>{t('ui.email')}</Label>
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
          <Text
            id="waitlist.name"
            tags={{ span: (words) => <span className="font-normal text-muted-foreground">{words}</span> }}
          />
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
        {buttonWords()[state]}
      </Button>
    </form>
  );
}
