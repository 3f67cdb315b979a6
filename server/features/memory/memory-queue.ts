import { LRUCache } from 'lru-cache';
import type { Logger } from '../../platform/log.ts';
import { NO_MEMORIES, type RecalledMemories } from '../conversation/index.ts';
import type { Understanding } from '../understanding/index.ts';
import type { VisitorUtterance } from './extract-memories.ts';
import { type MemoryDeps, type ReadConversation, type Rememberer, recallFor, remember } from './remember.ts';
import { type RecalledMemory, readMemories } from './store.ts';

/** Lines read at each turn, its own included, so that recent failures are made up for. */
const MAX_LINES_AT_ONCE = 3;
/** How long a visitor's memories are cached: another instance may change them. */
const CACHED_FOR_MS = 30_000;
/** Sessions in the cache, with up to a hundred memories of half a kilobyte each. */
const MAX_SESSIONS = 1_000;

/** Cached state of a session. */
interface Held {
  /** The newest utterance read for memories. */
  readUpTo: number;
  known: RecalledMemory[];
  knownAt: number;
  /** The change counter when they were read; -1 to read them again. */
  changesThen: number;
}

/**
 * Queues the extraction of memories, one job after the other per session. No turn waits for it, and a failed job costs
 * a memory, not a reply.
 */
export class MemoryQueue {
  readonly #deps: MemoryDeps;
  readonly #log: Logger;
  /** The end of each session's queue. */
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #held = new LRUCache<string, Held>({ max: MAX_SESSIONS });
  /** Counts changes of memories: anything read before the last one is stale. */
  #changes = 0;

  constructor(deps: MemoryDeps, log: Logger) {
    this.#deps = { ...deps, known: (sessionId) => this.#known(sessionId) };
    this.#log = log;
  }

  /** Invalidates cached memories after a visitor changed or deleted one outside the conversation. */
  invalidate(): void {
    this.#changes += 1;
  }

  /** Memories that a turn may use; empty on failure. */
  async recall(visitor: Rememberer, line: Understanding | null, signal: AbortSignal): Promise<RecalledMemories> {
    try {
      return await recallFor(this.#deps, visitor, line, signal);
    } catch (error) {
      if (!signal.aborted) this.#log.warn({ err: error }, 'a turn goes on without memory');
      return NO_MEMORIES;
    }
  }

  /**
   * Reads the visitor's newest lines for memories, after the session's work in progress. Failures are repeated at the
   * next turn, and at the end of the session.
   *
   * @param newestFirst consumed as far as needed
   */
  enqueue(visitor: ReadConversation, newestFirst: Iterable<Omit<VisitorUtterance, 'at'>>): void {
    if (visitor.consent !== true) return;
    const at = new Date();
    const held = this.#of(visitor.sessionId);
    const newest: VisitorUtterance[] = [];
    for (const { seq, text, before } of newestFirst) {
      if (newest.length === MAX_LINES_AT_ONCE || seq <= held.readUpTo) break;
      newest.unshift({ seq, text, before, at });
    }
    const work = (this.#underWay.get(visitor.sessionId) ?? Promise.resolve())
      .then(() => remember(this.#deps, visitor, newest))
      .then(
        (kept) => {
          held.readUpTo = Math.max(held.readUpTo, ...newest.map(({ seq }) => seq));
          if (kept > 0) held.changesThen = -1;
        },
        (error: unknown) => this.#log.warn({ err: error }, 'remembering will be tried again'),
      )
      .finally(() => {
        if (this.#underWay.get(visitor.sessionId) === work) this.#underWay.delete(visitor.sessionId);
      });
    this.#underWay.set(visitor.sessionId, work);
  }

  async #known(sessionId: string): Promise<RecalledMemory[]> {
    const held = this.#of(sessionId);
    const [asked, changesThen] = [Date.now(), this.#changes];
    if (held.changesThen === changesThen && asked - held.knownAt < CACHED_FOR_MS) return held.known;
    const known = await readMemories(this.#deps.pool, sessionId);
    Object.assign(held, { known, knownAt: asked, changesThen });
    return known;
  }

  /** A session's cached state; the least recently used is dropped beyond the limit. */
  #of(sessionId: string): Held {
    const held = this.#held.get(sessionId) ?? { readUpTo: -1, known: [], knownAt: 0, changesThen: -1 };
    this.#held.set(sessionId, held);
    return held;
  }

  /** Resolves once nothing is being read. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay.values());
  }
}
