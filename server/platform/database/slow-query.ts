import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';

/** For background work, or a caller who asked for something large. */
const SLOW_QUERY_MS = 60_000;
/** Lets the database time out first, with its own error. */
const SLACK_MS = 2_000;

/** Inside a transaction: allows its statements a minute if they run through {@link slowQuery}. */
export const SLOW_TRANSACTION = `SET LOCAL statement_timeout = ${SLOW_QUERY_MS}`;
/** The same for a connection that nobody else uses afterwards. */
export const SLOW_CONNECTION = `SET statement_timeout = ${SLOW_QUERY_MS}`;

/** Runs a statement that may take a minute, on a connection set up for that; all others must finish in seconds. */
export function slowQuery<Row extends QueryResultRow>(
  client: PoolClient,
  text: string,
  values: unknown[] = [],
): Promise<QueryResult<Row>> {
  const config: QueryConfig & { query_timeout: number } = { text, values, query_timeout: SLOW_QUERY_MS + SLACK_MS };
  return client.query<Row>(config);
}
