import { setImmediate as others } from 'node:timers/promises';
import { fold } from '../../../platform/text/words.ts';
import { dayIn } from '../../understanding/parsers/day.ts';
import type { ActionItem, TimedLine } from './action-item.ts';
import { quoted } from './quoted.ts';

/** What is promised: somebody will do something that leaves a trace. */
const DEEDS =
  'send|forward|share|email|e-mail|mail|write|call|ring|phone|check|ask|prepare|draft|put together|get back|come ' +
  'back|let you know|follow up|book|arrange|confirm|reserve|introduce|look into|find out|talk to|speak to|speak ' +
  'with|think about|review';
const AGENT_WILL = new RegExp(
  `\\b(?:i|we|she|he|they|[a-z]+) ?(?:'ll| will) (?:then |also |gladly |happily )?((?:${DEEDS})\\b[^.;!?\\n]{0,120})`,
  'i',
);
const VISITOR_WILL = new RegExp(
  `\\b(?:i|we) ?(?:'ll| will| am going to| are going to|'m going to) (?:then |also |just |quickly )?((?:${DEEDS})\\b[^.;!?\\n]{0,120})`,
  'i',
);
/** The visitor names a time at which to talk again. */
const AGAIN =
  /(?<!\b(?:they|he|she|who|all|people|staff|clients|customers|everybody|everyone|you|to|it) (?:all |just |always |still |often )?)\b(?:call|ring|phone|email|write(?: to)?|contact|reach|try) (?:me|us)\b[^.;!?\n]{0,80}|\b(?:let'?s|can we|could we|shall we|we could|we should) (?:talk|speak|meet|catch up|reconnect|pick this up)\b[^.;!?\n]{0,80}|\b(?:get|come|circle) back to (?:me|us)\b[^.;!?\n]{0,80}/i;
/** A promise of these alone says nothing that could be ticked off. */
const EMPTY =
  /^(?:\w+ )?(?:(?:that|this|it|her|him|them|everything|all of (?:that|this)|you) ?(?:on|along|over|know|back)?)[\s,]*$/i;
const SENTENCES = /[^.;!?\n]+[.;!?]?/g;
/** What is in doubt, asked or hypothetical is no promise. */
const NO_PROMISE = /\?|\b(?:if|unless|suppose|would|could|might|maybe|never|won'?t|not)\b/i;
/** Lines of more characters are nobody's promise. */
const READ_CHARS = 2_000;
/** Lines that are read before others get their turn. */
const LINES_AT_ONCE = 4;
/** Promises of one conversation that are kept. */
const MOST = 8;

/**
 * What either side promised in a conversation, and when to talk again. Days are read in UTC from when it was said.
 *
 * @param who the visitor, as the owner reads of them
 */
export async function promisesIn(lines: readonly TimedLine[], who: string): Promise<Omit<ActionItem, 'priority'>[]> {
  const found = new Map<string, Omit<ActionItem, 'priority'>>();
  for (const [at, line] of lines.entries()) {
    if (at % LINES_AT_ONCE === LINES_AT_ONCE - 1) await others();
    for (const [sentence] of line.text.slice(0, READ_CHARS).matchAll(SENTENCES)) {
      const item = await promiseIn(line, sentence.replace(/[\u2018\u2019]/g, "'"), who, found);
      if (item && !found.has(item.key)) found.set(item.key, item);
      if (found.size >= MOST) return [...found.values()];
    }
  }
  return [...found.values()];
}

/** @param known what was found before: a promise given again is read no further */
async function promiseIn(
  line: TimedLine,
  sentence: string,
  who: string,
  known: ReadonlyMap<string, unknown>,
): Promise<Omit<ActionItem, 'priority'> | null> {
  const again = line.speaker === 'visitor' && !sentence.includes('?') ? AGAIN.exec(sentence)?.[0].trim() : undefined;
  const deed = NO_PROMISE.test(sentence) ? undefined : deedIn(line, sentence);
  const owner = line.speaker === 'agent' ? ('you' as const) : ('visitor' as const);
  const key = `promise:${owner}:${keyOf(deed ?? '')}`;
  if (!again && (!deed || known.has(key))) return null;
  // A day is looked for only where it says when something will be done.
  const due = await dayIn(sentence, line.at);
  if (again && due) {
    const title = `Talk with ${who} again`;
    return item(line, `again:${due}`, { title, quote: again, owner: 'you', category: 'follow-up', due });
  }
  if (!deed) return null;
  const title = `${owner === 'you' ? 'The twin promised' : `${capital(who)} said`}: ${quoted(sentence)}`;
  const told = { title, quote: sentence.trim(), owner, category: 'promise' as const, due };
  return item(line, key, told);
}

/** What the speaker says they will do, in their words; nothing where that could not be ticked off. */
function deedIn(line: TimedLine, sentence: string): string | undefined {
  const deed = (line.speaker === 'agent' ? AGENT_WILL : VISITOR_WILL).exec(sentence)?.[1]?.trim();
  return deed && !EMPTY.test(deed.replace(/^\w+ /, '')) ? deed : undefined;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** When something is promised for: said again without it, it is the same promise. */
const WHEN = /\b(?:by|on|before|until|next|this|tomorrow|today|tonight|in (?:a|the|\d+|two|three))\b.*$/;

/** The words that make two promises the same, whatever stands between them. */
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
