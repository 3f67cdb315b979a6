import type { LeadFacts } from '../facts.ts';
import type { HandoffRequests, QuotedLine } from '../requests/handoff-requests.ts';
import type { ActionItem, TimedLine } from './action-item.ts';
import { quoted } from './quoted.ts';

/** What was known about a visitor before this conversation, and what is still open for them. */
export interface Earlier {
  /** Time of their last visit. */
  at: Date;
  name: string | null;
  role: string | null;
  company: string | null;
  email: string | null;
  phone: string | null;
  /** The highest score of their conversations, 0 to 100. */
  score: number;
  /** Their unanswered questions from last time. */
  questions: string[];
  /** Whether a call request of theirs is still open. */
  called: boolean;
  /** Open items, oldest first. */
  items: Pick<ActionItem, 'key' | 'title' | 'owner' | 'due_date'>[];
}

/** A conversation with at most this many lines may be a mere look-in. */
const THIN_LINES = 4;
const THIN_CHARS = 400;

/** Whether a conversation adds nothing to what was known: a greeting, a thank-you, a 'what news?'. */
export function isThin({ intent, painPoints, entities, request }: LeadFacts, lines: readonly TimedLine[]): boolean {
  const said = lines.filter(({ speaker }) => speaker === 'visitor');
  const told = painPoints.length > 0 || request !== null || entities.use_case || entities.budget_range;
  const few = said.length <= THIN_LINES && said.reduce((sum, { text }) => sum + text.length, 0) <= THIN_CHARS;
  return said.length > 0 && few && !told && intent !== 'spam';
}

/** The words with which a returning visitor goes on or asks for news; null when they do neither. */
export const newsAsked = ({ goesOn, news }: HandoffRequests): QuotedLine | null => goesOn ?? news;

/** The item to answer a returning visitor who asks how things stand; null when they do not ask. */
export function returnItem(
  earlier: Earlier,
  requests: HandoffRequests,
  priority: ActionItem['priority'],
): ActionItem | null {
  const news = newsAsked(requests);
  if (news === null) return null;
  const open = ownersItems(earlier);
  const reach = [earlier.email, earlier.phone].filter(Boolean).join(' or ');
  return {
    key: 'returned:news',
    title:
      `Answer ${earlier.name ?? earlier.email ?? 'a returning visitor'}, who ` +
      `${requests.goesOn ? 'wants to go on' : 'asks for news'}`,
    description:
      `They came back and asked: ${quoted(news.words)}. ` +
      `${open.length > 0 ? `Still open: ${open.join('; ')}. ` : ''}` +
      `${reach ? `Reach them at ${reach}.` : 'No address was left.'}`,
    priority,
    owner: 'you',
    category: 'follow-up',
    tags: ['returned'],
    due_date: null,
    seq: news.seq,
  };
}

/** The owner's open items for this visitor, each with its due date. */
export const ownersItems = ({ items }: Earlier): string[] =>
  items
    .filter(({ owner }) => owner === 'you')
    .map(({ title, due_date: due }) => (due ? `${title} (by ${due})` : title))
    .slice(0, 3);

const DAY_MS = 86_400_000;
export const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** Time since the last visit: 'the same day', 'after 3 days'. */
export function daysSince(earlier: Earlier, lines: readonly TimedLine[]): string {
  const first = lines.find(({ speaker }) => speaker === 'visitor')?.at ?? earlier.at;
  const days = Math.floor((first.getTime() - earlier.at.getTime()) / DAY_MS);
  return days < 1 ? 'the same day' : days === 1 ? 'after a day' : `after ${days} days`;
}
