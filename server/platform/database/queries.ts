import type { Pool } from 'pg';

/** Whatever runs a statement: the pool, or a transaction's connection. */
export type Queries = Pick<Pool, 'query'>;
