import { SESSION_IDLE_MS } from '@understudy/contract/constants';
import type { Pool } from 'pg';
import type { Line } from '../../providers/language-model/port.ts';
import { readUtterances } from './store.ts';

/** A line in the order in which it was spoken. */
interface SpokenLine extends Line {
  seq: number;
  turnId: string;
}

/** A line in logical order, with each answer after its question. */
type OrderedLine = Line;

/** Lines per session that are cached. */
const MAX_LINES = 1_000;
/** Characters of all cached conversations together, at most about 64 MB as UTF-16. */
const MAX_CACHED_CHARS = 32_000_000;

/** The cached lines of a session. */
interface CachedSession {
  nextSeq: number;
  /** How often messages had been erased when it was read. */
  erasures: number;
  /** The lines held, oldest first, with their turn and length. */
  held: { turnId: string; chars: number }[];
  /**
   * The texts by turn, ordered by the start of the turn. Maintained incrementally, so that a long conversation costs
   * no more than a short one.
   */
  order: OrderedTurn[];
  /** The same turns by id. */
  turns: Map<string, OrderedTurn>;
  chars: number;
  /** When it was last used, in milliseconds since the epoch. */
  usedAt: number;
}

/** The lines of one turn. */
interface OrderedTurn {
  turnId: string;
  firstSeq: number;
  lines: OrderedLine[];
}

/** A visitor's line with its context. */
export interface PlacedVisitorLine {
  seq: number;
  turnId: string;
  text: string;
  /** What the agent, or a person who had taken over, said before it; null at the beginning. */
  before: string | null;
}

/**
 * Caches the texts of running conversations, so that a turn need not read them from the database. Each call passes
 * the sequence number that the database has reached: an entry that lags behind (another instance wrote) is reloaded.
 * So is one from before an erasure, which a turn learns of as it begins.
 */
export class HistoryCache {
  readonly #pool: Pool;
  readonly #sessions = new Map<string, CachedSession>();
  #chars = 0;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /**
   * Ensures that all lines before `nextSeq` are loaded.
   *
   * @param erasures how often messages of the conversation were erased; left out, what is cached may be from before
   */
  async load(sessionId: string, nextSeq: number, erasures?: number): Promise<Pick<CachedSession, 'order'>> {
    let cached = this.#sessions.get(sessionId);
    if (!cached || cached.nextSeq < nextSeq || (erasures !== undefined && cached.erasures !== erasures)) {
      const rows = nextSeq === 0 ? [] : await readUtterances(this.#pool, sessionId, MAX_LINES);
      // Remove the old entry, or one that a concurrent call has added meanwhile, along with its count.
      this.forget(sessionId);
      cached = emptySession(erasures ?? cached?.erasures);
      for (const { seq, turn_id: turnId, speaker, author, text } of rows) {
        hold(cached, { seq, turnId, speaker, text, ...(author === null ? {} : { author }) });
      }
      this.#chars += cached.chars;
    }
    // Move to the end: entries are ordered from the least to the most recently used.
    this.#sessions.delete(sessionId);
    this.#sessions.set(sessionId, cached);
    cached.usedAt = Date.now();
    this.#evict();
    return cached;
  }

  /**
   * The conversation that a turn answers: everything said before it, with each answer after its question. Excludes
   * later messages that wait for their own answers.
   *
   * @param fromSeq the sequence number of the turn's own message; Infinity for a turn without one
   */
  async linesBefore(sessionId: string, nextSeq: number, turnId: string, fromSeq: number): Promise<OrderedLine[]> {
    const { order } = await this.load(sessionId, nextSeq);
    return linesOf(order, turnId, fromSeq);
  }

  /** The visitor's lines up to `seq`, newest first, evaluated lazily. */
  async newestVisitorLines(sessionId: string, seq: number): Promise<Iterable<PlacedVisitorLine>> {
    const { order } = await this.load(sessionId, seq + 1);
    return visitorLinesOf(order, seq);
  }

  /** What was said to the visitor last; null if nothing was, undefined if the conversation is not cached. */
  lastSaid(sessionId: string): string | null | undefined {
    const order = this.#sessions.get(sessionId)?.order;
    return order && saidBefore(order, order.length);
  }

  /** Whether lines of a turn are cached. False does not mean that there are none. */
  hasTurn(sessionId: string, turnId: string): boolean {
    return this.#sessions.get(sessionId)?.turns.has(turnId) ?? false;
  }

  /**
   * Appends lines that were just saved, beginning at `seq`. A gap means that another instance wrote; the entry is
   * dropped then.
   */
  append(sessionId: string, seq: number, turnId: string, speaker: 'visitor' | 'agent', texts: readonly string[]): void {
    const cached = this.#sessions.get(sessionId);
    if (!cached) {
      if (seq !== 0) return;
      this.#sessions.set(sessionId, emptySession());
      this.append(sessionId, seq, turnId, speaker, texts);
      return;
    }
    if (seq < cached.nextSeq) return;
    if (seq > cached.nextSeq) {
      this.forget(sessionId);
      return;
    }
    const before = cached.chars;
    for (const text of texts) hold(cached, { seq: cached.nextSeq, turnId, speaker, text });
    this.#chars += cached.chars - before;
  }

  /** Drops a session when it ends or its lines are rewritten. */
  forget(sessionId: string): void {
    this.#chars -= this.#sessions.get(sessionId)?.chars ?? 0;
    this.#sessions.delete(sessionId);
  }

  /**
   * Evicts the least recently used sessions while over the limit, and those idle for so long that they have ended.
   */
  #evict(): void {
    const overSince = Date.now() - SESSION_IDLE_MS;
    for (const [sessionId, { usedAt }] of this.#sessions) {
      if (this.#chars <= MAX_CACHED_CHARS && usedAt > overSince) return;
      this.forget(sessionId);
    }
  }
}

function emptySession(erasures = 0): CachedSession {
  return { nextSeq: 0, erasures, held: [], order: [], turns: new Map(), chars: 0, usedAt: Date.now() };
}

/** Adds a line. Beyond {@link MAX_LINES}, drops the turn of the oldest line. */
function hold(session: CachedSession, line: SpokenLine): void {
  session.nextSeq = line.seq + 1;
  session.held.push({ turnId: line.turnId, chars: line.text.length });
  session.chars += line.text.length;
  place(session, line);
  const oldest = session.held.length > MAX_LINES ? session.held.shift() : undefined;
  if (!oldest) return;
  session.chars -= oldest.chars;
  const gone = session.turns.get(oldest.turnId);
  if (!gone) return;
  session.turns.delete(oldest.turnId);
  session.order.splice(session.order.indexOf(gone), 1);
}

/**
 * Adds a line to its turn. Two messages may be saved before the first is answered; grouping by turn restores the
 * logical order.
 */
function place({ order, turns }: CachedSession, { seq, turnId, ...line }: SpokenLine): void {
  const turn = turns.get(turnId);
  if (!turn) {
    const begun = { turnId, firstSeq: seq, lines: [line] };
    order.push(begun);
    turns.set(turnId, begun);
    return;
  }
  const last = turn.lines.at(-1);
  if (last?.speaker === line.speaker) last.text += ` ${line.text}`;
  else turn.lines.push(line);
}

/** The lines of the turns that began before `fromSeq`, without one turn's. */
function linesOf(order: readonly OrderedTurn[], exceptTurnId: string, fromSeq: number): OrderedLine[] {
  const lines: OrderedLine[] = [];
  for (const turn of order) {
    if (turn.turnId === exceptTurnId || turn.firstSeq >= fromSeq) continue;
    for (const line of turn.lines) lines.push(line);
  }
  return lines;
}

/** The visitor's lines up to a sequence number, newest first. */
function* visitorLinesOf(order: readonly OrderedTurn[], upToSeq: number): Iterable<PlacedVisitorLine> {
  for (let at = order.length - 1; at >= 0; at -= 1) {
    const { turnId, firstSeq: seq, lines } = order[at] as OrderedTurn;
    const [first] = lines;
    if (first?.speaker === 'visitor' && seq <= upToSeq)
      yield { seq, turnId, text: first.text, before: saidBefore(order, at) };
  }
}

/** The last line of the agent or a person before the turn at an index; null at the beginning. */
function saidBefore(order: readonly OrderedTurn[], place: number): string | null {
  for (let at = place - 1; at >= 0; at -= 1) {
    const said = order[at]?.lines.findLast(({ speaker }) => speaker !== 'visitor');
    if (said) return said.text;
  }
  return null;
}
