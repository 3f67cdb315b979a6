import type { RunningTurn } from './running-turn.ts';
import type { TurnKind } from './store.ts';

/**
 * Queues the running turns of each session. Messages that arrive while no reply is spoken are answered in order; a
 * message that arrives while a reply is being written to the visitor ends that reply.
 */
export class TurnQueue {
  readonly #queues = new Map<string, RunningTurn[]>();

  /** The running turn with that id, to be joined. */
  find(sessionId: string, turnId: string): RunningTurn | null {
    return this.#queues.get(sessionId)?.find((turn) => turn.turnId === turnId) ?? null;
  }

  /** The running greeting or follow-up, which every tab of a visitor that requests one joins. */
  findUnprompted(sessionId: string, kind: TurnKind): RunningTurn | null {
    if (kind === 'message') return null;
    return this.#queues.get(sessionId)?.find((turn) => turn.kind === kind && !turn.cutBy) ?? null;
  }

  /** The turn being answered now. */
  current(sessionId: string): RunningTurn | null {
    return this.#queues.get(sessionId)?.[0] ?? null;
  }

  /** Whether the session has an unfinished turn. */
  isBusy(sessionId: string): boolean {
    return this.#queues.has(sessionId);
  }

  /** Appends a turn to its queue, until it has settled. */
  enqueue(turn: RunningTurn): void {
    const queue = this.#queues.get(turn.sessionId) ?? [];
    this.#queues.set(turn.sessionId, queue);
    queue.push(turn);
    const leave = () => {
      queue.splice(queue.indexOf(turn), 1);
      if (queue.length === 0) this.#queues.delete(turn.sessionId);
    };
    turn.settled.then(leave, leave);
  }

  /**
   * Ends the reply being written to the visitor, if any, and waits until its words are saved. It is interrupted only if
   * the visitor listens to the older reply and wants to hear the newer one.
   */
  async endDelivery(by: RunningTurn): Promise<void> {
    const older = this.#queues.get(by.sessionId)?.find((turn) => turn !== by && turn.delivering);
    if (!older) return;
    older.cut(older.spoken && by.spoken ? 'newer_turn' : 'superseded');
    await older.settled.catch(() => undefined);
  }

  /** Waits until the words of every earlier turn are saved, so that the transcript has the order of the queue. */
  async awaitEarlierWords(turn: RunningTurn): Promise<void> {
    await Promise.all(this.#earlier(turn).map((predecessor) => predecessor.wordsKept));
  }

  /** Waits until every earlier turn of the session is over. */
  async awaitPredecessors(turn: RunningTurn): Promise<void> {
    await Promise.all(this.#earlier(turn).map((predecessor) => predecessor.settled.catch(() => undefined)));
  }

  #earlier(turn: RunningTurn): RunningTurn[] {
    const queue = this.#queues.get(turn.sessionId) ?? [];
    return queue.slice(0, queue.indexOf(turn));
  }

  /** Cuts every turn of one session. */
  async cutSession(sessionId: string): Promise<void> {
    const turns = [...(this.#queues.get(sessionId) ?? [])];
    for (const turn of turns) turn.cut('session_ended');
    await Promise.all(turns.map((turn) => turn.settled.catch(() => undefined)));
  }

  /** Lets running turns finish for so many milliseconds, then cuts the rest and saves their words. */
  async drain(graceMs: number): Promise<void> {
    const all = () => Promise.all([...this.#queues.values()].flat().map((turn) => turn.settled.catch(() => undefined)));
    const grace = Promise.withResolvers<void>();
    const timer = setTimeout(grace.resolve, graceMs);
    await Promise.race([all(), grace.promise]);
    clearTimeout(timer);
    for (const turn of [...this.#queues.values()].flat()) turn.cut('shutdown');
    await all();
  }
}
