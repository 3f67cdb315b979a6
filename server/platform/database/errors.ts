/** The database cannot be started or must not be used. The message is a sentence for the operator. */
export class DatabaseStartError extends Error {
  constructor(sentence: string, options: { cause?: unknown } = {}) {
    super(sentence, { cause: options.cause });
    this.name = 'DatabaseStartError';
  }
}

/** Another process holds the embedded database's folder. */
export class FolderTakenError extends DatabaseStartError {}

/** The database can be reached but must not be used yet. The message says why, without secrets. */
export class NotReadyError extends Error {
  /** As PostgreSQL says it: cannot_connect_now. */
  readonly code = '57P03';
}

/** Codes in the error table of `contract/` for a failing database. */
type DatabaseErrorCode = 'db_unavailable' | 'storage_full';

/** SQLSTATEs (PostgreSQL manual, appendix A) of writes that failed for lack of space. */
const STORAGE_FULL = new Set([
  '53100', // disk_full
  // read_only_sql_transaction: our own guard, and hosted servers, refuse writes this way before the disk is full.
  '25006',
]);

/** SQLSTATEs of requests that may succeed later. */
const UNAVAILABLE = new Set([
  '53200', // out_of_memory
  '53300', // too_many_connections
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout
  '57014', // query_canceled: the statement timeout
  '55P03', // lock_not_available: the lock timeout
  '25P03', // idle_in_transaction_session_timeout
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '28P01', // invalid_password: the operator's server changed while we were running
  '28000', // invalid_authorization_specification
  '3D000', // invalid_catalog_name
  '58030', // io_error
]);

/** Operating system errors of a lost or impossible connection. */
const CONNECTION_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Error messages of `pg` and `pg-pool` that come without a code. */
const DRIVER_MESSAGES = new RegExp(
  `^(${[
    'Connection terminated',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Query read timeout',
    'Client has encountered a connection error',
    'Client was closed and is not queryable',
    'Cannot use a pool after calling end',
  ].join('|')})`,
);

/** Chains of causes are shorter; the bound keeps a circular one from hanging a request. */
const MAX_CAUSES = 8;

/**
 * The error code to answer a request with after a database error. Null for anything else, such as a defect. Looks into
 * wrapped errors: drizzle's, and the AggregateError of a name with several addresses.
 */
export function databaseErrorCode(error: unknown): DatabaseErrorCode | null {
  return codeWithin(error, MAX_CAUSES);
}

/** @param depth how many more causes to follow */
function codeWithin(error: unknown, depth: number): DatabaseErrorCode | null {
  if (depth === 0 || typeof error !== 'object' || error === null) return null;
  const { code, syscall, message, cause, errors } = error as {
    code?: unknown;
    syscall?: unknown;
    message?: unknown;
    cause?: unknown;
    errors?: unknown;
  };
  if (typeof code === 'string') {
    if (STORAGE_FULL.has(code) || code === 'ENOSPC' || code === 'EDQUOT') return 'storage_full';
    if (UNAVAILABLE.has(code) || /^08[0-9A-Z]{3}$/.test(code)) return 'db_unavailable';
    if (CONNECTION_ERRORS.has(code)) return 'db_unavailable';
    if (code === 'ENOENT' && syscall === 'connect') return 'db_unavailable';
  }
  if (typeof message === 'string' && DRIVER_MESSAGES.test(message)) return 'db_unavailable';
  if (cause !== undefined) {
    const inner = codeWithin(cause, depth - 1);
    if (inner) return inner;
  }
  if (Array.isArray(errors)) {
    for (const one of errors) {
      const inner = codeWithin(one, depth - 1);
      if (inner) return inner;
    }
  }
  return null;
}
