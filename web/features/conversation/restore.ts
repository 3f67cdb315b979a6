import type { HistoryUtterance, SessionHistoryAnswer } from '@understudy/contract/wire';
import { t } from '../../platform/texts.ts';
import { newReply } from './reply.ts';
import type { AgentReply, TalkEntry, TalkState, TurnRequest, UnsettledTurn } from './talk.ts';

/** The transcript as the server stored it, followed by the lines that the server does not know. */
export function entriesOf(
  history: SessionHistoryAnswer,
  unsettled: readonly UnsettledTurn[],
  model: string,
): TalkEntry[] {
  const requests = requestsOf(history, model);
  const entries: TalkEntry[] = [];
  for (const utterance of history.utterances) {
    const request = requests.get(utterance.turn_id);
    if (!request) continue;
    const last = entries.at(-1);
    const at = Date.parse(utterance.ts);
    if (utterance.speaker === 'visitor') {
      entries.push({ kind: 'visitor', request, at, delivery: 'kept', failure: null });
    } else if (last?.kind === 'agent' && last.request.turnId === utterance.turn_id) addSegment(last, utterance, at);
    else entries.push(replyOf(request, utterance, at));
  }
  for (const { request, at, unsent } of unsettled) {
    if (!unsent || requests.has(request.turnId)) continue;
    const failure = {
      sentence: t('chat.leftBeforeSent'),
      retryAt: null,
      remedy: 'again',
    } as const;
    entries.push({ kind: 'visitor', request, at, delivery: 'unsent', failure });
  }
  return entries;
}

/** Unprompted replies since the visitor's last message; the first reply of a conversation is its greeting. */
export function followupsIn(entries: readonly TalkEntry[]): number {
  const lastLine = entries.findLastIndex((entry) => entry.kind === 'visitor');
  const repliesSince = entries.length - 1 - lastLine;
  return Math.max(0, repliesSince - 1);
}

/** What must survive a reload: running turns and unsent lines. */
export function unsettledTurns(talk: TalkState): UnsettledTurn[] {
  return talk.entries.flatMap((entry): UnsettledTurn[] => {
    const { request, at } = entry;
    if (entry.kind === 'visitor') return entry.delivery === 'unsent' ? [{ request, at, unsent: true }] : [];
    return entry.status === 'thinking' || entry.status === 'writing' ? [{ request, at, unsent: false }] : [];
  });
}

/**
 * The turn that was running when the page was left and whose reply must be streamed (again): the one that the server is
 * still answering, or the one that this tab requested and did not finish.
 */
export function turnUnderWay(
  history: SessionHistoryAnswer,
  unsettled: readonly UnsettledTurn[],
  model: string,
): TurnRequest | null {
  const mine = unsettled.findLast((turn) => !turn.unsent)?.request ?? null;
  const running = history.running_turn_id;
  if (running && running !== mine?.turnId) {
    const kind = history.utterances.length === 0 ? 'greeting' : 'followup';
    const unknown: TurnRequest = { turnId: running, kind, text: '', mode: history.mode, model };
    return requestsOf(history, model).get(running) ?? unknown;
  }
  if (!mine) return null;
  const kept = history.utterances.filter((line) => line.turn_id === mine.turnId && line.speaker === 'agent');
  return kept.length > 0 && !kept.some((line) => line.interrupted) ? null : mine;
}

/** Each stored turn as a repeatable request; the server recognises it by its id but requires the text. */
function requestsOf(history: SessionHistoryAnswer, model: string): Map<string, TurnRequest> {
  const requests = new Map<string, TurnRequest>();
  for (const { turn_id: turnId, speaker, text } of history.utterances) {
    if (requests.has(turnId)) continue;
    const kind = speaker === 'visitor' ? 'message' : requests.size === 0 ? 'greeting' : 'followup';
    requests.set(turnId, { turnId, kind, text: kind === 'message' ? text : '', mode: history.mode, model });
  }
  return requests;
}

function replyOf(request: TurnRequest, utterance: HistoryUtterance, at: number): AgentReply {
  const reply: AgentReply = { ...newReply(request, at), status: 'done', by: utterance.author };
  addSegment(reply, utterance, at);
  return reply;
}

function addSegment(reply: AgentReply, { text, interrupted }: HistoryUtterance, at: number): void {
  reply.script.push({ text, pauseMs: 0, at });
  reply.shown += 1;
  if (interrupted) reply.status = 'interrupted';
}
