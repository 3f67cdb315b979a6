import {
  bareness,
  isAboutWork,
  namesTime,
  type Request,
  type Sentence,
  sentencesOf,
  speaksOfMeeting,
  type Understanding,
} from '../../understanding/index.ts';
import type { QuotedLine, UnderstoodLine } from '../lines.ts';

/** Words of a line that answers the twin's question for a time. */
const MAX_ANSWER_WORDS = 12;
/**
 * Minimum probability of naming an appointment for a line that says more than a time: 'mondays only, I'm on the road'
 * is at 0.3, 'On Monday, I told everyone' at 0.
 */
const MIN_SLOT = 0.15;

/**
 * The sentences after a call request that say when it would suit: those that ask for an appointment, or are little else
 * than a time ('Thursday after three', 'make it Friday'). Right after the twin asked for a time, any short line that
 * names one counts as a whole; after the twin asked when something else will be, a bare time does not count.
 */
function callTimeIn({ text, sentences, context, probabilities }: Understanding): string | null {
  const timed = sentences.filter((sentence) => namesTime(sentence.text));
  if (timed.length === 0) return null;
  const asked = timeAskedIn(context.before);
  const isOwn = (sentence: Sentence) => {
    const bare = bareness(sentence.text);
    if (bare === 'whole') return asked !== 'other';
    return sentence.requests.has('slot') || (bare === 'part' && probabilities.slot >= MIN_SLOT);
  };
  const own = timed.filter(isOwn);
  if (own.length > 0) return own.map((sentence) => sentence.text).join(' ');
  return asked === 'call' && text.trim().split(/\s+/, MAX_ANSWER_WORDS + 1).length <= MAX_ANSWER_WORDS ? text : null;
}

const ASKS = /\?|\b(?:leave|tell|give|pick|choose|name)\b/i;
const WHEN = /\b(?:when|by which|(?:what|which|best|good|a|any) (?:time|day|hour))\b/i;
/** Words of a question that asks only for a time: 'When?', 'And which day?' */
const MAX_BARE_WORDS = 3;

/** Whether the twin asked for the time of a call or of something else; its last such question counts. */
function timeAskedIn(before: string | null): 'call' | 'other' | null {
  const question = sentencesOf(before ?? '')
    .map(({ text }) => text)
    .findLast((text) => ASKS.test(text) && WHEN.test(text));
  if (question === undefined) return null;
  return speaksOfMeeting(question) || question.split(/\s+/).length <= MAX_BARE_WORDS ? 'call' : 'other';
}

/** A request for a call. */
export interface CallRequest extends QuotedLine {
  /** Number of the visitor's line with the request, or of the one that named the time: 1 for their first. */
  nth: number;
  /** The words that named a day or an hour; null when none was named. */
  time: QuotedLine | null;
}

/** A complaint, or the request for a person instead of the twin. */
export interface Complaint extends QuotedLine {
  kind: 'complaint' | 'person';
}

/** A request of any other kind. */
export interface OtherRequest extends QuotedLine {
  request: Request;
}

/**
 * The requests of a conversation that a person has to fulfil, in the visitor's words: the last one of a kind stands.
 */
export interface HandoffRequests {
  call: CallRequest | null;
  /** The line of the last refusal of a call; null when there was none. */
  refused: number | null;
  complaint: Complaint | null;
  /**
   * Where the complaint was last said to be settled, and the complaint of this conversation; null when it stands, or
   * there was none.
   */
  settled: { seq: number; complaint: Complaint | null } | null;
  /** The newest of each other kind; kinds such as messages are added up. */
  others: readonly OtherRequest[];
  /** Where they first said that they have work to give; the twin answers that this is noted. */
  interest: QuotedLine | null;
  /**
   * Where they first asked for news, and where they first asked to go on: that somebody agreed, or for the next step.
   */
  news: QuotedLine | null;
  goesOn: QuotedLine | null;
  /** Their promises, and when to talk again. */
  promises: readonly QuotedLine[];
  talkAgain: readonly QuotedLine[];
}

/** The requests before the first line. */
export const NO_HANDOFF_REQUESTS: HandoffRequests = {
  call: null,
  refused: null,
  complaint: null,
  settled: null,
  others: [],
  interest: null,
  news: null,
  goesOn: null,
  promises: [],
  talkAgain: [],
};

/** Whether a request was made or taken back between two readings of one conversation. */
export const handoffRequestsDiffer = (before: HandoffRequests, after: HandoffRequests): boolean =>
  (['call', 'refused', 'complaint', 'settled', 'others', 'interest'] as const).some(
    (key) => before[key] !== after[key],
  );

/** Longest quote, in characters. */
const MAX_WORDS_CHARS = 140;
const MAX_COMPLAINT_CHARS = 160;
const MAX_NEWS_CHARS = 120;
/** The visitor's lines after a call request in which a bare time counts as the call's. */
const MAX_LINES_TO_TIME = 6;
/** Sentences to keep per kind; the newest stay. */
const MAX_KEPT = 20;
/** Kinds of which several requests stand at once, and the most characters to keep of them together. */
const ADDED_UP: ReadonlySet<Request> = new Set(['message', 'send', 'reminder']);
const MAX_ADDED_CHARS = 600;
/** Requests with their own fields. */
const OWN: readonly Request[] = ['call', 'slot', 'complaint', 'person'];

/**
 * The standing requests after one more line; the same object when nothing changed.
 *
 * @param nth number of the visitor's line, 1 for their first
 */
export function updateHandoffRequests(
  before: HandoffRequests,
  { seq, understanding }: UnderstoodLine,
  nth: number,
): HandoffRequests {
  const { sentences, text } = understanding;
  const now = { ...before };
  let isAsked = false;
  for (const sentence of sentences) {
    if (sentence.signs.has('refuses-call')) {
      now.call = null;
      now.refused = seq;
    } else if (asksForCall(sentence, now)) {
      now.call = callRequest({ seq, words: sentence.text, nth }, now.call);
      isAsked = true;
    }
    const kind = complaintIn(sentence, seq, now);
    if (kind) {
      now.complaint = complaint(seq, sentence.text, kind, now.complaint);
      now.settled = null;
    }
    if (sentence.signs.has('settled')) {
      now.settled = { seq, complaint: now.complaint ?? now.settled?.complaint ?? null };
      now.complaint = null;
    }
  }
  const isTimed = isAsked && now.call?.time !== null;
  const time = now.call && !isTimed && nth - now.call.nth <= MAX_LINES_TO_TIME ? callTimeIn(understanding) : null;
  if (now.call && time) now.call = { ...now.call, seq, nth, time: { words: cut(time), seq } };

  now.others = withOthers(before.others, seq, sentences);
  if (statesInterest(understanding)) now.interest ??= { seq, words: cut(interestIn(understanding)) };
  const has = (sign: string) => sentences.some(({ signs }) => signs.has(sign));
  const line = { seq, words: flat(text).slice(0, MAX_NEWS_CHARS).toWellFormed() };
  if (has('asks-for-news')) now.news ??= line;
  if (has('goes-on')) now.goesOn ??= line;
  now.promises = withSaid(before.promises, seq, sentences, ({ signs }) => signs.has('promises'));
  now.talkAgain = withSaid(before.talkAgain, seq, sentences, isTalkAgain);
  return (Object.keys(now) as (keyof HandoffRequests)[]).some((key) => now[key] !== before[key]) ? now : before;
}

/** Whether a sentence requests a call. Naming an appointment does, unless calls were refused. */
const asksForCall = ({ requests }: Sentence, { call, refused }: HandoffRequests): boolean =>
  requests.has('call') || (requests.has('slot') && call === null && refused === null);

/**
 * The standing call request. Two sentences of one line are one request; a repeated request without a time keeps the
 * time named before.
 */
function callRequest(said: Omit<CallRequest, 'time'>, before: CallRequest | null): CallRequest {
  const { seq, nth } = said;
  const words = cut(before?.seq === seq ? `${before.words} ${said.words}` : said.words);
  const time = namesTime(words) ? { words, seq } : (before?.time ?? null);
  return { seq, nth, words: time && time.words !== words && before ? before.words : words, time };
}

/** The complaint in a sentence. Somebody who requests or refuses a call does not also request a person. */
function complaintIn(
  { requests }: Sentence,
  seq: number,
  { call, refused }: HandoffRequests,
): Complaint['kind'] | null {
  if (requests.has('complaint')) return 'complaint';
  return requests.has('person') && !call && refused !== seq ? 'person' : null;
}

/** The standing complaint: it outranks the request for a person, and later additions are part of it. */
function complaint(seq: number, sentence: string, kind: Complaint['kind'], before: Complaint | null): Complaint {
  const words = cut(sentence).replace(/[.!]+$/, '');
  if (!before || (before.kind === 'person' && kind === 'complaint')) return { kind, seq, words };
  const whole = `${before.words} … ${words}`;
  if (kind !== before.kind || whole.length > MAX_COMPLAINT_CHARS || before.words.includes(words)) return before;
  return { ...before, words: whole };
}

/** A time to talk again, which visitors may name without requesting a call. */
const isTalkAgain = ({ text, signs, requests }: Sentence): boolean =>
  !text.includes('?') && (signs.has('talk-again') || requests.has('call') || requests.has('reminder'));

/** Whether a line offers work and asks nothing: then moves.yaml (`interest`) answers that it is noted. */
const statesInterest = ({ acts, intents }: Understanding): boolean =>
  acts.has('inform') && !acts.has('question') && !acts.has('bye') && isAboutWork({ intents });

/** What they want, in their words. */
const interestIn = ({ text, sentences }: Understanding): string =>
  sentences.find(({ signs }) => signs.has('wants'))?.text ?? text;

const isNoQuote = ({ request }: OtherRequest): boolean => request !== 'quote';

/**
 * The other requests after a line: a new one replaces the one of its kind, or is added to it, and an offer that is no
 * longer wanted is left out.
 */
function withOthers(before: readonly OtherRequest[], seq: number, sentences: readonly Sentence[]) {
  const made = [...new Set(sentences.flatMap(({ requests }) => [...requests]))].filter((one) => !OWN.includes(one));
  const refusesOffer = sentences.some(({ signs }) => signs.has('refuses-offer'));
  const standing =
    before.some(({ request }) => request === 'quote') && refusesOffer ? before.filter(isNoQuote) : before;
  if (made.length === 0) return standing;
  const wordsOf = (request: Request) => {
    const asking = sentences.filter(({ requests }) => requests.has(request));
    const words = cut(asking.map(({ text }) => text).join(' '));
    const earlier = ADDED_UP.has(request) ? before.find((one) => one.request === request)?.words : undefined;
    if (earlier?.includes(words)) return earlier;
    const both = earlier ? `${earlier} … ${words}` : words;
    return both.length > MAX_ADDED_CHARS ? words : both;
  };
  const fresh = made.map((request): OtherRequest => ({ request, seq, words: wordsOf(request) }));
  return [...standing.filter(({ request }) => !made.includes(request)), ...fresh];
}

/** Adds the new sentences of a line and keeps the newest. */
function withSaid(
  before: readonly QuotedLine[],
  seq: number,
  sentences: readonly Sentence[],
  holds: (sentence: Sentence) => boolean,
): readonly QuotedLine[] {
  const told = sentences.filter(holds).map(({ text: words }) => ({ seq, words }));
  const fresh = told.filter(({ words }) => !before.some((one) => one.words === words));
  return fresh.length === 0 ? before : [...before, ...fresh].slice(-MAX_KEPT);
}

const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Where the request is in a long sentence without punctuation. */
const HEART =
  /\b(?:call|ring|phone|slot|talk to|speak to|refund|money back|waiting|nobody|human|person|complain\w*)\b/i;
/** Characters kept before it. */
const CHARS_BEFORE = 70;

/** Shortens words for a quote: drops a leading email address and keeps the relevant part of a long sentence. */
function cut(text: string): string {
  const told = flat(text).replace(/^\S+@\S+[\s,;:]+/, '');
  const heart = told.length > MAX_WORDS_CHARS ? HEART.exec(told) : null;
  const from = Math.max(0, (heart?.index ?? 0) - CHARS_BEFORE);
  const isLong = told.length > from + MAX_WORDS_CHARS;
  const part = told.slice(from, from + MAX_WORDS_CHARS).toWellFormed();
  const begun = from > 0 ? `… ${part.replace(/^\S*\s/, '')}` : part;
  return isLong ? `${begun.replace(/\s\S*$/, '')} …` : begun;
}
