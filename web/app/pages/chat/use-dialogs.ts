import { useCallback, useEffect, useState } from 'react';
import type { CallToAction } from '../../../features/leads/next-step.ts';
import { whenIdle } from '../../../platform/idle.ts';
import { reportError } from '../../../platform/report-error.ts';
import { toast } from '../../../ui/toaster.tsx';

/** The dialogs of the chat. */
export type DialogName = CallToAction | 'memories';

const load = () => import('./dialogs.tsx');

/** The open dialog, and the code of all dialogs. */
export interface OpenDialog {
  name: DialogName;
  dialogs: Awaited<ReturnType<typeof load>>;
}

/** Loads the dialogs' code when the page is idle, so that it is ready when one is opened. */
export function useDialogs() {
  const [shown, setShown] = useState<OpenDialog | null>(null);
  useEffect(() => whenIdle(() => void load().catch(() => {})), []);
  const open = useCallback(async (name: DialogName) => {
    try {
      setShown({ name, dialogs: await load() });
    } catch (error) {
      reportError(error, 'a dialog could not be loaded');
      toast.error('This could not be opened. Please check your connection and try again.');
    }
  }, []);
  const close = useCallback(() => setShown(null), []);
  return { shown, open, close };
}
