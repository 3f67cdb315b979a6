import type { Extract, RequestedCall } from '@understudy/contract/leads';
import type { KnowledgePassage, Mode, Twin } from '@understudy/contract/twin';
import { contentWords } from '../../../platform/text/words.ts';
import type { BookingReply } from '../../conversation/index.ts';
import {
  ACTS,
  correctionIn,
  isChoice,
  type Request,
  timeWordsOf,
  type Understand,
  type Understanding,
} from '../../understanding/index.ts';
import type { About } from '../retrieval/answer-model.ts';
import type { Answer, Answers } from '../retrieval/find-answer.ts';
import { passagesOf } from '../retrieval/passages.ts';
import { type ComposedReply, composeReply, firstNameOf, isOnTwin, paragraphsOf, UNGUIDED } from './compose.ts';
import { type Known, type Move, privacyWords, type ReplyTurn } from './moves.ts';
import { lastSaid, linesOf, type SaidLine, sizesAfter } from './said-lines.ts';

/** A twin that answers by itself. */
export interface Speaker {
  twin: Twin;
  answers: Answers;
  /** The table, with the twin's own lines. */
  moves: readonly Move[];
  /** Providers whose language models currently write replies, in order; empty when the twin writes by itself. */
  providers(): readonly string[];
}

/** What a reply is asked for. */
interface ReplyAsk {
  kind: 'message' | 'greeting' | 'followup';
  mode: Mode;
  performer: boolean;
  /** The visitor's words; empty for a greeting or follow-up. */
  words: string;
  /** Oldest first. */
  history: readonly SaidLine[];
  /** The page's topic, if the visitor followed a link that names one. */
  topic: string | null;
  consent: boolean | null;
  /** The call requested by the page's form; null once it was refused in words. */
  call: RequestedCall | null;
  /** The visitor's locale; null if it is not known. */
  locale: string | null;
  /** Requests to a person in these words, as noted for the consultant. */
  newRequests: readonly Request[];
  /** When the call requested in these words would suit; null when no time was named. */
  callTime: string | null;
  isCallRefused: boolean;
  /** The extract including these words; `knownBefore` excludes them. */
  known: Extract | null;
  knownBefore: Extract | null;
  /** What they said in earlier conversations. */
  memories: readonly string[];
  returning: { name: string | null; open: string | null; known: readonly string[] } | null;
  /** Chooses among greetings; the same number chooses the same one. */
  seed: number;
  /** What to say about bookings, in place of anything else about calls. */
  booking: BookingReply | null;
}

/** A reply with what it is based on. */
interface PreparedReply {
  reply: ComposedReply;
  /** The understanding of the words; null for a greeting or follow-up. */
  line: Understanding | null;
  /** Passages that are likely to answer, best first. */
  passages: KnowledgePassage[];
  /** All related passages, nearest first. */
  nearest: KnowledgePassage[];
  /** What is known about the visitor including these words. */
  known: Known;
  /** Questions in these words that no passage answers. */
  unanswered: string[];
  /** What was found for each question, or for a statement. */
  found: readonly Answer[];
}

/** Questions answered per message. */
const MAX_QUESTIONS = 3;
/** Passages listed as sources of a model's reply. */
const MAX_PASSAGES = 4;
/** The twin's lines in which to look for the last passage used. */
const MAX_LINES_BACK = 3;
/** Minimum probability with which a passage answers a line that asks nothing. */
const MIN_UNASKED = 0.45;
/** Acts of a line that needs no answer. */
const COURTESIES = ['greet', 'thank', 'bye'] as const;
/** Minimum probability of a question in a line that is only polite: 'Hello?' asks nothing. */
const MIN_POLITE_QUESTION = 0.9;
/** Minimum probability of a question in a line that states facts about the visitor and has no question mark. */
const MIN_QUESTION_BESIDE_FACTS = 0.7;
/** Minimum probability of an advertisement, whose statements are not problems. */
const MIN_PITCH = 0.5;
/** Minimum probability that a line gives orders to the machine; it then gets nothing unasked. */
const MIN_INJECTION = 0.2;
/** Minimum probability for guessing a line's act. */
const MIN_ACT = 0.2;
/** Characters of a sentence that may state a problem by itself. */
const MIN_TELLING_CHARS = 20;
/** Subjects that passages may cover: not the visitor, and not this conversation. */
const KNOWABLE = new Set(['knowledge', 'ai', 'private', 'offtopic']);

/**
 * Gathers the input of a reply without a language model, and composes it. A language model that answers instead uses
 * the same passages and guidance.
 */
export async function prepareReply(speaker: Speaker, understand: Understand, ask: ReplyAsk): Promise<PreparedReply> {
  if (ask.kind !== 'message') {
    const reply = unprompted(speaker, ask);
    return {
      reply,
      line: null,
      passages: [],
      nearest: [],
      known: knownOf(ask.known, sizesAfter(linesOf(ask.history, 'visitor')).at(-1)),
      unanswered: [],
      found: [],
    };
  }
  const { twin, answers: finder, moves } = speaker;
  const said = linesOf(ask.history, 'agent');
  // What the words answer, the twin's or a person's.
  const before = lastSaid(ask.history);
  const read = await understand(ask.words, { before });
  const heard = withAct(
    withoutDoubtfulQuestion({ ...read, requests: new Set([...read.requests, ...ask.newRequests]) }),
  );
  const place = ask.history.findLastIndex(({ speaker: who }) => who === 'visitor');
  const previous = ask.history[place]?.text ?? ask.topic;
  const last = lastTold(passagesOf(twin), said);
  const questions = questionsOf(heard);
  const search = (question: { text: string; about: About }) => finder.find({ ...question, previous, told: last });
  const found = await Promise.all(
    questions.map(async (question) => ({
      question: question.text,
      answer: await search(question),
    })),
  );
  // Somebody who leaves an address says when and how to reach them, and does not ask a question.
  const leavesAddress = (ask.known?.contact_info ?? null) !== (ask.knownBefore?.contact_info ?? null);
  const unasked =
    questions.length === 0 && !leavesAddress && (isTelling(heard) || isUnread(heard))
      ? await searchStatement(heard, search)
      : null;
  // The line model does not understand 'Price & length', but the knowledge has an answer.
  const isAsked = isUnread(heard) && (unasked?.decision === 'answer' || unasked?.decision === 'near');
  const line: Understanding = isAsked ? { ...heard, acts: new Set(['question']) } : heard;
  // In the place where it was said, since that reading is still there.
  const asked = previous
    ? await understand(previous, { before: lastSaid(ask.history.slice(0, Math.max(0, place))) })
    : null;
  const earlier = asked
    ? await finder.find({ text: asked.text, about: asked.aboutAlone, previous: null, told: null })
    : null;
  const lines = linesOf(ask.history, 'visitor');
  const sizes = sizesAfter([...lines, ask.words]);
  const corrects = line.sentences.some(({ signs }) => signs.has('corrects'));
  const correction = corrects ? correctionIn(ask.words, lines) : null;
  const turn: ReplyTurn = {
    persona: twin.persona,
    line,
    answers: [
      ...found.map(({ answer }) => answer),
      ...(unasked ? [isAsked ? unasked : unaskedAnswer(unasked, last)] : []),
    ],
    known: knownOf(ask.known, sizes.at(-1)),
    knownBefore: knownOf(ask.knownBefore, sizes.at(-2)),
    memories: ask.returning?.known ?? ask.memories,
    last,
    second: line.acts.has('reject') && earlier ? secondBest(earlier, last) : null,
    asksAgain: previous !== null && sameWords(ask.words, previous),
    said,
    open: ask.returning?.open ?? null,
    call: ask.call,
    locale: ask.locale,
    callTime: ask.callTime && timeWordsOf(ask.callTime),
    correction,
    isCallRefused: ask.isCallRefused,
    kept: ask.consent !== false,
    privacy: privacyWords(twin.persona, speaker.providers(), ask.consent),
    question: askedOnce(ask.known?.next_best_question ?? null, said),
    booking: ask.booking,
  };
  const reply = composeReply(moves, turn);
  const passages = [...new Set([...turn.answers, ...(unasked ? [unasked] : [])].flatMap(nearest))];
  const told = new Set(reply.knowledge);
  return {
    reply,
    line,
    passages: passages.slice(0, MAX_PASSAGES),
    nearest: interleaved([
      last ? [last.passage] : [],
      ...[...found.map(({ answer }) => answer), unasked, earlier].map((answer) =>
        (answer?.candidates ?? []).map(({ passage }) => passage),
      ),
    ]),
    known: turn.known,
    // The calendar has answered.
    unanswered: (ask.booking ? [] : found)
      .filter(
        ({ answer: { decision, candidates } }) =>
          decision !== 'answer' && (decision === 'near' || !told.has(candidates[0]?.passage.id ?? '')),
      )
      .map(({ question }) => question),
    found: turn.answers,
  };
}

/** Whether the words are the same: 'What does it cost?', 'what does it cost again'. */
function sameWords(one: string, other: string): boolean {
  const [words, before] = [new Set(contentWords(one)), new Set(contentWords(other))];
  return words.size === before.size && [...words].every((word) => before.has(word));
}

/** Interleaves lists: the first of each, then the second of each, and so on, without duplicates. */
function interleaved<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const items = new Set<Item>();
  for (let at = 0; at < longest; at += 1) for (const list of lists) if (at < list.length) items.add(list[at] as Item);
  return [...items];
}

/**
 * The line without an uncertain question: 'We have 40k and want to start in May' asks nothing, however close its words
 * are to a question.
 */
function withoutDoubtfulQuestion(line: Understanding): Understanding {
  const { entities, text, probabilities, sentences } = line;
  if (entities.length === 0 || text.includes('?') || probabilities.question >= MIN_QUESTION_BESIDE_FACTS) return line;
  return {
    ...line,
    acts: new Set([...line.acts].filter((act) => act !== 'question')),
    subjects: new Set([...line.subjects].filter((subject) => subject !== 'knowledge')),
    sentences: sentences.map((sentence) => ({ ...sentence, asks: false })),
  };
}

/**
 * The line with its most probable act when none is certain, and with no more than courtesies when it is only polite.
 */
function withAct(line: Understanding): Understanding {
  const { acts, probabilities } = line;
  // 'Hello?', but not 'Hi, what do you do?'.
  const isAsking = probabilities.question >= MIN_POLITE_QUESTION;
  if (COURTESIES.some((act) => acts.has(act)) && contentWords(line.text).length === 0 && !isAsking)
    return { ...line, acts: new Set(COURTESIES.filter((act) => acts.has(act))), subjects: new Set() };
  if (!isUnread(line) || line.sentences.length === 0) return line;
  if (probabilities.injection >= MIN_INJECTION) return { ...line, flags: new Set(['injection']) };
  const likeliest = ACTS.reduce((best, act) => (probabilities[act] > probabilities[best] ? act : best));
  return probabilities[likeliest] < MIN_ACT ? line : { ...line, acts: new Set([likeliest]) };
}

/** The sentences that ask for something the knowledge could contain. */
function questionsOf(line: Understanding): { text: string; about: About }[] {
  const whole = { text: line.text, about: line.probabilities };
  if (isChoice(line.text)) return [whole];
  if ((!line.acts.has('question') && line.subjects.size === 0) || line.flags.has('injection')) return [];
  if (line.hints.has('prompt') && isOnTwin(line)) return [];
  if (line.subjects.size > 0 && ![...line.subjects].some((subject) => KNOWABLE.has(subject))) return [];
  const asking = line.sentences.filter(({ asks, injects }) => asks && !injects);
  return asking.length > 0 ? asking.slice(0, MAX_QUESTIONS) : [whole];
}

/** Whether a line states something that a passage may relate to. */
const isTelling = ({ acts, flags, requests, probabilities }: Understanding): boolean =>
  (acts.has('inform') || acts.has('feeling')) &&
  flags.size === 0 &&
  probabilities.injection < MIN_INJECTION &&
  requests.size === 0 &&
  !acts.has('bye') &&
  !acts.has('joke') &&
  probabilities.pitch < MIN_PITCH;

/** What the knowledge has on a statement: on the line or, if that is not sure, on its surest sentence. */
async function searchStatement(
  { text, probabilities, sentences }: Understanding,
  search: (question: { text: string; about: About }) => Promise<Answer>,
): Promise<Answer> {
  const whole = await search({ text, about: probabilities });
  if (whole.probability >= MIN_UNASKED || sentences.length < 2) return whole;
  const telling = sentences
    .filter((one) => one.informs && one.text.length >= MIN_TELLING_CHARS)
    .slice(0, MAX_QUESTIONS);
  const found = await Promise.all(telling.map(({ text, about }) => search({ text, about })));
  return found.reduce((best, one) => (one.probability > best.probability ? one : best), whole);
}

/** Whether the line model is sure of nothing in a line. */
const isUnread = ({ acts, subjects, requests, flags }: Understanding): boolean =>
  acts.size + subjects.size + requests.size + flags.size === 0;

/** Limits an answer to no question: no stories, nothing more of the last passage, and near matches only by name. */
function unaskedAnswer(answer: Answer, last: ReplyTurn['last']): Answer {
  const { decision, probability, candidates } = answer;
  const best = candidates[0]?.passage;
  const isTold = probability >= MIN_UNASKED && best?.id !== last?.passage.id && !best?.tags.includes('story');
  return { ...answer, decision: isTold ? 'answer' : decision === 'unknown' ? decision : 'offer' };
}

/** The passages that an answer rests on. */
const nearest = ({ candidates, decision }: Pick<Answer, 'candidates' | 'decision'>): KnowledgePassage[] =>
  candidates.slice(0, decision === 'unknown' ? 1 : 2).map(({ passage }) => passage);

/** The second best passage for the previous question, if the best one was used. */
function secondBest({ candidates }: Answer, last: ReplyTurn['last']): KnowledgePassage | null {
  return candidates.find(({ passage }) => passage.id !== last?.passage.id)?.passage ?? null;
}

/** The last passage that the twin used, and the last of its paragraphs; null when none of its newest lines has any. */
function lastTold(knowledge: readonly KnowledgePassage[], said: readonly string[]): ReplyTurn['last'] {
  for (const text of said.slice(-MAX_LINES_BACK).reverse()) {
    let last = { at: -1, passage: null as KnowledgePassage | null, paragraph: 0 };
    for (const passage of knowledge) {
      for (const [paragraph, words] of paragraphsOf(passage).entries()) {
        const at = text.lastIndexOf(words);
        if (at > last.at) last = { at, passage, paragraph };
      }
    }
    if (last.passage) return { passage: last.passage, paragraph: last.paragraph };
  }
  return null;
}

/** What a reply may use of an extract. */
function knownOf(extract: Extract | null, size: string | null = null): Known {
  const { person_name, org_name, role, budget_range, timeline } = extract?.entities ?? {};
  return {
    name: person_name ?? null,
    company: org_name ?? null,
    role: role ?? null,
    size: size && `${size} people`,
    budget: budget_range ?? null,
    timeline: timeline ?? null,
    contact: extract?.contact_info ?? null,
  };
}

/** The question unless it was asked before: each is asked only once. */
const askedOnce = (question: string | null, said: readonly string[]): string | null =>
  question !== null && !said.some((text) => text.includes(question)) ? question : null;

/** The reply when the visitor said nothing: a greeting or follow-up. */
function unprompted({ twin, moves }: Speaker, ask: ReplyAsk): ComposedReply {
  const { mode, performer, returning, seed } = ask;
  const said = linesOf(ask.history, 'agent');
  const plain = (text: string): ComposedReply => ({
    text,
    knowledge: [],
    offers: [],
    moves: [],
    guidance: UNGUIDED,
  });
  if (ask.kind === 'followup') {
    const topic = lastTold(passagesOf(twin), said)?.passage.called ?? null;
    const lines = mode.followup.filter((line) => topic !== null || !line.includes('{topic}'));
    const filled = (lines.length > 0 ? lines : mode.followup).map((line) =>
      line.replaceAll('{topic}', topic ?? 'that'),
    );
    const unsaid = filled.filter((line) => !said.includes(line));
    return plain((unsaid.length > 0 ? unsaid : filled)[said.length % Math.max(1, unsaid.length)] as string);
  }
  if (returning && !performer) {
    const [line = ''] =
      moves.find(({ move }) => move === (returning.open ? 'welcome_back_open' : 'welcome_back'))?.lines ?? [];
    return plain(
      line
        .replace(', {visitor}', returning.name ? `, ${firstNameOf(returning.name)}` : '')
        .replaceAll('{open}', returning.open ?? '')
        .replaceAll('{name}', twin.persona.name)
        .replaceAll('{first_name}', twin.persona.first_name),
    );
  }
  const lines = performer ? mode.performer_greeting : mode.greeting;
  return plain(lines[seed % lines.length] as string);
}
