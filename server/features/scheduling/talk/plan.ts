/** What a line means for bookings: pure, apart from the wish in it that was read before. */
import type { VisitorBooking } from '@understudy/contract/bookings';
import type { TimeWish, Understanding } from '../../understanding/index.ts';

/** What the next line may agree to. */
export type Pending =
  | { do: 'book'; kind: string; start: string; zone: string; name: string; email: string }
  | { do: 'move'; id: string; start: string; zone: string }
  | { do: 'cancel'; id: string };

/** Where a conversation is with its booking. */
export interface BookingTalk {
  /** Id of the kind of meeting. */
  kind: string | null;
  /** The wish so far. */
  wish: TimeWish | null;
  /** Beginnings offered in the last reply about bookings. */
  offered: string[];
  /** The booking that is about to move. */
  moves: string | null;
  pending: Pending | null;
  /** Lines about something else since. */
  idle: number;
}

/** What to do about a line. */
export type Plan =
  /** It is not about bookings. */
  | { act: 'none' }
  /** What was asked is agreed to. */
  | { act: 'do'; pending: Pending }
  /** What was asked is declined. */
  | { act: 'leave' }
  | { act: 'ask_cancel'; booking: VisitorBooking }
  | { act: 'tell' }
  /** Looks for free times, `moves` names the booking that moves. */
  | { act: 'find'; wish: TimeWish | null; moves: VisitorBooking | null; isNew: boolean }
  /** One of the times offered was chosen. */
  | { act: 'choose'; start: string; moves: VisitorBooking | null };

/** Lines about something else after which a booking is no longer talked about. */
export const MAX_IDLE = 2;

const YES_WORDS = [
  'yes|yep|yeah|yup|ja|sure|ok|okay|fine|correct|perfect|great|confirm(?:ed)?',
  'please do|go ahead|do it|do that|book it|sounds good|that works',
].join('|');
const YES = new RegExp(`^\\W*(?:${YES_WORDS})\\b`, 'i');
const NO = /^\W*(?:no|nope|nah|not yet|don'?t|do not|stop|wait|never mind|leave it|forget it)\b/i;
const MOVING_WORDS = [
  're-?schedul\\w*|move|postpone|push|shift|bring (?:it )?forward|change|swap|earlier|later',
  '(?:an?)?other (?:time|day|slot)|different (?:time|day)',
].join('|');
const MOVING = new RegExp(`\\b(?:${MOVING_WORDS})\\b`, 'i');
const CANCELING = /\b(?:cancel\w*|call (?:it )?off|drop it|delete (?:it|my booking)|can'?t make it)\b/i;
/** Asks for other times than those offered. */
const OTHERS = /\b(?:other|others|else|another|more|later|earlier|different)\b/i;
const ORDINALS: readonly RegExp[] = [
  /\b(?:the )?(?:first|1st|number one|earliest)(?: one| option| time| slot)?\b/i,
  /\b(?:the )?(?:second|2nd|number two)(?: one| option| time| slot)?\b/i,
  /\b(?:the )?(?:third|3rd|number three)(?: one| option| time| slot)?\b/i,
  /\b(?:the )?(?:fourth|4th|number four)(?: one| option| time| slot)?\b/i,
];
const LAST = /\bthe last (?:one|option|time|slot)\b/i;
/** Words of a line that only names a time. */
const MAX_WORDS = 14;

/** Flags of lines to which nothing about a calendar may be said. */
const SERIOUS = ['injection', 'abuse', 'selfharm', 'selfharm_other', 'medical', 'danger', 'grief'] as const;

/**
 * Decides what a line is about.
 *
 * @param wish when it would like to meet; null if it does not say
 * @param upcoming bookings of the visitor, in order
 */
export function plan(
  line: Understanding,
  wish: TimeWish | null,
  talk: BookingTalk | null,
  upcoming: readonly VisitorBooking[],
): Plan {
  const { acts, requests, hints, flags, text } = line;
  if (acts.has('pitch') || SERIOUS.some((flag) => flags.has(flag))) return { act: 'none' };
  const isBrief = text.trim().split(/\s+/).length <= MAX_WORDS;
  const pending = talk?.pending ?? null;
  if (pending && !wish) {
    if (NO.test(text) || (acts.has('decline') && !YES.test(text))) return { act: 'leave' };
    if (isBrief && (YES.test(text) || acts.has('agree') || acts.has('decide'))) return { act: 'do', pending };
  }
  const [next = null] = upcoming;
  const moving = talk?.moves ? (upcoming.find(({ id }) => id === talk.moves) ?? null) : null;
  const asks = requests.has('call') || requests.has('slot');
  const isOwn = hints.has('own-call') || hints.has('other-time') || /\b(?:it|that|my call|the call)\b/i.test(text);
  if (next && requests.has('cancel') && isOwn && CANCELING.test(text) && !MOVING.test(text) && !wish)
    return { act: 'ask_cancel', booking: next };
  if (next && (requests.has('cancel') || hints.has('other-time')) && (MOVING.test(text) || wish) && isOwn)
    return { act: 'find', wish, moves: next, isNew: true };
  if (next && CANCELING.test(text) && isOwn && isBrief && !wish) return { act: 'ask_cancel', booking: next };
  if (next && hints.has('own-call') && !wish && !requests.has('slot') && !requests.has('cancel'))
    return { act: 'tell' };
  if (talk && talk.offered.length > 0 && isBrief) {
    const chosen = LAST.test(text) ? talk.offered.length - 1 : ORDINALS.findIndex((words) => words.test(text));
    const start = chosen >= 0 && !wish ? talk.offered[chosen] : undefined;
    if (start) return { act: 'choose', start, moves: moving };
    const only = talk.offered.length === 1 ? talk.offered[0] : undefined;
    if (only && !wish && YES.test(text)) return { act: 'choose', start: only, moves: moving };
  }
  // Within a talk about times, a time is one even without a request.
  const goesOn = talk !== null && isBrief && !acts.has('bye') && (wish !== null || OTHERS.test(text));
  if (goesOn && !acts.has('inform')) return { act: 'find', wish, moves: moving, isNew: false };
  if (goesOn && wish) return { act: 'find', wish, moves: moving, isNew: false };
  if (asks && !requests.has('complaint')) return { act: 'find', wish, moves: moving, isNew: talk === null };
  return { act: 'none' };
}

/** Times to offer: not all on one day, and not all at one time of day. @param starts free times, in order */
export function toOffer(starts: readonly string[], most: number, dayOf: (start: string) => string): string[] {
  const byDay = Map.groupBy(starts, dayOf);
  const perDay = Math.max(2, Math.ceil(most / Math.max(1, byDay.size)));
  const offered: string[] = [];
  for (const times of byDay.values()) {
    // The first of the day, then as far apart as there is room.
    const step = Math.max(1, Math.floor(times.length / perDay));
    for (let at = 0; at < times.length && at < step * perDay; at += step) offered.push(times[at] as string);
    if (offered.length >= most) break;
  }
  return offered.slice(0, most);
}
