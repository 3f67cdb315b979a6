import type { SessionAnalyses } from '../features/leads/index.ts';
import {
  type DeskDeps,
  deskFunctions,
  eraseMemories,
  forgetErased,
  listenToErasures,
} from '../features/privacy/index.ts';
import type { Notifications } from '../platform/database/notifications.ts';
import type { Logger } from '../platform/log.ts';

/** What the visitor's desk is composed of. */
interface DeskParts extends Omit<DeskDeps, 'forget' | 'reread'> {
  log: Logger;
  notifications: Notifications;
  /** Whether other instances share the database. */
  isShared: boolean;
  /** What this instance remembers of conversations. */
  erased: Parameters<typeof forgetErased>[0] & { analyses: Pick<SessionAnalyses, 'reread'> };
}

/** Composes the visitor's desk: its functions, and what this instance forgets after an erasure, here or elsewhere. */
export function createDesk({ log, notifications, isShared, erased, ...deps }: DeskParts) {
  const forget = forgetErased(erased);
  const stop = isShared ? listenToErasures(notifications, forget, log) : async () => undefined;
  return {
    forget,
    functions: deskFunctions({ ...deps, forget, reread: (id) => erased.analyses.reread(id) }),
    /** Deletes memories of a visitor as the desk does; returns how many. @param ids null for all */
    async eraseMemories(visitor: string, ids: readonly string[] | null): Promise<number> {
      const receipt = await eraseMemories(deps, { visitors: [visitor], sessions: [] }, ids);
      return receipt?.total ?? 0;
    },
    stop,
  };
}
