import { setImmediate } from 'node:timers/promises';
import { fixedSentence } from '@understudy/contract/fixed-sentences';
import { oneOf } from '../../../platform/text/patterns.ts';
import { saysOneOf } from '../../../platform/text/visible.ts';
import { capital } from '../../../platform/text/wording.ts';
import { contentWords, fold } from '../../../platform/text/words.ts';
import { dayIn, sentencesOf, signsIn } from '../../understanding/index.ts';
import type { AskedQuestion } from '../conversation-digest.ts';
import type { QuotedLine, TimedLine } from '../lines.ts';
import type { HandoffRequests } from '../requests/handoff-requests.ts';
import type { ActionItem } from './action-item.ts';

/** Longest quote, in characters. */
const MAX_CHARS = 160;

/**
 * Puts words in quotation marks and drops the full stop at their end. Each run of stops is scanned only once from its
 * beginning, so that a long run takes linear and not quadratic time.
 */
export function quoted(text: string, most = MAX_CHARS): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  const cut =
    plain.length > most
      ? `${plain
          .slice(0, most)
          .toWellFormed()
          .replace(/\s\S*$/, '')} …`
      : plain;
  return `“${cut.replace(/(?<!\.)\.+$/, '').replace(/["“”]/g, "'")}”`;
}

/** Phrases with which the twin, or a model answering for it, says that it does not know. */
const NOT_KNOWN_PHRASES = oneOf([
  "i (?:do not|don'?t) (?:know|have)|i'?m not sure|i cannot say|i can'?t say|not something i know",
  "(?:is|that's|that is) (?:not )?(?:beyond|outside) what i|no (?:idea|information)|i (?:have|hold) nothing on",
  'better (?:ask|asked)|only \\w+ (?:can|could) (?:say|answer|tell)',
]);
const NOT_KNOWN = new RegExp(`\\b${NOT_KNOWN_PHRASES}\\b`);
/**
 * Open questions to keep. Enough for any conversation that is not nothing but questions: the twin told the visitor that
 * each is noted.
 */
const MAX_QUESTIONS = 50;

/** Content words of a question that counts as answered by a reply that contains all of them. */
const MIN_TELLING_WORDS = 2;
/** Minimum share of common words of two questions that count as the same. */
const MIN_SAME_SHARE = 0.6;
/**
 * Characters at the beginning of a reply, where the twin admits ignorance; further on such words only hedge an answer.
 */
const BEGINNING_CHARS = 220;

/**
 * The visitor's questions that the twin could not answer or did not reply to, in their words. A question is no longer
 * open once it was repeated and answered, or once a later reply covers it in its own words.
 *
 * @param leftOpen the twin's own lines for saying that it does not know, however worded
 */
export function openQuestionsOf(
  questions: readonly AskedQuestion[],
  lines: readonly TimedLine[],
  leftOpen: readonly string[] = [],
): string[] {
  const leavesOpen = saysOneOf(leftOpen);
  const isUnanswered = (answers: readonly string[]): boolean =>
    answers.length === 0 ||
    answers.some(leavesOpen) ||
    NOT_KNOWN.test(fold(answers.join(' ').slice(0, BEGINNING_CHARS)));
  const tellsOf = ({ speaker, text }: TimedLine, words: ReadonlySet<string>): boolean => {
    if (speaker !== 'agent' || words.size < MIN_TELLING_WORDS || isUnanswered([text])) return false;
    const said = new Set(contentWords(text));
    return [...words].every((word) => said.has(word));
  };
  const asked = questions.map(({ seq, text }) => ({
    text,
    seq,
    words: new Set(contentWords(text)),
    isOpen: isUnanswered(answersAfter(lines, seq)),
  }));
  const open = asked.filter(
    (one, at) =>
      one.isOpen &&
      !asked.slice(at + 1).some((later) => !later.isOpen && isSame(one.words, later.words)) &&
      !lines.some((line) => line.seq > one.seq && tellsOf(line, one.words)),
  );
  return [...new Set(open.map(({ text }) => text))].slice(-MAX_QUESTIONS);
}

/** Whether two questions share most of their words. */
function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared > 0 && shared >= MIN_SAME_SHARE * Math.max(one.size, other.size);
}

/** What the twin said before the visitor's next words. */
function answersAfter(lines: readonly TimedLine[], seq: number): string[] {
  const behind = lines.slice(lines.findIndex((line) => line.seq === seq) + 1);
  const next = behind.findIndex(({ speaker }) => speaker === 'visitor');
  return (next < 0 ? behind : behind.slice(0, next)).map(({ text }) => text);
}

/** Lines read before yielding to other work. */
const MAX_LINES_AT_ONCE = 4;
/** Promises to keep of a conversation. */
const MAX_PROMISES = 8;

/** A sentence of either side that may leave something to do. */
interface Statement {
  words: string;
  /** Whether it contains a promise, names a time to talk again, or both. */
  promises: boolean;
  again: boolean;
}

/**
 * The promises of either side, and the times named for talking again. Days are relative to when the line was said.
 *
 * @param requests what was understood from the visitor's lines
 * @param who the visitor, as named to the owner
 * @param zone the time zone that bounds the days
 */
export async function promisesIn(
  lines: readonly TimedLine[],
  requests: HandoffRequests,
  who: string,
  zone: string,
): Promise<Omit<ActionItem, 'priority'>[]> {
  const found = new Map<string, Omit<ActionItem, 'priority'>>();
  for (const [at, line] of lines.entries()) {
    if (at % MAX_LINES_AT_ONCE === MAX_LINES_AT_ONCE - 1) await setImmediate();
    for (const statement of line.speaker === 'visitor' ? visitorsStatements(line, requests) : ownStatements(line)) {
      const item = await promiseIn(line, statement, { who, zone, known: found });
      if (item && !found.has(item.key)) found.set(item.key, item);
      if (found.size >= MAX_PROMISES) return [...found.values()];
    }
  }
  return [...found.values()];
}

const plain = (words: string): string => words.replace(/[\u2018\u2019]/g, "'").trim();

/** The promises in a line of the twin or of a person who had taken over. */
const ownStatements = ({ text }: TimedLine): Statement[] =>
  sentencesOf(text)
    .map((sentence) => plain(sentence.text))
    .filter((words) => signsIn(words).includes('promises-for-them'))
    .map((words) => ({ words, promises: true, again: false }));

/** The visitor's promises in a line, and its times to talk again. */
function visitorsStatements({ seq }: TimedLine, { promises, talkAgain }: HandoffRequests): Statement[] {
  const words = (said: readonly QuotedLine[]) => said.filter((one) => one.seq === seq).map((one) => plain(one.words));
  const [promised, again] = [words(promises), words(talkAgain)];
  return [...new Set([...promised, ...again])].map((one) => ({
    words: one,
    promises: promised.includes(one),
    again: again.includes(one),
  }));
}

/**
 * The item of a statement; null when there is nothing to tick off.
 *
 * @param known promises found before, which are skipped
 */
async function promiseIn(
  line: TimedLine,
  { words, promises, again }: Statement,
  { who, zone, known }: { who: string; zone: string; known: ReadonlyMap<string, unknown> },
): Promise<Omit<ActionItem, 'priority'> | null> {
  const deed = promises ? deedIn(words) : null;
  const owner = line.speaker === 'visitor' ? ('visitor' as const) : ('you' as const);
  const key = `promise:${owner}:${keyOf(deed ?? '')}`;
  if (!again && (!deed || known.has(key))) return null;
  // Only look for a day when the sentence says when something will be done.
  const due = await dayIn(words, line.at, zone);
  if (again && due) {
    const title = fixedSentence('again', { who });
    return item(line, `again:${due}`, { title, quote: words, owner: 'you', category: 'follow-up', due });
  }
  if (!deed) return null;
  const quote = quoted(words);
  const title =
    owner === 'you'
      ? `${fixedSentence(line.speaker === 'person' ? 'person_promised' : 'twin_promised')}: ${quote}`
      : fixedSentence('said', { who: capital(who), quote });
  return item(line, key, { title, quote: words, owner, category: 'promise', due });
}

const WILL = /(?:\bwill|'ll|\bill|\bgonna|\bgoing to) (?:then |also |gladly |happily |just |quickly )?/i;

/** What the speaker promises to do, in their words; null when it is nothing to tick off: 'I will ask her'. */
function deedIn(sentence: string): string | null {
  const will = WILL.exec(sentence);
  const deed = will && sentence.slice(will.index + will[0].length);
  return deed && contentWords(deed.replace(/^\S+/, '')).length > 0 ? deed : null;
}

/** The deadline in a promise: repeating it without the deadline is the same promise. */
const WHEN = /\b(?:by|on|before|until|next|this|tomorrow|today|tonight|in (?:a|the|\d+|two|three))\b.*$/;

/** Identifies a promise by its content words, so that the words between them do not matter. */
const keyOf = (deed: string) =>
  fold(deed)
    .replace(WHEN, '')
    .replace(/[^a-z0-9 ]/g, '')
    .split(' ')
    .filter((word) => word.length > 3)
    .slice(0, 6)
    .join(' ');

function item(
  line: TimedLine,
  key: string,
  told: {
    title: string;
    quote: string;
    owner: 'you' | 'visitor';
    category: ActionItem['category'];
    due: string | null;
  },
): Omit<ActionItem, 'priority'> {
  const quote = quoted(told.quote, 300);
  return {
    key,
    title: told.title.slice(0, 160).toWellFormed(),
    description:
      line.speaker === 'visitor'
        ? fixedSentence('said', { who: 'The visitor', quote })
        : `${fixedSentence(line.speaker === 'person' ? 'person_said' : 'twin_said')}: ${quote}`,
    owner: told.owner,
    category: told.category,
    tags: [told.category],
    due_date: told.due,
    seq: line.seq,
  };
}
