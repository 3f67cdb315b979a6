import { type ReactNode, useEffect, useState } from 'react';
import { useConfig } from '../../../platform/config.ts';
import { useVisibleHeight } from '../../../platform/visual-viewport.ts';
import { createBrowserConversation } from '../create-browser-conversation.ts';
import { liveReply } from '../talk.ts';
import { useTalk } from '../use-talk.ts';
import { AnalysisCard } from './analysis-card.tsx';
import { ChatFooter } from './chat-footer.tsx';
import { ChatHeader } from './chat-header.tsx';
import { Composer } from './composer.tsx';
import { EndedPanel } from './ended-panel.tsx';
import { MessageArea } from './message-area.tsx';
import { RestoringPanel } from './restoring-panel.tsx';
import { StartPanel } from './start-panel.tsx';
import { Trouble } from './trouble.tsx';
import '../talk.css';

/** What the page tells the screen. */
export interface ChatScreenProps {
  /** The mode in the page's address; one that does not exist counts as none. */
  mode: string | undefined;
  /** The twin stands before an audience. */
  performer: boolean;
  /** The visitor chose another mode. */
  onMode: (mode: string) => void;
  /** What the page puts into the header. */
  actions?: ReactNode;
}

/** The chat screen (section 2): before, during and after a conversation. */
export function ChatScreen({ mode, performer, onMode, actions }: ChatScreenProps) {
  const config = useConfig();
  const requestedMode = config.modes.some((known) => known.id === mode) ? (mode ?? null) : null;
  const [conversation] = useState(() => createBrowserConversation(config, { requestedMode, performer }));
  const talk = useTalk(conversation);
  useVisibleHeight();

  useEffect(() => {
    conversation.open();
    return conversation.close;
  }, [conversation]);

  useEffect(() => {
    if (requestedMode) conversation.choose({ mode: requestedMode });
  }, [conversation, requestedMode]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      conversation.noteActivity();
      // An open dialog or panel takes Escape for itself.
      const taken = event.defaultPrevented || document.querySelector('dialog[open]');
      if (event.key === 'Escape' && !taken && liveReply(conversation.store.get())) conversation.stop();
    };
    const kinds = ['pointerdown', 'pointermove', 'wheel', 'touchmove'] as const;
    document.addEventListener('keydown', onKey);
    for (const kind of kinds) document.addEventListener(kind, conversation.noteActivity, { passive: true });
    return () => {
      document.removeEventListener('keydown', onKey);
      for (const kind of kinds) document.removeEventListener(kind, conversation.noteActivity);
    };
  }, [conversation]);

  if (talk.phase === 'fresh' || talk.phase === 'starting') {
    return <StartPanel talk={talk} conversation={conversation} />;
  }
  return (
    <div className="talk-screen">
      <ChatHeader
        talk={talk}
        actions={actions}
        onMode={(chosen) => {
          conversation.choose({ mode: chosen });
          onMode(chosen);
        }}
        onModel={(model) => conversation.choose({ model })}
      />
      <main id="content" tabIndex={-1} className="talk-main">
        <AnalysisCard extract={talk.extract} />
        {talk.phase === 'restoring' ? (
          <RestoringPanel talk={talk} conversation={conversation} />
        ) : (
          <MessageArea talk={talk} conversation={conversation} />
        )}
        {talk.phase === 'ended' ? (
          <EndedPanel sentence={talk.trouble?.sentence ?? ''} onStartNew={conversation.startOver} />
        ) : null}
        {talk.phase === 'live' || talk.phase === 'ending' ? (
          <>
            <Trouble trouble={talk.trouble} className="mx-4 mb-3 sm:mx-8" />
            <Composer talk={talk} conversation={conversation} />
          </>
        ) : null}
      </main>
      <ChatFooter talk={talk} conversation={conversation} />
    </div>
  );
}
