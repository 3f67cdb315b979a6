import type { FrameParam } from '@understudy/contract/widget';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ChatErrorScreen } from '../../../features/conversation/components/trouble.tsx';
import { ErrorBoundary } from '../../../platform/report-error.ts';
import { t } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Entered } from './chat-page.tsx';
import { createWidgetFrame, type WidgetFrame } from './widget-frame.ts';

/** `/widget`: the chat for a frame in another page, without anything around it. */
export function WidgetPage() {
  const [{ host, form, theme, mode }] = useState(readParams);
  const [frame] = useState(() => {
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
    return createWidgetFrame({ host, form: form === 'inline' ? 'inline' : 'floating' }, window, takeFocus);
  });
  const [chosen, choose] = useState(mode);
  useEffect(() => frame.open(), [frame]);
  useEscape(frame);
  return (
    <>
      <ErrorBoundary screen={ChatErrorScreen}>
        <Entered mode={chosen} onMode={choose} frame={frame} />
      </ErrorBoundary>
      {frame.canClose ? (
        <Button
          variant="ghost"
          size="icon"
          className="widget-close"
          aria-label={t('chat.closeChat')}
          title={t('chat.closeChatEsc')}
          onClick={frame.askToClose}
        >
          <X aria-hidden />
        </Button>
      ) : null}
    </>
  );
}

/** The parameters of the frame's address. The router would read them for every page. */
const readParams = () =>
  Object.fromEntries(new URLSearchParams(window.location.search)) as Partial<Record<FrameParam, string>>;

/** Moves the focus into the field or to the box to tick. On a phone that would bring up the keyboard. */
function takeFocus(): void {
  if (matchMedia('(pointer: coarse)').matches) return;
  document.querySelector<HTMLElement>('#message:enabled, #consent')?.focus({ preventScroll: true });
}

/** Escape closes the chat, unless it closes or stops something in it. */
function useEscape(frame: WidgetFrame): void {
  useEffect(() => {
    if (!frame.canClose) return;
    const onKey = (event: KeyboardEvent) => {
      const taken = event.defaultPrevented || document.querySelector('dialog[open], [popover]:popover-open');
      if (event.key === 'Escape' && !taken && !frame.isReplying()) frame.askToClose();
    };
    // Before the chat screen stops a reply, after which none would be left.
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [frame]);
}
