import type { Pool } from 'pg';
import { SLOW_TRANSACTION, slowQuery } from '../../platform/database/pool.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { DATA_REGISTER } from './data-register.ts';

/** Job that follows an erasure. All that are requested before it begins are one. */
export const FORGET_STATISTICS_JOB = 'forget_statistics';

/** Tables without rows of visitors whose columns have had their words. */
const WORDS_PASS_THROUGH = ['audit_log', 'figure_changes', 'figure_totals', 'job_requests'];
const TABLES = [
  ...Object.entries(DATA_REGISTER).flatMap(([table, rule]) => ('exported' in rule ? [table] : [])),
  ...WORDS_PASS_THROUGH,
];

/** Since PostgreSQL 18. */
const CLEAR = 'pg_clear_attribute_stats(text, text, text, boolean)';

/**
 * Takes erased words out of the planner's statistics, which list the most common values of each column and keep those
 * of a table that is empty now. Collects new ones in the same transaction, so that no query is planned without.
 *
 * Before PostgreSQL 18 nobody but a superuser can clear statistics: there, those of an empty table stay until it has
 * rows again.
 */
export async function forgetStatistics(pool: Pool): Promise<void> {
  for (const table of TABLES) {
    await inTransaction(pool, async (client) => {
      await client.query(SLOW_TRANSACTION);
      const able = await client.query<{ able: boolean }>('SELECT to_regprocedure($1) IS NOT NULL AS able', [CLEAR]);
      if (able.rows[0]?.able) {
        await slowQuery(
          client,
          `SELECT pg_clear_attribute_stats(s.schemaname::text, s.tablename::text, s.attname::text, s.inherited)
           FROM pg_stats s WHERE s.schemaname = 'public' AND (s.tablename = $1 OR s.tablename IN (
             SELECT indexname FROM pg_indexes WHERE schemaname = 'public' AND tablename = $1))`,
          [table],
        );
      }
      await slowQuery(client, `ANALYZE ${table}`);
    });
  }
}
