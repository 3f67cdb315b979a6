import { useNavigate, useSearch } from '@tanstack/react-router';
import { TOAST_DURATION_MS, TOAST_GAP_PX, TOAST_LIMIT } from '@understudy/contract/constants';
import { paths } from '@understudy/contract/pages';
import { useEffect, useState } from 'react';
import { ChatErrorBoundary } from '../../../features/conversation/components/chat-error-boundary.tsx';
import { ChatScreen } from '../../../features/conversation/components/chat-screen.tsx';
import { RingLevel } from '../../../features/voice/components/ring-level.tsx';
import { VoiceBar } from '../../../features/voice/components/voice-bar.tsx';
import { isProcessing, isSpeaking, voicePresence, voiceStatus } from '../../../features/voice/presence.ts';
import { useVoice } from '../../../features/voice/use-voice.ts';
import { useConfig } from '../../../platform/config.ts';
import { useTheme } from '../../../platform/theme.ts';
import { Toaster } from '../../../ui/toaster.tsx';
import { ThemeToggle } from '../../theme-toggle.tsx';
import { createChat } from './create-chat.ts';

/** `/chat`: the conversation. The address holds the personality, so that a link or a reload leads to the same one. */
export function ChatPage() {
  const theme = useTheme();
  return (
    <>
      <ChatErrorBoundary>
        <SpokenChat />
      </ChatErrorBoundary>
      <Toaster limit={TOAST_LIMIT} durationMs={TOAST_DURATION_MS} gapPx={TOAST_GAP_PX} theme={theme} />
    </>
  );
}

/** The chat screen with its voice. */
function SpokenChat() {
  const config = useConfig();
  const { mode, performer } = useSearch({ from: paths.chat });
  const navigate = useNavigate({ from: paths.chat });
  const requestedMode = config.modes.some((known) => known.id === mode) ? (mode ?? null) : null;
  const [{ conversation, voice }] = useState(() => createChat(config, { requestedMode, performer: performer === 1 }));
  const { taking } = useVoice(voice);

  useEffect(() => {
    voice.open();
    return voice.close;
  }, [voice]);

  return (
    <>
      <ChatScreen
        conversation={conversation}
        requestedMode={requestedMode}
        onMode={(chosen) => void navigate({ search: (before) => ({ ...before, mode: chosen }), replace: true })}
        actions={<ThemeToggle />}
        inputBar={<VoiceBar voice={voice} twin={`AI ${config.consultant.first_name}`} />}
        voice={{
          presence: voicePresence(taking),
          status: voiceStatus(taking),
          isSpeaking: isSpeaking(taking),
          isProcessing: isProcessing(taking),
        }}
      />
      <RingLevel voice={voice} />
    </>
  );
}
