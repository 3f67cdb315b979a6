import type { VisitorSaid } from '../features/memory/memory.ts';
import type { Logger } from '../platform/log.ts';
import { type MemoryDeps, type RecalledForTurn, type Rememberer, recallFor, remember } from './remember.ts';

/** Lines of a turn's own and before it that are read again: what failed a moment ago is caught up with. */
const LINES_AT_A_TURN = 3;

/** Remembering beside the conversation: nobody waits for it, and what it costs when it fails is a memory, not a reply. */
export class Rememberings {
  readonly #deps: MemoryDeps;
  readonly #log: Logger;
  /** The end of each session's work; one call after the other. */
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(deps: MemoryDeps, log: Logger) {
    this.#deps = deps;
    this.#log = log;
  }

  /** What a turn may use of earlier conversations; nothing when it cannot be had. */
  async recall(visitor: Rememberer, words: string, signal: AbortSignal): Promise<RecalledForTurn> {
    try {
      return await recallFor(this.#deps, visitor, words, signal);
    } catch (error) {
      if (!signal.aborted) this.#log.warn({ err: error }, 'a turn goes on without memory');
      return { memories: [], returning: null };
    }
  }

  /**
   * Reads the newest of the visitor's lines for what is worth remembering, behind what is being read of that session.
   * What fails is read again with the next turn, and at the end of the session.
   */
  later(visitor: Rememberer, lines: readonly Omit<VisitorSaid, 'at'>[]): void {
    if (visitor.consent !== true) return;
    const at = new Date();
    const newest = lines.slice(-LINES_AT_A_TURN).map(({ seq, text, before }) => ({ seq, text, before, at }));
    const work = (this.#underWay.get(visitor.sessionId) ?? Promise.resolve())
      .then(() => remember(this.#deps, visitor, newest))
      .then(
        () => undefined,
        (error: unknown) => this.#log.warn({ err: error }, 'remembering will be tried again'),
      )
      .finally(() => {
        if (this.#underWay.get(visitor.sessionId) === work) this.#underWay.delete(visitor.sessionId);
      });
    this.#underWay.set(visitor.sessionId, work);
  }

  /** Resolves once nothing is being read. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay.values());
  }
}
