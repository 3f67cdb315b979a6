import type { Extract, RequestedCall } from '@understudy/contract/leads';
import type { ReplyOffer } from '@understudy/contract/wire';
import type { OutputFilter, PrivateText } from '../features/conversation/output-filter.ts';
import type { TurnKind } from '../features/conversation/store.ts';
import type { ProviderNote, ReplyRequest } from '../providers/language-model/port.ts';
import type { RecalledForTurn } from './remember.ts';
import type { CutReason } from './running-turn.ts';

/** Stands for 'no turn' where only the session is asked for, or where words belong to none. */
export const NO_TURN = '00000000-0000-0000-0000-000000000000';

/** One turn as the gateway hands it on: authenticated, checked, normalised. */
export interface Turn {
  sessionId: string;
  turnId: string;
  kind: TurnKind;
  /** The visitor's words; empty for a greeting or follow-up. */
  words: string;
  /** Null means the session's, as the database has it. */
  modeId: string | null;
  model: string;
  performer: boolean;
  /** Whether the reply is to be heard. */
  spoken: boolean;
  topic: string | null;
  /** The address that it comes from, as limits count it; null where nobody's budget is to pay for it. */
  address: string | null;
  /** The next sequence number when the turn came in. */
  nextSeq: number;
  /** Words of an earlier, cut attempt of this same turn, with markers; null when this is the first attempt. */
  kept: string | null;
  /** Whether the visitor agreed that the conversation is kept; null until the session was read. */
  consent: boolean | null;
  /** The call that they asked for; null also until the session was read. */
  call: RequestedCall | null;
}

/** A turn whose mode is certain. */
export type TurnInMode = Turn & { modeId: string };

/** A turn that belongs to no transcript. */
export function turnApart(
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
    ...particulars,
  };
}

/** The turn was begun before, or its session has ended or gone; which of them it is, only reading it tells. */
export class TurnNotFresh extends Error {}

/** What is known of the visitor: from this conversation, and from earlier ones. */
export interface KnownOfVisitor {
  understood: Extract | null;
  /** The same without the words of this turn. */
  before: Extract | null;
  /** What they ask of a person in these words. */
  asks: readonly ('call' | 'complaint' | 'person')[];
  /** When the call that they ask for in these words would suit, in their words; null where they named no time. */
  callTime: string | null;
  /** Whether a call that they had asked for was refused in words. */
  isCallRefused: boolean;
  remembered: RecalledForTurn;
}

/** What the recall stage gives the writer: the request and the text that must not be recited. */
export interface Recalled {
  request: ReplyRequest;
  /** Buttons that go with the embedded twin's reply. */
  offers: ReplyOffer[];
  /** Questions of the visitor's words to which no passage is known. */
  unanswered: string[];
  privateText: PrivateText;
  canary: string;
}

/** What was written, and how it ended. */
export interface Draft {
  raw: string;
  model: string;
  provider: string;
  knowledge: string[];
  notes: ProviderNote[];
  cutBy: CutReason | null;
  complete: boolean;
  stopped: OutputFilter['stopped'];
  /** Buttons under it. */
  offers: ReplyOffer[];
}
