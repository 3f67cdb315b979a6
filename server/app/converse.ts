import type { AgentReplyAnswer } from '@understudy/contract/wire';
import type { Pool } from 'pg';
import type { HistoryCache } from '../features/conversation/history.ts';
import { splitReply } from '../features/conversation/segments.ts';
import { keepBeginning, keepEnding, type TurnStatus } from '../features/conversation/store.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { LanguageModel, ReplyRequest } from '../providers/language-model/port.ts';
import { presentTurn } from './present-turn.ts';
import type { RunningTurn } from './running-turn.ts';
import type { SessionLanes } from './session-lanes.ts';
import type { Draft, Recalled, Turn } from './turn.ts';
import { writeReply } from './write-reply.ts';

export interface ConverseDeps {
  pool: Pool;
  history: HistoryCache;
  lanes: SessionLanes;
  languageModel: LanguageModel;
  /** Everything the writer needs: prompt, history, passages. */
  recall(turn: Turn, lines: ReplyRequest['history']): Recalled;
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
  const draft = await writeReply(deps.languageModel, recalled, running);
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
