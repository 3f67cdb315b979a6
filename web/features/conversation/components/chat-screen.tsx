import { Link } from '@tanstack/react-router';
import { SESSION_ID_DISPLAY_CHARS } from '@understudy/contract/constants';
import type { ReplyOffer } from '@understudy/contract/wire';
import { type ReactNode, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useConfig } from '../../../platform/config.ts';
import { useOnline } from '../../../platform/connection.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import type { Conversation } from '../conversation.ts';
import type { VoiceGlance } from '../speech-port.ts';
import { type ConnectionState, liveReply, type TalkState } from '../talk.ts';
import { AnalysisCard } from './analysis-card.tsx';
import { ChatHeader } from './chat-header.tsx';
import { Composer } from './composer.tsx';
import { MessageArea } from './message-area.tsx';
import { Trouble } from './trouble.tsx';
import '../talk.css';

export interface ChatScreenProps {
  conversation: Conversation;
  onMode: (mode: string) => void;
  /** Page-specific controls in the header. */
  actions?: ReactNode;
  /** Page-specific controls above the field. */
  inputBar?: ReactNode;
  /** Shown beside the button for a new conversation once this one is over. */
  afterEnd?: ReactNode;
  /** The visitor chose a reply button that the page handles. */
  onOffer: (kind: Exclude<ReplyOffer['kind'], 'topic'>) => void;
  voice: VoiceGlance;
  /** In the widget's frame: without pickers, badges and analysis. */
  isCompact: boolean;
}

/** The chat screen (section 2) while a conversation is restored, during it and after it. */
export function ChatScreen({
  conversation,
  onMode,
  actions,
  inputBar,
  afterEnd,
  onOffer,
  voice,
  isCompact,
}: ChatScreenProps) {
  const talk = useTalk(conversation);
  const takeUp = useCallback(
    ({ kind, payload }: ReplyOffer) => (kind === 'topic' ? conversation.say(payload) : onOffer(kind)),
    [conversation, onOffer],
  );
  useVisibleHeight();

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      conversation.noteActivity();
      // An open dialog or panel handles Escape itself.
      const taken = event.defaultPrevented || document.querySelector('dialog[open], [popover]:popover-open');
      const goesOn = voice.isSpeaking || liveReply(conversation.store.get()) !== null;
      if (event.key === 'Escape' && !taken && goesOn) conversation.stop();
    };
    const kinds = ['pointerdown', 'pointermove', 'wheel', 'touchmove'] as const;
    document.addEventListener('keydown', onKey);
    for (const kind of kinds) document.addEventListener(kind, conversation.noteActivity, { passive: true });
    return () => {
      document.removeEventListener('keydown', onKey);
      for (const kind of kinds) document.removeEventListener(kind, conversation.noteActivity);
    };
  }, [conversation, voice.isSpeaking]);

  return (
    <div className="talk-screen" data-compact={isCompact || undefined}>
      <ChatHeader
        talk={talk}
        voice={voice}
        isCompact={isCompact}
        actions={actions}
        onMode={(chosen) => {
          conversation.choose({ mode: chosen });
          onMode(chosen);
        }}
        onModel={(model) => conversation.choose({ model })}
      />
      <main id="content" tabIndex={-1} className="talk-main">
        {isCompact ? null : <AnalysisCard extract={talk.extract} />}
        {talk.phase === 'restoring' ? (
          <RestoringPanel talk={talk} conversation={conversation} />
        ) : (
          <MessageArea talk={talk} conversation={conversation} onOffer={takeUp} />
        )}
        {talk.phase === 'ended' ? (
          <EndedPanel sentence={talk.trouble?.sentence ?? ''} onStartNew={conversation.startOver} actions={afterEnd} />
        ) : null}
        {talk.phase === 'live' || talk.phase === 'ending' ? (
          <>
            <Trouble trouble={talk.trouble} className="mx-4 mb-3 sm:mx-8" />
            {inputBar}
            <Composer talk={talk} voice={voice} conversation={conversation} />
          </>
        ) : null}
      </main>
      <ChatFooter talk={talk} conversation={conversation} isCompact={isCompact} />
    </div>
  );
}

/** Shown when the conversation is over, with the button for a new one. */
function EndedPanel({
  sentence,
  onStartNew,
  actions,
}: {
  sentence: string;
  onStartNew: () => void;
  /** Other actions for a finished conversation. */
  actions?: ReactNode;
}) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <div className="talk-ended">
      <p ref={text} tabIndex={-1} className="outline-none">
        {sentence}
      </p>
      <div className="flex flex-wrap gap-3">
        {actions}
        <Button onClick={onStartNew}>{t('chat.startANewConversation')}</Button>
      </div>
    </div>
  );
}

/** Shown while this tab's earlier conversation is restored, and when that fails. */
function RestoringPanel({ talk, conversation }: { talk: TalkState; conversation: Conversation }) {
  return (
    <div className="grid flex-1 place-items-center px-5 py-10">
      {talk.trouble ? (
        <Trouble trouble={talk.trouble} className="max-w-md">
          <div className="mt-3 flex flex-wrap gap-3">
            <Button size="sm" onClick={() => void conversation.restore()}>
              {t('chat.tryAgain')}
            </Button>
            <Button size="sm" variant="outline" onClick={conversation.startOver}>
              {t('chat.startANewConversation')}
            </Button>
          </div>
        </Trouble>
      ) : (
        <p className="talk-hint font-serif">{t('chat.pickingUpYourConversation')}</p>
      )}
    </div>
  );
}

/**
 * Keeps `--visible-height` at the height above a phone's keyboard. If the browser resizes the page itself, it equals
 * 100dvh; while the visitor has zoomed in, the page keeps its height.
 */
function useVisibleHeight(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const root = document.documentElement;
    const measure = () => {
      if (viewport.scale > 1.01) return;
      root.style.setProperty('--visible-height', `${Math.round(viewport.height)}px`);
    };
    measure();
    viewport.addEventListener('resize', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      root.style.removeProperty('--visible-height');
    };
  }, []);
}

/** The current conversation state. */
export function useTalk({ store }: Conversation): TalkState {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}

const words = (): Record<ConnectionState, string> => ({
  connected: t('chat.connected'),
  connecting: t('chat.connecting'),
  disconnected: t('chat.disconnected'),
});

/** Connection state, session id and the button that ends the session (section 2). */
function ChatFooter({
  talk,
  conversation,
  isCompact,
}: {
  talk: TalkState;
  conversation: Conversation;
  isCompact: boolean;
}) {
  const { consultant } = useConfig();
  const [asking, setAsking] = useState(false);
  const state = useOnline() ? talk.connection : 'disconnected';
  return (
    <footer className="talk-footer">
      <p className="flex items-center gap-2" data-connection={state}>
        <span aria-hidden="true" className="talk-connection" />
        <span className={isCompact && state === 'connected' ? 'sr-only' : undefined}>{words()[state]}</span>
      </p>
      {talk.session ? (
        <p title={t('chat.quoteThisWhenYouAsk')}>
          <span className={isCompact ? 'sr-only' : 'max-sm:sr-only'}>{t('chat.session')} </span>
          <span className="tabular-nums">{talk.session.sessionId.slice(0, SESSION_ID_DISPLAY_CHARS)}</span>
        </p>
      ) : null}
      {/* Opens in its own tab so that the conversation continues. */}
      <Link
        to="/privacy"
        target="_blank"
        className="inline-flex min-h-6 items-center underline underline-offset-4 hover:text-foreground"
      >
        {t('chat.privacy')}
      </Link>
      <p className={isCompact ? 'hidden' : 'max-md:hidden'}>
        {t('chat.aiIsAnAiAnd', { firstName: consultant.first_name })}
      </p>
      {talk.phase === 'live' ? (
        <Button variant="ghost" size="sm" className="-mr-3 ml-auto" onClick={() => setAsking(true)}>
          {t('chat.endConversation')}
        </Button>
      ) : null}
      {asking ? (
        <ConfirmDialog
          title={t('chat.endThisConversation')}
          confirm={t('chat.endConversation')}
          cancel={t('chat.goOnTalking')}
          onConfirm={() => void conversation.end()}
          onClose={() => setAsking(false)}
        >
          <p>
            {talk.session?.consent
              ? t('chat.itIsKeptAndCan', { firstName: consultant.first_name })
              : t('chat.youChoseNotToHave')}
          </p>
        </ConfirmDialog>
      ) : null}
    </footer>
  );
}
