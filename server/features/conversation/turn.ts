import type { BookedMeeting } from '@understudy/contract/bookings';
import { type Extract, nextStepHint, type RequestedCall } from '@understudy/contract/leads';
import type { Mode, Twin } from '@understudy/contract/twin';
import type { HostPage } from '@understudy/contract/widget';
import type { AgentReplyAnswer, ReplyOffer } from '@understudy/contract/wire';
import type { KeptTrace } from '../../platform/database/schema.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { OwnerSettings } from '../../platform/owner-settings.ts';
import type { ProviderNote, ReplyRequest } from '../../providers/language-model/port.ts';
import type { AnalysisRow } from './analysis-rows.ts';
import type { OutputFilter, PrivateText } from './output-filter.ts';
import { plainText, splitReply } from './segments.ts';
import type { TurnKind, TurnStatus } from './store.ts';
import type { CutReason } from './turn-queue.ts';

/** The id to use where there is no turn: when only a session is read, or words belong to no turn. */
export const NO_TURN = '00000000-0000-0000-0000-000000000000';

/** One turn as the gateway passes it on: authenticated, checked, normalised. */
export interface Turn {
  sessionId: string;
  turnId: string;
  kind: TurnKind;
  /** The visitor's words; empty for a greeting or follow-up. */
  words: string;
  /** Null for the session's mode in the database. */
  modeId: string | null;
  /** The id of the requested model. */
  model: string;
  /** Whether the twin speaks to an audience. */
  performer: boolean;
  /** Whether the reply is spoken. */
  spoken: boolean;
  topic: string | null;
  /** The caller's address as limits count it; null if nobody's budget pays for it. */
  address: string | null;
  /** The next sequence number when the turn came in. */
  nextSeq: number;
  /** Words of an earlier, cut attempt of this turn, with markers; null for the first attempt. */
  kept: string | null;
  /** Whether the visitor agreed that the conversation is kept; null until the session is read. */
  consent: boolean | null;
  /** The call that they requested; null also until the session is read. */
  call: RequestedCall | null;
  /** The page on which the conversation began, data from outside; null also until the session is read. */
  page: HostPage | null;
  /** The visitor's time zone, IANA name; null if the page did not send it. */
  zone: string | null;
  /** Their locale, by whose habits times are written; null if the page did not send it. */
  locale: string | null;
  /** Whether a person's hint, or the sentence that nobody came, is to be part of the reply. */
  isNoted: boolean;
}

/** A turn whose mode is certain. */
export type TurnInMode = Turn & { modeId: string };

/** A turn that belongs to no transcript. */
export function detachedTurn(
  particulars: Pick<TurnInMode, 'words' | 'modeId' | 'model'> & Partial<Pick<Turn, 'consent' | 'call' | 'address'>>,
): TurnInMode {
  return {
    sessionId: NO_TURN,
    turnId: NO_TURN,
    kind: 'message',
    performer: false,
    spoken: false,
    topic: null,
    address: null,
    nextSeq: 0,
    kept: null,
    consent: null,
    call: null,
    page: null,
    zone: null,
    locale: null,
    isNoted: false,
    ...particulars,
  };
}

/** The turn began before, or its session has ended or is gone; only reading it tells which. */
export class TurnNotFresh extends Error {}

/** A returning visitor, as the twin may use it. */
export interface ReturningVisitor {
  /** The last open thread, to follow 'Last time'; null if there is none. */
  open: string | null;
  /** Facts about them, in sentences without a subject: 'Is called Maria Lopez'. */
  known: string[];
  /** Their name, if they told it. */
  name: string | null;
}

/** What a turn may use of earlier conversations. */
export interface RecalledMemories {
  /** At most two, those related to the words. */
  memories: string[];
  returning: ReturningVisitor | null;
  /** The same as the twin says it to the visitor: 'your name is Maria'. */
  spoken: { memories: string[]; known: string[] };
  /** Ids of the memories that this turn may use. */
  ids: string[];
}

/** Nothing is remembered of the visitor, or nothing may be. */
export const NO_MEMORIES: RecalledMemories = {
  memories: [],
  returning: null,
  spoken: { memories: [], known: [] },
  ids: [],
};

/** What a turn's words changed in the analysis. */
export interface AnalysisStep {
  row: AnalysisRow;
  events: { kind: string; payload: Record<string, unknown> }[];
  /** The extract before. */
  before: Extract;
  /** Handoff requests in these words. */
  newRequests: readonly ('call' | 'complaint' | 'person')[];
  /** The preferred time of a call requested in these words, as the visitor put it. */
  callTime: string | null;
  /** Whether these words refuse a call. */
  refusesCall: boolean;
}

/** What is known of the visitor, from this conversation and earlier ones. */
export interface VisitorContext {
  understood: Extract | null;
  /** The same without the words of this turn. */
  before: Extract | null;
  /** Handoff requests in these words. */
  newRequests: readonly ('call' | 'complaint' | 'person')[];
  /** The preferred time of the call requested in these words, as the visitor put it; null if they named none. */
  callTime: string | null;
  /** Whether words have refused a call requested before. */
  isCallRefused: boolean;
  remembered: RecalledMemories;
  /** What to say about bookings in place of anything else about calls; null if these words are not about them. */
  booking: BookingReply | null;
}

/** What is said about bookings in a reply. */
export interface BookingReply {
  text: string;
  /** Buttons under the reply. */
  offers: ReplyOffer[];
  /** Whether no model may word it: it tells what was done, or what a yes would do. */
  isBinding: boolean;
  /** What a model that words it has to keep to; null for nothing. */
  note: string | null;
  /** What was booked or moved; null for what was canceled, absent if nothing was done. */
  meeting?: BookedMeeting | null;
}

/** What the recall stage passes to the writer: the request, and the text that must not be recited. */
export interface ReplyInput {
  request: ReplyRequest;
  /** Buttons for the embedded twin's reply. */
  offers: ReplyOffer[];
  /** Questions in the visitor's words for which no passage is known. */
  unanswered: string[];
  /** What the reply is based on. */
  basis: Omit<KeptTrace, 'stages'>;
  privateText: PrivateText;
  /** A marker in the prompt that must never be served. */
  canary: string;
}

/** A written reply, and how it ended. */
export interface Draft {
  /** Its text with pause markers, including an earlier attempt's. */
  raw: string;
  model: string;
  provider: string;
  knowledge: string[];
  notes: ProviderNote[];
  cutBy: CutReason | null;
  /** Whether it was written to its end, or ended by the output filter. */
  complete: boolean;
  /** Why the output filter ended it; null if it did not. */
  stopped: OutputFilter['stopped'];
  /** Buttons under it. */
  offers: ReplyOffer[];
  /** When its first word went out; null if none did. In the clock of {@link RunningTurn.sinceBegin}. */
  firstWordMs: number | null;
}

/**
 * The mode with that id.
 *
 * @throws AppError `unknown_mode`
 */
export function modeOf(twin: Twin, id: string): Mode {
  const mode = twin.modes.find((candidate) => candidate.id === id);
  if (mode) return mode;
  const ids = twin.modes.map((candidate) => candidate.id).join(', ');
  throw new AppError('unknown_mode', `There is no such mode; choose one of ${ids}.`);
}

/** What a visitor's page is shown of the analysis. */
type VisitorView = Pick<AgentReplyAnswer, 'extract' | 'next_step'>;

/** Reduces the analysis to what the owner shows visitors. */
export function visitorView(settings: OwnerSettings, extract: Extract | null): VisitorView {
  if (!extract || settings.get('visitor_page').analysis) return { extract };
  return { extract: null, next_step: nextStepHint(extract) };
}

/** The same for a turn: without the model that answered, where the owner does not show models. */
export const turnView = (settings: OwnerSettings, extract: Extract | null): TurnView => ({
  ...visitorView(settings, extract),
  ...(settings.get('visitor_page').models ? {} : { model: '', provider: '' }),
});
type TurnView = VisitorView & Partial<Pick<AgentReplyAnswer, 'model' | 'provider'>>;

/** Whether a finished turn has no reply because a person answered instead. */
export const isLeftToPerson = ({ status, text }: { status: TurnStatus; text: string }): boolean =>
  status === 'done' && text === '';

/** The JSON response of a turn, made from what is stored, so that fresh and replayed turns look the same. */
export function presentTurn(turn: {
  turnId: string;
  text: string;
  mode: string;
  model: string | null;
  provider: string | null;
  status: TurnStatus;
  knowledge: string[];
  view: TurnView;
  offers?: AgentReplyAnswer['offers'];
  meeting?: BookedMeeting | null | undefined;
}): AgentReplyAnswer {
  const segments = splitReply(turn.text);
  return {
    text: plainText(segments),
    audio_base64: null,
    debug_commands: [],
    turn_id: turn.turnId,
    segments,
    mode: turn.mode,
    model: turn.model ?? '',
    provider: turn.provider ?? '',
    interrupted: turn.status === 'interrupted',
    partial: turn.status !== 'done',
    knowledge: turn.knowledge,
    offers: turn.offers ?? [],
    ...turn.view,
    ...(turn.meeting === undefined ? {} : { meeting: turn.meeting }),
    ...(isLeftToPerson(turn) ? { taken_over: true } : {}),
  };
}

/** Control characters except tab and newline: nobody types them, and PostgreSQL cannot store NUL. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the purpose
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g;
/**
 * Normalizes a visitor's message before it is stored, as documented: line ends become newlines, control characters
 * are removed, and lone surrogates become U+FFFD. Everything else, including right-to-left and zero-width text, stays
 * as it is.
 */
export function normaliseVisitorText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(CONTROLS, '').toWellFormed().trim();
}

/** Length in Unicode code points. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
