import type { AgentReplyAnswer } from '@understudy/contract/wire';
import type { Pool } from 'pg';
import type { HistoryCache } from '../features/conversation/history.ts';
import { OutputFilter, WITHHELD_SENTENCE } from '../features/conversation/output-filter.ts';
import { plainText, SegmentStream, splitReply } from '../features/conversation/segments.ts';
import { keepBeginning, keepEnding, type TurnKind, type TurnStatus } from '../features/conversation/store.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { LanguageModel, ProviderNote, ReplyRequest } from '../providers/language-model/port.ts';
import type { CutReason, RunningTurn, TurnEvent } from './running-turn.ts';
import type { SessionLanes } from './session-lanes.ts';

/** One turn as the gateway hands it on: authenticated, checked, normalised. */
export interface Turn {
  sessionId: string;
  turnId: string;
  kind: TurnKind;
  /** The visitor's words; empty for a greeting or follow-up. */
  words: string;
  modeId: string;
  model: string;
  performer: boolean;
  topic: string | null;
  /** The next sequence number when the turn came in. */
  nextSeq: number;
  /** Words of an earlier, cut attempt of this same turn, with markers; null when this is the first attempt. */
  kept: string | null;
}

/** What the recall stage gives the writer: the request and the text that must not be recited. */
export interface Recalled {
  request: ReplyRequest;
  privateText: string;
  canary: string;
}

export interface ConverseDeps {
  pool: Pool;
  history: HistoryCache;
  lanes: SessionLanes;
  languageModel: LanguageModel;
  /** Everything the writer needs: prompt, history, passages. */
  recall(turn: Turn, lines: ReplyRequest['history']): Recalled;
  /** Provider and model that stand in the answer when a turn was cut before the writer said who it was. */
  unknownWriter: { model: string; provider: string };
}

/** What was written, and how it ended. */
interface Draft {
  raw: string;
  model: string;
  provider: string;
  knowledge: string[];
  notes: ProviderNote[];
  cutBy: CutReason | null;
  complete: boolean;
  stopped: OutputFilter['stopped'];
}

/**
 * The one line of the product: keep what was said, recall, reply, keep what was said back. Cutting the running turn stops
 * whichever stage it is in, through to the provider; what was delivered by then is kept.
 *
 * @throws AppError `session_ended`, `reply_failed`; database errors as the driver throws them
 */
export async function converse(deps: ConverseDeps, turn: Turn, running: RunningTurn): Promise<AgentReplyAnswer> {
  const seq = await keepWords(deps, turn, running);
  await deps.lanes.awaitPredecessors(running);
  const ownSeq = turn.kind === 'message' && turn.kept === null ? seq : Number.POSITIVE_INFINITY;
  const lines = await deps.history.linesBefore(turn.sessionId, seq, turn.turnId, ownSeq);
  const recalled = deps.recall(turn, lines);
  const draft = await write(deps, recalled, running);
  return keepReply(deps, turn, draft);
}

/** Keeps the visitor's words before anything can fail. @returns their sequence number, or the next free one */
async function keepWords(deps: ConverseDeps, turn: Turn, running: RunningTurn): Promise<number> {
  await deps.lanes.interruptDelivery(running);
  if (turn.kept !== null) return turn.nextSeq;
  const words = turn.kind === 'message' ? turn.words : null;
  const seq = await keepBeginning(deps.pool, {
    sessionId: turn.sessionId,
    turnId: turn.turnId,
    kind: turn.kind,
    mode: turn.modeId,
    modelAsked: turn.model,
    performer: turn.performer,
    words,
  });
  if (seq === null) throw new AppError('session_ended', 'This conversation has ended. Please start a new one.');
  if (words !== null) {
    await deps.history.load(turn.sessionId, seq);
    deps.history.append(turn.sessionId, seq, turn.turnId, 'visitor', [words]);
  }
  return seq;
}

/** Writes the reply and says it as it is written. Never throws once a word was said. */
async function write(deps: ConverseDeps, recalled: Recalled, running: RunningTurn): Promise<Draft> {
  const { request } = recalled;
  const filter = new OutputFilter(recalled.privateText, recalled.canary);
  const segments = new SegmentStream();
  const draft: Draft = {
    raw: request.continueAfter,
    ...deps.unknownWriter,
    knowledge: [],
    notes: [],
    cutBy: null,
    complete: false,
    stopped: null,
  };
  const say = (raw: string) => {
    for (const event of segments.push(raw)) emit(running, event);
  };
  if (request.continueAfter) say(request.continueAfter);
  const abort = new AbortController();
  const signal = AbortSignal.any([running.signal, abort.signal]);
  request.buffered = !running.streams;
  for await (const chunk of deps.languageModel.reply(request, signal)) {
    if (running.cutBy) break;
    if (chunk.kind === 'end') {
      Object.assign(draft, { ...chunk, raw: draft.raw });
      break;
    }
    const shown = filter.push(chunk.text);
    draft.raw += shown;
    say(shown);
    if (!filter.stopped) continue;
    draft.stopped = filter.stopped;
    draft.complete = true;
    if (filter.stopped === 'withheld') {
      const instead = ` ${WITHHELD_SENTENCE}`;
      draft.raw += instead;
      say(instead);
    }
    abort.abort();
    break;
  }
  draft.cutBy = running.cutBy;
  if (draft.cutBy && !running.streams) draft.raw = request.continueAfter;
  if (!draft.cutBy) for (const event of segments.end()) emit(running, event);
  if (!draft.cutBy && !plainText(splitReply(draft.raw))) {
    throw new AppError('reply_failed', 'The twin could not answer just now. Please try again.');
  }
  return draft;
}

/** Keeps the agent's words as they were delivered, with what happened on the way. */
async function keepReply(deps: ConverseDeps, turn: Turn, draft: Draft): Promise<AgentReplyAnswer> {
  const segments = splitReply(draft.raw);
  const keptSegments = turn.kept ? splitReply(turn.kept).length : 0;
  const status = endingStatus(draft);
  const ending = {
    sessionId: turn.sessionId,
    turnId: turn.turnId,
    status,
    model: draft.model,
    provider: draft.provider,
    text: draft.raw,
    knowledge: draft.knowledge,
    segments,
    keptSegments,
    events: eventsOf(turn, draft),
  };
  const seq = await keepEnding(deps.pool, ending);
  if (seq === null || keptSegments > 0) deps.history.forget(turn.sessionId);
  else {
    const texts = segments.map((segment) => segment.text);
    deps.history.append(turn.sessionId, seq, turn.turnId, 'agent', texts);
  }
  return presentTurn({ ...ending, mode: turn.modeId });
}

function endingStatus(draft: Draft): Exclude<TurnStatus, 'running'> {
  if (draft.cutBy === 'newer_turn' || draft.cutBy === 'session_ended') return 'interrupted';
  if (draft.cutBy || !draft.complete) return draft.raw ? 'partial' : 'failed';
  return 'done';
}

function eventsOf(turn: Turn, draft: Draft): { kind: string; payload: unknown }[] {
  const events: { kind: string; payload: unknown }[] = draft.notes.map(({ kind, ...payload }) => ({
    kind,
    payload: { ...payload, turn_id: turn.turnId },
  }));
  if (draft.cutBy) events.push({ kind: 'reply_interrupted', payload: { turn_id: turn.turnId, reason: draft.cutBy } });
  else if (!draft.complete) events.push({ kind: 'stream_interrupted', payload: { turn_id: turn.turnId } });
  if (draft.stopped) events.push({ kind: `reply_${draft.stopped}`, payload: { turn_id: turn.turnId } });
  return events;
}

/** The JSON answer of a turn, made from what is kept; the same for a fresh turn and for a replayed one. */
export function presentTurn(turn: {
  turnId: string;
  text: string;
  mode: string;
  model: string | null;
  provider: string | null;
  status: TurnStatus;
  knowledge: string[];
}): AgentReplyAnswer {
  const segments = splitReply(turn.text);
  return {
    text: plainText(segments),
    audio_base64: null,
    extract: null,
    debug_commands: [],
    turn_id: turn.turnId,
    segments,
    mode: turn.mode,
    model: turn.model ?? '',
    provider: turn.provider ?? '',
    interrupted: turn.status === 'interrupted',
    partial: turn.status !== 'done',
    knowledge: turn.knowledge,
  };
}

function emit(running: RunningTurn, event: ReturnType<SegmentStream['push']>[number]): void {
  const said: TurnEvent =
    event.kind === 'delta'
      ? { event: 'delta', data: { text: event.text } }
      : { event: 'segment', data: { index: event.index, total: null, ...event.segment } };
  running.emit(said);
}
