import { useNavigate, useSearch } from '@tanstack/react-router';
import { paths } from '@understudy/contract/pages';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { ChatErrorBoundary } from '../../../features/conversation/components/chat-error-boundary.tsx';
import { StartPanel } from '../../../features/conversation/components/start-panel.tsx';
import { useConfig } from '../../../platform/config.ts';
import { useFreshConfig } from '../../../platform/fresh-config.ts';
import { createBrowserEntrance } from './create-browser-entrance.ts';
import { NotLoaded, Opening } from './opening.tsx';
import { useTalkBefore } from './use-talk-before.ts';
// Loaded with the page: if a chunk's style sheet fails to load, it is not fetched again with its script.
import '../../../features/conversation/talk.css';
import '../../../features/leads/leads.css';
import '../../../features/voice/voice.css';
import '../../../ui/toaster.css';

/** `/chat`: the conversation. The address contains the mode, so that a link or a reload leads to the same one. */
export function ChatPage() {
  return (
    <ChatErrorBoundary>
      <Entered />
    </ChatErrorBoundary>
  );
}

/** The start screen, and the conversation once it is loaded. */
function Entered() {
  const config = useConfig();
  useFreshConfig();
  const { mode, performer } = useSearch({ from: paths.chat });
  const navigate = useNavigate({ from: paths.chat });
  const requestedMode = config.modes.some((known) => known.id === mode) ? (mode ?? null) : null;
  const [entrance] = useState(() => createBrowserEntrance(config, performer === 1));
  const state = useSyncExternalStore(entrance.store.subscribe, entrance.store.get, entrance.store.get);
  const chat = state.is === 'open' ? state.chat : null;
  const before = useTalkBefore(chat);

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
          notice={state.is === 'failed' ? <NotLoaded again="start again" className="mt-4 w-full" /> : null}
          onNear={entrance.prepare}
          onStart={entrance.start}
        />
      ) : (
        <state.room.TalkRoom
          chat={state.chat}
          onMode={(chosen) => void navigate({ search: (now) => ({ ...now, mode: chosen }), replace: true })}
        />
      )}
      {state.is === 'open' ? <state.room.TalkNotices /> : null}
    </>
  );
}
