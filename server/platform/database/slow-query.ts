import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';

/** For what nobody waits for, or somebody who asked for something large. */
const SLOW_QUERY_MS = 60_000;
/** The database gives up first, and says so. */
const SLACK_MS = 2_000;

/** Within a transaction: its statements may take a minute, if they are asked by {@link slowQuery}. */
export const SLOW_TRANSACTION = `SET LOCAL statement_timeout = ${SLOW_QUERY_MS}`;
/** The same for a connection that goes to nobody else afterwards. */
export const SLOW_CONNECTION = `SET statement_timeout = ${SLOW_QUERY_MS}`;

/** A statement that may take a minute, on a connection that was told so; all others have to be done in seconds. */
export function slowQuery<Row extends QueryResultRow>(
  client: PoolClient,
  text: string,
  values: unknown[] = [],
): Promise<QueryResult<Row>> {
  const config: QueryConfig & { query_timeout: number } = { text, values, query_timeout: SLOW_QUERY_MS + SLACK_MS };
  return client.query<Row>(config);
}
