import { Outlet } from '@tanstack/react-router';
import { TOAST_DURATION_MS, TOAST_GAP_PX, TOAST_LIMIT } from '@understudy/contract/constants';
import { useEffect, useState } from 'react';
import { SignInProvider } from '../../../features/auth/sign-in-context.tsx';
import { useTheme } from '../../../platform/theme.ts';
import { LazyToaster } from '../../../ui/lazy-toaster.tsx';
import { pageSignIn } from './page-sign-in.ts';

/** Layout of the owner's pages and the sign-in page: sign-in state and toasts. Visitors never load it. */
export function AdminLayout() {
  const theme = useTheme();
  const [signIn] = useState(pageSignIn);
  useEffect(() => signIn.open(), [signIn]);
  return (
    <SignInProvider value={signIn}>
      <Outlet />
      {/* Below the shell's header, which has an additional row on narrow screens. */}
      <div className="[--header-height:3.25rem] max-lg:[--header-height:6.125rem]">
        <LazyToaster limit={TOAST_LIMIT} durationMs={TOAST_DURATION_MS} gapPx={TOAST_GAP_PX} theme={theme} />
      </div>
    </SignInProvider>
  );
}
