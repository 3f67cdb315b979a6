import { Link } from '@tanstack/react-router';
import type { PublicConfig } from '@understudy/contract/wire';
import { Mic } from 'lucide-react';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useConfig } from '../../../platform/config.ts';
import { shownConsent } from '../../../platform/consent.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Checkbox } from '../../../ui/field.tsx';
import { Portrait, type Presence } from '../../../ui/portrait.tsx';
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
  /** What the visitor typed on the landing page, which is sent after the start; null if nothing. */
  question?: string | null;
  /** The conversation begins as a show. */
  isShow?: boolean;
  /** In the widget's frame, from which links lead into a tab of their own. */
  isCompact: boolean;
}

const quietLink =
  'inline-flex min-h-11 items-center text-muted-foreground text-sm underline underline-offset-4 hover:text-foreground';

/** The value of the button that starts with the voice on. */
const TALK = 'talk';

/** The start screen (section 2): the twin's identity, the AI notice, the consent and the start buttons. */
export function StartPanel({
  asked,
  mode,
  isStarting,
  trouble,
  notice,
  onNear,
  onStart,
  question = null,
  isShow = false,
  isCompact,
}: StartPanelProps) {
  const { consultant, modes, default_mode, visitor_page: shows } = useConfig();
  // Confirms to visitors who followed 'Chat as ...' that the link worked.
  const chosen = mode === default_mode ? undefined : modes.find(({ id }) => id === mode);
  // Consent to one sentence is not consent to another.
  const [agreedTo, setAgreedTo] = useState<string | null>(null);
  const consent = asked !== null && agreedTo === asked.version;
  // Its first sentence says what is agreed to; the others are read by those who want to know more.
  const shown = asked && shownConsent(asked);
  const [sentence, ...more] = shown?.text.split(/(?<=[.!?])\s+(?=\p{Lu})/u) ?? [];
  const details = more.join(' ');
  const kept = (
    <Link
      to="/privacy"
      target={isCompact ? '_blank' : undefined}
      className="underline underline-offset-4 hover:text-primary-text"
    >
      {t('chat.whatIsKept')}
    </Link>
  );

  const start = (event: SubmitEvent) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent;
    if (!isStarting) onStart(consent, submitter instanceof HTMLButtonElement && submitter.value === TALK);
  };

  return (
    <main id="content" className={cn('start', !isCompact && 'start-wide')}>
      <StartStage presence={isStarting ? 'thinking' : 'idle'} isCompact={isCompact} />
      <form onSubmit={start} onPointerEnter={onNear} onFocus={onNear} className="start-words">
        {/* Takes up the gap above the title, so that adding it after the first paint causes no layout shift. */}
        {chosen && (
          <p className="-mb-8 text-primary-text text-sm leading-8">{t('chat.personalityIs', { name: chosen.name })}</p>
        )}
        <h1 className={isCompact ? 'text-2xl' : 'mt-8 text-3xl sm:text-4xl lg:text-5xl'}>
          {t(isShow ? 'show.startTitle' : 'site.chatWith', { name: consultant.name })}
        </h1>
        <p className="mt-3 text-muted-foreground">
          {t(isShow ? 'show.startIntro' : 'chat.withAnAi', { firstName: consultant.first_name })}
        </p>
        {question ? (
          <p className="start-question">
            <span className="block text-muted-foreground text-sm">{t('chat.yourQuestion')}</span>
            {question}
          </p>
        ) : null}
        <div className="start-consent">
          {asked ? (
            <Checkbox
              id="consent"
              checked={consent}
              disabled={isStarting}
              onChange={(event) => setAgreedTo(event.target.checked ? asked.version : null)}
              aria-describedby={details ? 'consent-details' : undefined}
            />
          ) : null}
          <div className="min-w-0">
            {/* Nobody can agree to retention times that are unknown. */}
            {shown ? (
              <label htmlFor="consent" lang={shown.language}>
                {sentence}
              </label>
            ) : (
              t('chat.nothingKept')
            )}{' '}
            {details ? (
              <details className="start-details">
                <summary>{t('chat.consentDetails')}</summary>
                <span id="consent-details" lang={shown?.language}>
                  {details}
                </span>{' '}
                {kept}
              </details>
            ) : (
              kept
            )}
          </div>
        </div>
        <Trouble trouble={trouble} className="mt-4 w-full" />
        {notice}
        <div className="mt-6 flex w-full flex-wrap gap-3">
          <Button type="submit" size="lg" disabled={isStarting} className="flex-1 basis-52">
            {isStarting ? t('chat.starting') : t(isShow ? 'show.start' : 'site.start')}
          </Button>
          {shows.voice ? (
            <Button
              type="submit"
              value={TALK}
              variant="outline"
              size="lg"
              disabled={isStarting}
              title={t('chat.startWithVoice')}
              className="flex-1 basis-28"
            >
              <Mic aria-hidden />
              {t('chat.talk')}
            </Button>
          ) : null}
        </div>
        {isCompact ? null : (
          <p className="mt-4 flex flex-wrap gap-x-6">
            {isShow ? (
              // Without the state that asks for a show.
              <Link to="/chat" search={true} replace className={quietLink}>
                {t('show.justTalk')}
              </Link>
            ) : null}
            <Link to="/" className={quietLink}>
              {t('chat.home')}
            </Link>
          </p>
        )}
      </form>
    </main>
  );
}

/** The person in the light, beside or above the words of the start screen. */
export function StartStage({ presence, isCompact = false }: { presence?: Presence; isCompact?: boolean }) {
  const { consultant } = useConfig();
  return (
    <div className="stage chat-stage">
      <Portrait src={consultant.portrait} alt={t('site.portrait', { name: consultant.name })} presence={presence} />
      {isCompact ? null : <p className="start-line">{consultant.tagline}</p>}
    </div>
  );
}
