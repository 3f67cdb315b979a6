import { Toaster as Sonner, toast } from 'sonner';
import './toaster.css';

/** How many at a time, how long, how wide. The swipe length is set where sonner is built (build/patch-sonner.ts). */
export interface ToasterProps {
  limit: number;
  durationMs: number;
  gapPx: number;
  theme: 'light' | 'dark';
}

/** Below the page's header, which says how high it is: a toast never stands on what the visitor may want to press. */
const BELOW_HEADER = { top: 'calc(var(--header-height, 0.75rem) + 0.75rem)' };

/** Where toasts appear. One a page; `toast.success`, `toast.error` fill it. */
export function Toaster({ limit, durationMs, gapPx, theme }: ToasterProps) {
  return (
    <Sonner
      theme={theme}
      visibleToasts={limit}
      duration={durationMs}
      gap={gapPx}
      position="top-center"
      offset={BELOW_HEADER}
      mobileOffset={BELOW_HEADER}
      closeButton
      toastOptions={{ closeButtonAriaLabel: 'Dismiss' }}
    />
  );
}

export { toast };
