import type { Pool } from 'pg';

/** Anything that runs statements: the pool, or a transaction's connection. */
export type Queries = Pick<Pool, 'query'>;
