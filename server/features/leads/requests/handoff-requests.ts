/** What a conversation leaves to a person: the requests that stand, in the visitor's words, of each the last. */
import { isAboutWork } from '../../understanding/about-work.ts';
import type { Request, Sentence, Understanding } from '../../understanding/understanding.ts';
import type { UnderstoodLine } from '../analyser.ts';
import { callTimeIn, namesTime } from './call-time.ts';

/** Words of the visitor's, and the line in which they stand. */
export interface QuotedLine {
  seq: number;
  words: string;
}

/** A request for a call. */
export interface CallRequest extends QuotedLine {
  /** Which of the visitor's lines it is, or the one that named the time: 1 for their first. */
  nth: number;
  /** The words in which a day or an hour was named; null where none was. */
  time: QuotedLine | null;
}

/** A complaint, or the request for a person in place of the twin. */
export interface Complaint extends QuotedLine {
  kind: 'complaint' | 'person';
}

/** Any other request. */
export interface OtherRequest extends QuotedLine {
  request: Request;
}

/** The standing requests of a conversation. */
export interface HandoffRequests {
  call: CallRequest | null;
  /** The line in which a call was last refused; null where none was. */
  refused: number | null;
  complaint: Complaint | null;
  /** Where it was last said to be settled, and what had been complained of here; null where it stands, or was none. */
  settled: { seq: number; complaint: Complaint | null } | null;
  /** Of each other kind the newest; messages and the like are added up. */
  others: readonly OtherRequest[];
  /** Where they first said that they have work to give, which the twin says is noted. */
  interest: QuotedLine | null;
  /** Where they first asked for news, and to go on: that somebody agreed, or for the next step. */
  news: QuotedLine | null;
  goesOn: QuotedLine | null;
  /** What they said they would do, and when to talk again. */
  promises: readonly QuotedLine[];
  talkAgain: readonly QuotedLine[];
}

/** Nothing was asked for yet. */
export const NO_REQUESTS: HandoffRequests = {
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
export const requestsDiffer = (before: HandoffRequests, after: HandoffRequests): boolean =>
  (['call', 'refused', 'complaint', 'settled', 'others', 'interest'] as const).some(
    (key) => before[key] !== after[key],
  );

/** Longest words that are quoted, in characters. */
const MAX_WORDS_CHARS = 140;
const MAX_COMPLAINT_CHARS = 160;
const MAX_NEWS_CHARS = 120;
/** The visitor's lines behind a request for a call in which a time alone is taken for its time. */
const TIME_WITHIN = 6;
/** Sentences of one kind that are kept, the newest. */
const MAX_KEPT = 20;
/** Requests of which several hold beside each other, and how many of their characters are kept together. */
const ADDED_UP: ReadonlySet<Request> = new Set(['message', 'send', 'reminder']);
const MAX_ADDED_CHARS = 600;
/** Requests that are kept apart from the others. */
const OWN: readonly Request[] = ['call', 'slot', 'complaint', 'person'];

/**
 * The standing requests after one more line; the same value where it changes nothing.
 *
 * @param nth which of the visitor's lines it is, 1 for their first
 */
export function requestsAfter(
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
  const time = now.call && !isTimed && nth - now.call.nth <= TIME_WITHIN ? callTimeIn(understanding) : null;
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

/** Who names a time for a call asks for one, unless calls were refused. */
const asksForCall = ({ requests }: Sentence, { call, refused }: HandoffRequests): boolean =>
  requests.has('call') || (requests.has('slot') && call === null && refused === null);

/** Two sentences of one line are one request; a request made again without a time keeps the one that was named. */
function callRequest(said: Omit<CallRequest, 'time'>, before: CallRequest | null): CallRequest {
  const { seq, nth } = said;
  const words = cut(before?.seq === seq ? `${before.words} ${said.words}` : said.words);
  const time = namesTime(words) ? { words, seq } : (before?.time ?? null);
  return { seq, nth, words: time && time.words !== words && before ? before.words : words, time };
}

/** Who wants a call, or none, wants no person beside it. */
function complaintIn(
  { requests }: Sentence,
  seq: number,
  { call, refused }: HandoffRequests,
): Complaint['kind'] | null {
  if (requests.has('complaint')) return 'complaint';
  return requests.has('person') && !call && refused !== seq ? 'person' : null;
}

/** A complaint is more than the request for a person, and what is added to one is part of it. */
function complaint(seq: number, sentence: string, kind: Complaint['kind'], before: Complaint | null): Complaint {
  const words = cut(sentence).replace(/[.!]+$/, '');
  if (!before || (before.kind === 'person' && kind === 'complaint')) return { kind, seq, words };
  const whole = `${before.words} … ${words}`;
  if (kind !== before.kind || whole.length > MAX_COMPLAINT_CHARS || before.words.includes(words)) return before;
  return { ...before, words: whole };
}

/** A time at which to talk again, which they may name without asking for a call. */
const isTalkAgain = ({ text, signs, requests }: Sentence): boolean =>
  !text.includes('?') && (signs.has('talk-again') || requests.has('call') || requests.has('reminder'));

/** Whether a line tells of work to give and asks nothing: where moves.yaml (`interest`) says that it is noted. */
const statesInterest = ({ acts, intents }: Understanding): boolean =>
  acts.has('inform') && !acts.has('question') && !acts.has('bye') && isAboutWork({ intents });

/** What they want, in their words. */
const interestIn = ({ text, sentences }: Understanding): string =>
  sentences.find(({ signs }) => signs.has('wants'))?.text ?? text;

function withOthers(before: readonly OtherRequest[], seq: number, sentences: readonly Sentence[]) {
  const made = [...new Set(sentences.flatMap(({ requests }) => [...requests]))].filter((one) => !OWN.includes(one));
  if (made.length === 0) return before;
  const wordsOf = (request: Request) => {
    const asking = sentences.filter(({ requests }) => requests.has(request));
    const words = cut(asking.map(({ text }) => text).join(' '));
    const earlier = ADDED_UP.has(request) ? before.find((one) => one.request === request)?.words : undefined;
    if (earlier?.includes(words)) return earlier;
    const both = earlier ? `${earlier} … ${words}` : words;
    return both.length > MAX_ADDED_CHARS ? words : both;
  };
  const fresh = made.map((request): OtherRequest => ({ request, seq, words: wordsOf(request) }));
  return [...before.filter(({ request }) => !made.includes(request)), ...fresh];
}

/** What was said before with what is new in a line, as far as it is among the newest. */
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

/** Where in a long sentence without marks the request stands. */
const HEART =
  /\b(?:call|ring|phone|slot|talk to|speak to|refund|money back|waiting|nobody|human|person|complain\w*)\b/i;
const AROUND = 70;

/** Words as they are quoted: without an address at their beginning, and of a long sentence what matters. */
function cut(text: string): string {
  const told = flat(text).replace(/^\S+@\S+[\s,;:]+/, '');
  const heart = told.length > MAX_WORDS_CHARS ? HEART.exec(told) : null;
  const from = Math.max(0, (heart?.index ?? 0) - AROUND);
  const isLong = told.length > from + MAX_WORDS_CHARS;
  const part = told.slice(from, from + MAX_WORDS_CHARS).toWellFormed();
  const begun = from > 0 ? `… ${part.replace(/^\S*\s/, '')}` : part;
  return isLong ? `${begun.replace(/\s\S*$/, '')} …` : begun;
}
