import type { Twin } from '@understudy/contract/twin';
import { LRUCache } from 'lru-cache';
import type { Summary } from '../features/leads/after/summary.ts';

/** Maximum number of cached summaries, some kilobytes each. */
const MAX_HELD = 200;
/** How long one is cached after its last use, in milliseconds. */
const HELD_MS = 10 * 60_000;

interface Held {
  summary: Summary;
  /** The twin whose names and notes it uses. */
  twin: Twin;
}

/**
 * Cache of visitors' summaries of ended conversations, so that asking again computes nothing.
 *
 * The summary stored at the end (table `summaries`) is the owner's: it names the score and the visitor's value, which
 * are not for the visitor. Theirs is made from the same words and the same model's reading, and differs on purpose
 * (features/leads/after/visitor-summary.ts). It is cached but not stored: it can be recomputed at any time, and each
 * copy of a visitor's words is one more to delete.
 */
export class VisitorSummaries {
  // A visitor's words leave the memory by a timer, not only when somebody asks again.
  readonly #held = new LRUCache<string, Held>({ max: MAX_HELD, ttl: HELD_MS, ttlAutopurge: true });
  /** Counts deletions: a summary begun before one may be of an erased conversation. */
  #forgettings = 0;

  /**
   * The summary of a conversation that no longer changes; computed if it is not cached, or another twin is served by
   * now.
   */
  async get(sessionId: string, twin: Twin, make: () => Promise<Summary>): Promise<Summary> {
    const known = this.#held.get(sessionId);
    const forgettings = this.#forgettings;
    const summary = known?.twin === twin ? known.summary : await make();
    if (forgettings !== this.#forgettings) return summary;
    this.#held.set(sessionId, { summary, twin });
    return summary;
  }

  /** Evicts the summary of an erased conversation; one in progress is not cached. */
  forget(sessionId: string): void {
    this.#forgettings += 1;
    this.#held.delete(sessionId);
  }
}
