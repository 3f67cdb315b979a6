import { TOAST_DURATION_MS, TOAST_GAP_PX, TOAST_LIMIT } from '@understudy/contract/constants';
import { ChatScreen } from '../../../features/conversation/components/chat-screen.tsx';
import { RingLevel } from '../../../features/voice/components/ring-level.tsx';
import { VoiceBar } from '../../../features/voice/components/voice-bar.tsx';
import { isProcessing, isSpeaking, voicePresence, voiceStatus } from '../../../features/voice/presence.ts';
import { useVoice } from '../../../features/voice/use-voice.ts';
import { useConfig } from '../../../platform/config.ts';
import { useTheme } from '../../../platform/theme.ts';
import { Toaster } from '../../../ui/toaster.tsx';
import { ThemeToggle } from '../../theme-toggle.tsx';
import type { Chat } from './create-chat.ts';

// This file is what is fetched before a conversation begins, and not earlier (create-browser-entrance.ts).
export { createChat } from './create-chat.ts';

/** The chat screen with its voice, from the beginning of a conversation on. */
export function TalkRoom({ chat, onMode }: { chat: Chat; onMode: (mode: string) => void }) {
  const { conversation, voice } = chat;
  const { consultant } = useConfig();
  const { taking } = useVoice(voice);
  return (
    <>
      <ChatScreen
        conversation={conversation}
        onMode={onMode}
        actions={<ThemeToggle />}
        inputBar={<VoiceBar voice={voice} twin={`AI ${consultant.first_name}`} />}
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

/** The chat's toasts. */
export function TalkNotices() {
  const theme = useTheme();
  return <Toaster limit={TOAST_LIMIT} durationMs={TOAST_DURATION_MS} gapPx={TOAST_GAP_PX} theme={theme} />;
}
