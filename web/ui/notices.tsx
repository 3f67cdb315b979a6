import { X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { type ReactNode, useSyncExternalStore } from 'react';
import { t } from '../platform/texts.ts';
import { cn } from './cn.ts';
import type { NoticeQueue } from './notice-queue.ts';

/** Shows a queue's open notices; each closes after `durationMs` unless it is hovered or focused. */
export default function Notices({ queue, durationMs }: { queue: NoticeQueue; durationMs: number }): ReactNode {
  const notices = useSyncExternalStore(queue.subscribe, () => queue.notices);
  return (
    <Toast.Provider duration={durationMs} swipeDirection="right">
      {notices.map((notice) => (
        <Toast.Root
          key={notice.id}
          open={notice.open}
          onOpenChange={(open) => {
            if (!open) queue.dismiss(notice.id);
          }}
          className={cn(
            'flex items-start justify-between gap-3 rounded-md border p-4 shadow-raised',
            notice.tone === 'destructive'
              ? 'border-destructive bg-destructive text-destructive-foreground'
              : 'bg-card text-card-foreground',
          )}
        >
          <div className="wrap-anywhere min-w-0">
            <Toast.Title className="font-semibold">{notice.title}</Toast.Title>
            <Toast.Description className="mt-0.5 text-[0.9375rem]">{notice.description}</Toast.Description>
          </div>
          <Toast.Close
            aria-label={t('ui.dismiss')}
            className="-m-1.5 grid size-8 shrink-0 place-items-center rounded-sm"
          >
            <X aria-hidden className="size-4" />
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport
        className={cn(
          'fixed right-0 bottom-0 z-30 m-0 flex w-full max-w-[26rem] list-none flex-col gap-3 p-4',
          'outline-none sm:p-6',
        )}
      />
    </Toast.Provider>
  );
}
