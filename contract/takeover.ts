/**
 * Taking over: a person of the consultant's team joins a running conversation. Types and schemas of its calls;
 * docs/decisions/takeover.md says what the visitor agrees to, and when.
 */
import { z } from 'zod';
import { uuid } from './calls.ts';
import { HINT_MAX_CHARS, PERSON_LINE_MAX_CODE_POINTS, PERSON_NAME_MAX_CHARS } from './constants.ts';

/** How long a visitor who asked for a person waits before the twin takes a message instead. */
export const PERSON_WAIT_MS = 120_000;
/** How long a person's page may be silent before the twin answers again. */
export const TAKEOVER_UNATTENDED_MS = 120_000;
/** A dashboard counts as open for this long after its last heartbeat. */
export const DASHBOARD_OPEN_MS = 30_000;

/**
 * `none`: the twin answers. `wanted`: the visitor asked for a person. `asked`: a person asks to join. `active`: a
 * person is in the conversation, and the twin is silent. `over`: the twin answers again, or still.
 */
export const TAKEOVER_STATES = ['none', 'wanted', 'asked', 'active', 'over'] as const;
export type TakeoverState = (typeof TAKEOVER_STATES)[number];

/**
 * Why it is over. `handed_back`: by the person. `unattended`: nobody was at their page. `declined`: the visitor did
 * not want a person. `withdrawn`: the visitor no longer waits. `unanswered`: nobody came in time.
 */
export const TAKEOVER_ENDS = ['handed_back', 'unattended', 'declined', 'withdrawn', 'unanswered'] as const;
export type TakeoverEnd = (typeof TAKEOVER_ENDS)[number];

/** What both sides are told about who answers. */
export interface TakeoverView {
  state: TakeoverState;
  /** Counts the changes; a page ignores an older one. */
  version: number;
  /** The person's name and who they are, as they gave them; null without a person. */
  person: { name: string; role: string } | null;
  /** ISO 8601, UTC: when this state began; null for `none`. */
  since: string | null;
  reason: TakeoverEnd | null;
}

/** What a visitor who waits is told, so that the words can be honest. */
export interface PersonReach {
  /** Whether an administrator has the dashboard open. */
  online: boolean;
  /** Whether it is within the office hours; null if none are set. */
  in_hours: boolean | null;
}

/** What an administrator is told beyond that. */
export interface AdminTakeoverView extends TakeoverView {
  /** Whether it is the caller's. */
  mine: boolean;
  /** Whether the conversation is kept; otherwise only lines since the visitor's yes are shown. */
  kept: boolean;
  /** A hint that the twin's next reply is still to carry. */
  hint: string | null;
  /** What became of the latest hint: carried by a model, answered from a passage, or impossible. */
  hint_outcome: HintOutcome | null;
}

/** What became of a hint. `unable`: the embedded twin knows nothing that is near to it. */
export type HintOutcome = 'carried' | 'unable';

/** A line of a conversation, as it is watched. */
export interface LiveLine {
  id: string;
  seq: number;
  turn_id: string;
  speaker: 'visitor' | 'agent' | 'person';
  /** The person's name; null for the others. */
  author: string | null;
  text: string;
  /** ISO 8601, UTC. */
  ts: string;
}

/** Server-sent events of `follow_session` and of `GET /api/admin/sessions/{id}/live`. */
export type LiveSessionEvent =
  | { event: 'state'; data: TakeoverView | AdminTakeoverView }
  /** Visitors receive those of persons only; their page has the others already. */
  | { event: 'line'; data: LiveLine }
  /** The other side types, for `TYPING_MS`; false: no longer. */
  | { event: 'typing'; data: { typing: boolean } }
  /** The conversation is over; nothing follows. */
  | { event: 'ended'; data: Record<string, never> };

/** The answer of `request_person`, `answer_person`. */
export interface PersonAnswer {
  takeover: TakeoverView;
  reach: PersonReach;
}

/** A visitor who waits for a person. Nothing of what they wrote is in it. */
export interface WaitingVisitor {
  session_id: string;
  /** ISO 8601, UTC. */
  since: string;
  /** Null if unknown, or if the conversation is not kept. */
  contact_name: string | null;
  kept: boolean;
}

/** The answer of `GET /api/admin/waiting-visitors`. */
export interface WaitingVisitorsAnswer {
  visitors: WaitingVisitor[];
}

/** The answer of `POST /api/admin/sessions/{id}/lines`. */
export interface PersonLineAnswer {
  line: LiveLine;
}

/** The answer of `POST /api/admin/sessions/{id}/suggestion`. */
export interface SuggestionAnswer {
  text: string;
  /** Id of the model that wrote it. */
  model: string;
}

const session = { session_id: uuid, session_secret: z.string().min(1).max(200) };
/** The highest place of a line. */
const MAX_SEQ = 2 ** 31 - 1;

/** `follow_session`. */
export const followSession = z.strictObject({
  ...session,
  /** The place of the newest line on screen; only later ones are sent. -1 for all. */
  after: z.int().min(-1).max(MAX_SEQ).default(-1),
});
/** `request_person`; with `wanted: false`, the visitor no longer waits. */
export const requestPerson = z.strictObject({ ...session, wanted: z.boolean().default(true) });
/** `answer_person`: whether a person who asked may join. */
export const answerPerson = z.strictObject({ ...session, accept: z.boolean() });
/** `note_typing`. */
export const noteTyping = z.strictObject({ ...session, typing: z.boolean() });

/** What neither the database nor JSON of its own can keep: NUL, and halves of characters. */
const clean = (value: string) => value.toWellFormed().replaceAll('\0', '');
const words = (max: number) => z.string().overwrite(clean).trim().min(1, 'must not be empty').max(max);
/** A name is one line. */
const oneLine = (max: number) =>
  z
    .string()
    .overwrite((value) => clean(value).replace(/[\p{Cc}\s]+/gu, ' '))
    .trim()
    .max(max, `must have at most ${max} characters`);

/** `GET /api/admin/sessions/{id}/live`. */
export const liveQuery = z.strictObject({ after: z.coerce.number().int().min(-1).max(MAX_SEQ).default(-1) });
/** `POST /api/admin/sessions/{id}/takeover`: how the visitor is told who joins. */
export const takeoverBody = z.strictObject({
  name: oneLine(PERSON_NAME_MAX_CHARS).refine((name) => name !== '', 'must not be empty'),
  role: oneLine(PERSON_NAME_MAX_CHARS).default(''),
});
/** `POST /api/admin/sessions/{id}/takeover/beat`. */
export const takeoverBeatBody = z.strictObject({ typing: z.boolean().optional() });
/** `POST /api/admin/sessions/{id}/lines`. Sent again with the same id, it is the same line. */
export const personLineBody = z.strictObject({ id: uuid, text: words(2 * PERSON_LINE_MAX_CODE_POINTS) });
/** `POST /api/admin/sessions/{id}/hint`. */
export const hintBody = z.strictObject({ text: words(HINT_MAX_CHARS) });
