import type { RequestedCall } from '@understudy/contract/leads';
import type { SessionHistoryAnswer, StreamEvent } from '@understudy/contract/wire';
import { cutOff, cutToHeard, cutToShown, hear, keepPace, newReply, rejoin, show, stop } from './reply.ts';
import { entriesOf, followupsIn } from './restore.ts';
import {
  type AgentReply,
  type ConnectionState,
  type Failure,
  freshTalk,
  isOpen,
  liveReply,
  type Pace,
  type SessionCredentials,
  type TalkEntry,
  type TalkState,
  type TurnRequest,
  type UnsettledTurn,
} from './talk.ts';

/** What happens to a conversation. */
export type TalkEvent =
  | { type: 'restoring' }
  | {
      type: 'restored';
      session: SessionCredentials;
      history: SessionHistoryAnswer;
      unsettled: UnsettledTurn[];
      mode: string;
      model: string;
      at: number;
    }
  /** Back to the start screen, with a sentence where something has to be said. */
  | { type: 'fresh'; sentence: string | null; mode: string; model: string }
  | { type: 'starting' }
  | { type: 'started'; session: SessionCredentials; at: number }
  /** Starting, restoring or ending did not work. */
  | { type: 'troubled'; sentence: string; retryAt: number | null }
  | { type: 'asked'; request: TurnRequest; at: number }
  /** The reply is asked for again under its own id. */
  | { type: 'rejoining'; turnId: string }
  | { type: 'heard'; turnId: string; message: StreamEvent; at: number }
  /** Time passed: pauses may be over. */
  | { type: 'tick'; at: number }
  | { type: 'stopped'; at: number }
  /** The visitor cut a reply that was heard aloud, after these words; null when all that was shown stays. */
  | { type: 'interrupted'; turnId: string; heard: string | null; at: number }
  | { type: 'paced'; turnId: string; pace: Pace; at: number }
  /** The turn is over without its reply; a reply that has begun stays as it is, cut. */
  | { type: 'failed'; turnId: string; failure: Failure; at: number }
  /** An unsent line goes back into the field. */
  | { type: 'withdrawn'; turnId: string }
  | { type: 'drafted'; text: string }
  /** A call was asked for. */
  | { type: 'call_requested'; call: RequestedCall }
  | { type: 'connection'; state: ConnectionState }
  | { type: 'chose'; mode?: string; model?: string }
  | { type: 'ending' }
  | { type: 'ended'; sentence: string; keep: boolean };

/** The live talk after an event. Pure: time comes with the event, effects belong to the controllers. */
export function reduceTalk(talk: TalkState, event: TalkEvent): TalkState {
  switch (event.type) {
    case 'restoring':
      return { ...talk, phase: 'restoring', trouble: null, connection: 'connecting' };
    case 'restored':
      return restored(talk, event);
    case 'fresh':
      return {
        ...freshTalk({ mode: event.mode, model: event.model, draft: talk.draft }),
        trouble: sayIf(event.sentence),
        connection: talk.connection,
      };
    case 'starting':
      return { ...freshTalk(talk), phase: 'starting', connection: 'connecting' };
    case 'started':
      return {
        ...talk,
        phase: 'live',
        session: event.session,
        connection: 'connected',
        liveSince: event.at,
        lastWordAt: event.at,
      };
    case 'troubled':
      return {
        ...talk,
        phase: talk.phase === 'starting' ? 'fresh' : talk.phase === 'ending' ? 'live' : talk.phase,
        trouble: { sentence: event.sentence, retryAt: event.retryAt },
      };
    case 'asked':
      return asked(talk, event.request, event.at);
    case 'rejoining':
      return changeReply(talk, event.turnId, rejoin);
    case 'heard':
      return heard(talk, event);
    case 'tick':
      return ticked(talk, event.at);
    case 'stopped':
      return stopped(talk, event.at);
    case 'interrupted': {
      const { turnId, heard, at } = event;
      const cut = changeReply(talk, turnId, (reply) =>
        heard === null ? cutToShown(reply, at) : cutToHeard(reply, heard),
      );
      return { ...cut, entries: cut.entries.filter(hasSomething), lastWordAt: at };
    }
    case 'paced':
      return {
        ...changeReply(talk, event.turnId, (reply) => keepPace(reply, event.pace, event.at)),
        lastWordAt: event.at,
      };
    case 'failed':
      return failed(talk, event);
    case 'withdrawn':
      return withdrawn(talk, event.turnId);
    case 'drafted':
      return { ...talk, draft: event.text };
    case 'call_requested':
      return { ...talk, call: event.call };
    case 'connection':
      return talk.connection === event.state ? talk : { ...talk, connection: event.state };
    case 'chose':
      return { ...talk, mode: event.mode ?? talk.mode, model: event.model ?? talk.model };
    case 'ending':
      return { ...talk, phase: 'ending', trouble: null };
    case 'ended':
      return {
        ...talk,
        phase: 'ended',
        trouble: sayIf(event.sentence),
        entries: event.keep ? talk.entries : [],
        extract: event.keep ? talk.extract : null,
      };
  }
}

function sayIf(sentence: string | null): TalkState['trouble'] {
  return sentence ? { sentence, retryAt: null } : null;
}

function restored(talk: TalkState, event: Extract<TalkEvent, { type: 'restored' }>): TalkState {
  const entries = entriesOf(event.history, event.unsettled, event.model);
  return {
    ...freshTalk({ mode: event.mode, model: event.model, draft: talk.draft }),
    phase: 'live',
    session: event.session,
    entries,
    connection: 'connected',
    extract: event.history.extract,
    call: event.history.call,
    liveSince: event.at,
    lastWordAt: event.at,
    followups: followupsIn(entries),
  };
}

function asked(talk: TalkState, request: TurnRequest, at: number): TalkState {
  const before = stopped(talk, at).entries.filter((entry) => entry.request.turnId !== request.turnId);
  const line: TalkEntry[] =
    request.kind === 'message' ? [{ kind: 'visitor', request, at, delivery: 'sending', failure: null }] : [];
  return {
    ...talk,
    entries: [...before, ...line, newReply(request, at)],
    lastWordAt: at,
    greetingAsked: talk.greetingAsked || request.kind === 'greeting',
    followups: request.kind === 'message' ? 0 : talk.followups + (request.kind === 'followup' ? 1 : 0),
  };
}

function heard(talk: TalkState, { turnId, message, at }: Extract<TalkEvent, { type: 'heard' }>): TalkState {
  const reply = talk.entries.find((entry) => entry.kind === 'agent' && entry.request.turnId === turnId);
  // Words that were on their way when the visitor stopped the reply come too late.
  if (reply?.kind !== 'agent' || (reply.status !== 'thinking' && reply.status !== 'writing')) return talk;
  const entries = talk.entries.map((entry): TalkEntry => {
    if (entry.request.turnId !== turnId) return entry;
    return entry.kind === 'agent' ? hear(entry, message, at) : { ...entry, delivery: 'kept', failure: null };
  });
  const next: TalkState = { ...talk, entries: entries.filter(hasSomething), lastWordAt: at };
  if (message.event === 'extract') return { ...next, extract: message.data };
  if (message.event !== 'done') return next;
  const { extract, model, provider } = message.data;
  const stoodIn = model !== '' && model !== reply.request.model;
  const answeredBy = stoodIn ? { asked: reply.request.model, model, provider } : null;
  return { ...next, extract: extract ?? talk.extract, answeredBy };
}

/** A reply that is over without a word is not shown. */
function hasSomething(entry: TalkEntry): boolean {
  return entry.kind === 'visitor' || entry.status !== 'interrupted' || entry.script.length > 0 || !entry.final;
}

function ticked(talk: TalkState, at: number): TalkState {
  const reply = liveReply(talk);
  if (!reply) return talk;
  const shown = show(reply, at);
  return shown === reply ? talk : { ...changeReply(talk, reply.request.turnId, () => shown), lastWordAt: at };
}

function stopped(talk: TalkState, at: number): TalkState {
  const reply = liveReply(talk);
  if (!reply) return talk;
  const words = stop(reply, at);
  // A greeting or follow-up of which nothing was heard leaves no trace; an unanswered message offers to ask again.
  const gone = words.script.length === 0 && reply.request.kind !== 'message';
  const entries = gone
    ? talk.entries.filter((entry) => entry !== reply)
    : talk.entries.map((entry) => (entry === reply ? words : entry));
  return { ...talk, entries, lastWordAt: at };
}

function failed(talk: TalkState, { turnId, failure, at }: Extract<TalkEvent, { type: 'failed' }>): TalkState {
  const entries = talk.entries.flatMap((entry): TalkEntry[] => {
    if (entry.request.turnId !== turnId) return [entry];
    if (entry.kind === 'agent') return hasWords(entry) ? [isOpen(entry) ? cutOff(entry, at) : entry] : [];
    const reply = talk.entries.find((other) => other.kind === 'agent' && other.request.turnId === turnId);
    const answered = reply?.kind === 'agent' && hasWords(reply);
    return [answered ? { ...entry, delivery: 'kept' } : { ...entry, delivery: 'unsent', failure }];
  });
  return { ...talk, entries, lastWordAt: at };
}

function hasWords(reply: AgentReply): boolean {
  return reply.script.length > 0 || reply.floor.length > 0;
}

function withdrawn(talk: TalkState, turnId: string): TalkState {
  const line = talk.entries.find((entry) => entry.kind === 'visitor' && entry.request.turnId === turnId);
  const draft = [line?.request.text, talk.draft].filter(Boolean).join('\n');
  return { ...talk, draft, entries: talk.entries.filter((entry) => entry !== line) };
}

function changeReply(talk: TalkState, turnId: string, change: (reply: AgentReply) => AgentReply): TalkState {
  const entries = talk.entries.map((entry) =>
    entry.kind === 'agent' && entry.request.turnId === turnId ? change(entry) : entry,
  );
  return { ...talk, entries };
}
