import { databaseErrorCode } from '../../platform/database/errors.ts';
import { TIMEOUTS } from '../../platform/database/settings.ts';
import { createWriteBatcher, type WriteBatcherOptions } from '../../platform/database/write-batcher.ts';

/** Concurrent statements of one kind: one is planned and written while the other waits for the disk. */
const AT_ONCE = 2;
/** Maximum turns per statement. */
const MAX_TURNS = 50;
/** SQLSTATEs that a single turn can cause: its turn already exists, its session is locked, or a deadlock. */
const ONE_ITEMS = new Set(['23505', '55P03', '40P01']);

/** Batches writes of turns that arrive together, never two of the same session at once. */
export function createTurnWriteBatcher<Turn extends { sessionId: string }, Result>(
  writes: Pick<WriteBatcherOptions<Turn, Result>, 'one' | 'many'>,
): (turn: Turn) => Promise<Result> {
  return createWriteBatcher<Turn, Result>({
    ...writes,
    keyOf: ({ sessionId }) => sessionId,
    mayBeOneItems: (error) =>
      ONE_ITEMS.has((error as { code?: string }).code ?? '') || databaseErrorCode(error) === null,
    atOnce: AT_ONCE,
    most: MAX_TURNS,
    waitMs: TIMEOUTS.connectionMs,
  });
}
