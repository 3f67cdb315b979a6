import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';

/** For what nobody waits for, or somebody who asked for something large. */
const PATIENT_MS = 60_000;
/** The database gives up first, and says so. */
const SLACK_MS = 2_000;

/** Within a transaction: its statements may take a minute, if they are asked by {@link patientQuery}. */
export const PATIENT_TRANSACTION = `SET LOCAL statement_timeout = ${PATIENT_MS}`;
/** The same for a connection that goes to nobody else afterwards. */
export const PATIENT_CONNECTION = `SET statement_timeout = ${PATIENT_MS}`;

/** A statement that may take a minute, on a connection that was told so; all others have to be done in seconds. */
export function patientQuery<Row extends QueryResultRow>(
  client: PoolClient,
  text: string,
  values: unknown[] = [],
): Promise<QueryResult<Row>> {
  const config: QueryConfig & { query_timeout: number } = { text, values, query_timeout: PATIENT_MS + SLACK_MS };
  return client.query<Row>(config);
}
