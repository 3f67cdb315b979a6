import type { Notifications } from '../../platform/database/notifications.ts';
import type { Queries } from '../../platform/database/transaction.ts';
import type { Logger } from '../../platform/log.ts';
import { forgetWords } from '../../platform/word-cache.ts';
import type { HistoryCache, TurnQueue } from '../conversation/index.ts';
import type { SessionAnalyses, VisitorSummaries } from '../leads/index.ts';
import type { MemoryQueue } from '../memory/index.ts';
import type { Shows } from '../show/index.ts';

/** Tells every instance which conversations were erased, or lost lines. */
const CHANNEL = 'understudy_erased';
/** Ids in one notification, which may have 8,000 bytes. */
const IDS_PER_NOTICE = 100;

/** Everything that holds a conversation in memory. */
export interface HeldInMemory {
  turnQueue: Pick<TurnQueue, 'cutSession'>;
  history: Pick<HistoryCache, 'forget'>;
  analyses: Pick<SessionAnalyses, 'forget'>;
  visitorSummaries: Pick<VisitorSummaries, 'forget'>;
  shows: Pick<Shows, 'forget'>;
  memoryQueue: Pick<MemoryQueue, 'invalidate'>;
}

/** Drops conversations from this instance's memory. */
export type ForgetErased = (sessionIds: readonly string[]) => Promise<void>;

/** Creates the function that drops conversations from memory, and cuts their running turns. */
export const forgetErased =
  (held: HeldInMemory): ForgetErased =>
  async (sessionIds) => {
    // Turns that are still running could not be saved any more.
    await Promise.all(sessionIds.map((id) => held.turnQueue.cutSession(id)));
    for (const id of sessionIds) {
      held.history.forget(id);
      held.analyses.forget(id);
      held.visitorSummaries.forget(id);
      held.shows.forget(id);
    }
    held.memoryQueue.invalidate();
    forgetWords();
  };

/** Notifies every instance, as soon as the transaction is committed. */
export async function tellErased(client: Queries, sessionIds: readonly string[]): Promise<void> {
  for (let from = 0; from < sessionIds.length; from += IDS_PER_NOTICE) {
    const ids = sessionIds.slice(from, from + IDS_PER_NOTICE).join(' ');
    await client.query('SELECT pg_notify($1, $2)', [CHANNEL, ids]);
  }
}

/**
 * Listens to the erasures of other instances. While the connection is broken, nothing is missed that matters: every
 * statement that saves something of a session finds that it is gone or lost messages, and every turn learns of that.
 *
 * @returns a function that stops it
 */
export function listenToErasures(notifications: Notifications, forget: ForgetErased, log: Logger): () => Promise<void> {
  const channel = notifications.channel(CHANNEL, {
    heard(payload) {
      forget(payload.split(' ').filter(Boolean)).catch((error: unknown) =>
        log.warn({ err: error }, 'an erased conversation is still in memory'),
      );
    },
    restored() {},
  });
  void channel.open();
  return () => channel.close();
}
