import type { BookedMeeting } from '@understudy/contract/bookings';
import type { Extract, NextStepHint, RequestedCall } from '@understudy/contract/leads';
import type { PublicConfig, ReplyOffer } from '@understudy/contract/wire';

/** A segment of the twin's reply: one bubble. */
export interface TalkSegment {
  text: string;
  /** Silence before it in milliseconds; null while it is being written and the pause is not known yet. */
  pauseMs: number | null;
  /** When it was said, in milliseconds since the epoch. */
  at: number;
}

/** Why a message was not sent, and the remedy. */
export interface Failure {
  sentence: string;
  /** When a retry may succeed, in milliseconds since the epoch. */
  retryAt: number | null;
  /** `again`: the same text may be sent again. `edit`: the server will not accept the text as it is. */
  remedy: 'again' | 'edit';
}

/** Whether the visitor wrote, or the twin should speak unprompted. */
export type TurnKind = 'message' | 'greeting' | 'followup';

/** The request of one turn, complete enough to repeat it with the same id. */
export interface TurnRequest {
  turnId: string;
  kind: TurnKind;
  /** The visitor's text; empty for a greeting or follow-up. */
  text: string;
  mode: string;
  model: string;
}

/** A message of the visitor. `kept`: the server has stored it. */
export interface VisitorLine {
  kind: 'visitor';
  request: TurnRequest;
  at: number;
  delivery: 'sending' | 'kept' | 'unsent';
  failure: Failure | null;
}

/**
 * Status of a reply. `thinking`: requested, no words yet. `writing`: words arrive. `done`: complete and unmarked.
 * `cut`: the words stopped before the reply was complete. `interrupted`: the visitor stopped it or interrupted its
 * voice.
 */
type ReplyStatus = 'thinking' | 'writing' | 'done' | 'cut' | 'interrupted';

/** The twin's reply in one turn. */
export interface AgentReply {
  kind: 'agent';
  request: TurnRequest;
  at: number;
  status: ReplyStatus;
  /** Requested with the voice on; only then does a newer message interrupt it. */
  spoken: boolean;
  /** The segments that have arrived. */
  script: TalkSegment[];
  /** Number of segments on screen; the others wait for their pauses. */
  shown: number;
  /** When the newest segment on screen was complete; the next pause counts from here. */
  pausingSince: number;
  /** What was on screen when the connection was lost, kept while the reply is streamed again from its beginning. */
  floor: string[];
  /** No more of it will arrive. */
  final: boolean;
  /** Buttons under the finished reply. */
  offers: readonly ReplyOffer[];
  /** The person who said it instead of the twin; null or absent for the twin. */
  by?: string | null;
}

/** An entry of the transcript. */
export type TalkEntry = VisitorLine | AgentReply;

/** A turn of an earlier page load that the server may not know, or whose reply was not received in full. */
export interface UnsettledTurn {
  request: TurnRequest;
  at: number;
  /** Whether the visitor saw it as unsent; otherwise it was in flight. */
  unsent: boolean;
}

/** The model that wrote the newest reply, if not the requested one. */
interface AnsweredBy {
  asked: string;
  model: string;
  provider: string;
}

/** Authorises this tab to use its session. */
export interface SessionCredentials {
  sessionId: string;
  secret: string;
  consent: boolean;
}

/**
 * `fresh`: nothing started. `restoring`: this tab's earlier conversation is being restored. `live`: a session is
 * running. `ended`: the conversation is over and its readable part is on screen.
 */
type TalkPhase = 'fresh' | 'restoring' | 'starting' | 'live' | 'ending' | 'ended';

/** The connection state in the footer. */
export type ConnectionState = 'connected' | 'connecting' | 'disconnected';

/** The conversation state: everything that the chat screen shows, and nothing else. */
export interface TalkState {
  phase: TalkPhase;
  session: SessionCredentials | null;
  /** Oldest first. */
  entries: TalkEntry[];
  /** The unsent text in the field. */
  draft: string;
  mode: string;
  model: string;
  extract: Extract | null;
  /** What may be offered to the visitor now. */
  nextStep: NextStepHint | null;
  /** The call that the visitor requested, if any. */
  call: RequestedCall | null;
  /** The meeting that the visitor booked here, if any. */
  meeting: BookedMeeting | null;
  answeredBy: AnsweredBy | null;
  /** The person who answers instead of the twin; null for the twin. */
  person: string | null;
  /** Whether the visitor asked for a person who has not come yet. */
  isPersonAwaited: boolean;
  connection: ConnectionState;
  /** The consent sentence for the start screen; null if there is none. */
  consentAsked: PublicConfig['consent'];
  /** An error of starting, restoring or ending. */
  trouble: { sentence: string; retryAt: number | null } | null;
  /** When the session went live on this page. */
  liveSince: number;
  /** When either side last said something. */
  lastWordAt: number;
  greetingAsked: boolean;
  /** Unprompted follow-ups since the visitor's last message. */
  followups: number;
}

/** The state before a conversation. */
export function freshTalk({
  mode,
  model,
  draft,
  consentAsked,
}: Pick<TalkState, 'mode' | 'model' | 'draft' | 'consentAsked'>): TalkState {
  return {
    phase: 'fresh',
    consentAsked,
    session: null,
    entries: [],
    draft,
    mode,
    model,
    extract: null,
    nextStep: null,
    call: null,
    meeting: null,
    answeredBy: null,
    person: null,
    isPersonAwaited: false,
    connection: 'connected',
    trouble: null,
    liveSince: 0,
    lastWordAt: 0,
    greetingAsked: false,
    followups: 0,
  };
}

/** The reply that is in progress, at the server or on screen; null if there is none. */
export function liveReply(talk: TalkState): AgentReply | null {
  const last = talk.entries.at(-1);
  return last?.kind === 'agent' && isOpen(last) ? last : null;
}

/** Whether a reply is still in progress, at the server or on screen. */
export function isOpen(reply: AgentReply): boolean {
  return reply.status === 'thinking' || reply.status === 'writing' || reply.shown < reply.script.length;
}

/** The state shown by the ring and the status line. */
export function presenceOf(talk: TalkState): 'idle' | 'thinking' | 'speaking' {
  const reply = liveReply(talk);
  if (!reply) return 'idle';
  return reply.shown > 0 || reply.floor.length > 0 ? 'speaking' : 'thinking';
}

/**
 * Section 5: field and send button are disabled while the agent is typing, also for a greeting or follow-up, until its
 * first words are on screen. From then on the visitor may continue, or interrupt it if it is spoken (section 4,
 * barge-in).
 */
export function isComposerDisabled(talk: TalkState): boolean {
  return talk.phase !== 'live' || presenceOf(talk) === 'thinking';
}

/** The buttons of the newest reply. They are the twin's: a person would get a topic's words as a message. */
export function offersOf(
  { person, isPersonAwaited }: Pick<TalkState, 'person' | 'isPersonAwaited'>,
  { offers }: Pick<AgentReply, 'offers'>,
): readonly ReplyOffer[] {
  if (person !== null) return [];
  return isPersonAwaited ? offers.filter(({ kind }) => kind !== 'person') : offers;
}

/** The reply whose rest may be requested: only the newest, since a conversation moves forward. */
export function unfinishedReply(talk: TalkState): AgentReply | null {
  const last = talk.entries.at(-1);
  if (talk.phase !== 'live' || last?.kind !== 'agent' || isOpen(last) || last.final) return null;
  return last.status === 'cut' || last.status === 'interrupted' ? last : null;
}

/**
 * The displayed text of a segment: while a lost reply is streamed again, the old text stays until the new text is
 * longer.
 */
export function textOnScreen(reply: AgentReply, index: number): string {
  const written = reply.script[index]?.text ?? '';
  const before = reply.floor[index] ?? '';
  return written.length < before.length && before.startsWith(written) ? before : written;
}

export function segmentsOnScreen(reply: AgentReply): number {
  return Math.max(reply.shown, reply.floor.length);
}
