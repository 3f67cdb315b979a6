import { databaseErrorCode } from '../../platform/database/errors.ts';
import { createGather, type GatherOptions } from '../../platform/database/gather.ts';
import { TIMEOUTS } from '../../platform/database/settings.ts';

/** Statements of one kind under way at once: one is planned and written while the other waits for the disk. */
const AT_ONCE = 2;
/** Most turns of one statement. */
const MOST = 50;
/**
 * SQLSTATEs of one session's row alone: its turn was begun before, somebody holds its lock, two lock each other out.
 */
const ONE_ITEMS = new Set(['23505', '55P03', '40P01']);

/** Writes that turns of different sessions share when they come together, never two of one session at once. */
export function createTurnGather<Turn extends { sessionId: string }, Result>(
  writes: Pick<GatherOptions<Turn, Result>, 'one' | 'many'>,
): (turn: Turn) => Promise<Result> {
  return createGather<Turn, Result>({
    ...writes,
    keyOf: ({ sessionId }) => sessionId,
    mayBeOneItems: (error) =>
      ONE_ITEMS.has((error as { code?: string }).code ?? '') || databaseErrorCode(error) === null,
    atOnce: AT_ONCE,
    most: MOST,
    waitMs: TIMEOUTS.connectionMs,
  });
}
