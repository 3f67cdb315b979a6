import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import type { PublicConfig } from '@understudy/contract/wire';
import { type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { readQuestion, takeQuestion } from '../../../features/conversation/asked-question.ts';
import { StartPanel, StartStage } from '../../../features/conversation/components/start-panel.tsx';
import { ChatErrorScreen, Trouble } from '../../../features/conversation/components/trouble.tsx';
import { createSessionKeeper } from '../../../features/conversation/session-keeper.ts';
import type { TalkState } from '../../../features/conversation/talk.ts';
import { resumeAudioContext } from '../../../platform/audio-context.ts';
import { whenIdle } from '../../../platform/clock.ts';
import { ConfigContext, newerConfig, useConfig } from '../../../platform/config.ts';
import { getJson } from '../../../platform/http.ts';
import { newId } from '../../../platform/new-id.ts';
import { ErrorBoundary, reportError } from '../../../platform/report-error.ts';
import { localStore, tabStore } from '../../../platform/storage.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import type { Chat } from './create-chat.ts';
import { createEntrance, type Entrance } from './entrance.ts';
import type { WidgetFrame } from './widget-frame.ts';
// Loaded with the page: if a chunk's style sheet fails to load, it is not fetched again with its script.
import '../../../features/conversation/composer.css';
import '../../../features/conversation/start-panel.css';
import '../../../features/conversation/talk.css';
import '../../../features/conversation/talk-header.css';
import '../../../features/leads/leads.css';
import '../../../features/show/show.css';
import '../../../features/voice/voice.css';
import '../../../ui/toaster.css';

/**
 * `/chat`: the conversation. The address contains the mode, so that a link or a reload leads to the same one. With the
 * fragment `show`, as a new tab has it, it offers a show.
 */
export function ChatPage() {
  const { mode } = useSearch({ from: paths.chat });
  const isAsked = useLocation({ select: ({ state }) => state.show === true });
  const isOffered = useLocation({ select: ({ hash }) => hash === 'show' });
  const navigate = useNavigate({ from: paths.chat });
  return (
    <ErrorBoundary screen={ChatErrorScreen}>
      <Entered
        mode={mode}
        show={isAsked ? 'asked' : isOffered ? 'offered' : null}
        onShowTaken={() => void navigate({ search: true, replace: true })}
        onMode={(chosen) => void navigate({ search: { mode: chosen }, state: true, hash: true, replace: true })}
      />
    </ErrorBoundary>
  );
}

/** The start screen, and the conversation once it is loaded. */
export function Entered({
  mode,
  show = null,
  onShowTaken,
  onMode,
  frame = null,
}: {
  /** As the address names it, if it does. */
  mode: string | undefined;
  /**
   * Whether the conversation is to be a show; never in the widget's frame. One that is offered is for a conversation
   * that is about to start; one that was asked for, in this tab, is also for one that goes on.
   */
  show?: 'asked' | 'offered' | null;
  /** The conversation has begun; from then on the tab knows of its show. */
  onShowTaken?: () => void;
  onMode: (mode: string) => void;
  /** The widget's frame around it, if it stands in one. */
  frame?: WidgetFrame | null;
}) {
  const config = useConfig();
  useFreshConfig();
  const requestedMode = config.modes.some((known) => known.id === mode) ? (mode ?? null) : null;
  const [entrance] = useState(() => createBrowserEntrance(config, frame));
  const state = useSyncExternalStore(entrance.store.subscribe, entrance.store.get, entrance.store.get);
  const chat = state.is === 'open' ? state.chat : null;
  const before = useTalkBefore(chat);
  // Not in the widget's frame, which belongs to another page.
  const isLive = useIsLive(chat);
  const [isResumed] = useState(() => entrance.store.get().is === 'opening');
  const isShow = show === 'asked' || (show === 'offered' && (!isResumed || before !== null));
  useEffect(() => entrance.stage(isShow), [entrance, isShow]);
  useEffect(() => {
    if (isLive && show) onShowTaken?.();
  }, [isLive, show, onShowTaken]);
  const [question] = useState(() => (frame ? null : readQuestion()));
  useEffect(() => (chat && frame ? frame.watch(chat) : undefined), [chat, frame]);

  useEffect(() => entrance.request(requestedMode), [entrance, requestedMode]);
  useEffect(() => {
    entrance.open();
    return entrance.close;
  }, [entrance]);

  if ((state.is === 'opening' || state.is === 'failed') && state.to === 'resume') {
    return <Opening failed={state.is === 'failed'} onTryAgain={entrance.resume} />;
  }
  return (
    <>
      {state.is !== 'open' || before ? (
        <StartPanel
          asked={before ? before.consentAsked : config.consent}
          mode={before?.mode ?? requestedMode ?? config.default_mode}
          isStarting={state.is === 'opening' || before?.phase === 'starting'}
          trouble={before?.trouble ?? null}
          notice={state.is === 'failed' ? <NotLoaded sentence={t('chat.notStarted')} className="mt-4 w-full" /> : null}
          onNear={entrance.prepare}
          onStart={entrance.start}
          question={question}
          isShow={isShow}
          isCompact={frame !== null}
        />
      ) : (
        <state.room.TalkRoom chat={state.chat} onMode={onMode} isCompact={frame !== null} />
      )}
      {state.is === 'open' ? <state.room.TalkNotices /> : null}
    </>
  );
}

/** The conversation chunk: everything not needed before a conversation starts. */
type TalkRoom = typeof import('./talk-room.tsx');

/** The chat page's entrance, connected to the real network, audio and storage. */
function createBrowserEntrance(config: PublicConfig, frame: WidgetFrame | null): Entrance<TalkRoom, Chat> {
  return createEntrance({
    load: () => import('./talk-room.tsx'),
    createChat: (room, requestedMode, isShow) =>
      room.createChat(config, {
        requestedMode,
        isShow,
        ...(frame ? { surroundings: frame } : { takeQuestion }),
      }),
    hasConversation: () => createSessionKeeper(tabStore, localStore, newId).load() !== null,
    wakeSound: resumeAudioContext,
    whenIdle,
    report: reportError,
  });
}

const never = () => () => {};

/**
 * The state before the conversation starts; null if there is none yet, and after the start. Later changes cause no
 * render.
 */
function useTalkBefore(chat: Chat | null): TalkState | null {
  const read = () => {
    const talk = chat?.conversation.store.get();
    return talk?.phase === 'fresh' || talk?.phase === 'starting' ? talk : null;
  };
  return useSyncExternalStore(chat?.conversation.store.subscribe ?? never, read, read);
}

/** Whether a conversation is running. */
function useIsLive(chat: Chat | null): boolean {
  const read = () => chat?.conversation.store.get().phase === 'live';
  return useSyncExternalStore(chat?.conversation.store.subscribe ?? never, read, read);
}

/** Polling interval of an open page. */
const LOOK_EVERY_MS = 15_000;

/** Keeps {@link useConfig} up to date while the page is visible, since the owner may change settings during a visit. */
function useFreshConfig(): void {
  const loaded = useContext(ConfigContext);
  useEffect(() => {
    const gone = new AbortController();
    const look = async () => {
      if (document.visibilityState === 'hidden') return;
      // Without a network, or while the server restarts, the last config applies.
      const config = await getJson<PublicConfig>('/api/config', { signal: gone.signal }).catch(() => null);
      if (!config || gone.signal.aborted) return;
      if (JSON.stringify(config) !== JSON.stringify(newerConfig.get() ?? loaded)) newerConfig.set(config);
    };
    const timer = setInterval(look, LOOK_EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      gone.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [loaded]);
}

/** Shown while the conversation chunk loads after a reload, and when it fails to load. */
function Opening({ failed, onTryAgain }: { failed: boolean; onTryAgain: () => void }) {
  const { consultant } = useConfig();
  return (
    <main id="content" className="start start-wide">
      <StartStage presence="thinking" />
      <div className="start-words gap-6">
        <h1 className="text-3xl sm:text-4xl">{t('site.ai', { name: consultant.name })}</h1>
        {failed ? (
          <NotLoaded sentence={t('chat.notLoaded')} className="max-w-md">
            <Button size="sm" onClick={onTryAgain}>
              {t('ui.tryAgain')}
            </Button>
          </NotLoaded>
        ) : (
          <p role="status" className="font-serif text-2xl">
            {t('chat.pickingUp')}
          </p>
        )}
      </div>
    </main>
  );
}

/**
 * States that the conversation chunk failed to load, with the remedies: a page of an older release needs the second.
 */
function NotLoaded({ sentence, className, children }: { sentence: string; className?: string; children?: ReactNode }) {
  return (
    <Trouble trouble={{ sentence, retryAt: null }} className={className}>
      <div className="mt-3 flex flex-wrap gap-3">
        {children}
        <Button size="sm" variant="outline" onClick={() => window.location.reload()}>
          {t('chat.reloadPage')}
        </Button>
      </div>
    </Trouble>
  );
}
