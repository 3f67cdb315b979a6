import { Link } from '@tanstack/react-router';
import type { PublicConfig } from '@understudy/contract/wire';
import { Mic } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useConfig } from '../../../platform/config.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Checkbox } from '../../../ui/field.tsx';
import { Portrait } from '../../../ui/portrait.tsx';
import type { TalkState } from '../talk.ts';
import { Trouble } from './trouble.tsx';

export interface StartPanelProps {
  /** The consent sentence; null if there is none. */
  asked: PublicConfig['consent'];
  /** The mode in which the conversation would start. */
  mode: string;
  isStarting: boolean;
  /** Why the last start failed. */
  trouble: TalkState['trouble'];
  /** A notice of the page, shown in the same place. */
  notice: ReactNode;
  /** The pointer or the focus entered the panel. */
  onNear: () => void;
  /** Called within the visitor's click. @param talk with the voice on */
  onStart: (consent: boolean, talk: boolean) => void;
  /** In the widget's frame, from which links lead into a tab of their own. */
  isCompact: boolean;
}

/** Shown when the retention times are unknown, so that nobody can agree to them. */
const nothingKept = () => t('chat.nothingOfAConversationThat');

/** The value of the button that starts with the voice on. */
const TALK = 'talk';

/** The start screen (section 2): the twin's identity, the AI notice, the consent and the start buttons. */
export function StartPanel({ asked, mode, isStarting, trouble, notice, onNear, onStart, isCompact }: StartPanelProps) {
  const { consultant, modes, default_mode, visitor_page: shows } = useConfig();
  // Confirms to visitors who followed 'Chat as ...' that the link worked.
  const chosen = mode === default_mode ? undefined : modes.find(({ id }) => id === mode);
  // Consent to one sentence is not consent to another.
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
            alt={t('chat.portraitOf', { name: consultant.name })}
            presence={isStarting ? 'thinking' : 'idle'}
            className={isCompact ? 'w-24' : 'w-36 sm:w-44'}
          />
        </div>
        {/* Takes up the gap above the title, so that adding it after the first paint causes no layout shift. */}
        {chosen && (
          <p className="-mb-8 text-primary-text text-sm leading-8">{t('chat.personality2', { name: chosen.name })}</p>
        )}
        <h1 className={cn('text-center', isCompact ? 'mt-5 text-2xl' : 'mt-8 text-3xl sm:text-4xl')}>
          {t('chat.chatWithAi', { name: consultant.name })}
        </h1>
        <p className="mt-3 text-center text-muted-foreground">
          {t('chat.youWillBeTalkingWith', { firstName: consultant.first_name })}
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
            {asked ? <label htmlFor="consent">{asked.text}</label> : nothingKept()}{' '}
            <Link
              to="/privacy"
              target={isCompact ? '_blank' : undefined}
              className="underline underline-offset-4 hover:text-primary-text"
            >
              {t('chat.whatIsKeptAndWhy')}
            </Link>
          </div>
        </div>
        <Trouble trouble={trouble} className="mt-4 w-full" />
        {notice}
        <div className="mt-6 flex w-full flex-wrap gap-3">
          <Button type="submit" size="lg" disabled={isStarting} className="flex-1 basis-52">
            {isStarting ? t('chat.starting') : t('chat.startConversation')}
          </Button>
          {shows.voice ? (
            <Button
              type="submit"
              value={TALK}
              variant="outline"
              size="lg"
              disabled={isStarting}
              title={t('chat.startWithTheVoiceOn')}
              className="flex-1 basis-28"
            >
              <Mic aria-hidden />
              {t('chat.talk')}
            </Button>
          ) : null}
        </div>
        {isCompact ? null : (
          <Link
            to="/"
            className={cn(
              'mt-4 inline-flex min-h-11 items-center text-muted-foreground text-sm underline',
              'underline-offset-4 hover:text-foreground',
            )}
          >
            {t('chat.backToHome')}
          </Link>
        )}
      </form>
    </main>
  );
}
