import { LRUCache } from 'lru-cache';
import type { ShowEvent } from './engine/show-events.ts';
import type { ShowEventRow } from './show-store.ts';

/** Sessions whose missed turns are remembered, and turns of each: the oldest go first. */
const MAX_SESSIONS = 2_000;
const MAX_TURNS = 20;

/** What a turn is to its show: events for the engine, and messages of its own. */
export interface TurnEvents {
  turnId: string;
  events: readonly ShowEvent[];
  rows: readonly ShowEventRow[];
}

/** Turns that a show missed, and the last turn that it had before them. */
interface Missed {
  before: string | null;
  turns: TurnEvents[];
}

/**
 * Turns whose reply was given but whose show could not be saved: they go before whatever the show saves next. Known to
 * this instance only; on another one, and after a restart, the show goes on without the whole of such a turn.
 */
export class MissedTurns {
  readonly #sessions = new LRUCache<string, Missed>({ max: MAX_SESSIONS });

  /** @param before the show's last turn when this one began, as the database had it */
  add(sessionId: string, before: string | null, turn: TurnEvents): void {
    const known = this.#sessions.get(sessionId);
    const turns = [...(known?.turns ?? []), turn].slice(-MAX_TURNS);
    this.#sessions.set(sessionId, { before: known ? known.before : before, turns });
  }

  /**
   * The turns that a show still has to catch up with, oldest first. Leaves out turns that were saved although the
   * confirmation was lost, and all of them once another instance has taken a later turn.
   *
   * @param lastTurnId the show's last turn, as the database has it now
   */
  due(sessionId: string, lastTurnId: string | null): readonly TurnEvents[] {
    const missed = this.#sessions.get(sessionId);
    if (!missed) return [];
    if (missed.before === lastTurnId) return missed.turns;
    const saved = missed.turns.findIndex(({ turnId }) => turnId === lastTurnId);
    return saved === -1 ? [] : missed.turns.slice(saved + 1);
  }

  /** Call it once the show has caught up, or is deleted. */
  forget(sessionId: string): void {
    this.#sessions.delete(sessionId);
  }
}
