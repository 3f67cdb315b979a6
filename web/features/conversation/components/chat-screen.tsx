import type { ReplyOffer } from '@understudy/contract/wire';
import { type ReactNode, useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { useOnline } from '../../../platform/connection.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { usePhone } from '../../../ui/use-phone.ts';
import type { Conversation } from '../conversation.ts';
import type { VoiceGlance } from '../speech-port.ts';
import { liveReply, presenceOf, type TalkState } from '../talk.ts';
import { AnalysisCard } from './analysis-card.tsx';
import { ChatFooter, connectionWords, DetailsButton } from './chat-footer.tsx';
import { ChatHeader } from './chat-header.tsx';
import { Composer } from './composer.tsx';
import { MessageArea } from './message-area.tsx';
import { Trouble } from './trouble.tsx';
import '../composer.css';
import '../talk.css';
import '../talk-header.css';

export interface ChatScreenProps {
  conversation: Conversation;
  onMode: (mode: string) => void;
  /** Page-specific controls in the header. */
  actions?: ReactNode;
  /** Page-specific controls in a phone's details. */
  details?: ReactNode;
  /** Page-specific controls above the field. */
  inputBar?: ReactNode;
  /** The controls of the voice, in one box with the field. */
  voiceBar?: ReactNode;
  /** A show that runs in the conversation: its line over it, and what stands beside it on a wide screen. */
  show?: { bar: ReactNode; desk: ReactNode } | null;
  /** Shown beside the button for a new conversation once this one is over. */
  afterEnd?: ReactNode;
  /** The visitor chose a reply button that the page handles. */
  onOffer: (kind: Exclude<ReplyOffer['kind'], 'topic'>, payload: string) => void;
  voice: VoiceGlance;
  /** In the widget's frame: without pickers, badges and analysis. */
  isCompact: boolean;
}

/** The chat screen (section 2) while a conversation is restored, during it and after it. */
export function ChatScreen({
  conversation,
  onMode,
  actions,
  details,
  inputBar,
  voiceBar,
  afterEnd,
  show = null,
  onOffer,
  voice,
  isCompact,
}: ChatScreenProps) {
  const talk = useTalk(conversation);
  const takeUp = useCallback(
    ({ kind, payload }: ReplyOffer) => (kind === 'topic' ? conversation.say(payload) : onOffer(kind, payload)),
    [conversation, onOffer],
  );
  useVisibleHeight();
  const isMenu = usePhone() && !isCompact;
  const connection = useOnline() ? talk.connection : 'disconnected';

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
    <div className="talk-screen" data-compact={isCompact || undefined} data-show={show !== null || undefined}>
      <ChatHeader
        talk={talk}
        voice={voice}
        isCompact={isCompact}
        lost={
          isMenu && connection !== 'connected' && presenceOf(talk) === 'idle' ? connectionWords()[connection] : null
        }
        actions={
          <>
            {actions}
            {isMenu ? <DetailsButton /> : null}
          </>
        }
        onMode={(chosen) => {
          conversation.choose({ mode: chosen });
          onMode(chosen);
        }}
        onModel={(model) => conversation.choose({ model })}
      />
      {show?.bar}
      <main id="content" tabIndex={-1} className="talk-main">
        {isCompact || isMenu || show ? null : <AnalysisCard extract={talk.extract} />}
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
            <Composer talk={talk} voice={voice} conversation={conversation}>
              {voiceBar}
            </Composer>
          </>
        ) : null}
      </main>
      {show ? <aside className="show-side stage">{show.desk}</aside> : null}
      <ChatFooter
        talk={talk}
        conversation={conversation}
        isCompact={isCompact}
        connection={connection}
        isMenu={isMenu}
        details={
          <>
            <AnalysisCard extract={talk.extract} />
            {details}
          </>
        }
      />
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
        <Button onClick={onStartNew}>{t('chat.startNew')}</Button>
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
              {t('ui.tryAgain')}
            </Button>
            <Button size="sm" variant="outline" onClick={conversation.startOver}>
              {t('chat.startNew')}
            </Button>
          </div>
        </Trouble>
      ) : (
        <p className="talk-hint font-serif">{t('chat.pickingUp')}</p>
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
