import { setImmediate as others } from 'node:timers/promises';
import { contentWords, fold } from '../../../platform/text/words.ts';
import { dayIn, sentencesOf, signsIn } from '../../understanding/index.ts';
import type { HandoffRequests, QuotedLine } from '../requests/handoff-requests.ts';
import type { ActionItem, TimedLine } from './action-item.ts';
import { quoted } from './quoted.ts';

/** Lines read before yielding to other work. */
const LINES_AT_ONCE = 4;
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
    if (at % LINES_AT_ONCE === LINES_AT_ONCE - 1) await others();
    for (const statement of line.speaker === 'agent' ? twinsStatements(line) : visitorsStatements(line, requests)) {
      const item = await promiseIn(line, statement, { who, zone, known: found });
      if (item && !found.has(item.key)) found.set(item.key, item);
      if (found.size >= MAX_PROMISES) return [...found.values()];
    }
  }
  return [...found.values()];
}

const plain = (words: string): string => words.replace(/[\u2018\u2019]/g, "'").trim();

const twinsStatements = ({ text }: TimedLine): Statement[] =>
  sentencesOf(text)
    .map((sentence) => plain(sentence.text))
    .filter((words) => signsIn(words).includes('promises-for-them'))
    .map((words) => ({ words, promises: true, again: false }));

function visitorsStatements({ seq }: TimedLine, { promises, talkAgain }: HandoffRequests): Statement[] {
  const words = (said: readonly QuotedLine[]) => said.filter((one) => one.seq === seq).map((one) => plain(one.words));
  const [promised, again] = [words(promises), words(talkAgain)];
  return [...new Set([...promised, ...again])].map((one) => ({
    words: one,
    promises: promised.includes(one),
    again: again.includes(one),
  }));
}

/** @param known promises found before; a repeated one is skipped */
async function promiseIn(
  line: TimedLine,
  { words, promises, again }: Statement,
  { who, zone, known }: { who: string; zone: string; known: ReadonlyMap<string, unknown> },
): Promise<Omit<ActionItem, 'priority'> | null> {
  const deed = promises ? deedIn(words) : null;
  const owner = line.speaker === 'agent' ? ('you' as const) : ('visitor' as const);
  const key = `promise:${owner}:${keyOf(deed ?? '')}`;
  if (!again && (!deed || known.has(key))) return null;
  // Only look for a day when the sentence says when something will be done.
  const due = await dayIn(words, line.at, zone);
  if (again && due) {
    const title = `Talk with ${who} again`;
    return item(line, `again:${due}`, { title, quote: words, owner: 'you', category: 'follow-up', due });
  }
  if (!deed) return null;
  const title = `${owner === 'you' ? 'The twin promised' : `${capital(who)} said`}: ${quoted(words)}`;
  return item(line, key, { title, quote: words, owner, category: 'promise', due });
}

const WILL = /(?:\bwill|'ll|\bill|\bgonna|\bgoing to) (?:then |also |gladly |happily |just |quickly )?/i;

/** What the speaker promises to do, in their words; null when it is nothing to tick off: 'I will ask her'. */
function deedIn(sentence: string): string | null {
  const will = WILL.exec(sentence);
  const deed = will && sentence.slice(will.index + will[0].length);
  return deed && contentWords(deed.replace(/^\S+/, '')).length > 0 ? deed : null;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

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
  const side = line.speaker === 'visitor' ? 'The visitor said' : 'The twin said';
  return {
    key,
    title: told.title.slice(0, 160).toWellFormed(),
    description: `${side}: ${quoted(told.quote, 300)}`,
    owner: told.owner,
    category: told.category,
    tags: [told.category],
    due_date: told.due,
    seq: line.seq,
  };
}
