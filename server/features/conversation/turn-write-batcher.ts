import { databaseErrorCode } from '../../platform/database/errors.ts';
import { TIMEOUTS } from '../../platform/database/settings.ts';
import { createWriteBatcher, type WriteBatcherOptions } from '../../platform/database/write-batcher.ts';

/** Statements of one kind under way at once: one is planned and written while the other waits for the disk. */
const AT_ONCE = 2;
/** Most turns of one statement. */
const MAX_TURNS = 50;
/**
 * SQLSTATEs of one session's row alone: its turn was begun before, somebody holds its lock, two lock each other out.
 */
const ONE_ITEMS = new Set(['23505', '55P03', '40P01']);

/** Writes that turns of different sessions share when they come together, never two of one session at once. */
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
