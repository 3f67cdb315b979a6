import { Toaster as Sonner, toast } from 'sonner';
import { t } from '../platform/texts.ts';
import './toaster.css';

/** Number, duration and width of toasts. The swipe length is set where sonner is built (web/vite.config.ts). */
export interface ToasterProps {
  limit: number;
  durationMs: number;
  gapPx: number;
  theme: 'light' | 'dark';
}

/** Below the page's header, whose height is a variable: a toast must not cover controls in it. */
const BELOW_HEADER = { top: 'calc(var(--header-height, 0.75rem) + 0.75rem)' };

/** Renders the toasts. One per page; `toast.success` and `toast.error` fill it. */
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
      toastOptions={{ closeButtonAriaLabel: t('ui.dismiss') }}
    />
  );
}

export { toast };
