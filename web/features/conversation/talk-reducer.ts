import type { BookedMeeting } from '@understudy/contract/bookings';
import { type NextStepHint, nextStepHint, type RequestedCall } from '@understudy/contract/leads';
import type { AgentReplyAnswer, SessionHistoryAnswer, StreamEvent } from '@understudy/contract/wire';
import { createStore, type Store } from '../../platform/store.ts';
import { cutOff, cutToShown, hear, newReply, rejoin, reveal, show, stop } from './reply.ts';
import { entriesOf, followupsIn } from './restore.ts';
import {
  type AgentReply,
  type ConnectionState,
  type Failure,
  freshTalk,
  isOpen,
  liveReply,
  type SessionCredentials,
  segmentsOnScreen,
  type TalkEntry,
  type TalkState,
  type TurnRequest,
  type UnsettledTurn,
} from './talk.ts';

/** Events of a conversation. */
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
  /** Back to the start screen, with a message if there is something to explain. */
  | { type: 'fresh'; sentence: string | null; mode: string; model: string }
  | { type: 'starting' }
  | { type: 'started'; session: SessionCredentials; at: number }
  /** Starting, restoring or ending failed. */
  | { type: 'troubled'; sentence: string; retryAt: number | null }
  /** The consent sentence has changed. */
  | { type: 'consent_changed'; consent: TalkState['consentAsked'] }
  | { type: 'asked'; request: TurnRequest; spoken: boolean; at: number }
  /** The reply is requested again under its own id. */
  | { type: 'rejoining'; turnId: string }
  | { type: 'heard'; turnId: string; message: StreamEvent; at: number }
  /** Time passed: pauses may be over. */
  | { type: 'tick'; at: number }
  | { type: 'stopped'; at: number }
  /** The visitor interrupted a spoken reply. */
  | { type: 'interrupted'; turnId: string; at: number }
  /** Whether the server stored the reply as interrupted or in full. */
  | { type: 'interruption_kept'; turnId: string; interrupted: boolean }
  /** The voice of a reply ended. */
  | { type: 'fell_silent'; at: number }
  /** The turn failed; a reply that has started stays, marked as cut. */
  | { type: 'failed'; turnId: string; failure: Failure; at: number }
  /** An unsent line goes back into the field. */
  | { type: 'withdrawn'; turnId: string }
  | { type: 'drafted'; text: string }
  | { type: 'call_requested'; call: RequestedCall }
  /** A meeting was booked or moved beside the conversation, or with null canceled. */
  | { type: 'meeting_changed'; meeting: BookedMeeting | null }
  /** A person who has taken over wrote a line. */
  | { type: 'person_said'; line: AgentReply; at: number }
  | { type: 'answered_by'; person: string | null; isAwaited: boolean }
  /** The conversation is not kept any more. */
  | { type: 'off_record' }
  | { type: 'connection'; state: ConnectionState }
  | { type: 'chose'; mode?: string; model?: string }
  | { type: 'ending' }
  | { type: 'ended'; sentence: string; keep: boolean; at: number };

/** The state after an event. Pure: time comes with the event, side effects belong to the controllers. */
export function reduceTalk(talk: TalkState, event: TalkEvent): TalkState {
  switch (event.type) {
    case 'restoring':
      return { ...talk, phase: 'restoring', trouble: null, connection: 'connecting' };
    case 'restored':
      return restored(talk, event);
    case 'fresh':
      return {
        ...freshTalk({ ...talk, mode: event.mode, model: event.model }),
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
    case 'consent_changed':
      return { ...talk, consentAsked: event.consent };
    case 'asked':
      return asked(talk, event);
    case 'rejoining':
      // A reply that yielded to a newer message stays as it is.
      return changeReply(talk, event.turnId, (reply) => (reply.status === 'done' ? reply : rejoin(reply)));
    case 'heard':
      return heard(talk, event);
    case 'tick':
      return ticked(talk, event.at);
    case 'stopped':
      return stopped(talk, event.at);
    case 'interrupted': {
      const { turnId, at } = event;
      const cut = changeReply(talk, turnId, (reply) => cutToShown(reply, at));
      return { ...cut, entries: cut.entries.filter(hasSomething), lastWordAt: at };
    }
    case 'interruption_kept': {
      const status = event.interrupted ? 'interrupted' : 'done';
      return changeReply(talk, event.turnId, (reply) => ({ ...reply, status }));
    }
    case 'fell_silent':
      return { ...talk, lastWordAt: event.at };
    case 'failed':
      return failed(talk, event);
    case 'withdrawn':
      return withdrawn(talk, event.turnId);
    case 'drafted':
      return { ...talk, draft: event.text };
    case 'call_requested':
      return { ...talk, call: event.call };
    case 'meeting_changed':
      return { ...talk, meeting: event.meeting, entries: talk.entries.map(withoutTimes) };
    case 'person_said':
      return personSaid(talk, event);
    case 'answered_by':
      return talk.person === event.person && talk.isPersonAwaited === event.isAwaited
        ? talk
        : { ...talk, person: event.person, isPersonAwaited: event.isAwaited };
    case 'off_record':
      return { ...talk, session: talk.session && { ...talk.session, consent: false } };
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
        entries: event.keep ? talk.entries.map((entry) => revealOpen(entry, event.at)).filter(hasSomething) : [],
        extract: event.keep ? talk.extract : null,
        nextStep: null,
      };
  }
}

function sayIf(sentence: string | null): TalkState['trouble'] {
  return sentence ? { sentence, retryAt: null } : null;
}

function restored(talk: TalkState, event: Extract<TalkEvent, { type: 'restored' }>): TalkState {
  const entries = entriesOf(event.history, event.unsettled, event.model);
  return {
    ...freshTalk({ ...talk, mode: event.mode, model: event.model }),
    phase: 'live',
    session: event.session,
    entries,
    connection: 'connected',
    extract: event.history.extract,
    nextStep: nextStepOf(event.history),
    call: event.history.call,
    meeting: event.history.meeting,
    liveSince: event.at,
    lastWordAt: event.at,
    followups: followupsIn(entries),
  };
}

/** An open reply yields: with the voice off, the rest of it appears; a reply without any words is dropped. */
function asked(talk: TalkState, event: Extract<TalkEvent, { type: 'asked' }>): TalkState {
  const { request, spoken } = event;
  const reply = liveReply(talk);
  const settled: TalkState =
    reply && segmentsOnScreen(reply) > 0
      ? changeReply(talk, reply.request.turnId, (open) => reveal(open, event.at))
      : stopped(talk, event.at);
  const before = settled.entries.filter((entry) => entry.request.turnId !== request.turnId);
  // Displayed times never run backwards, although segment times may be ahead of the clock.
  const at = Math.max(event.at, newestTime(before.at(-1)));
  const line: TalkEntry[] =
    request.kind === 'message' ? [{ kind: 'visitor', request, at, delivery: 'sending', failure: null }] : [];
  return {
    ...talk,
    entries: [...before, ...line, newReply(request, at, spoken)],
    lastWordAt: event.at,
    greetingAsked: talk.greetingAsked || request.kind === 'greeting',
    followups: request.kind === 'message' ? 0 : talk.followups + (request.kind === 'followup' ? 1 : 0),
  };
}

function newestTime(entry: TalkEntry | undefined): number {
  if (!entry) return 0;
  return entry.kind === 'visitor' ? entry.at : (entry.script.at(-1)?.at ?? entry.at);
}

function revealOpen(entry: TalkEntry, at: number): TalkEntry {
  return entry.kind === 'agent' && isOpen(entry) ? reveal(entry, at) : entry;
}

function heard(talk: TalkState, { turnId, message, at }: Extract<TalkEvent, { type: 'heard' }>): TalkState {
  const reply = talk.entries.find((entry) => entry.kind === 'agent' && entry.request.turnId === turnId);
  if (reply?.kind !== 'agent') return talk;
  // The `done` event tells which words the server stored of a reply that yielded to a newer message.
  if (message.event === 'done' && reply.status === 'done' && !reply.final) {
    return changeReply(talk, turnId, (open) => reveal(hear(open, message, at), at));
  }
  // Words in flight when the visitor stopped the reply are discarded.
  if (reply.status !== 'thinking' && reply.status !== 'writing') return talk;
  const entries = talk.entries.map((entry): TalkEntry => {
    if (entry.request.turnId !== turnId) return entry;
    return entry.kind === 'agent' ? hear(entry, message, at) : { ...entry, delivery: 'kept', failure: null };
  });
  const next: TalkState = { ...talk, entries: entries.filter(hasSomething), lastWordAt: at };
  if (message.event === 'extract') return { ...next, extract: message.data, nextStep: nextStepHint(message.data) };
  if (message.event !== 'done') return next;
  const { extract, model, provider } = message.data;
  const stoodIn = model !== '' && model !== reply.request.model;
  const answeredBy = stoodIn ? { asked: reply.request.model, model, provider } : null;
  const { meeting = talk.meeting } = message.data;
  const nextStep = nextStepOf(message.data) ?? talk.nextStep;
  return { ...next, extract: extract ?? talk.extract, nextStep, meeting, answeredBy };
}

/** The next-step hint of an answer; sent separately if the analysis is not shown. */
function nextStepOf({
  extract,
  next_step: hint,
}: Pick<AgentReplyAnswer, 'extract' | 'next_step'>): NextStepHint | null {
  return hint ?? (extract && nextStepHint(extract));
}

/** A person's line stands before a reply that is still awaited; one that is known is not added again. */
function personSaid(talk: TalkState, { line, at }: Extract<TalkEvent, { type: 'person_said' }>): TalkState {
  const { entries } = talk;
  if (entries.some(({ request }) => request.turnId === line.request.turnId)) return talk;
  return { ...talk, entries: entries.toSpliced(entries.length - (liveReply(talk) ? 1 : 0), 0, line), lastWordAt: at };
}

/** The times that a reply offered were for what has been done since. */
function withoutTimes(entry: TalkEntry): TalkEntry {
  if (entry.kind === 'visitor') return entry;
  return { ...entry, offers: entry.offers.filter(({ kind }) => kind !== 'slot' && kind !== 'call') };
}

/** A finished reply without words is not shown. */
function hasSomething(entry: TalkEntry): boolean {
  if (entry.kind === 'visitor' || entry.script.length > 0 || isOpen(entry)) return true;
  return entry.status !== 'done' && !entry.final;
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
  // A greeting or follow-up without words is removed; an unanswered message offers a retry.
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

/** The single store of the conversation state. */
export interface TalkStore extends Omit<Store<TalkState>, 'set'> {
  dispatch(event: TalkEvent): void;
}

/** A store whose state changes only through events and the reducer. */
export function createTalkStore(initial: TalkState): TalkStore {
  const { get, set, subscribe } = createStore(initial);
  return { get, subscribe, dispatch: (event) => set(reduceTalk(get(), event)) };
}
