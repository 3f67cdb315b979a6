import { LANDING_TOAST_LIMIT, LANDING_TOAST_REMOVE_DELAY_MS } from '@understudy/contract/constants';
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { createNoticeQueue } from '../../../ui/notice-queue.ts';

/** Two sentences take about six seconds to read; hovering holds a notice. */
const NOTICE_MS = 8_000;

const loadNotices = () => import('../../../ui/notices.tsx');
/** If its script fails to load, nothing is shown: the form says the same in place. */
const Notices = lazy(() => loadNotices().catch(() => ({ default: (): ReactNode => null })));

/** The landing page's toasts: at most one (section 9). */
export const landingNotices = createNoticeQueue({
  limit: LANDING_TOAST_LIMIT,
  removeDelayMs: LANDING_TOAST_REMOVE_DELAY_MS,
});

/** Loads the toast code when a visitor starts on the form, which keeps it out of the first load. */
export function prepareNotices(): void {
  // Retried when there is something to show.
  loadNotices().catch(() => {});
}

/** The landing page's toasts; their code is loaded with the first one. */
export function LandingNotices() {
  const any = useSyncExternalStore(
    landingNotices.subscribe,
    () => landingNotices.notices.length > 0,
    () => false,
  );
  return any ? (
    <Suspense>
      <Notices queue={landingNotices} durationMs={NOTICE_MS} />
    </Suspense>
  ) : null;
}
