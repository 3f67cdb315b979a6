import type { Twin } from '@understudy/contract/twin';
import type { Summary } from '../features/leads/after/summary.ts';

/** Summaries that are held, some kilobytes each. */
const MAX_HELD = 200;
/** How long one is held after it was last asked for, in milliseconds. */
const HELD_MS = 10 * 60_000;

interface Held {
  summary: Summary;
  /** The twin of whose names and notes it speaks. */
  twin: Twin;
  /** Lets go of it. */
  timer: NodeJS.Timeout;
}

/**
 * The summaries of conversations that are over, as their visitors read them, so that asking again reads nothing anew.
 *
 * What is kept at the end (table `summaries`) is the owner's: it names the score and says what the visitor is worth,
 * which is not for them. Theirs is made from the same words and the same reading of a model, and differs on purpose
 * (features/leads/after/visitor-summary.ts). It is held and not kept: it can be had at any time from what is kept, and
 * each copy of a visitor's words is one more to be deleted.
 */
export class VisitorSummaries {
  readonly #held = new Map<string, Held>();
  /** How often something was forgotten: what was begun before may be of what is gone. */
  #forgettings = 0;

  /**
   * The summary of a conversation that changes no more; made where it is not held, or another twin is served by now.
   */
  async get(sessionId: string, twin: Twin, make: () => Promise<Summary>): Promise<Summary> {
    const known = this.#held.get(sessionId);
    const forgettings = this.#forgettings;
    const summary = known?.twin === twin ? known.summary : await make();
    if (forgettings !== this.#forgettings) return summary;
    this.#drop(sessionId);
    const timer = setTimeout(() => this.#drop(sessionId), HELD_MS).unref();
    this.#held.set(sessionId, { summary, twin, timer });
    const [oldest] = this.#held.keys();
    if (this.#held.size > MAX_HELD && oldest !== undefined) this.#drop(oldest);
    return summary;
  }

  /** Lets go of the summary of a conversation that was erased; one that is being made is not held. */
  forget(sessionId: string): void {
    this.#forgettings += 1;
    this.#drop(sessionId);
  }

  #drop(sessionId: string): void {
    clearTimeout(this.#held.get(sessionId)?.timer);
    this.#held.delete(sessionId);
  }
}
