import { type FixedSentence, fixedSentence, fixedValue } from '@understudy/contract/fixed-sentences';
import type { Intent } from '@understudy/contract/leads';
import type { Request } from '../../understanding/index.ts';
import { type ActionItem, eitherOf, type Reach, reachSentence } from '../after/action-item.ts';
import { quoted } from '../after/open-questions.ts';
import { A_CALL, type Finding } from '../facts.ts';
import type { UnderstoodLine } from '../lines.ts';
import type { OtherRequest } from './handoff-requests.ts';

/** Longest quote, in characters. */
const MAX_WORDS_CHARS = 140;

/** Longest quote within a title, in characters. */
const MAX_TITLE_CHARS = 110;

/** Wording of requests to the consultant among the reasons of a score. */
const WISHES: Partial<Record<Request, string>> = {
  hire: fixedValue('engagement'),
  quote: fixedValue('offer'),
  call: A_CALL,
  slot: fixedValue('appointment'),
  person: fixedValue('talk_in_person'),
};

/** What a line with this intent wishes, whichever request it makes. */
const INTENDED: Partial<Record<Intent, string>> = {
  speaking_request: fixedValue('speaking'),
  demo_request: fixedValue('demonstration'),
};
/** Minimum probability of such an intent. */
const MIN_INTENDED = 0.7;

/** The weightiest wish for the consultant in a line; null when there is none. */
export function wishIn({ seq, text, understanding }: UnderstoodLine): Finding | null {
  const request = (Object.keys(WISHES) as Request[]).find((one) => understanding.requests.has(one));
  const intended = (Object.keys(INTENDED) as Intent[]).find((one) => understanding.intents[one] >= MIN_INTENDED);
  const value = (request && WISHES[request]) ?? (intended && INTENDED[intended]);
  if (!value) return null;
  const words = text.slice(0, MAX_WORDS_CHARS).toWellFormed();
  return { value, quote: { seq, from: 0, to: words.length, text: words } };
}

/** What the owner has to do. */
interface Work {
  title: FixedSentence;
  /** What they did. */
  did: FixedSentence;
  priority: ActionItem['priority'];
  category: ActionItem['category'];
}

/** The work that a request creates for the owner. Calls and complaints have their own items. */
const WORK: Partial<Record<Request, Work>> = {
  delete_data: { title: 'delete_data', did: 'asked_it', priority: 'high', category: 'support' },
  withdraw_consent: { title: 'withdraw_consent', did: 'withdrew', priority: 'high', category: 'support' },
  see_data: { title: 'see_data', did: 'asked_see', priority: 'high', category: 'support' },
  correct_data: { title: 'correct_data', did: 'asked_it', priority: 'medium', category: 'support' },
  cancel: { title: 'cancel', did: 'asked_it', priority: 'high', category: 'support' },
  quote: { title: 'quote', did: 'asked_one', priority: 'high', category: 'sales' },
  send: { title: 'send', did: 'asked_it', priority: 'medium', category: 'follow-up' },
  message: { title: 'message', did: 'left_one', priority: 'medium', category: 'follow-up' },
  reminder: { title: 'reminder', did: 'asked_it', priority: 'medium', category: 'follow-up' },
};

/** The intent's own item already covers a visitor who wants to begin: both share a key. */
export const HIRE_KEY = 'intent:purchase_intent';

/** Tag of items that the visitor asked for in words. */
export const ASKED_FOR = 'asked for';
/** Whether an item exists because the visitor asked for it. */
export const isAskedFor = ({ tags }: Pick<ActionItem, 'tags'>): boolean => tags.includes(ASKED_FOR);

const whatTheyDid = (did: FixedSentence, words: string, reach: Reach): string =>
  `${fixedSentence(did, { who: reach.name ?? 'The visitor', quote: quoted(words) })} ${reachSentence(
    eitherOf(reach.phone, reach.email),
  )}`;

const hireItem = (words: string, reach: Reach, seq: number): ActionItem => ({
  key: HIRE_KEY,
  title: fixedSentence('purchase'),
  description: whatTheyDid('begin', words, reach),
  priority: 'high',
  owner: 'you',
  category: 'sales',
  tags: ['purchase_intent', ASKED_FOR],
  due_date: null,
  seq,
});

/** Whether an item is about the visitor's stored data. */
export const isOwnRightItem = ({ key }: Pick<ActionItem, 'key'>): boolean =>
  isOwnRight(key.replace(/^request:/, '') as Request);

/** Whether a request is about the visitor's stored data, which even a seller may make. */
const isOwnRight = (request: Request): boolean =>
  request === 'delete_data' || request === 'withdraw_consent' || request === 'see_data' || request === 'correct_data';

/**
 * The requests other than calls and complaints as action items.
 *
 * @param sells whether the visitor is a vendor or a sender of bulk mail
 */
export function requestItems(requests: readonly OtherRequest[], reach: Reach, sells: boolean): ActionItem[] {
  return requests.flatMap(({ request, seq, words }) => {
    if (request === 'hire' && !sells) return hireItem(words, reach, seq);
    const work = WORK[request];
    if (!work || (sells && !isOwnRight(request))) return [];
    return {
      key: `request:${request}`,
      title: `${fixedSentence(work.title)}: ${quoted(words, MAX_TITLE_CHARS)}`,
      description: whatTheyDid(work.did, words, reach),
      priority: work.priority,
      owner: 'you',
      category: work.category,
      tags: [request.replace('_', ' '), ASKED_FOR],
      due_date: null,
      seq,
    };
  });
}
