/** What a line means for bookings: pure, apart from the wish in it that was read before. */
import type { VisitorBooking } from '@understudy/contract/bookings';
import { dayAt } from '../../../platform/zones.ts';
import { phoneIn, type TimeWish, type Understanding } from '../../understanding/index.ts';
import { type BookingPhrase, bookingPhrasesIn } from './phrases.ts';

/** What the next line may agree to. */
export type Pending =
  | { do: 'book'; kind: string; start: string; zone: string; name: string; email: string; phone: string | null }
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
  const { acts, requests, hints, flags, text, entities } = line;
  if (acts.has('pitch') || SERIOUS.some((flag) => flags.has(flag))) return { act: 'none' };
  const { says, choice } = bookingPhrasesIn(text);
  const isBrief = text.trim().split(/\s+/).length <= MAX_WORDS;
  const pending = talk?.pending ?? null;
  if (pending && !wish) {
    if (says.has('no') || (acts.has('decline') && !says.has('yes'))) return { act: 'leave' };
    const agrees = says.has('yes') || acts.has('agree') || acts.has('decide') || confirms(pending, says);
    if (isBrief && agrees) return { act: 'do', pending };
  }
  const [next = null] = upcoming;
  const moving = talk?.moves ? (upcoming.find(({ id }) => id === talk.moves) ?? null) : null;
  const wantsPerson = requests.has('person');
  const asks = requests.has('call') || requests.has('slot') || (says.has('ask') && !wantsPerson);
  const isOwn = hints.has('own-call') || hints.has('other-time') || says.has('own');
  const isChange = requests.has('cancel') || hints.has('other-time') || says.has('reschedule');
  // 'Cancel my call on Friday' names what is booked; any other time is one to move to.
  const named = wish && upcoming.find((booking) => isOnDayOf(wish, booking));
  if (next && says.has('cancel') && isOwn && !says.has('move') && (requests.has('cancel') || isBrief)) {
    if (!wish || named) return { act: 'ask_cancel', booking: named ?? next };
  }
  if (next && isChange && (says.has('move') || says.has('reschedule') || wish) && isOwn)
    return { act: 'find', wish, moves: next, isNew: true };
  const isAsked = hints.has('own-call') || says.has('tell');
  if (next && isAsked && !wish && !requests.has('slot') && !requests.has('cancel')) return { act: 'tell' };
  if (talk && talk.offered.length > 0 && isBrief && !wish) {
    const chosen = choice === 'last' ? talk.offered.at(-1) : talk.offered[choice ?? -1];
    if (chosen) return { act: 'choose', start: chosen, moves: moving };
    const only = talk.offered.length === 1 ? talk.offered[0] : undefined;
    const isTold =
      !pending &&
      (entities.some(({ type }) => type === 'person' || type === 'email') || phoneIn(text, true, true) !== null);
    // A yes to something else that was said since is no yes to the time.
    const isAgreed = says.has('yes') && talk.idle === 0;
    if (only && (isAgreed || isTold)) return { act: 'choose', start: only, moves: moving };
  }
  // Within a talk about times, a time is one even without a request.
  const goesOn = talk !== null && isBrief && !acts.has('bye') && (wish !== null || says.has('others'));
  if (goesOn && !acts.has('inform')) return { act: 'find', wish, moves: moving, isNew: false };
  if (goesOn && wish) return { act: 'find', wish, moves: moving, isNew: false };
  if (asks && !requests.has('complaint')) return { act: 'find', wish, moves: moving, isNew: talk === null };
  return { act: 'none' };
}

/** Whether a line repeats what was asked: 'cancel it', 'absagen'. */
const confirms = ({ do: what }: Pending, says: ReadonlySet<BookingPhrase>): boolean =>
  what === 'cancel' && says.has('cancel');

/** Whether a wish names the day of a booking, as its visitor sees it. */
const isOnDayOf = ({ days }: TimeWish, { start, zone }: VisitorBooking): boolean => {
  const day = dayAt(zone, Date.parse(start));
  return days.some(({ from, to }) => from <= day && day <= to);
};

/** Times to offer: not all on one day, and not all at one time of day. @param starts free times, in order */
export function toOffer(starts: readonly string[], most: number, dayOf: (start: string) => string): string[] {
  const byDay = Map.groupBy(starts, dayOf);
  const perDay = Math.max(2, Math.ceil(most / Math.max(1, byDay.size)));
  const offered: string[] = [];
  for (const times of byDay.values()) {
    // The first and the last of the day, and in between as far apart as there is room.
    const count = Math.min(perDay, times.length);
    for (let at = 0; at < count; at += 1)
      offered.push(times[count === 1 ? 0 : Math.round((at * (times.length - 1)) / (count - 1))] as string);
    if (offered.length >= most) break;
  }
  return offered.slice(0, most);
}
