import { type DeskDeps, deskFunctions, forgetErased, listenToErasures } from '../features/privacy/index.ts';
import type { Logger } from '../platform/log.ts';

/** What the visitor's desk is composed of. */
interface DeskParts extends Omit<DeskDeps, 'forget'> {
  log: Logger;
  /** Whether other instances share the database. */
  isShared: boolean;
  /** What this instance remembers of conversations. */
  erased: Parameters<typeof forgetErased>[0];
}

/** Composes the visitor's desk: its functions, and what this instance forgets after an erasure, here or elsewhere. */
export function createDesk({ log, isShared, erased, ...deps }: DeskParts) {
  const forget = forgetErased(erased);
  const stop = isShared ? listenToErasures(deps.pool, forget, log) : async () => undefined;
  return { forget, functions: deskFunctions({ ...deps, forget }), stop };
}
