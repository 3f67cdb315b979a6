/** Time limits of database work, in milliseconds. */
export const TIMEOUTS = {
  /**
   * Until a request has a connection, waiting and connecting together, because `pg-pool` has one limit for both. Below
   * the requirement's 3 s for connecting, so that a request fails within 3 s if the database is away (F14).
   */
  connectionMs: 2_000,
  statementMs: 5_000,
  lockMs: 2_000,
  idleInTransactionMs: 10_000,
  /** Above `statementMs`, which the database enforces; this one is for a database that has silently disappeared. */
  queryMs: 6_000,
} as const;

/** Like {@link TIMEOUTS}, with other values. */
export type Timeouts = Record<keyof typeof TIMEOUTS, number>;

/** Size of the pool: more connections would only queue on the same two cores and disk. */
export const POOL_SIZE = 10;

/**
 * Below `lowBytes` of free disk space the embedded database refuses writes; above `enoughBytes` it accepts them again.
 */
export const FREE_SPACE = { lowBytes: 24 * 1024 * 1024, enoughBytes: 32 * 1024 * 1024 } as const;

/** Interval for checking free disk space. */
export const SPACE_CHECK_MS = 1_000;

/** File in the database's folder that the space guard rewrites and PostgreSQL reloads. */
export const SPACE_FILE = 'understudy-space.conf';

/**
 * PostgreSQL's settings for a small machine, on the command line so that this version's settings always apply. What
 * protects acknowledged writes (fsync, synchronous_commit, full_page_writes) is asserted at run time.
 */
export const SERVER_SETTINGS: Record<string, string> = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '40',
  // 24 MB hold the hot end of every table and index; the rest is left to the operating system's cache.
  shared_buffers: '24MB',
  // Reads are nearly always cached. With the default, statements planned while a table is small use a full scan, and
  // keep using it as the table grows, until the next automatic analysis: a cost per turn that rises with each turn.
  random_page_cost: '1.1',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  wal_buffers: '4MB',
  min_wal_size: '64MB',
  max_wal_size: '256MB',
  checkpoint_timeout: '15min',
  // Reads here are short; I/O worker processes would cost 3 to 5 MB each.
  io_method: 'sync',
  max_worker_processes: '4',
  max_parallel_workers: '2',
  max_logical_replication_workers: '0',
  wal_level: 'minimal',
  max_wal_senders: '0',
  jit: 'off',
  autovacuum_max_workers: '1',
  autovacuum_naptime: '30s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_line_prefix: '',
  // Errors of statements may quote a visitor's words, so they reach the caller but not the log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
};
