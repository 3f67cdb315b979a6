/** What the twin says about bookings. English, as all that it says by itself. */
import type { VisitorBooking } from '@understudy/contract/bookings';
import { type MomentForm, momentWords } from '../../../platform/text/moment-words.ts';
import { listed } from '../../../platform/text/wording.ts';

/** On whose clock times are told, and by whose habits. */
export interface Clock {
  zone: string;
  /** The visitor's locale; null if it is not known. */
  locale: string | null;
}

const written = (start: string, form: MomentForm, clock: Clock): string =>
  momentWords(start, form, { ...clock, language: 'en' });

/** A time in a sentence: "Thursday, December 3 at 3:00 PM". */
const whenWords = (start: string, clock: Clock): string => written(start, 'moment', clock);

/** A time on a button: "Thu, Dec 3, 3:00 PM". */
export const buttonWords = (start: string, clock: Clock): string =>
  `${written(start, 'shortDay', clock)}, ${written(start, 'time', clock)}`;

/** The zone in words: "Lisbon time". */
const zoneWords = (zone: string): string =>
  zone.includes('/') ? `${zone.split('/').at(-1)?.replaceAll('_', ' ')} time` : zone;

/** Free times by day: "Thursday, December 3 at 3:00 PM or 4:00 PM; Friday, …". */
function timesWords(starts: readonly string[], clock: Clock): string {
  const days = new Map<string, string[]>();
  for (const start of starts) {
    const day = written(start, 'day', clock);
    days.set(day, [...(days.get(day) ?? []), written(start, 'time', clock)]);
  }
  return [...days].map(([day, times]) => `${day} at ${listed(times, 'or')}`).join('; ');
}

/** A meeting within a sentence: "“First call”, 30 minutes". */
const meeting = ({ title, minutes }: { title: string; minutes: number }): string => `“${title}”, ${minutes} minutes`;

/** Who the words are about, and on whose clock. */
export interface Telling {
  /** The consultant's first name and address. */
  name: string;
  email: string;
  clock: Clock;
  kind: { title: string; minutes: number };
}

/** Free times to choose from. */
export const offerWords = ({ name, clock, kind }: Telling, starts: readonly string[], moves: boolean): string =>
  `${moves ? 'Your call can move to' : `${name} is free (${meeting(kind)})`}: ${timesWords(starts, clock)} ` +
  `(${zoneWords(clock.zone)}). Press one below, or tell me another day.`;

/** Nothing fits the wish, but something else is free. */
export const otherWords = ({ name, clock }: Telling, starts: readonly string[]): string =>
  `${name} has nothing free then. The nearest times are ${timesWords(starts, clock)} (${zoneWords(clock.zone)}). ` +
  'Press one below, or tell me another day.';

/** Nothing is free at all. */
export const noneWords = ({ name, email }: Telling, kept: boolean): string =>
  `${name} has no free time in the calendar at the moment. ` +
  (kept
    ? `Tell me when it would suit you and leave an address below: I note it for ${name}.`
    : `This conversation is not kept, so please write to ${email} when it would suit you.`);

/** One time was chosen; asks for what is missing, which the page's form asks for too. */
export function chosenWords(
  { name, clock }: Telling,
  start: string,
  missing: readonly ('name' | 'email address' | 'telephone number')[],
): string {
  const when = `${whenWords(start, clock)} (${zoneWords(clock.zone)})`;
  return `${when}, is free. Tell me your ${listed(missing)} to book it with ${name}, or press it below.`;
}

/** Everything is known: asks whether to book. */
export const askToBook = (
  { clock, kind }: Telling,
  start: string,
  who: { name: string; email: string; phone: string | null },
  consent: string,
): string =>
  `Shall I book ${meeting(kind)}, on ${whenWords(start, clock)} (${zoneWords(clock.zone)}), for ` +
  `${[who.name, who.email, who.phone].filter(Boolean).join(', ')}? ` +
  `By saying yes you agree to this: “${consent}”`;

/** Asks whether to move. */
export const askToMove = ({ clock }: Telling, booking: VisitorBooking, start: string): string =>
  `Shall I move your call from ${whenWords(booking.start, clock)} to ${whenWords(start, clock)} ` +
  `(${zoneWords(clock.zone)})?`;

/** Asks whether to cancel. */
export const askToCancel = ({ name, clock }: Omit<Telling, 'kind'>, booking: VisitorBooking): string =>
  `Shall I cancel your call with ${name} on ${whenWords(booking.start, clock)} (${zoneWords(clock.zone)})?`;

/** It is booked. */
export const bookedWords = ({ name, clock }: Omit<Telling, 'kind'>, booking: VisitorBooking, link: string): string =>
  `Booked: “${booking.title}” with ${name} on ${whenWords(booking.start, clock)} (${zoneWords(clock.zone)}). ` +
  `You can move or cancel it here or at ${link}`;

export const movedWords = ({ name, clock }: Omit<Telling, 'kind'>, booking: VisitorBooking): string =>
  `Your call with ${name} is now on ${whenWords(booking.start, clock)} (${zoneWords(clock.zone)}).`;

export const cancelledWords = ({ name, clock }: Omit<Telling, 'kind'>, booking: VisitorBooking): string =>
  `Your call with ${name} on ${whenWords(booking.start, clock)} is canceled. You can book another one at any time.`;

/** What is booked. */
export function ownWords({ name, clock }: Omit<Telling, 'kind'>, bookings: readonly VisitorBooking[]): string {
  const each = bookings.map(({ title, start }) => `“${title}” with ${name} on ${whenWords(start, clock)}`);
  return `You have booked ${listed(each)} (${zoneWords(clock.zone)}). You can move or cancel it here: just say so.`;
}

export const leftAsItIs = 'All right, I leave it as it is.';

/** What a model that writes the reply has to keep to. */
export const modelNote = (starts: readonly string[], clock: Clock): string =>
  `Free times are only these, in ${zoneWords(clock.zone)}: ${timesWords(starts, clock)}. Name no other time, ` +
  'and do not say that anything is booked, moved or canceled: the visitor does that with the buttons below your reply.';
