import { useNavigate, useSearch } from '@tanstack/react-router';
import { TOAST_DURATION_MS, TOAST_GAP_PX, TOAST_LIMIT } from '@understudy/contract/constants';
import { paths } from '@understudy/contract/pages';
import { ChatErrorBoundary } from '../../features/conversation/components/chat-error-boundary.tsx';
import { ChatScreen } from '../../features/conversation/components/chat-screen.tsx';
import { useTheme } from '../../platform/theme.ts';
import { Toaster } from '../../ui/toaster.tsx';
import { ThemeToggle } from '../theme-toggle.tsx';

/** `/chat`: the conversation. The address holds the personality, so that a link or a reload leads to the same one. */
export function ChatPage() {
  const { mode, performer } = useSearch({ from: paths.chat });
  const navigate = useNavigate({ from: paths.chat });
  const theme = useTheme();
  return (
    <>
      <ChatErrorBoundary>
        <ChatScreen
          mode={mode}
          performer={performer === 1}
          onMode={(chosen) => void navigate({ search: (before) => ({ ...before, mode: chosen }), replace: true })}
          actions={<ThemeToggle />}
        />
      </ChatErrorBoundary>
      <Toaster limit={TOAST_LIMIT} durationMs={TOAST_DURATION_MS} gapPx={TOAST_GAP_PX} theme={theme} />
    </>
  );
}
