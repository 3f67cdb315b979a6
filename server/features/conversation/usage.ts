import type { Pool } from 'pg';
import type { KeptUsage } from '../../platform/database/schema.ts';
import type { TokenUsage } from '../../providers/language-model/port.ts';

/** Usage of calls in the form of its column; null for none, which leaves the column unchanged. */
export function keptUsage(usage: readonly TokenUsage[]): KeptUsage[] | null {
  if (usage.length === 0) return null;
  return usage.map(({ provider, model, promptTokens, completionTokens, cachedTokens, estimated }) => ({
    provider,
    model,
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    ...(cachedTokens === null ? {} : { cached_tokens: cachedTokens }),
    estimated,
  }));
}

/** {@link keptUsage} as JSON. */
export function presentUsage(usage: readonly TokenUsage[]): string | null {
  const kept = keptUsage(usage);
  return kept && JSON.stringify(kept);
}

/** Saves the usage of a turn whose end is not saved, because it failed or another writer was first. */
export async function saveTurnUsage(
  pool: Pool,
  turn: { sessionId: string; turnId: string },
  usage: readonly TokenUsage[],
): Promise<void> {
  if (usage.length === 0) return;
  await pool.query(
    `UPDATE turns SET usage = coalesce(usage || $3::jsonb, $3::jsonb) WHERE session_id = $1 AND turn_id = $2`,
    [turn.sessionId, turn.turnId, presentUsage(usage)],
  );
}

/**
 * Saves the usage of a completion outside of turns (`{provider}_chat`, a reading, a summary). Does nothing if the
 * session no longer exists.
 */
export async function saveCompletionUsage(pool: Pool, sessionId: string, usage: readonly TokenUsage[]): Promise<void> {
  if (usage.length === 0) return;
  await pool.query({
    name: 'keep_completion_usage',
    text: `INSERT INTO plain_completions (session_id, usage)
           SELECT id, $2::jsonb FROM sessions WHERE id = $1 FOR KEY SHARE`,
    values: [sessionId, presentUsage(usage)],
  });
}
