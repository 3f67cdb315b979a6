import type { AdminSession } from '@understudy/contract/admin';

/** What a threshold would have meant in the last week. @param sessions its best, at most `most` of them */
export function weekWords(
  sessions: readonly Pick<AdminSession, 'lead_score' | 'contact_name'>[],
  score: number,
  most: number,
): string {
  const reached = sessions.filter(({ lead_score: one }) => one >= score);
  const [best, ...others] = reached;
  if (!best) return 'In the last 7 days nobody reached it.';
  if (reached.length === most) return `In the last 7 days ${most} conversations or more reached it.`;
  const name = (one: Pick<AdminSession, 'lead_score' | 'contact_name'>) =>
    `${one.contact_name ?? 'an anonymous visitor'} (${one.lead_score})`;
  if (others.length === 0) return `In the last 7 days one conversation reached it: ${name(best)}.`;
  return `In the last 7 days ${reached.length} conversations reached it, the best of them ${name(best)}.`;
}
