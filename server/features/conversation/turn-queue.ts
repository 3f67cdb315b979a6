import type { AgentReplyAnswer, StreamEvent } from '@understudy/contract/wire';
import type { TurnKind } from './store.ts';

/** Events of a running turn. */
export type TurnEvent = Extract<StreamEvent, { event: 'delta' | 'segment' | 'extract' }>;

/**
 * Why a turn was cut before its end. `newer_turn` and `interrupted`: the visitor broke off a spoken reply.
 * `superseded`: a newer message came while the reply was read; what is written of it stands as the reply.
 * `taken_over`: a person has joined; the same holds, also where nothing is written yet.
 */
export type CutReason =
  | 'newer_turn'
  | 'superseded'
  | 'taken_over'
  | 'interrupted'
  | 'connection_lost'
  | 'session_ended'
  | 'shutdown';

/** Receives a turn's events; a JSON caller only waits and receives none. */
type TurnListener = ((event: TurnEvent) => void) | null;

/**
 * A turn that is being answered. Callers with its id join it and receive all of it from the beginning. It is cut when
 * its last caller leaves, a newer turn interrupts it, or the server stops.
 */
export class RunningTurn {
  readonly sessionId: string;
  readonly turnId: string;
  readonly kind: TurnKind;
  /** Settles when the turn is over and saved; rejects when nothing could be saved or said. */
  readonly settled: Promise<AgentReplyAnswer>;
  /** Resolves when the visitor's words have their place in the transcript, at the latest when the turn is over. */
  readonly wordsKept: Promise<void>;
  readonly #words = Promise.withResolvers<void>();
  readonly #abort = new AbortController();
  readonly #events: TurnEvent[] = [];
  readonly #listeners = new Set<{ hear: TurnListener }>();
  readonly #begunAt = performance.now();
  /** The mode in which it is answered, set before its first word. */
  modeId: string | null = null;
  /** How fast the reply is spoken, as a factor; a show changes it before the first word. */
  pace = 1;
  /** Whether it cut off a reply that the visitor was listening to. */
  hasInterrupted = false;
  #streams = false;
  #spoken: boolean;
  #cutBy: CutReason | null = null;

  constructor(
    sessionId: string,
    turnId: string,
    kind: TurnKind,
    spoken: boolean,
    work: (turn: RunningTurn) => Promise<AgentReplyAnswer>,
  ) {
    this.sessionId = sessionId;
    this.turnId = turnId;
    this.kind = kind;
    this.#spoken = spoken;
    // Starts a tick later, so that the caller has joined before the first word.
    this.settled = Promise.resolve().then(() => work(this));
    this.wordsKept = this.#words.promise;
    this.settled.then(this.#words.resolve as () => void, this.#words.resolve as () => void);
  }

  /** Whole milliseconds since the turn began. */
  sinceBegin(): number {
    return Math.round(performance.now() - this.#begunAt);
  }

  /** The visitor's words are saved; later turns may save theirs. */
  markWordsKept(): void {
    this.#words.resolve();
  }

  /** Aborted when the turn is cut; every stage up to the provider observes it. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get cutBy(): CutReason | null {
    return this.#cutBy;
  }

  /** Whether a caller receives the words as they are written; otherwise nothing is delivered before the end. */
  get streams(): boolean {
    return this.#streams;
  }

  /** Whether somebody listens to the reply; without a voice there is nothing to interrupt. */
  get spoken(): boolean {
    return this.#spoken;
  }

  /** Whether words have reached the visitor: from then on a newer message ends the reply. */
  get delivering(): boolean {
    return this.#streams && this.#events.length > 0;
  }

  /** Sends an event to all listeners, including those who join later. */
  emit(event: TurnEvent): void {
    this.#events.push(event);
    for (const listener of this.#listeners) listener.hear?.(event);
  }

  /**
   * Joins the turn.
   *
   * @returns leaves it; the last to leave cuts it
   */
  join(hear: TurnListener, spoken: boolean): () => void {
    const listener = { hear };
    this.#spoken ||= spoken;
    this.#listeners.add(listener);
    if (hear) {
      this.#streams = true;
      for (const event of this.#events) hear(event);
    }
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.cut('connection_lost');
    };
  }

  /** Cuts the turn; the first reason stays. Harmless once the turn is over. */
  cut(reason: CutReason): void {
    this.#cutBy ??= reason;
    this.#abort.abort();
  }
}

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
    by.hasInterrupted = older.spoken && by.spoken;
    older.cut(by.hasInterrupted ? 'newer_turn' : 'superseded');
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

  /** Ends the replies of a session, because a person answers from now on. Does not wait. */
  yieldToPerson(sessionId: string): void {
    for (const turn of this.#queues.get(sessionId) ?? []) turn.cut('taken_over');
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
