import { SESSION_IDLE_MS } from '@understudy/contract/constants';
import type { Pool } from 'pg';
import { readUtterances } from './store.ts';

/** A line as it was said. */
interface SpokenLine {
  seq: number;
  turnId: string;
  speaker: 'visitor' | 'agent';
  text: string;
}

/** A line of the conversation in the order in which it makes sense: each answer behind its question. */
export interface OrderedLine {
  speaker: 'visitor' | 'agent';
  text: string;
}

/** Lines of one session that are looked at for a reply. */
const LINES_MAX = 1_000;
/** Characters of all conversations that stay in memory (about 64 MB as UTF-16 at the most). */
const CACHE_MAX_CHARS = 32_000_000;

interface CachedSession {
  nextSeq: number;
  /** The lines that are held, oldest first: whose they are and how long. */
  held: { turnId: string; chars: number }[];
  /** Their words by turn, in the order in which turns began: kept so that a long conversation costs no more. */
  order: OrderedTurn[];
  /** The same by the turn's id. */
  turns: Map<string, OrderedTurn>;
  chars: number;
  /** When it was last asked for, in milliseconds since the epoch. */
  usedAt: number;
}

/** What was said in one turn. */
interface OrderedTurn {
  turnId: string;
  firstSeq: number;
  lines: OrderedLine[];
}

/** One of the visitor's lines in its place. */
export interface PlacedVisitorLine {
  seq: number;
  turnId: string;
  text: string;
  /** What the agent had said before it; null at the beginning. */
  before: string | null;
}

/**
 * The words of running conversations, so that a turn need not read them back. Every use names the sequence number that
 * the database has reached: an entry that has not seen all of it (another instance wrote) is read anew.
 */
export class HistoryCache {
  readonly #pool: Pool;
  readonly #sessions = new Map<string, CachedSession>();
  #chars = 0;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Makes sure that the lines up to, not including, `nextSeq` are here. */
  async load(sessionId: string, nextSeq: number): Promise<Pick<CachedSession, 'order'>> {
    let cached = this.#sessions.get(sessionId);
    if (!cached || cached.nextSeq < nextSeq) {
      const rows = nextSeq === 0 ? [] : await readUtterances(this.#pool, sessionId, LINES_MAX);
      // What stood here, or was put here meanwhile by another reader, goes with its count.
      this.forget(sessionId);
      cached = emptySession();
      for (const { seq, turn_id: turnId, speaker, text } of rows) hold(cached, { seq, turnId, speaker, text });
      this.#chars += cached.chars;
    }
    // The most recently used stands last; the first are the first to go.
    this.#sessions.delete(sessionId);
    this.#sessions.set(sessionId, cached);
    cached.usedAt = Date.now();
    this.#evict();
    return cached;
  }

  /**
   * The conversation that a turn answers: all that was said before it, each answer behind its question. Messages that
   * came after it and wait for their own answers are not part of it.
   *
   * @param fromSeq sequence number of the turn's own words; Infinity for a turn without any
   */
  async linesBefore(sessionId: string, nextSeq: number, turnId: string, fromSeq: number): Promise<OrderedLine[]> {
    const { order } = await this.load(sessionId, nextSeq);
    return linesOf(order, turnId, fromSeq);
  }

  /**
   * The visitor's lines up to the one at `seq`, the newest first: looked up one by one, as far as they are asked for.
   */
  async newestVisitorLines(sessionId: string, seq: number): Promise<Iterable<PlacedVisitorLine>> {
    const { order } = await this.load(sessionId, seq + 1);
    return visitorLinesOf(order, seq);
  }

  /** Whether lines of that turn are here; false says nothing. */
  hasTurn(sessionId: string, turnId: string): boolean {
    return this.#sessions.get(sessionId)?.turns.has(turnId) ?? false;
  }

  /** Adds lines that were just kept from `seq` on; a gap means that somebody else wrote, and the entry is dropped. */
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

  /** Drops a session, at its end or when lines of it were rewritten. */
  forget(sessionId: string): void {
    this.#chars -= this.#sessions.get(sessionId)?.chars ?? 0;
    this.#sessions.delete(sessionId);
  }

  /** What does not fit goes, and what has been idle for so long that its session is over. */
  #evict(): void {
    const overSince = Date.now() - SESSION_IDLE_MS;
    for (const [sessionId, { usedAt }] of this.#sessions) {
      if (this.#chars <= CACHE_MAX_CHARS && usedAt > overSince) return;
      this.forget(sessionId);
    }
  }
}

function emptySession(): CachedSession {
  return { nextSeq: 0, held: [], order: [], turns: new Map(), chars: 0, usedAt: Date.now() };
}

/** Adds a line; of those that are too many the oldest goes, with all of its turn. */
function hold(session: CachedSession, line: SpokenLine): void {
  session.nextSeq = line.seq + 1;
  session.held.push({ turnId: line.turnId, chars: line.text.length });
  session.chars += line.text.length;
  place(session, line);
  const oldest = session.held.length > LINES_MAX ? session.held.shift() : undefined;
  if (!oldest) return;
  session.chars -= oldest.chars;
  const gone = session.turns.get(oldest.turnId);
  if (!gone) return;
  session.turns.delete(oldest.turnId);
  session.order.splice(session.order.indexOf(gone), 1);
}

/** Two messages may be kept before the first is answered; here each answer stands behind its question again. */
function place({ order, turns }: CachedSession, { seq, turnId, speaker, text }: SpokenLine): void {
  const turn = turns.get(turnId);
  if (!turn) {
    const begun = { turnId, firstSeq: seq, lines: [{ speaker, text }] };
    order.push(begun);
    turns.set(turnId, begun);
    return;
  }
  const last = turn.lines.at(-1);
  if (last?.speaker === speaker) last.text += ` ${text}`;
  else turn.lines.push({ speaker, text });
}

function linesOf(order: readonly OrderedTurn[], exceptTurnId: string, fromSeq: number): OrderedLine[] {
  const lines: OrderedLine[] = [];
  for (const turn of order) {
    if (turn.turnId === exceptTurnId || turn.firstSeq >= fromSeq) continue;
    for (const line of turn.lines) lines.push(line);
  }
  return lines;
}

function* visitorLinesOf(order: readonly OrderedTurn[], upToSeq: number): Iterable<PlacedVisitorLine> {
  for (let at = order.length - 1; at >= 0; at -= 1) {
    const { turnId, firstSeq: seq, lines } = order[at] as OrderedTurn;
    const [first] = lines;
    if (first?.speaker === 'visitor' && seq <= upToSeq)
      yield { seq, turnId, text: first.text, before: saidBefore(order, at) };
  }
}

/** The agent's newest words in the turns before the one at a place. */
function saidBefore(order: readonly OrderedTurn[], place: number): string | null {
  for (let at = place - 1; at >= 0; at -= 1) {
    const said = order[at]?.lines.findLast(({ speaker }) => speaker === 'agent');
    if (said) return said.text;
  }
  return null;
}
