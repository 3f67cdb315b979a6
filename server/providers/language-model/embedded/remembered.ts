/** What is known of a visitor from earlier conversations, beside what they told in this one. */
import type { RequestedCall } from '@understudy/contract/leads';
import type { QuestionSlot } from '@understudy/contract/manner';
import type { ReplyRequest } from '../port.ts';
import type { Facts } from './facts.ts';

/** What somebody who was here before had told, as sentences without a subject. */
export interface Remembered {
  open: string | null;
  sentences: string[];
}

/** How sentences tell what the twin would otherwise ask. */
const TELLS: [RegExp, QuestionSlot][] = [
  [
    /^(?:Has|There are) [\w ,.+-]*\b(?:people|persons|employees|staff|colleagues|of them|team members|managers)\b|\bwith [\w ,.+-]{1,20} (?:people|employees|staff)\b/,
    'size',
  ],
  [
    /^(?:Is|Was) (?:an? |the |head |vp |director |founder|ceo|coo|cto|cfo|owner|managing )|^(?:Runs|Owns|Founded|Co-founded|Manages|Leads|Heads|Works as)\b/i,
    'role',
  ],
  [/^(?:Struggles with|Is struggling with)\b/, 'problem'],
];
const CALLED = /^Is called ([\p{L}'’-]+(?: [\p{L}'’-]+){0,2})$/u;

/**
 * What a request brings from earlier conversations; null for somebody new, or who did not agree. Before an audience
 * nobody is told what they said in private.
 */
export function rememberedIn({ returning, memories = [], consent, performer }: ReplyRequest): Remembered | null {
  if (consent !== true || performer) return null;
  const sentences = [...new Set([...(returning?.known ?? []), ...memories])];
  return returning || sentences.length > 0 ? { open: returning?.open ?? null, sentences } : null;
}

/** The facts with what was told in earlier conversations; what was told in this one counts more. */
export function withRemembered(facts: Facts, remembered: Remembered | null): Facts {
  if (!remembered) return facts;
  const fresh = new Set(facts.fresh);
  const told = new Set(facts.told);
  for (const sentence of remembered.sentences) {
    for (const [pattern, slot] of TELLS) if (pattern.test(sentence)) told.add(slot);
  }
  const name =
    remembered.sentences
      .map((sentence) => CALLED.exec(sentence)?.[1])
      .find(Boolean)
      ?.split(' ')[0] ?? null;
  // Somebody who is known by name and says it again is not met for the first time.
  if (name !== null && facts.name?.split(' ')[0] === name) fresh.delete('name');
  return { ...facts, name: facts.name ?? name, told, fresh };
}

/** The facts with the address and the time that were given for a call; what was said in the talk counts more. */
export function withCall(facts: Facts, call: RequestedCall | null): Facts {
  if (!call) return facts;
  return { ...facts, email: facts.email ?? call.email, noCall: false, callTime: facts.callTime ?? wishOf(call) };
}

const DAY = new Intl.DateTimeFormat('en', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' });

/** When a call was asked for: the visitor's own words, with the day that was understood. Pause markers in it are none. */
export function wishOf({ wished_time, due_date }: RequestedCall): string {
  const words = `“${wished_time.replace(/\s*\[pause:[^\]]*\]\s*/gi, ' ').trim()}”`;
  return due_date ? `${words} (${DAY.format(new Date(`${due_date}T00:00:00Z`))})` : words;
}
