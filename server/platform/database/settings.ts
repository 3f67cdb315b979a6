/** How long each step with the database may take, in milliseconds. */
export const TIMEOUTS = {
  /**
   * Until a request has a connection, waiting and connecting together: `pg-pool` knows one figure for both. Below the
   * row's 3 s for connecting, so that a request learns within 3 s that the database is away (F14).
   */
  connectionMs: 2_000,
  statementMs: 5_000,
  lockMs: 2_000,
  idleInTransactionMs: 10_000,
  /** The server's own timeout comes first; this one is for a server that has silently gone. */
  queryMs: 6_000,
} as const;

/** As {@link TIMEOUTS}, with figures of one's own. */
export type Timeouts = Record<keyof typeof TIMEOUTS, number>;

/** Connections of the pool: more would only queue on the same two cores and disk. */
export const POOL_SIZE = 10;

/** Below this room on the disk the embedded database takes no more writes; above the second figure it does again. */
export const FREE_SPACE = { lowBytes: 24 * 1024 * 1024, enoughBytes: 32 * 1024 * 1024 } as const;

/** How often the room on the disk is looked at. */
export const SPACE_LOOK_MS = 1_000;

/** File in the database's folder that the space guard rewrites and PostgreSQL re-reads. */
export const SPACE_FILE = 'understudy-space.conf';

/**
 * PostgreSQL's settings for a small machine, given on the command line so that this version's always hold. What keeps
 * acknowledged writes (fsync, synchronous_commit, full_page_writes) is asserted when it runs.
 */
export const SERVER_SETTINGS: Record<string, string> = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '40',
  // 24 MB hold the hot end of every table and index; the rest is the operating system's cache, which is not ours to
  // keep.
  shared_buffers: '24MB',
  // What is asked for is nearly always cached. With the default, statements that are planned while a table is small
  // read all of it, and go on so while it grows, until the next automatic look at it: a cost a turn that rises with
  // each turn.
  random_page_cost: '1.1',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  wal_buffers: '4MB',
  min_wal_size: '64MB',
  max_wal_size: '256MB',
  checkpoint_timeout: '15min',
  // Reads here are short; worker processes for them would cost 3 to 5 MB each.
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
  // A statement's error may quote a visitor's words, so errors of statements stay out of the log: they reach the
  // caller.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
};
