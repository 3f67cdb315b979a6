import { fixedSentence, fixedValue } from '@understudy/contract/fixed-sentences';
import { CALL_REQUEST_KEY } from '@understudy/contract/leads';
import type { Pool } from 'pg';
import { momentWords } from '../../../platform/text/moment-words.ts';
import type { LeadFacts } from '../facts.ts';
import type { QuotedLine, TimedLine } from '../lines.ts';
import type { HandoffRequests } from '../requests/handoff-requests.ts';
import { samePerson, VISITORS_OF_SESSION } from '../same-person.ts';
import { type ActionItem, eitherOf, reachSentence } from './action-item.ts';
import { quoted } from './open-questions.ts';

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

/** Lines, and their characters, of a conversation in which a visitor only looks in. */
const MAX_THIN_LINES = 4;
const MAX_THIN_CHARS = 400;

/** Whether a conversation adds nothing to what was known: a greeting, a thank-you, a 'what news?'. */
export function isThin({ intent, painPoints, entities, request }: LeadFacts, lines: readonly TimedLine[]): boolean {
  const said = lines.filter(({ speaker }) => speaker === 'visitor');
  const told = painPoints.length > 0 || request !== null || entities.use_case || entities.budget_range;
  const few = said.length <= MAX_THIN_LINES && said.reduce((sum, { text }) => sum + text.length, 0) <= MAX_THIN_CHARS;
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
  return {
    key: 'returned:news',
    title: fixedSentence(requests.goesOn ? 'go_on' : 'news', {
      who: earlier.name ?? earlier.email ?? fixedValue('returning_visitor'),
    }),
    description: [
      fixedSentence('came_back', { quote: quoted(news.words) }),
      ...(open.length > 0 ? [fixedSentence('still_open', { items: open.join('; ') })] : []),
      reachSentence(eitherOf(earlier.email, earlier.phone)),
    ].join(' '),
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
    .map(({ title, due_date: due }) => (due ? fixedSentence('due', { item: title, date: due }) : title))
    .slice(0, 3);

const DAY_MS = 86_400_000;
export const dateOf = (at: Date | string): string => momentWords(at, 'date', { language: 'en', zone: 'UTC' });

/** Who is back, and how long after the last visit. */
export function backSince(earlier: Earlier, lines: readonly TimedLine[], who: string): string {
  const first = lines.find(({ speaker }) => speaker === 'visitor')?.at ?? earlier.at;
  const n = Math.floor((first.getTime() - earlier.at.getTime()) / DAY_MS);
  return fixedSentence(n < 1 ? 'back_same_day' : n === 1 ? 'back_a_day' : 'back_days', { who, n });
}

/** SQL: intent items, `a`, created for the lead of session `s` in another conversation, whether ticked off or not. */
export const MADE_BEFORE = `a.key LIKE 'intent:%' AND a.session_id IS DISTINCT FROM s.id
  AND a.visitor_id IN (${samePerson(VISITORS_OF_SESSION)})`;

/** Reads the keys of those items: each is created once per lead. */
export async function readMadeIntents(pool: Pool, sessionId: string): Promise<Set<string>> {
  const { rows } = await pool.query<{ key: string }>(
    `SELECT DISTINCT a.key FROM sessions s, action_items a WHERE s.id = $1 AND s.consent AND ${MADE_BEFORE}`,
    [sessionId],
  );
  return new Set(rows.map(({ key }) => key));
}

/**
 * Reads what was known about a session's visitor before it; null for a first conversation and for one that is not kept.
 */
export async function readEarlier(pool: Pool, sessionId: string): Promise<Earlier | null> {
  const { rows } = await pool.query<Earlier>({
    name: 'read_earlier',
    text: `SELECT p.last_active_at AS at, coalesce(l.name, p.contact_name) AS name, l.role, l.company,
      coalesce(l.email, p.email) AS email,
             coalesce(l.phone, p.phone) AS phone, greatest(p.lead_score, l.lead_score) AS score,
             coalesce(m.open_questions, '{}') AS questions,
             EXISTS (SELECT FROM sessions o JOIN events v ON v.session_id = o.id
               WHERE o.visitor_id = s.visitor_id AND o.consent AND o.started_at < s.started_at
                 AND v.kind IN ('call_asked', 'call_requested'))
               AND NOT EXISTS (SELECT FROM action_items d WHERE d.visitor_id = s.visitor_id
                 AND d.key = '${CALL_REQUEST_KEY}' AND d.status = 'done') AS called,
             coalesce((SELECT jsonb_agg(jsonb_build_object('key', a.key, 'title', a.title, 'owner', a.owner,
                 'due_date', a.due_date) ORDER BY a.created_at, a.id)
               FROM action_items a WHERE a.visitor_id = s.visitor_id AND a.status = 'open'
                 AND a.session_id IS DISTINCT FROM s.id), '[]') AS items
           FROM sessions s JOIN LATERAL (
             SELECT * FROM sessions o WHERE o.visitor_id = s.visitor_id AND o.consent AND o.started_at < s.started_at
             ORDER BY o.started_at DESC LIMIT 1
           ) AS p ON true LEFT JOIN leads l ON l.visitor_id = s.visitor_id LEFT JOIN summaries m ON m.session_id = p.id
           WHERE s.id = $1 AND s.consent AND p.next_seq > 0`,
    values: [sessionId],
  });
  return rows[0] ?? null;
}
