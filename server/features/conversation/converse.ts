import type { Extract } from '@understudy/contract/leads';
import type { AgentReplyAnswer } from '@understudy/contract/wire';
import type { KeptTrace } from '../../platform/database/schema.ts';
import { traced } from '../../platform/telemetry/tracing.ts';
import type { ReplyRequest, TokenUsage } from '../../providers/language-model/port.ts';
import type { HistoryCache } from './history.ts';
import type { ConversationDeps, MeasuredTurn } from './parts.ts';
import type { PreparedReplies } from './prepared-replies.ts';
import { splitReply } from './segments.ts';
import { openTurn, type TurnStatus } from './store.ts';
import { saveTurnUsage, withinBudget } from './token-budgets.ts';
import {
  type AnalysisStep,
  type BookingReply,
  type Draft,
  presentTurn,
  type ReplyInput,
  type Turn,
  type TurnInMode,
  TurnNotFresh,
  turnView,
  type VisitorContext,
  visitorView,
} from './turn.ts';
import type { CutReason, RunningTurn, TurnQueue } from './turn-queue.ts';
import type { SaveTurnEnd, SaveTurnStart } from './turn-store.ts';
import { writeReply } from './write-reply.ts';

/** PostgreSQL's code for a duplicate key. */
const UNIQUE_VIOLATION = '23505';

/** An interrupted reply is final although it is incomplete. */
const INTERRUPTING = new Set<CutReason>(['newer_turn', 'interrupted']);
/** What is written is the reply, and nothing marks it as cut. For reasons in neither set the reply may be continued. */
const CLOSING = new Set<CutReason>(['superseded', 'taken_over', 'session_ended']);

/** What a turn's stages need. */
export interface ConverseDeps
  extends Pick<
    ConversationDeps,
    | 'pool'
    | 'settings'
    | 'languageModel'
    | 'budgets'
    | 'analyses'
    | 'memory'
    | 'understand'
    | 'readAhead'
    | 'recall'
    | 'shows'
    | 'bookings'
    | 'takeovers'
    | 'onTurn'
  > {
  saveTurnStart: SaveTurnStart;
  saveTurnEnd: SaveTurnEnd;
  history: HistoryCache;
  turnQueue: TurnQueue;
  prepared: PreparedReplies;
}

/**
 * The product's main pipeline: save the visitor's words, recall, reply, save the reply. Cutting the running turn stops
 * whichever stage it is in, through to the provider; what was delivered by then is kept.
 *
 * @throws TurnNotFresh with nothing done; AppError `reply_failed`; database errors as the driver throws them
 */
export async function converse(deps: ConverseDeps, asked: Turn, running: RunningTurn): Promise<AgentReplyAnswer> {
  const stages: KeptTrace['stages'] = {};
  const work = async () => {
    try {
      return await converseInStages(deps, asked, running, stages);
    } catch (error) {
      if (!(error instanceof TurnNotFresh)) measure(deps, asked, running, stages, { outcome: 'failed' });
      throw error;
    }
  };
  return traced('turn', work, { attributes: { 'understudy.turn.kind': asked.kind } });
}

/** Reports how a turn went, for metrics. */
function measure(
  { onTurn }: ConverseDeps,
  { kind }: Turn,
  running: RunningTurn,
  stages: KeptTrace['stages'],
  end: Pick<MeasuredTurn, 'outcome'> & Partial<MeasuredTurn>,
): void {
  onTurn?.({ kind, stages, endMs: running.sinceBegin(), provider: null, notes: [], ...end });
}

/** @param stages gets the time of each stage that is reached */
async function converseInStages(
  deps: ConverseDeps,
  asked: Turn,
  running: RunningTurn,
  stages: KeptTrace['stages'],
): Promise<AgentReplyAnswer> {
  readWhileSaving(deps, asked);
  const {
    seq,
    mode,
    erasures,
    consent,
    call,
    page,
    noted,
    taken_over: isTaken,
  } = await traced('save_words', () => saveWords(deps, asked, running));
  stages.saved = running.sinceBegin();
  if (isTaken) {
    const answer = await leaveToPerson(deps, { ...asked, modeId: mode });
    measure(deps, asked, running, stages, { outcome: 'person' });
    return answer;
  }
  const turn: TurnInMode = { ...asked, modeId: mode, consent, call, page, isNoted: noted };
  running.modeId = mode;
  await deps.turnQueue.awaitPredecessors(running);
  const ownSeq = turn.kind === 'message' && turn.kept === null ? seq : Number.POSITIVE_INFINITY;
  const lines = await deps.history.linesBefore(turn.sessionId, seq, turn.turnId, ownSeq);
  const step =
    turn.kind === 'message' && turn.kept === null ? await traced('analyse', () => analyse(deps, turn, seq)) : null;
  try {
    const answer = await reply(deps, turn, running, lines, step, stages);
    if (step) deps.memory.enqueue({ ...turn, erasures }, await deps.history.newestVisitorLines(turn.sessionId, seq));
    return answer;
  } catch (error) {
    // It would have been saved with the reply; now the next turn reads these words again.
    if (step) deps.analyses.forget(turn.sessionId);
    throw error;
  }
}

/**
 * Begins to read the visitor's words, which takes longest of all and does not need the database. The stages that read
 * them later find the result, unless another answer came in between.
 */
function readWhileSaving(deps: ConverseDeps, turn: Turn): void {
  // A reply that is continued has its words saved and read.
  if (turn.kind !== 'message' || turn.kept !== null) return;
  const before = deps.history.lastSaid(turn.sessionId);
  // What fails here fails again where it matters.
  if (before !== undefined) deps.understand(turn.words, { before }).catch(() => {});
}

/**
 * The answer while a person has taken over: the words are saved, and the twin says nothing. They are understood with
 * the next turn that it answers, or when the conversation ends.
 */
async function leaveToPerson(deps: ConverseDeps, { sessionId, turnId, modeId }: TurnInMode): Promise<AgentReplyAnswer> {
  const extract = deps.analyses.extractOf(sessionId) ?? (await deps.analyses.storedExtract(sessionId));
  const view = turnView(deps.settings, extract);
  return presentTurn({
    ...{ turnId, mode: modeId, status: 'done' as const, text: '' },
    ...{ model: null, provider: null, knowledge: [], view },
  });
}

/** Recalls for, writes and saves the reply to words already saved and understood. */
async function reply(
  deps: ConverseDeps,
  turn: TurnInMode,
  running: RunningTurn,
  lines: ReplyRequest['history'],
  step: AnalysisStep | null,
  stages: KeptTrace['stages'],
): Promise<AgentReplyAnswer> {
  const read = step?.row.extract ?? deps.analyses.extractOf(turn.sessionId);
  // The reply and the analysis share this reading.
  const before = saidBefore(lines);
  const line =
    turn.kind === 'message' ? await traced('understand', () => deps.understand(turn.words, { before })) : null;
  stages.understood = running.sinceBegin();
  const [remembered, show, booking, hadMeeting] = await Promise.all([
    deps.memory.recall(turn, line, running.signal),
    deps.shows.begin(turn, line, running.hasInterrupted),
    deps.bookings.begin(turn, line, read),
    read?.offer ? deps.bookings.hasMeeting(turn.sessionId) : false,
  ]);
  // After a booking, perhaps by these words, there is no other next step.
  const hasMeeting = booking?.meeting === undefined ? hadMeeting : booking.meeting !== null;
  const understood = read && hasMeeting ? { ...read, offer: null } : read;
  const isCallRefused = deps.analyses.isCallRefused(turn.sessionId);
  const known = { understood, isCallRefused, remembered, booking };
  const recalled = await traced('recall', () => recallFor(deps, turn, lines, step, known));
  show?.direct(recalled);
  const takeover = turn.isNoted ? await deps.takeovers.begin(turn, recalled) : null;
  running.pace = show?.pace ?? 1;
  stages.recalled = running.sinceBegin();
  const usage: TokenUsage[] = [];
  recalled.request.onUsage = (used) => void usage.push(used);
  let draft: Draft;
  try {
    const model = deps.prepared.modelFor(turn.sessionId, deps.languageModel);
    draft = await traced('write', () =>
      withinBudget(deps, turn, recalled.request, usage, () => writeReply(model, recalled, running)),
    );
  } catch (error) {
    await saveTurnUsage(deps.pool, turn, usage);
    throw error;
  }
  stages.written = running.sinceBegin();
  if (draft.firstWordMs !== null) stages.first_word = draft.firstWordMs;
  // Nothing is recorded of a conversation that is not kept.
  const trace = turn.consent ? { ...recalled.basis, stages } : null;
  const [answer] = await Promise.all([
    traced('save_reply', () => saveReply(deps, turn, { draft, usage, step, understood, trace, booking })),
    show?.finish(draft),
    takeover?.finish(draft),
  ]);
  measure(deps, turn, running, stages, {
    outcome: endingStatus(draft),
    provider: draft.provider || null,
    notes: draft.notes,
  });
  const { extract } = visitorView(deps.settings, understood);
  if (extract) running.emit({ event: 'extract', data: extract });
  return answer;
}

/** The last thing said to the visitor; null at the beginning. */
export const saidBefore = (lines: ReplyRequest['history']): string | null =>
  lines.findLast(({ speaker }) => speaker !== 'visitor')?.text ?? null;

/**
 * Everything that the writer of a turn needs, once its words are read.
 *
 * @param known.isCallRefused whether the visitor's words so far refuse the call that they asked for
 */
export function recallFor(
  deps: Pick<ConverseDeps, 'recall'>,
  turn: TurnInMode,
  lines: ReplyRequest['history'],
  step: AnalysisStep | null,
  known: Pick<VisitorContext, 'understood' | 'remembered' | 'booking' | 'isCallRefused'>,
): Promise<ReplyInput> {
  // A call that these words retract no longer stands.
  const call = known.isCallRefused ? null : turn.call;
  return deps.recall({ ...turn, call }, lines, {
    ...known,
    before: step ? step.before : known.understood,
    newRequests: step?.newRequests ?? [],
    callTime: step?.callTime ?? null,
    isCallRefused: turn.call !== null && (step?.refusesCall ?? false),
  });
}

/** Adds this turn's words to the conversation's analysis. */
async function analyse(deps: ConverseDeps, turn: TurnInMode, seq: number): Promise<AnalysisStep> {
  const { sessionId, turnId, modeId: mode } = turn;
  const newestFirst = await deps.history.newestVisitorLines(sessionId, seq);
  return deps.analyses.readTurn({ sessionId, turnId, seq, mode, newestFirst });
}

/**
 * Saves the visitor's words before anything can fail.
 *
 * @returns their sequence number, or the next free one; the turn's mode; how often messages were erased (0 for a reply
 * that is continued); the visitor's known requests, and where they began; whether a person answers
 */
async function saveWords(
  deps: ConverseDeps,
  turn: Turn,
  running: RunningTurn,
): Promise<
  Pick<Turn, 'consent' | 'call' | 'page'> & {
    seq: number;
    mode: string;
    erasures: number;
    taken_over: boolean;
    noted: boolean;
  }
> {
  // Unprompted turns wait; only a visitor's message ends a reply.
  if (turn.kind === 'message') await deps.turnQueue.endDelivery(running);
  const { consent, call, page } = turn;
  if (turn.kept !== null)
    return {
      ...{ seq: turn.nextSeq, mode: turn.modeId ?? '', erasures: 0 },
      ...{ consent, call, page, taken_over: false, noted: false },
    };
  await deps.turnQueue.awaitEarlierWords(running);
  const words = turn.kind === 'message' ? turn.words : null;
  const begun = await deps
    .saveTurnStart({
      sessionId: turn.sessionId,
      turnId: turn.turnId,
      kind: turn.kind,
      mode: turn.modeId,
      modelAsked: turn.model,
      performer: turn.performer,
      words,
    })
    .catch((error) => {
      throw error.code === UNIQUE_VIOLATION ? new TurnNotFresh() : error;
    });
  if (!begun) throw new TurnNotFresh();
  await deps.history.load(turn.sessionId, begun.seq, begun.erasures);
  if (words !== null) deps.history.append(turn.sessionId, begun.seq, turn.turnId, 'visitor', [words]);
  running.markWordsKept();
  return begun;
}

/** A written reply, and what is saved with it. */
interface Written {
  draft: Draft;
  usage: readonly TokenUsage[];
  step: AnalysisStep | null;
  understood: Extract | null;
  trace: KeptTrace | null;
  booking: BookingReply | null;
}

/** Saves the agent's words as delivered, with the turn's events and usage. */
async function saveReply(
  deps: ConverseDeps,
  turn: TurnInMode,
  { draft, usage, step, understood, trace, booking }: Written,
): Promise<AgentReplyAnswer> {
  const segments = splitReply(draft.raw);
  const keptSegments = turn.kept ? splitReply(turn.kept).length : 0;
  const status = endingStatus(draft);
  const end = {
    sessionId: turn.sessionId,
    turnId: turn.turnId,
    status,
    model: draft.model,
    provider: draft.provider,
    text: draft.raw,
    knowledge: draft.knowledge,
    segments,
    keptText: turn.kept ?? '',
    keptSegments,
    events: [...eventsOf(turn, draft), ...(step?.events ?? [])],
    offers: draft.offers,
    usage,
    trace,
    analysis: step?.row ?? null,
  };
  const seq = await deps.saveTurnEnd(end);
  if (seq === null) {
    await saveTurnUsage(deps.pool, turn, usage);
    deps.analyses.forget(turn.sessionId);
  }
  if (seq === null || keptSegments > 0) deps.history.forget(turn.sessionId);
  else {
    const texts = segments.map((segment) => segment.text);
    deps.history.append(turn.sessionId, seq, turn.turnId, 'agent', texts);
    deps.readAhead(texts.join(' '));
  }
  const told = seq === null ? await toldElsewhere(deps, turn) : null;
  const view = turnView(deps.settings, understood);
  return told ?? presentTurn({ ...end, mode: turn.modeId, view, meeting: booking?.meeting });
}

/** The reply that another instance saved for this turn first, which is the one that counts. */
async function toldElsewhere(deps: ConverseDeps, { sessionId, turnId }: Turn): Promise<AgentReplyAnswer | null> {
  const kept = (await openTurn(deps.pool, sessionId, turnId))?.turn;
  if (kept?.status !== 'done' && kept?.status !== 'interrupted') return null;
  const extract = await deps.analyses.storedExtract(sessionId);
  return presentTurn({ ...kept, turnId, view: turnView(deps.settings, extract) });
}

/** The status of a turn with this reply. */
function endingStatus(draft: Draft): Exclude<TurnStatus, 'running'> {
  if (draft.cutBy && INTERRUPTING.has(draft.cutBy)) return 'interrupted';
  if (draft.cutBy === 'taken_over') return 'done';
  if (draft.cutBy && CLOSING.has(draft.cutBy)) return draft.raw ? 'done' : 'failed';
  if (draft.cutBy || !draft.complete) return draft.raw ? 'partial' : 'failed';
  return 'done';
}

/** What an owner would want to see about how the reply was written. */
function eventsOf(turn: Turn, draft: Draft): { kind: string; payload: unknown }[] {
  const events: { kind: string; payload: unknown }[] = draft.notes.map(({ kind, ...payload }) => ({
    kind,
    payload: { ...payload, turn_id: turn.turnId },
  }));
  if (draft.cutBy && !CLOSING.has(draft.cutBy)) {
    events.push({ kind: 'reply_interrupted', payload: { turn_id: turn.turnId, reason: draft.cutBy } });
  } else if (!draft.cutBy && !draft.complete)
    events.push({ kind: 'stream_interrupted', payload: { turn_id: turn.turnId } });
  if (draft.stopped) events.push({ kind: `reply_${draft.stopped}`, payload: { turn_id: turn.turnId } });
  return events;
}
