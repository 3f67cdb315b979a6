/** Gathers what a reply without a language model is composed of, and composes it. */
import type { Extract, RequestedCall } from '@understudy/contract/leads';
import type { KnowledgePassage, Mode, Twin } from '@understudy/contract/twin';
import { contentWords } from '../../../platform/text/words.ts';
import { isChoice } from '../../understanding/choice.ts';
import { correctionIn } from '../../understanding/parsers/corrections.ts';
import { sizeIn } from '../../understanding/parsers/sizes.ts';
import { timeWordsOf } from '../../understanding/parsers/times.ts';
import { signsIn } from '../../understanding/phrase-tables.ts';
import { ACTS, type Request, type Understand, type Understanding } from '../../understanding/understanding.ts';
import type { About } from '../retrieval/answer-model.ts';
import type { Answer, Answers } from '../retrieval/find-answer.ts';
import { passagesOf } from '../retrieval/service-passages.ts';
import {
  type ComposedReply,
  composeReply,
  firstNameOf,
  isOnTwin,
  type Known,
  paragraphsOf,
  type ReplyTurn,
  UNGUIDED,
} from './compose.ts';
import type { Move } from './moves.ts';
import { privacyWords } from './privacy-words.ts';

/** A twin that answers by itself. */
export interface Speaker {
  twin: Twin;
  answers: Answers;
  /** The table, with the twin's own lines. */
  moves: readonly Move[];
  /** The providers whose language models write replies now, in their order; none where the twin writes by itself. */
  providers(): readonly string[];
}

/** A line of the conversation so far. */
export interface SaidLine {
  speaker: 'visitor' | 'agent';
  text: string;
}

/** What is to be replied to. */
export interface ReplyAsk {
  kind: 'message' | 'greeting' | 'followup';
  mode: Mode;
  performer: boolean;
  /** The visitor's words; empty for a greeting or follow-up. */
  words: string;
  /** Oldest first. */
  history: readonly SaidLine[];
  /** What the page is about, where the visitor came by a link that says so. */
  topic: string | null;
  consent: boolean | null;
  /** The call that they asked for by the page's form; null once it was refused in words. */
  call: RequestedCall | null;
  /** What is asked of a person in these words, as it is noted for the consultant. */
  asks: readonly Request[];
  /** When the call would suit that is asked for in these words; null where no time was named. */
  callTime: string | null;
  /** Whether it was refused. */
  isCallRefused: boolean;
  /** What is understood with these words, and what was before them. */
  known: Extract | null;
  knownBefore: Extract | null;
  /** What they told in earlier conversations. */
  memories: readonly string[];
  returning: { name: string | null; open: string | null; known: readonly string[] } | null;
  /** Chooses among greetings; the same number chooses the same. */
  seed: number;
}

/** A reply with what it rests on. */
export interface PreparedReply {
  reply: ComposedReply;
  /** What the words mean; null for a greeting or follow-up. */
  line: Understanding | null;
  /** Passages that are likely to answer, best first. */
  passages: KnowledgePassage[];
  /** All passages that have to do with what is talked of, nearest first. */
  nearest: KnowledgePassage[];
  /** What is known of the visitor with these words. */
  known: Known;
  /** Questions of these words to which no passage is known. */
  unanswered: string[];
}

/** Questions of one message that are answered. */
const QUESTIONS = 3;
/** Passages that a model's reply is said to rest on. */
const PASSAGES = 4;
/** Lines of the twin in which the passage is looked for that was told last. */
const LOOKED_BACK = 3;
/** From what probability on a passage is told to somebody who did not ask. */
const UNASKED_FROM = 0.45;

/** @throws nothing of its own */
export async function prepareReply(speaker: Speaker, understand: Understand, ask: ReplyAsk): Promise<PreparedReply> {
  if (ask.kind !== 'message') {
    const reply = unprompted(speaker, ask);
    return {
      reply,
      line: null,
      passages: [],
      nearest: [],
      known: knownOf(ask.known, sizeAfter(saidByVisitor(ask.history))),
      unanswered: [],
    };
  }
  const { twin, answers: finder, moves } = speaker;
  const said = ask.history.filter(({ speaker: who }) => who === 'agent').map(({ text }) => text);
  const before = said.at(-1) ?? null;
  const read = await understand(ask.words, { before });
  const heard = withAct(withoutDoubtfulQuestion({ ...read, requests: new Set([...read.requests, ...ask.asks]) }));
  const previous = ask.history.findLast(({ speaker: who }) => who === 'visitor')?.text ?? ask.topic;
  const last = lastTold(passagesOf(twin), said);
  const questions = questionsOf(heard);
  const search = (question: { text: string; about: About }) => finder.find({ ...question, previous, told: last });
  const found = await Promise.all(
    questions.map(async (question) => ({
      question: question.text,
      answer: await search(question),
    })),
  );
  // Whoever leaves an address tells when and how they can be reached, and not what they would like to know.
  const leavesAddress = (ask.known?.contact_info ?? null) !== (ask.knownBefore?.contact_info ?? null);
  const unasked =
    questions.length === 0 && !leavesAddress && (isTelling(heard) || isUnread(heard))
      ? surestOf(await Promise.all(statementsOf(heard).map(search)))
      : null;
  // 'Price & length' does nothing that the line model knows, but the knowledge has a word on it.
  const isAsked = isUnread(heard) && (unasked?.decision === 'answer' || unasked?.decision === 'near');
  const line: Understanding = isAsked ? { ...heard, acts: new Set(['question']) } : heard;
  const asked = previous ? await understand(previous, { before: null }) : null;
  const earlier = asked
    ? await finder.find({ text: asked.text, about: asked.probabilities, previous: null, told: null })
    : null;
  const lines = saidByVisitor(ask.history);
  const corrects = line.sentences.some(({ signs }) => signs.has('corrects'));
  const correction = corrects ? correctionIn(ask.words, lines) : null;
  const turn: ReplyTurn = {
    persona: twin.persona,
    line,
    answers: [
      ...found.map(({ answer }) => answer),
      ...(unasked ? [isAsked ? unasked : unaskedAnswer(unasked, last)] : []),
    ],
    known: knownOf(ask.known, sizeAfter([...lines, ask.words])),
    knownBefore: knownOf(ask.knownBefore, sizeAfter(lines)),
    memories: ask.returning?.known ?? ask.memories,
    last,
    second: line.acts.has('reject') && earlier ? secondBest(earlier, last) : null,
    asksAgain: previous !== null && sameWords(ask.words, previous),
    said,
    open: ask.returning?.open ?? null,
    call: ask.call,
    callTime: ask.callTime && timeWordsOf(ask.callTime),
    correction,
    isCallRefused: ask.isCallRefused,
    kept: ask.consent !== false,
    privacy: privacyWords(twin.persona, speaker.providers(), ask.consent),
    question: fresh(ask.known?.next_best_question ?? null, said),
  };
  const reply = composeReply(moves, turn);
  const passages = [...new Set([...turn.answers, ...(unasked ? [unasked] : [])].flatMap(nearest))];
  const told = new Set(reply.knowledge);
  return {
    reply,
    line,
    passages: passages.slice(0, PASSAGES),
    nearest: byTurns([
      last ? [last.passage] : [],
      ...[...found.map(({ answer }) => answer), unasked, earlier].map((answer) =>
        (answer?.candidates ?? []).map(({ passage }) => passage),
      ),
    ]),
    known: turn.known,
    unanswered: found
      .filter(
        ({ answer: { decision, candidates } }) =>
          decision !== 'answer' && (decision === 'near' || !told.has(candidates[0]?.passage.id ?? '')),
      )
      .map(({ question }) => question),
  };
}

/** 'What does it cost?', 'what does it cost again'. */
function sameWords(one: string, other: string): boolean {
  const [words, before] = [new Set(contentWords(one)), new Set(contentWords(other))];
  return words.size === before.size && [...words].every((word) => before.has(word));
}

/** The first of each list, then the second of each, and so on; each once. */
function byTurns<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const items = new Set<Item>();
  for (let at = 0; at < longest; at += 1) for (const list of lists) if (at < list.length) items.add(list[at] as Item);
  return [...items];
}

/** 'We have 40k and want to start in May' asks nothing, however near its words are to a question. */
function withoutDoubtfulQuestion(line: Understanding): Understanding {
  const { entities, text, probabilities, sentences } = line;
  if (entities.length === 0 || text.includes('?') || probabilities.question >= ASKS_BESIDE_FACTS) return line;
  return {
    ...line,
    acts: new Set([...line.acts].filter((act) => act !== 'question')),
    subjects: new Set([...line.subjects].filter((subject) => subject !== 'knowledge')),
    sentences: sentences.map((sentence) => ({ ...sentence, asks: false })),
  };
}

/** From here on a line may give orders to the machine, and is told nothing unasked. */
const MAYBE_ORDERS = 0.2;

/** From here on what a line does may be guessed. */
const MAYBE_DOES = 0.2;

/** Where nothing is certain, the most probable holds. */
function withAct(line: Understanding): Understanding {
  const { acts, probabilities } = line;
  // 'Hello?', but not 'Hi, what do you do?'.
  const isAsking = probabilities.question >= SURELY_ASKS;
  if (COURTESIES.some((act) => acts.has(act)) && contentWords(line.text).length === 0 && !isAsking)
    return { ...line, acts: new Set(COURTESIES.filter((act) => acts.has(act))), subjects: new Set() };
  if (!isUnread(line) || line.sentences.length === 0) return line;
  if (probabilities.injection >= MAYBE_ORDERS) return { ...line, flags: new Set(['injection']) };
  const likeliest = ACTS.reduce((best, act) => (probabilities[act] > probabilities[best] ? act : best));
  return probabilities[likeliest] < MAYBE_DOES ? line : { ...line, acts: new Set([likeliest]) };
}

/** The sentences that ask for something that could be known. */
function questionsOf(line: Understanding): { text: string; about: About }[] {
  const whole = { text: line.text, about: line.probabilities };
  if (isChoice(line.text)) return [whole];
  if ((!line.acts.has('question') && line.subjects.size === 0) || line.flags.has('injection')) return [];
  if (line.hints.has('prompt') && isOnTwin(line)) return [];
  if (line.subjects.size > 0 && ![...line.subjects].some((subject) => KNOWABLE.has(subject))) return [];
  const asking = line.sentences.filter(({ asks, injects }) => asks && !injects);
  return asking.length > 0 ? asking.slice(0, QUESTIONS) : [whole];
}
const COURTESIES = ['greet', 'thank', 'bye'] as const;
const SURELY_ASKS = 0.9;
/** How likely a line without a question mark must ask that states facts of the visitor. */
const ASKS_BESIDE_FACTS = 0.7;
/** From here on a line advertises, and what it says of itself is no problem. */
const SURELY_SELLS = 0.5;
/** Characters of a sentence that may say by itself what troubles somebody. */
const TELLING_CHARS = 20;
/** What the visitor, this talk or the twin itself is, no passage tells. */
const KNOWABLE = new Set(['knowledge', 'ai', 'private', 'offtopic']);

/** Whether a line tells of something to which a passage may have a word. */
const isTelling = ({ acts, flags, requests, probabilities }: Understanding): boolean =>
  (acts.has('inform') || acts.has('feeling')) &&
  flags.size === 0 &&
  probabilities.injection < MAYBE_ORDERS &&
  requests.size === 0 &&
  !acts.has('bye') &&
  !acts.has('joke') &&
  probabilities.pitch < SURELY_SELLS;

/** A line, and each of its sentences that is long enough to tell something by itself. */
const statementsOf = ({ text, probabilities, sentences }: Understanding): { text: string; about: About }[] => [
  { text, about: probabilities },
  ...(sentences.length > 1 ? sentences.filter((one) => one.informs && one.text.length >= TELLING_CHARS) : [])
    .slice(0, QUESTIONS)
    .map((one) => ({ text: one.text, about: one.about })),
];

const surestOf = (answers: readonly Answer[]): Answer =>
  answers.reduce((best, one) => (one.probability > best.probability ? one : best));

/** Whether nothing is understood of a line. */
const isUnread = ({ acts, subjects, requests, flags }: Understanding): boolean =>
  acts.size + subjects.size + requests.size + flags.size === 0;

/** What is told unasked: no stories, nothing more of what was told last, and only by name what is near. */
function unaskedAnswer(answer: Answer, last: ReplyTurn['last']): Answer {
  const { decision, probability, candidates } = answer;
  const best = candidates[0]?.passage;
  const isTold = probability >= UNASKED_FROM && best?.id !== last?.passage.id && !best?.tags.includes('story');
  return { ...answer, decision: isTold ? 'answer' : decision === 'unknown' ? decision : 'offer' };
}

const nearest = ({ candidates, decision }: Pick<Answer, 'candidates' | 'decision'>): KnowledgePassage[] =>
  candidates.slice(0, decision === 'unknown' ? 1 : 2).map(({ passage }) => passage);

/** The passage that answers the question before second best, where the best was told. */
function secondBest({ candidates }: Answer, last: ReplyTurn['last']): KnowledgePassage | null {
  return candidates.find(({ passage }) => passage.id !== last?.passage.id)?.passage ?? null;
}

/** The passage of which something was told last. */
function lastTold(knowledge: readonly KnowledgePassage[], said: readonly string[]): ReplyTurn['last'] {
  for (const text of said.slice(-LOOKED_BACK).reverse()) {
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

/** What the visitor said so far, oldest first. */
const saidByVisitor = (history: readonly SaidLine[]): string[] =>
  history.filter(({ speaker }) => speaker === 'visitor').map(({ text }) => text);

/** The number of people that the visitor named last, or corrected it to. */
function sizeAfter(lines: readonly string[]): string | null {
  let size: string | null = null;
  let namedIn = '';
  for (const [at, text] of lines.entries()) {
    const named = sizeIn(text);
    if (named === null && size === null) continue;
    // Only the line that named it and the one before this are asked, however long the talk is.
    const correction = named === null ? correctionIn(text, [namedIn, lines[at - 1] ?? '']) : null;
    const isCorrected = correction !== null && correction.from === size && signsIn(text).includes('corrects');
    if (named === null && !isCorrected) continue;
    size = named ?? correction?.to ?? null;
    namedIn = text;
  }
  return size;
}

function knownOf(extract: Extract | null, size: string | null): Known {
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

/** A question is asked once. */
const fresh = (question: string | null, said: readonly string[]): string | null =>
  question !== null && !said.some((text) => text.includes(question)) ? question : null;

/** What is said without having been asked. */
function unprompted({ twin, moves }: Speaker, ask: ReplyAsk): ComposedReply {
  const { mode, performer, returning, seed } = ask;
  const said = ask.history.filter(({ speaker }) => speaker === 'agent').map(({ text }) => text);
  const plain = (text: string): ComposedReply => ({
    text,
    knowledge: [],
    offers: [],
    moves: [ask.kind],
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
