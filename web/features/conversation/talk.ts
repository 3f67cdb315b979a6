import type { Extract, NextStepHint, RequestedCall } from '@understudy/contract/leads';
import type { PublicConfig, ReplyOffer } from '@understudy/contract/wire';

/** A stretch of the twin's words: one bubble. */
export interface TalkSegment {
  text: string;
  /** Silence before it in milliseconds; null while it is being written, when the server does not know it yet. */
  pauseMs: number | null;
  /** When it was said, in milliseconds since the epoch. */
  at: number;
}

/** Why something was not sent, in words, and what can be done about it. */
export interface Failure {
  sentence: string;
  /** When sending may succeed again, in milliseconds since the epoch. */
  retryAt: number | null;
  /** `again`: the same words may be sent again. `edit`: the server will not take them as they are. */
  remedy: 'again' | 'edit';
}

/** Whether the visitor spoke, or the twin is to speak unprompted. */
export type TurnKind = 'message' | 'greeting' | 'followup';

/** What was asked of the server in one turn; enough to ask again with the same id. */
export interface TurnRequest {
  turnId: string;
  kind: TurnKind;
  /** The visitor's words; empty for a greeting or follow-up. */
  text: string;
  mode: string;
  model: string;
}

/** What the visitor wrote. `kept`: the server has it. */
export interface VisitorLine {
  kind: 'visitor';
  request: TurnRequest;
  at: number;
  delivery: 'sending' | 'kept' | 'unsent';
  failure: Failure | null;
}

/**
 * One reply of the twin. `thinking`: asked, no word yet. `writing`: words arrive. `done`: it is over; nothing marks it.
 * `cut`: the words stopped before the reply was over. `interrupted`: the visitor stopped it, or broke off its voice.
 */
export type ReplyStatus = 'thinking' | 'writing' | 'done' | 'cut' | 'interrupted';

/** The twin's words of one turn. */
export interface AgentReply {
  kind: 'agent';
  request: TurnRequest;
  at: number;
  status: ReplyStatus;
  /** It was asked for with the voice on; only then a newer message interrupts it. */
  spoken: boolean;
  /** What has arrived. */
  script: TalkSegment[];
  /** How many segments of it are on screen: the pauses are held here. */
  shown: number;
  /** When the newest segment on screen was complete, from which the next one's pause counts. */
  pausingSince: number;
  /** What stood on screen before the connection was lost, while the reply is heard anew from its beginning. */
  floor: string[];
  /** Nothing more can be had of it. */
  final: boolean;
  /** Buttons under it, once it is over. */
  offers: readonly ReplyOffer[];
}

/** What stands in the transcript. */
export type TalkEntry = VisitorLine | AgentReply;

/** A turn of an earlier page load that the server may not know, or whose reply was not heard to its end. */
export interface UnsettledTurn {
  request: TurnRequest;
  at: number;
  /** The visitor was told that it was not sent; otherwise it was on its way. */
  unsent: boolean;
}

/** Who wrote the newest reply, when it was not the model that was asked for. */
export interface AnsweredBy {
  asked: string;
  model: string;
  provider: string;
}

/** What lets this tab speak for its session. */
export interface SessionCredentials {
  sessionId: string;
  secret: string;
  consent: boolean;
}

/**
 * `fresh`: nothing started. `restoring`: an earlier conversation of this tab is being picked up. `live`: a session
 * runs. `ended`: it is over, and on screen is what may be read of it.
 */
export type TalkPhase = 'fresh' | 'restoring' | 'starting' | 'live' | 'ending' | 'ended';

/** What the footer says of the connection. */
export type ConnectionState = 'connected' | 'connecting' | 'disconnected';

/** The live talk: everything that the chat screen shows, and nothing that it does not. */
export interface TalkState {
  phase: TalkPhase;
  session: SessionCredentials | null;
  /** Oldest first. */
  entries: TalkEntry[];
  /** What stands in the field, not sent yet. */
  draft: string;
  mode: string;
  model: string;
  extract: Extract | null;
  /** What may be offered to the visitor now. */
  nextStep: NextStepHint | null;
  /** The call that the visitor asked for; null when they did not. */
  call: RequestedCall | null;
  answeredBy: AnsweredBy | null;
  connection: ConnectionState;
  /** The sentence that a visitor may agree to before a conversation; null where there is none. */
  consentAsked: PublicConfig['consent'];
  /** A sentence for the screen's place of trouble: starting, restoring, ending. */
  trouble: { sentence: string; retryAt: number | null } | null;
  /** When the session became live here. */
  liveSince: number;
  /** When the last word of either side was said. */
  lastWordAt: number;
  greetingAsked: boolean;
  /** Unprompted follow-ups since the visitor's last word. */
  followups: number;
}

/** A talk that has not begun. */
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
    answeredBy: null,
    connection: 'connected',
    trouble: null,
    liveSince: 0,
    lastWordAt: 0,
    greetingAsked: false,
    followups: 0,
  };
}

/** The reply that is being thought about, written or shown piece by piece; null when the twin is quiet. */
export function liveReply(talk: TalkState): AgentReply | null {
  const last = talk.entries.at(-1);
  return last?.kind === 'agent' && isOpen(last) ? last : null;
}

/** Whether a reply still goes on, at the server or on screen. */
export function isOpen(reply: AgentReply): boolean {
  return reply.status === 'thinking' || reply.status === 'writing' || reply.shown < reply.script.length;
}

/** What the ring and the status line show. */
export function presenceOf(talk: TalkState): 'idle' | 'thinking' | 'speaking' {
  const reply = liveReply(talk);
  if (!reply) return 'idle';
  return reply.shown > 0 || reply.floor.length > 0 ? 'speaking' : 'thinking';
}

/**
 * Section 5: field and send are disabled while the agent is typing, in a greeting or follow-up too, until its first
 * words are on screen. From then on the visitor may go on, or interrupt it where it speaks (section 4, barge-in).
 */
export function isComposerDisabled(talk: TalkState): boolean {
  return talk.phase !== 'live' || presenceOf(talk) === 'thinking';
}

/** The reply whose rest may be asked for: only the newest, since a conversation goes forward. */
export function unfinishedReply(talk: TalkState): AgentReply | null {
  const last = talk.entries.at(-1);
  if (talk.phase !== 'live' || last?.kind !== 'agent' || isOpen(last) || last.final) return null;
  return last.status === 'cut' || last.status === 'interrupted' ? last : null;
}

/**
 * The text of a segment on screen: while a lost reply is heard anew, what was there stays until the new text passes it.
 */
export function textOnScreen(reply: AgentReply, index: number): string {
  const written = reply.script[index]?.text ?? '';
  const before = reply.floor[index] ?? '';
  return written.length < before.length && before.startsWith(written) ? before : written;
}

/** How many segments are on screen. */
export function segmentsOnScreen(reply: AgentReply): number {
  return Math.max(reply.shown, reply.floor.length);
}
