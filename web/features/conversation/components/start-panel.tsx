import { Link } from '@tanstack/react-router';
import type { PublicConfig } from '@understudy/contract/wire';
import { Mic } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useConfig } from '../../../platform/config.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Checkbox } from '../../../ui/field.tsx';
import { Portrait } from '../../../ui/portrait.tsx';
import type { TalkState } from '../talk.ts';
import { Trouble } from './trouble.tsx';

/** What stands on the start screen beside its fixed words, and what it tells the page. */
export interface StartPanelProps {
  /** The sentence to agree to; null where there is none. */
  asked: PublicConfig['consent'];
  /** The mode that a conversation would begin in. */
  mode: string;
  isStarting: boolean;
  /** Why the last start did not work. */
  trouble: TalkState['trouble'];
  /** What the page has to say in the same place. */
  notice: ReactNode;
  /** The visitor points at the panel or moves the focus in it. */
  onNear: () => void;
  /** Called within the visitor's click. @param talk with the voice on */
  onStart: (consent: boolean, talk: boolean) => void;
}

/** Said where the page cannot tell for how long things are kept: then nobody can agree to it. */
const NOTHING_KEPT =
  'Nothing of a conversation that you begin now is kept: this page cannot tell at the moment for how long it ' +
  'would be. Load it again in a minute to be asked.';

/** The value of the button that begins with the voice on. */
const TALK = 'talk';

/** Before a session (section 2): who this is, what it is, what is kept, and the way in. */
export function StartPanel({ asked, mode, isStarting, trouble, notice, onNear, onStart }: StartPanelProps) {
  const { consultant, modes, default_mode } = useConfig();
  // Somebody who came by 'Chat as ...' sees that the link was followed.
  const chosen = mode === default_mode ? undefined : modes.find(({ id }) => id === mode);
  // Whoever agreed to one sentence has not agreed to another.
  const [agreedTo, setAgreedTo] = useState<string | null>(null);
  const consent = asked !== null && agreedTo === asked.version;

  const start = (event: SubmitEvent) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent;
    if (!isStarting) onStart(consent, submitter instanceof HTMLButtonElement && submitter.value === TALK);
  };

  return (
    <main id="content" className="stage grid min-h-dvh place-items-center overflow-hidden px-5 py-10 sm:px-8">
      <form
        onSubmit={start}
        onPointerEnter={onNear}
        onFocus={onNear}
        className="flex w-full max-w-md flex-col items-center"
      >
        <div className="spotlight">
          <Portrait
            src={consultant.portrait}
            alt={`Portrait of ${consultant.name}`}
            presence={isStarting ? 'thinking' : 'idle'}
            className="w-36 sm:w-44"
          />
        </div>
        {/* It takes the gap above the title, so that nothing moves when it joins the painted page. */}
        {chosen && <p className="-mb-8 text-primary-text text-sm leading-8">Personality: {chosen.name}</p>}
        <h1 className="mt-8 text-center text-3xl sm:text-4xl">Chat with AI {consultant.name}</h1>
        <p className="mt-3 text-center text-muted-foreground">
          You will be talking with an AI, not with {consultant.first_name} in person. It can be wrong, and it says so
          when it does not know.
        </p>
        <div className="mt-8 flex w-full gap-3 rounded-lg border bg-card p-4 text-card-foreground">
          {asked ? (
            <Checkbox
              id="consent"
              checked={consent}
              disabled={isStarting}
              onChange={(event) => setAgreedTo(event.target.checked ? asked.version : null)}
              className="mt-0.5"
            />
          ) : null}
          <div className="text-[0.9375rem] leading-relaxed">
            {asked ? <label htmlFor="consent">{asked.text}</label> : NOTHING_KEPT}{' '}
            <Link to="/privacy" className="underline underline-offset-4 hover:text-primary-text">
              What is kept, and why
            </Link>
          </div>
        </div>
        <Trouble trouble={trouble} className="mt-4 w-full" />
        {notice}
        <div className="mt-6 flex w-full flex-wrap gap-3">
          <Button type="submit" size="lg" disabled={isStarting} className="flex-1 basis-52">
            {isStarting ? 'Starting...' : 'Start Conversation'}
          </Button>
          <Button
            type="submit"
            value={TALK}
            variant="outline"
            size="lg"
            disabled={isStarting}
            title="Start with the voice on"
            className="flex-1 basis-28"
          >
            <Mic aria-hidden />
            Talk
          </Button>
        </div>
        <Link
          to="/"
          className={cn(
            'mt-4 inline-flex min-h-11 items-center text-muted-foreground text-sm underline',
            'underline-offset-4 hover:text-foreground',
          )}
        >
          Back to home
        </Link>
      </form>
    </main>
  );
}
