import { SESSION_IDLE_MS } from '@understudy/contract/constants';
import { type Extract, SCORE_SCALES, type Work } from '@understudy/contract/leads';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { type AnalysisRow, type AnalysisStep, NO_TURN, saveAnalysis } from '../conversation/index.ts';
import type { Understand } from '../understanding/index.ts';
import { isFormRefused } from './after/handoff-items.ts';
import { readLines, SessionAnalysis, understandLines } from './analyser.ts';
import type { CallForm } from './facts.ts';
import type { VisitorLine } from './lines.ts';
import { type ModelReading, readModelReading } from './model/reading.ts';
import { type HandoffRequests, handoffRequestsDiffer } from './requests/handoff-requests.ts';
import type { Signal } from './score.ts';
import { readAnalysisStart, readExtract, readKeptState, readVisitorLines } from './store.ts';

/** Scores whose crossing an owner wants to see: where a tier or a chat priority begins. */
const CROSSINGS = [...SCORE_SCALES.tier, ...SCORE_SCALES.chat_priority]
  .map(({ from }) => from)
  .filter((from) => from > 0)
  .sort((one, other) => one - other);
/** Conversations whose analysis is cached. */
const MAX_CACHED = 5_000;

/** The cached analysis of a conversation. */
interface CachedAnalysis {
  analysis: SessionAnalysis;
  /** How often messages of the conversation had been erased when it was read. */
  erasures: number;
  /** Ids of the turns whose words were read. */
  read: Set<string>;
  mode: string;
  /** The newest form call that it includes; other instances may have accepted another. */
  called: string | null;
}

/** A turn to read: its position, and all of the conversation that may not have been read before it. */
interface TurnToRead {
  sessionId: string;
  turnId: string;
  seq: number;
  mode: string;
  /** The visitor's lines up to this turn's own. */
  newestFirst: Iterable<VisitorLine & { turnId: string }>;
}

/** Other readers of conversations. */
interface OtherReaders {
  /** Reads single lines. */
  understand: Understand;
  /** Whether a language model currently reads too. */
  model: () => boolean;
  /** Whether other instances share the database, where the model may be asked too. */
  shared: boolean;
  /** What the consultant does. */
  work: () => Work;
  /** Minimum score for a webhook message about a lead; null for never. */
  notifyFrom?: () => number | null;
}

/** Analyses of the running conversations, updated line by line. */
export class SessionAnalyses {
  readonly #pool: Pool;
  readonly #others: OtherReaders;
  readonly #held = new LRUCache<string, CachedAnalysis>({ max: MAX_CACHED, ttl: SESSION_IDLE_MS });

  constructor(pool: Pool, others: OtherReaders) {
    this.#pool = pool;
    this.#others = others;
  }

  /** The stored extract of a conversation; null if nothing is stored. */
  storedExtract(sessionId: string): Promise<Extract | null> {
    return readExtract(this.#pool, sessionId);
  }

  /** Reads a turn's words, and those of earlier turns that were not read here. */
  async readTurn(turn: TurnToRead): Promise<AnalysisStep> {
    const held = await this.#newest(turn);
    this.#use(turn.sessionId, held);
    return this.#readInto(held, turn);
  }

  /**
   * The same for words that may not be the visitor's last: what is known afterwards is not changed.
   *
   * @returns also whether they refuse the form's call, see {@link isCallRefused}
   */
  async foresee(turn: TurnToRead): Promise<AnalysisStep & { isCallRefused: boolean }> {
    const held = await this.#newest(turn);
    const fork = { ...held, analysis: held.analysis.fork(), read: new Set(held.read) };
    const step = await this.#readInto(fork, turn);
    return { ...step, isCallRefused: isFormRefused(fork.analysis.handoffRequests, fork.analysis.call) };
  }

  async #readInto(held: CachedAnalysis, turn: TurnToRead): Promise<AnalysisStep> {
    const { handoffRequests } = held.analysis;
    const fresh = unread(turn, held.read);
    for (const { turnId } of fresh) held.read.add(turnId);
    const understood = await understandLines(this.#others.understand, fresh);
    const before = held.analysis.extract(this.#others.work());
    const place = held.analysis.log.length;
    const added = held.analysis.addLines(understood);
    const now = held.analysis.handoffRequests;
    const extract = held.analysis.extract(this.#others.work());
    const events = eventsOf(before, extract, turn.turnId);
    if (held.mode !== turn.mode) {
      events.push({ kind: 'mode_changed', payload: { turn_id: turn.turnId, from: held.mode, to: turn.mode } });
      held.mode = turn.mode;
    }
    const conversation = { id: turn.sessionId, erasures: held.erasures };
    const row = analysisRow(conversation, turn.seq, 'embedded', extract, added, place);
    return {
      row: {
        ...row,
        ...(this.#others.model() ? { ask_model: fresh.length > 0 } : {}),
        ...(handoffRequestsDiffer(handoffRequests, now) ? { note_asks: true } : {}),
        ...this.#notice(before, extract),
      },
      events,
      before,
      newRequests: newHandoffRequests(handoffRequests, now),
      callTime: (now.call !== handoffRequests.call && now.call?.time?.words) || null,
      refusesCall: now.refused !== null && now.refused !== handoffRequests.refused,
    };
  }

  /**
   * Merges a language model's reading, for the next reply and all later ones.
   *
   * @param erasures how often messages had been erased when the model was asked
   * @returns what it added; the caller saves it, and forgets the session if that fails or nothing is saved
   */
  async mergeModelReading(sessionId: string, reading: ModelReading, erasures: number): Promise<AnalysisStep> {
    const { row, ...step } = await this.#revise(sessionId, (analysis) => {
      analysis.setModelReading(reading);
      return { seq: reading.seq, analyser: 'merged' };
    });
    return { ...step, row: { ...row, erasures, reading } };
  }

  /** Takes what the visitor typed into the form for a call. @returns as {@link mergeModelReading} */
  recordCallForm(sessionId: string, call: Omit<CallForm, 'after'>): Promise<AnalysisStep> {
    return this.#revise(sessionId, (analysis) => {
      analysis.setCallForm(call);
      return { seq: analysis.seq, analyser: 'embedded' };
    });
  }

  /** Applies a change that does not come from the visitor's lines. */
  async #revise(
    sessionId: string,
    learn: (analysis: SessionAnalysis) => Pick<AnalysisRow, 'seq' | 'analyser'>,
  ): Promise<AnalysisStep> {
    // A session that is not cached is answered elsewhere or not at all; there the change is read from the database.
    // With several instances, any of them may be asked again.
    const held = await this.#newest(wholeOf(sessionId));
    if (this.#others.shared) this.#use(sessionId, held);
    const { analysis, erasures } = held;
    const before = analysis.extract(this.#others.work());
    const place = analysis.log.length;
    const { seq, analyser } = learn(analysis);
    const added = analysis.updateLog();
    const extract = analysis.extract(this.#others.work());
    const row = analysisRow({ id: sessionId, erasures }, seq, analyser, extract, added, place);
    return {
      row: { ...row, ...this.#notice(before, extract) },
      events: eventsOf(before, extract, null),
      before,
      newRequests: [],
      callTime: null,
      refusesCall: false,
    };
  }

  /** Reads a conversation that lost lines anew, and saves what the rest of it says. */
  async reread(sessionId: string): Promise<void> {
    this.forget(sessionId);
    const { analysis, erasures } = await this.#newest(wholeOf(sessionId));
    const place = analysis.log.length;
    const added = analysis.updateLog();
    const extract = analysis.extract(this.#others.work());
    const row = analysisRow({ id: sessionId, erasures }, analysis.seq, 'embedded', extract, added, place);
    await saveAnalysis(this.#pool, row, []);
  }

  /** The row's fields for a lead that has just become hot. The database knows whether that was reported before. */
  #notice(before: Extract, now: Extract): { notify_from?: number } {
    const from = this.#others.notifyFrom?.() ?? null;
    return from !== null && now.lead_score >= from && before.lead_score < from ? { notify_from: from } : {};
  }

  /** The current extract; null if nothing was read here. */
  extractOf(sessionId: string): Extract | null {
    return this.#held.get(sessionId)?.analysis.extract(this.#others.work()) ?? null;
  }

  /** Whether later words refused the form's call, as far as read here. */
  isCallRefused(sessionId: string): boolean {
    const held = this.#held.get(sessionId);
    return held !== undefined && isFormRefused(held.analysis.handoffRequests, held.analysis.call);
  }

  /** Drops a session at its end. */
  forget(sessionId: string): void {
    this.#held.delete(sessionId);
  }

  /**
   * The analysis as of now: the cached one, with what other instances have added meanwhile (a call by the form, a
   * model's reading, lines of a visitor who was answered there).
   */
  async #newest(turn: TurnToRead): Promise<CachedAnalysis> {
    const held = this.#held.get(turn.sessionId);
    if (held && !this.#others.shared) return held;
    const kept = this.#others.shared ? await readKeptState(this.#pool, turn.sessionId) : null;
    const isCurrent =
      held &&
      kept?.erasures === held.erasures &&
      kept.called === held.called &&
      kept.entries <= held.analysis.log.length &&
      (!this.#others.model() || kept.readTo <= held.analysis.modelReadTo);
    return isCurrent ? held : this.#readOn(turn, held, kept?.called ?? null);
  }

  /**
   * Reads the saved lines of a conversation up to a turn that were not read here. Without a cached analysis, which is
   * left as it is, these are all: the conversation began elsewhere, or before a restart.
   */
  async #readOn(turn: TurnToRead, held: CachedAnalysis | undefined, called: string | null): Promise<CachedAnalysis> {
    const start = await readAnalysisStart(this.#pool, turn.sessionId, turn.turnId);
    const lines = turn.seq > 0 ? await readVisitorLines(this.#pool, turn.sessionId) : [];
    const earlier = lines.filter(({ seq }) => seq < turn.seq);
    const fresh = earlier.filter(({ turnId }) => !held?.read.has(turnId));
    // Lines are read in order, and what is gone, a line or a call, leaves what was concluded from it.
    const canReadOn =
      held?.erasures === start.erasures &&
      fresh.every(({ seq }) => seq > held.analysis.seq) &&
      (start.call !== null || held.analysis.call === null);
    const analysis = canReadOn ? held.analysis.fork(start.log) : new SessionAnalysis(start.earlierVisits, start.log);
    const read = new Set(earlier.map(({ turnId }) => turnId));
    await readLines(this.#others.understand, analysis, canReadOn ? fresh : earlier);
    const reading = turn.seq > 0 && this.#others.model() ? await readModelReading(this.#pool, turn.sessionId) : null;
    if (reading) analysis.setModelReading(reading);
    if (start.call) analysis.setCallForm(start.call);
    return { analysis, erasures: start.erasures, read, called, mode: start.mode ?? turn.mode };
  }

  /** Caches an analysis; the least recently used is dropped beyond the limits. */
  #use(sessionId: string, held: CachedAnalysis): void {
    this.#held.set(sessionId, held);
    this.#held.purgeStale();
  }
}

/** A conversation as a whole, read outside of a turn. */
const wholeOf = (sessionId: string): TurnToRead => ({
  ...{ sessionId, turnId: NO_TURN, seq: Number.POSITIVE_INFINITY, mode: '', newestFirst: [] },
});

/** Requests that are new in the newest words. */
function newHandoffRequests(
  before: HandoffRequests,
  { call, complaint }: HandoffRequests,
): AnalysisStep['newRequests'] {
  return [
    ...(call && call.seq !== before.call?.seq ? (['call'] as const) : []),
    ...(complaint && complaint !== before.complaint ? [complaint.kind] : []),
  ];
}

/** Read lines in a row after which the search for unread ones stops, because messages are answered in order. */
const MAX_READ_IN_A_ROW = 10;

/** A conversation's unread lines, oldest first. A long conversation costs no more than a short one. */
function unread(
  { seq: upTo, newestFirst }: TurnToRead,
  read: ReadonlySet<string>,
): (VisitorLine & { turnId: string })[] {
  const fresh = [];
  let readInARow = 0;
  for (const line of newestFirst) {
    readInARow = read.has(line.turnId) ? readInARow + 1 : 0;
    if (readInARow === MAX_READ_IN_A_ROW) break;
    if (readInARow === 0 && line.seq <= upTo) fresh.push(line);
  }
  return fresh.reverse();
}

/**
 * An analysis as it is stored.
 *
 * @param conversation its id, and how often messages of it had been erased when it was read
 * @param place position in the session's log where the added entries begin
 */
export function analysisRow(
  { id, erasures }: { id: string; erasures: number },
  seq: number,
  analyser: AnalysisRow['analyser'],
  extract: Extract,
  added: readonly Signal[],
  place: number,
): AnalysisRow {
  const signals = added.map(({ rule, points, quote }, at) => ({
    n: place + at,
    rule,
    points,
    seq: quote.seq,
    quote: quote.text,
    from_char: quote.from,
    to_char: quote.to,
  }));
  return { session_id: id, erasures, seq, analyser, extract, signals };
}

/** Changes between two analyses that an owner would want to see. */
export function eventsOf(before: Extract, now: Extract, turnId: string | null): AnalysisStep['events'] {
  const events: AnalysisStep['events'] = [];
  const turn = turnId === null ? {} : { turn_id: turnId };
  if (before.intent !== now.intent) {
    const { intent: to, confidence } = now;
    events.push({ kind: 'intent_changed', payload: { ...turn, from: before.intent, to, confidence } });
  }
  for (const threshold of CROSSINGS) {
    const [from, to] = [before.lead_score, now.lead_score];
    if (from < threshold === to < threshold) continue;
    const direction = to > from ? 'up' : 'down';
    events.push({ kind: 'score_crossed', payload: { ...turn, threshold, direction, from, to } });
  }
  if (now.contact_info !== null && now.contact_info !== before.contact_info) {
    const channel = now.entities.contact_email === now.contact_info ? 'email' : 'phone';
    events.push({ kind: 'contact_captured', payload: { ...turn, channel, replaces: before.contact_info !== null } });
  }
  return events;
}
