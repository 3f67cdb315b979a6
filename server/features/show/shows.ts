import { DEFAULT_WORDS_PER_MINUTE, DEMO_LEARNING_RATE } from '@understudy/contract/constants';
import type { ShowView } from '@understudy/contract/show';
import { EMBEDDED_ID, type Twin } from '@understudy/contract/twin';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Logger } from '../../platform/log.ts';
import type { ShowTurn, TurnInMode, TurnShows } from '../conversation/index.ts';
import { plainText, splitReply } from '../conversation/index.ts';
import type { EncodePassages } from '../twin/index.ts';
import { namesOf, type Understanding } from '../understanding/index.ts';
import { demoQuery, findDemos } from './demos.ts';
import { directReply } from './direct-reply.ts';
import type { AudienceLine } from './engine/audience-line.ts';
import { recallThemes } from './engine/callbacks.ts';
import type { ShowEvent, ShowStep } from './engine/show-events.ts';
import { startShow } from './engine/show-state.ts';
import { step } from './engine/step.ts';
import { demosIn, encodedLibraryOf, libraryOf, type ShowLibrary } from './library.ts';
import { MissedTurns, type TurnEvents } from './missed-turns.ts';
import { carriedOut, type Performance } from './performer/perform.ts';
import { presentShow, presentWaiting, rememberShow } from './present-show.ts';
import { readAudience } from './read-audience.ts';
import {
  type CommandOutcome,
  eventsOf,
  isAboutHint,
  isEnough,
  type Quote,
  quotedIn,
  type ShowCommand,
} from './show-commands.ts';
import {
  insertShow,
  learnDemo,
  leaveShow,
  readDemoPerformance,
  readLastEpisode,
  readQuotedTurn,
  readShow,
  type ShowEventRow,
  type ShowNews,
  type ShowSession,
  type StoredShow,
  saveShow,
  tellEnd,
} from './show-store.ts';
import { withStances } from './stances.ts';

/** Sessions whose show is kept in memory; others are read again. */
const MAX_CACHED = 2_000;
/** Tries to save a show that others change at the same time. */
const MAX_TRIES = 8;
/** How long the learnt performance of demos may be out of date. */
const PERFORMANCE_AGE_MS = 60_000;

/** What shows need. */
export interface ShowDeps {
  pool: Pool;
  twin(): Twin;
  /** Null without an encoder. */
  encode: EncodePassages | null;
  /** What must never come back: secrets and special categories of personal data. */
  isSensitive(text: string): boolean;
  /** Passwords, numbers, addresses. */
  holdsSecret(text: string): boolean;
  log: Logger;
  now(): number;
}

/** A turn that a show has begun: what it was then, and the first event's step. */
interface BegunTurn {
  turnId: string;
  from: StoredShow;
  stepped: ShowStep;
}

/** The shows of this installation: their engine, their state, and what their turns and directors do to it. */
export class Shows implements TurnShows {
  readonly #deps: ShowDeps;
  readonly #cache = new LRUCache<string, StoredShow>({ max: MAX_CACHED });
  /** Hears what this instance has saved, sooner than the database tells it. */
  onSaved: ((sessionId: string, news: ShowNews) => void) | null = null;
  #performance: { at: number; worth: Map<string, number> } = { at: 0, worth: new Map() };
  /** The newest save of each show that is being saved. */
  readonly #saving = new Map<string, Promise<void>>();
  readonly #missed = new MissedTurns();

  constructor(deps: ShowDeps) {
    this.#deps = deps;
  }

  /**
   * Some instance has changed or erased this show.
   *
   * @param version the version that it has now: what is known of this one stays
   */
  forget(sessionId: string, version = Number.POSITIVE_INFINITY): void {
    const cached = this.#cache.peek(sessionId);
    if (cached && cached.version < version) this.#cache.delete(sessionId);
    if (version === Number.POSITIVE_INFINITY) this.#missed.forget(sessionId);
  }

  /** A show as pages show it. @param isDirector whether to a director, who also sees what waits */
  present({ state }: Pick<StoredShow, 'state'>, isDirector = false): ShowView {
    const { games, debates } = this.#library;
    const game = games.find(({ id }) => id === state.game?.id)?.name;
    // Before somebody has taken a side, the motion may not have been said yet.
    const debated = state.debate?.side ? state.debate.id : null;
    const motion = debates.find(({ id }) => id === debated)?.motion.replace(/\.$/, '');
    const view = presentShow(state, game ?? motion ?? null);
    return isDirector ? { ...view, waiting: presentWaiting(state) } : view;
  }

  /** Reads what shows are made of, so that the first one finds it read. @returns once it is */
  async warm(): Promise<void> {
    await encodedLibraryOf(this.#deps.twin(), this.#deps.encode);
  }

  get #library(): ShowLibrary {
    return libraryOf(this.#deps.twin(), this.#deps.encode);
  }

  /**
   * The show's part of a turn; null for a turn outside of a show. A performer's first turn begins the show.
   *
   * @param line the visitor's words, understood; null for a greeting or follow-up
   * @param interrupted whether the visitor cut off the reply before
   */
  async begin(turn: TurnInMode, line: Understanding | null, interrupted: boolean): Promise<ShowTurn | null> {
    if (!turn.performer) return null;
    const library = this.#library;
    // The line is read while the database answers.
    const [show, heard] = await Promise.all([this.#open(turn.sessionId), line && this.#hear(line, interrupted)]);
    if (!show) return null;
    const state = this.#caughtUp(turn.sessionId, show);
    const at = this.#deps.now();
    const latencyMs = state.saidAt === null ? null : Math.max(0, at - state.saidAt);
    const event: ShowEvent =
      heard !== null
        ? { kind: 'heard', at, line: withStances({ ...heard, latencyMs }, state.mode, library, line?.vector) }
        : { kind: turn.kind === 'greeting' ? 'opened' : 'silence', at };
    const stepped = step(state, event, library.rules);
    const { order } = stepped;
    if (!order) {
      await leaveShow(this.#deps.pool, turn.sessionId, turn.turnId);
      return null;
    }
    // A reply that was cut and goes on after its first words: those are in the show already.
    const isContinued = state.lastTurnId === turn.turnId;
    const vector = line?.vector ?? null;
    const demos =
      order.isSerious || line === null
        ? []
        : findDemos(demosIn(library), demoQuery(stepped.state, { text: turn.words, vector }, await this.#worth()));
    let performance: Performance | null = null;
    return {
      pace: order.wordsPerMinute / DEFAULT_WORDS_PER_MINUTE,
      direct: (recalled) => {
        // The personality's own greeting opens a show; openings are for shows that begin in the midst of a
        // conversation.
        performance = directReply(recalled, { order, library, demos, vector }, turn.kind === 'greeting');
      },
      finish: async (draft) => {
        const isOwn = draft.provider === EMBEDDED_ID;
        const text = plainText(splitReply(draft.raw));
        if (!text || isContinued) return;
        const said: ShowEvent = {
          kind: 'said',
          at: this.#deps.now(),
          turnId: turn.turnId,
          text,
          callback: isOwn ? (performance?.callback ?? null) : (order.callback?.id ?? null),
          told: isOwn ? (performance?.told ?? []) : [],
          demos: isOwn ? (performance?.demos ?? []) : demos.map(({ script }) => script.id),
          offersTopics: isOwn && performance?.offersTopics === true,
          order: isOwn && performance ? carriedOut(order, performance) : order,
        };
        const words: ShowEventRow = {
          type: 'words',
          data: { turn_id: turn.turnId, visitor: turn.words, twin: text, hint: said.order.hint },
          isPrivate: true,
        };
        // The reply stands, whatever becomes of the show.
        const begun = { turnId: turn.turnId, from: show, stepped };
        await this.#apply(turn.sessionId, [event, said], turn.consent ? [words] : [], begun).catch((error) =>
          this.#deps.log.error({ err: error }, 'a turn of a show is not saved; the next one catches up'),
        );
      },
    };
  }

  #hear(line: Understanding, interrupted: boolean): Promise<AudienceLine> {
    const { isSensitive, holdsSecret, twin } = this.#deps;
    const names = namesOf(twin().persona);
    return readAudience({ line, latencyMs: null, interrupted, isSensitive, holdsSecret, names });
  }

  /** A show's state after the turns that it missed. */
  #caughtUp(sessionId: string, { state }: StoredShow): StoredShow['state'] {
    const missed = this.#missed.due(sessionId, state.lastTurnId).flatMap(({ events }) => events);
    return missed.reduce((before, event) => step(before, event, this.#library.rules).state, state);
  }

  async #worth(): Promise<Map<string, number>> {
    const now = this.#deps.now();
    if (Math.abs(now - this.#performance.at) > PERFORMANCE_AGE_MS) {
      this.#performance = { at: now, worth: await readDemoPerformance(this.#deps.pool) };
    }
    return this.#performance.worth;
  }

  /**
   * What a performer or director did. A performer's start begins a show.
   * @returns what became of it
   */
  async command(sessionId: string, command: ShowCommand): Promise<CommandOutcome> {
    const session = await this.#session(sessionId);
    if (!session || session.isEnded) return 'ended';
    const isStart = command.by === 'performer' && command.message.type === 'podcast-started';
    const show = session.show ?? (isStart ? await this.#open(sessionId) : null);
    if (!show) return 'no_show';
    const quote = await this.#quoteOf(sessionId, command);
    if (quote === null && quotedIn(command)) return 'not_said';
    const events = eventsOf(command, this.#deps.now(), quote);
    const { message } = command;
    const relayed: ShowEventRow[] =
      command.by === 'director'
        ? [{ type: message.type, data: message.data as Record<string, unknown>, isPrivate: isAboutHint(command) }]
        : [];
    if (events.length === 0 && relayed.length === 0) return 'done';
    return (await this.#apply(sessionId, events, relayed)) ? 'done' : 'not_saved';
  }

  /**
   * What a performer quotes; null if it was not said in the show, is too little or nobody's business, or nothing is
   * quoted.
   */
  async #quoteOf(sessionId: string, command: ShowCommand): Promise<Quote | null> {
    const quoted = quotedIn(command);
    const found = quoted && (await readQuotedTurn(this.#deps.pool, sessionId, quoted.speaker, quoted.words));
    if (!found || !isEnough(quoted, found.line)) return null;
    // The line that holds it counts as a whole, as it does when it is heard.
    const isPrivate = quoted.speaker === 'visitor' && this.#deps.isSensitive(found.line);
    return isPrivate ? null : { ...found, content: quoted.words };
  }

  /** The conversation of a show: of one without consent, the owner's people see nothing. Null if it is not known. */
  conversation(sessionId: string): Promise<ShowSession | null> {
    return readShow(this.#deps.pool, sessionId);
  }

  /** Whether the closing words of a stopped show are still to come. */
  async isClosing(sessionId: string): Promise<boolean> {
    return (await this.#session(sessionId))?.show?.state.isClosing === true;
  }

  /** Ends and keeps the show of a conversation that is over, if it has one, and ends its connections. */
  async finish(sessionId: string): Promise<void> {
    const show = (await this.#session(sessionId))?.show;
    if (show?.state.active) await this.#apply(sessionId, [{ kind: 'stop', at: this.#deps.now() }], []);
    await tellEnd(this.#deps.pool, sessionId);
  }

  /** The show as this instance knows it; others may have changed it since. */
  async #read(sessionId: string): Promise<StoredShow | null> {
    return this.#cache.get(sessionId) ?? (await this.#session(sessionId))?.show ?? null;
  }

  /** The session with its show as it is now. */
  async #session(sessionId: string): Promise<ShowSession | null> {
    const session = await readShow(this.#deps.pool, sessionId, this.#cache.get(sessionId) ?? null);
    if (session?.show) this.#cache.set(sessionId, session.show);
    else this.#cache.delete(sessionId);
    return session;
  }

  /** The show of a running conversation, begun if it has none. */
  async #open(sessionId: string): Promise<StoredShow | null> {
    const session = await this.#session(sessionId);
    if (session?.show) return session.show;
    if (!session || session.isEnded) return null;
    const { pool } = this.#deps;
    const last = session.consent ? await readLastEpisode(pool, session.visitorId, sessionId) : null;
    const seed = Number.parseInt(sessionId.replaceAll('-', '').slice(-8), 16);
    const earlier = last?.themes ?? [];
    const state = startShow(this.#deps.now(), seed, { episode: (last?.number ?? 0) + 1, earlier });
    recallThemes(state);
    await insertShow(pool, sessionId, session.visitorId, state);
    return this.#read(sessionId);
  }

  /**
   * Applies events to the newest state and saves it with its messages. If somebody else has changed the show meanwhile,
   * the events are applied to what they made of it.
   *
   * @param turn the turn whose events they are; one that is not saved is caught up with before whatever comes next
   * @returns whether it was saved
   */
  #apply(
    sessionId: string,
    events: readonly ShowEvent[],
    rows: readonly ShowEventRow[],
    turn: BegunTurn | null = null,
  ): Promise<boolean> {
    // One after the other within this instance; only other instances can come in between.
    const earlier = this.#saving.get(sessionId) ?? Promise.resolve();
    const saved = earlier.then(() => this.#applyOrMiss(sessionId, events, rows, turn));
    const over = saved
      .catch(() => undefined)
      .then(() => {
        if (this.#saving.get(sessionId) === over) this.#saving.delete(sessionId);
      });
    this.#saving.set(sessionId, over);
    return saved;
  }

  async #applyOrMiss(
    sessionId: string,
    events: readonly ShowEvent[],
    rows: readonly ShowEventRow[],
    turn: BegunTurn | null,
  ): Promise<boolean> {
    const miss = () => {
      // Whether it was saved is not known: the next one reads what the database has.
      this.#cache.delete(sessionId);
      if (turn) this.#missed.add(sessionId, turn.from.state.lastTurnId, { turnId: turn.turnId, events, rows });
    };
    try {
      const outcome = await this.#applyNow(sessionId, { turnId: turn?.turnId ?? '', events, rows }, turn);
      if (outcome === 'not_saved') miss();
      return outcome === 'saved';
    } catch (error) {
      miss();
      throw error;
    }
  }

  async #applyNow(
    sessionId: string,
    own: TurnEvents,
    turn: BegunTurn | null,
  ): Promise<'saved' | 'not_saved' | 'no_show'> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const show = await this.#read(sessionId);
      if (!show) return 'no_show';
      const missed = this.#missed.due(sessionId, show.state.lastTurnId);
      // The step that was taken at the beginning still stands.
      const first = turn && turn.from === show && missed.length === 0 ? turn.stepped : null;
      const messages = first ? [...first.messages] : [];
      const learn = first ? [...first.learn] : [];
      let isSaveDue = first?.isSaveDue ?? false;
      let state = first?.state ?? show.state;
      const events = [...missed, own].flatMap((one) => one.events);
      for (const event of first ? events.slice(1) : events) {
        const stepped = step(state, event, this.#library.rules);
        state = stepped.state;
        messages.push(...stepped.messages);
        learn.push(...stepped.learn);
        isSaveDue ||= stepped.isSaveDue;
      }
      const rows = [
        ...messages.map((message) => ({ ...message, isPrivate: false })),
        ...[...missed, own].flatMap((one) => one.rows),
      ];
      const memory = isSaveDue ? rememberShow(state) : null;
      const lapses = state.active || events.some(({ kind }) => kind === 'heard');
      const seq = await saveShow(this.#deps.pool, sessionId, show.version, { state, events: rows, memory, lapses });
      if (seq === null) {
        this.#cache.delete(sessionId);
        continue;
      }
      const version = show.version + 1;
      this.#cache.set(sessionId, { state, version });
      this.#missed.forget(sessionId);
      this.onSaved?.(sessionId, {
        ...{ state, version },
        events: rows.map((row, index) => ({ ...row, seq: seq + index })),
        last: seq + rows.length - 1,
      });
      await Promise.all(learn.map(({ id, reward }) => this.#learn(id, reward)));
      return 'saved';
    }
    this.#deps.log.warn({ tries: MAX_TRIES }, 'a show could not be saved: too many changes at once');
    return 'not_saved';
  }

  /** What a demo was worth counts from now on. The show is saved, whatever becomes of it. */
  async #learn(id: string, reward: number): Promise<void> {
    const script = this.#library.demos.find((demo) => demo.id === id);
    if (!script) return;
    const start = script.performance_metrics.overall_effectiveness;
    try {
      const worth = await learnDemo(this.#deps.pool, id, { start, reward, rate: DEMO_LEARNING_RATE });
      this.#performance.worth.set(id, worth);
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'what a demo was worth is not saved');
    }
  }
}
