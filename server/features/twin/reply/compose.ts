import { ALL_NEXT_QUESTIONS, type RequestedCall } from '@understudy/contract/leads';
import { REMEMBERED_TITLE } from '@understudy/contract/remembered';
import type { KnowledgePassage, Persona } from '@understudy/contract/twin';
import type { ReplyOffer } from '@understudy/contract/wire';
import { dayWords } from '../../../platform/text/moment-words.ts';
import { saysOneOf } from '../../../platform/text/visible.ts';
import { capital, listed } from '../../../platform/text/wording.ts';
import {
  askingAbout,
  isAboutWork,
  isOffRecord,
  mayBeEmergency,
  type Understanding,
} from '../../understanding/index.ts';
import type { Answer, Candidate } from '../retrieval/find-answer.ts';
import { dueMoves, type Move, type ReplyTurn, type State, type StateName } from './moves.ts';
import { summaryOf } from './summary.ts';

/** A reply, with what it is based on. */
export interface ComposedReply {
  text: string;
  /** Ids of the passages used. */
  knowledge: string[];
  /** Buttons under the reply. */
  offers: { kind: ReplyOffer['kind']; label: string; payload: string }[];
  moves: string[];
  /** For a language model that answers instead. */
  guidance: Guidance;
}

/** Requirements for the reply, with or without a model. */
interface Guidance {
  /**
   * Whether to use exactly these words and no model's: in an emergency every word counts, for visitors who read
   * English.
   */
  isBinding: boolean;
  /** What the program does with this reply, or what the reply has to say. */
  done: string[];
  /** Whether the reply must neither offer nor ask anything. */
  isQuiet: boolean;
  /** The question that may close the reply. */
  question: string | null;
}

/** The guidance of a reply without special requirements. */
export const UNGUIDED: Guidance = { isBinding: false, done: [], isQuiet: false, question: null };

/** Questions to answer in one reply. */
const MAX_ANSWERS = 3;
/** Topics to offer when no answer is certain. */
const MAX_OFFERED = 2;
const BUTTONS = {
  call: 'Request a call',
  summary: 'Summary',
  data: REMEMBERED_TITLE,
  person: 'Ask for a person',
  erase: 'Delete everything',
  off_record: 'Go off the record',
} as const;
/** The move that presents a passage as uncertain, and the moves that offer topics as buttons. */
const NEAREST = 'nearest';
const OFFERING = new Set([NEAREST, 'offer_topics', 'heard_topics']);
/** Fields that are read back at once, so that a misheard sum or date is corrected immediately. */
const TERMS = new Set(['size', 'budget', 'timeline']);
const FIELDS = ['name', 'role', 'company', 'size', 'budget', 'timeline', 'contact'] as const;

/** Minimum probability of an intent, or of a question about the AI. */
const SURE = 0.6;
/** Minimum probability that somebody sells rather than buys. */
const MIN_SELLER = 0.4;
/** What is said beside a reply about a booking. */
const BESIDE_BOOKING: ReadonlySet<Move['slot']> = new Set(['safety', 'note']);
const COURTESIES = new Set(['greet', 'thank', 'bye', 'agree', 'filler']);
/** The usual position of the slider: below it the twin says one paragraph at a time, above it two at once. */
const USUAL_LENGTH = 3;
/** Words of a line that says one thing. */
const MAX_BRIEF_WORDS = 8;
/** Questions about the visitor that the twin asks in a conversation. */
const MAX_ASKED = 2;
/** Identifies the note on the language, which is given only once. */
const ENGLISH = 'in English';

/** Words that begin a title and are lower case within a sentence. */
const SMALL = /^(?:The|A|An|How|What|Whether|When|Where|Why|Who|Which|If)\b/;
const AUXILIARY = '(?:do|does|did|is|are|was|can|could|will|would|should|may|must|have|has)';
const ASKED_OF = '(?:you|I|we|he|she|it|they|one|my|your|the|an?)';
/** Questions, which are no names of topics: 'Do you travel', 'How far do you travel'. */
const ASKS = [
  new RegExp(`^${AUXILIARY}\\b`, 'i'),
  new RegExp(`^(?:what|when|where|who|why|which|how)\\b.*\\b${AUXILIARY} ${ASKED_OF}\\b`, 'i'),
];
/** The consultant's own words, which the twin does not say as its own: 'How I plan a kitchen'. */
const SPOKEN = /\b(?:I|me|my|mine)\b/;
/** What the twin calls a passage's topic within a sentence. */
const topicOf = ({ called, title }: KnowledgePassage): string => {
  const topic = called || title;
  if (ASKS.some((asks) => asks.test(topic))) return `“${topic.replace(/[?.]*$/, '?')}”`;
  return SPOKEN.test(topic) ? `“${topic}”` : topic.replace(SMALL, (word) => word.toLowerCase());
};
/** A written question that reads well on a button: a whole one, not as somebody types it in a hurry. */
const PRESENTABLE = /^(?:how|what|when|where|who|why|which|do|does|is|are|can|could|will|would|should|may) .{4,52}$/i;
const HURRIED = /\b(?:u|ur|r|w|4|pls|ppl|wld|whats|hows|im|ill|cant|dont)\b/i;

/** The button that asks about a passage: a question written for it, which it is certain to answer, or its name. */
function topicOffer(passage: KnowledgePassage): { label: string; payload: string } {
  const asked = passage.asked.find((words) => PRESENTABLE.test(words) && !HURRIED.test(words));
  if (!asked) return { label: capital(topicOf(passage).replace(/[“”]/g, '')), payload: askingAbout(passage.called) };
  const label = `${capital(asked.replace(/\bi\b/g, 'I').replace(/[?.\s]*$/, ''))}?`;
  return { label, payload: label };
}
/** Trades whose questions are cases: the answer needs their judgement and is not for a chat. */
const CASE_TRADES = /\b(?:tax|law|lawyer|legal|attorney|notary|solicitor)\b/i;
const isOwnField = ({ title, tagline }: Persona): boolean => CASE_TRADES.test(`${title} ${tagline}`);
export const firstNameOf = (name: string): string => name.split(/\s+/)[0] ?? name;

/** The paragraphs of passages: each turn searches those of all passages. */
const paragraphCache = new WeakMap<KnowledgePassage, readonly string[]>();

/** The paragraphs of a passage, each of which is said in one go. */
export function paragraphsOf(passage: KnowledgePassage): readonly string[] {
  const known = paragraphCache.get(passage) ?? passage.text.split('\n\n');
  paragraphCache.set(passage, known);
  return known;
}

/** The paragraph to say: the one that fits, or the first after those already said. */
function paragraphOf(passage: KnowledgePassage, paragraph: number): string {
  const paragraphs = paragraphsOf(passage);
  return paragraphs[Math.min(paragraph, paragraphs.length - 1)] ?? passage.text;
}

/**
 * The words of a passage for the question: its first paragraph and the nearer later one. If they were the last thing
 * said, only the sentence that answers is repeated.
 */
function wordsOf(
  { passage, paragraph, isAlone, sentence }: Candidate,
  said: readonly string[],
  { style }: Pick<Persona, 'style'>,
): string {
  const last = said.at(-1) ?? '';
  const isOnScreen = (at: number): boolean => last.includes(paragraphOf(passage, at));
  const words = paragraphOf(passage, paragraph);
  // The search may have matched only a part of a sentence.
  if (isOnScreen(paragraph)) return words.split(/(?<=[.!?])\s+/).find((whole) => whole.includes(sentence)) ?? words;
  if (paragraph === 0)
    return paragraphsOf(passage)
      .slice(0, style.length > USUAL_LENGTH ? 2 : 1)
      .join(' ');
  return isAlone || isOnScreen(0) || style.length < USUAL_LENGTH ? words : `${paragraphOf(passage, 0)} ${words}`;
}

/** What this line adds to what is known, or changes of it. */
function changesOf({ known, knownBefore }: ReplyTurn): { field: (typeof FIELDS)[number]; isNew: boolean }[] {
  return FIELDS.filter((field) => known[field] !== null && known[field] !== knownBefore[field]).map((field) => ({
    field,
    isNew: knownBefore[field] === null,
  }));
}

/** The state that the conditions of moves test. @param told what is said of the knowledge */
function stateOf(turn: ReplyTurn, told: readonly unknown[], moves: readonly Move[]): State {
  const { line, known } = turn;
  const changes = changesOf(turn);
  const asks = line.acts.has('question') || line.subjects.size > 0;
  const { intents } = line;
  const wantsWork = isAboutWork(line);
  const isFirst = turn.said.length === 0;
  const sells = intents.partnership_vendor + intents.spam + intents.job_inquiry > MIN_SELLER;
  const isNew = (field: string) => changes.some((change) => change.field === field && change.isNew);
  const hasJustSaid = (name: string) =>
    moves.some(({ move, lines }) => move === name && saysOneOf(lines)(turn.said.at(-1) ?? ''));
  const names: Record<StateName, boolean> = {
    first: isFirst,
    after_emergency: hasJustSaid('emergency'),
    after_check: hasJustSaid('emergency_unsure'),
    unsure_emergency: mayBeEmergency(line),
    no_emergency: line.sentences.some(({ signs }) => signs.has('no-emergency')),
    violence_told: line.sentences.some(({ signs }) => signs.has('violence-told')),
    asks,
    answered: told.length > 0,
    unanswered: told.length === 0,
    near: nearestOf(turn, told) !== null,
    offered_topics: told.length === 0 && offeredOf(turn).length >= MAX_OFFERED,
    unrelated: nearestOf(turn, told) === null && offeredOf(turn).length < MAX_OFFERED,
    second_answer: turn.second !== null,
    // At the beginning there is no answer to reject.
    no_second_answer: turn.second === null && !isFirst,
    nothing_more: !hasMore(turn),
    call: turn.call !== null,
    no_call: turn.call === null,
    calendar: turn.persona.contact.calendar !== undefined,
    unkept: !turn.kept,
    off_record: isOffRecord(line),
    call_refused: turn.isCallRefused,
    offer_refused: line.sentences.some(({ signs }) => signs.has('refuses-offer')),
    brief: line.text.trim().split(/\s+/).length <= MAX_BRIEF_WORDS,
    sells,
    call_timed: turn.callTime !== null,
    // Somebody who asks whether it is an AI gets the disclosure only once.
    ungreeted:
      isFirst && !asksWhoItIs(line) && (told.length > 0 || line.probabilities.ai < SURE) && line.flags.size === 0,
    on_twin: isOnTwin(line),
    known_contact: known.contact !== null,
    new_contact: changes.some(({ field }) => field === 'contact'),
    new_name: isNew('name'),
    // 'It is cold in winter' names no time of theirs.
    new_fact: wantsWork && changes.some(({ field, isNew: fresh }) => fresh && TERMS.has(field)),
    unrequested: line.requests.size === 0,
    wants_work: wantsWork,
    // Somebody who describes their situation and sells nothing wants it considered.
    wants_help: wantsWork || intents.advice_request + intents.support_request > SURE || (isFirst && !sells),
    own_field: isOwnField(turn.persona),
    other_field: !isOwnField(turn.persona),
    value_corrected: turn.correction !== null && !asks,
    corrected: line.acts.has('correct') && changes.some(({ isNew: fresh }) => !fresh),
    foreign: line.language !== 'en' && !isCourtesy(line) && !turn.said.some((text) => text.includes(ENGLISH)),
  };
  return {
    acts: line.acts,
    subjects: line.subjects,
    requests: line.requests,
    flags: line.flags,
    hints: line.hints,
    names: new Set((Object.keys(names) as StateName[]).filter((name) => names[name])),
  };
}

/** 'ok thx bye' belongs to no language. */
const isCourtesy = ({ acts, text }: Understanding): boolean =>
  [...acts].every((act) => COURTESIES.has(act)) && acts.size > 0 && text.trim().split(/\s+/).length <= MAX_BRIEF_WORDS;

/** Whether the answer says that the twin is an AI anyway. */
const asksWhoItIs = ({ subjects, hints }: Understanding): boolean =>
  subjects.has('ai') && (hints.has('bot') || hints.has('who-built'));

/** Whether the question is about how the twin is made. */
export const isOnTwin = ({ probabilities, hints, subjects }: Understanding): boolean =>
  (probabilities.ai > SURE || hints.has('prompt')) && !subjects.has('knowledge');

const hasMore = ({ last }: ReplyTurn): boolean =>
  last !== null && last.paragraph + 1 < paragraphsOf(last.passage).length;

/** A passage and what is said of it. */
interface Told {
  passage: KnowledgePassage;
  text: string;
}

/** The passages to say: an answer to each question, or the rest of the last passage. */
function toldOf(turn: ReplyTurn): Told[] {
  const { line, answers, last, second } = turn;
  const isElsewhere = answers.some(
    ({ decision, candidates: [best] }) => decision === 'answer' && best && best.passage.id !== last?.passage.id,
  );
  // 'And what does that cost?' follows from the passage, but asks for another one.
  const asksElse = line.acts.has('question') && isElsewhere;
  if (line.acts.has('more') && hasMore(turn) && last && !asksElse)
    return [{ passage: last.passage, text: paragraphOf(last.passage, last.paragraph + 1) }];
  if (line.acts.has('reject') && second && answers.every(({ decision }) => decision !== 'answer'))
    return [{ passage: second, text: paragraphOf(second, 0) }];
  const told = new Map<string, Told>();
  for (const { decision, candidates } of answers) {
    const best = candidates[0];
    if (decision !== 'answer' || !best || told.size === MAX_ANSWERS) continue;
    told.set(best.passage.id, {
      passage: best.passage,
      text: wordsOf(best, turn.asksAgain ? [] : turn.said, turn.persona),
    });
  }
  return [...told.values()];
}

/** A yes or no, which answers only the question that it was written for. */
const YES_OR_NO = /^(?:In .{1,200}? words: “)?(?:yes|no)\b/i;

/** The nearest answer when none is certain. */
function nearestOf({ answers }: ReplyTurn, told: readonly unknown[]): Answer | null {
  const near = told.length === 0 ? answers.find(({ decision }) => decision === 'near') : undefined;
  const best = near?.candidates[0];
  return near && best && !YES_OR_NO.test(paragraphOf(best.passage, best.paragraph)) ? near : null;
}

/** Passages to choose from: the best two, or the two after the uncertain one. */
const offeredOf = ({ answers }: ReplyTurn): KnowledgePassage[] =>
  answers
    .flatMap(({ decision, candidates }) => {
      if (decision === 'near') return candidates.slice(1, 1 + MAX_OFFERED);
      return decision === 'offer' ? candidates.slice(0, MAX_OFFERED) : [];
    })
    .slice(0, MAX_OFFERED)
    .map(({ passage }) => passage);

/** Picks a wording: never the last one said, otherwise always the same at the same point of the conversation. */
function wordingOf(lines: readonly string[], said: readonly string[]): string {
  const last = said.at(-1) ?? '';
  const fresh = lines.filter((line) => !last.includes(line));
  const choice = fresh.length > 0 ? fresh : lines;
  return choice[said.length % choice.length] as string;
}

/**
 * Composes a reply from answers and moves. Deterministic: the same turn gets the same words.
 *
 * @param moves the table, with the twin's own lines
 */
export function composeReply(moves: readonly Move[], turn: ReplyTurn): ComposedReply {
  const { persona, line, known, said, privacy, booking } = turn;
  // A line about a booking is answered by the calendar; one of several sentences may ask something else too.
  const asksMore = line.sentences.length > 1;
  const found = toldOf(turn).filter(({ passage }) => !booking || asksMore || passage.tags.includes('hours'));
  const state = stateOf(turn, found, moves);
  const due = dueMoves(booking ? moves.filter(({ slot }) => BESIDE_BOOKING.has(slot)) : moves, state, said);
  const told = due.some(({ instead }) => instead)
    ? []
    : found.filter(({ passage }) => !due.some(({ says }) => says === passage.id));
  const near = due.some(({ move }) => move === NEAREST) ? (nearestOf(turn, found)?.candidates[0] ?? null) : null;
  const offered = offeredOf(turn);
  const changes = changesOf(turn);
  const values: Record<string, string> = {
    name: persona.name,
    first_name: persona.first_name,
    email: persona.contact.email,
    calendar: persona.contact.calendar ?? '',
    visitor: known.name ? firstNameOf(known.name) : '',
    summary: summaryOf(turn),
    topics: listed(offered.map(topicOf), 'or'),
    topics_and: listed(offered.map(topicOf)),
    nearest: near ? wordsOf(near, said, persona) : '',
    privacy: privacy.who,
    data_how: privacy.how,
    replies_by: privacy.model,
    wish: turn.call ? wishOf(turn.call, turn.locale) : '',
    call_time: turn.callTime ?? '',
    right: turn.correction?.to ?? '',
    wrong: turn.correction?.from ?? '',
    call_address: turn.call?.email ?? '',
    contact_how: known.contact ? ` at ${known.contact}` : '',
  };
  const factOf = ({ move }: Move): string => {
    const told = changes.filter(({ field, isNew }) =>
      move.startsWith('corrected') ? !isNew : move === 'contact_left' ? field === 'contact' : TERMS.has(field),
    );
    return told.map(({ field }) => known[field]).join(', ');
  };
  const lineOf = (move: Move): string =>
    wordingOf(move.lines, said).replace(/\{(\w+)\}/g, (whole, name) =>
      name === 'fact' ? factOf(move) : (values[name] ?? whole),
    );
  const alone = due.some(({ alone: stands }) => stands);
  const inSlot = (slot: Move['slot']): string[] => due.filter((move) => move.slot === slot).map(lineOf);
  const isQuiet =
    alone || booking !== null || due.some(({ quiet }) => quiet) || line.flags.has('grief') || line.acts.has('bye');
  const parts = [
    ...inSlot('safety'),
    ...(alone ? [] : inSlot('note')),
    ...(alone ? [] : told.map(({ text }) => text)),
    ...inSlot('answer'),
    ...inSlot('done'),
    ...(booking && !alone ? [booking.text] : []),
  ];
  // One question per reply is enough.
  const isAsking = parts.some((part) => part.includes('?'));
  parts.push(...inSlot('acknowledge').filter((words) => !isAsking || !words.includes('?')));
  // Do not ask for more when nothing was answered, or right after an address was left.
  const isServed = told.length > 0 || due.some(({ slot }) => slot === 'done');
  const asked = said.filter((text) => ALL_NEXT_QUESTIONS.some((question) => text.includes(question))).length;
  const mayAsk =
    !isQuiet &&
    said.length > 0 &&
    isServed &&
    asked < MAX_ASKED &&
    !isAsking &&
    !changes.some(({ field }) => field === 'contact');
  if (mayAsk && turn.question) parts.push(turn.question);
  const button = due.find(({ offer }) => offer)?.offer;
  return {
    text: parts.filter(Boolean).join(' '),
    knowledge: alone ? [] : [...told, ...(near ? [near] : [])].map(({ passage }) => passage.id),
    offers: [
      ...(due.some(({ move }) => OFFERING.has(move)) && !alone
        ? offered.map((passage) => ({ kind: 'topic' as const, ...topicOffer(passage) }))
        : []),
      ...(button ? [{ kind: button, label: BUTTONS[button], payload: '' }] : []),
      ...(booking && !alone ? booking.offers : []),
    ],
    moves: [...due.map(({ move }) => move), ...(booking && !alone ? ['booking'] : [])],
    guidance: {
      isBinding: line.language === 'en' && (due.some(({ binding }) => binding) || (booking?.isBinding ?? false)),
      done: [
        ...inSlot('safety'),
        ...due.filter(({ binding, slot }) => binding && slot === 'answer').map(lineOf),
        ...inSlot('done'),
        ...(booking && !alone ? [booking.text] : []),
      ],
      isQuiet,
      question: isQuiet ? null : turn.question,
    },
  };
}

/** When a call is wanted: the visitor's words, and the day that was understood. */
function wishOf({ wished_time, due_date }: RequestedCall, locale: string | null): string {
  return `“${wished_time}”${due_date ? ` (${dayWords(due_date, 'day', { language: 'en', locale })})` : ''}`;
}
