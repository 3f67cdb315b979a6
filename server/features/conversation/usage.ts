import type { Pool } from 'pg';
import type { KeptUsage } from '../../platform/database/schema.ts';
import type { TokenUsage } from '../../providers/language-model/port.ts';

/** What calls used, as JSON for its column; null for none, which leaves the column as it is. */
export function presentUsage(usage: readonly TokenUsage[]): string | null {
  if (usage.length === 0) return null;
  const kept = usage.map(
    ({ provider, model, promptTokens, completionTokens, estimated }): KeptUsage => ({
      provider,
      model,
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      estimated,
    }),
  );
  return JSON.stringify(kept);
}

/** Keeps what a turn used whose ending is not kept: nothing came of it, or another writer was first. */
export async function keepTurnUsage(
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

/** Keeps what a completion of `{provider}_chat` used; nothing of a session that has gone meanwhile. */
export async function keepCompletionUsage(pool: Pool, sessionId: string, usage: readonly TokenUsage[]): Promise<void> {
  if (usage.length === 0) return;
  await pool.query(
    `INSERT INTO plain_completions (session_id, usage)
     SELECT id, $2::jsonb FROM sessions WHERE id = $1 FOR KEY SHARE`,
    [sessionId, presentUsage(usage)],
  );
}
