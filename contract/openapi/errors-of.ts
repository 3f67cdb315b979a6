import { ERROR_STATUS, type ErrorCode } from '../errors.ts';
import type { Operation } from './operation.ts';

/** Statuses whose answer may say when to retry. */
const RETRY_AFTER = [429, 503];
const OWNERS: readonly string[] = ['viewer', 'admin', 'owner', 'session_or_admin'];

/** All error codes of an operation: those implied by its kind, and its own. */
export function errorsOf({ access, fresh, tag, method, path, query, body, errors = [] }: Operation): ErrorCode[] {
  if (tag === 'Server') return path === '/readyz' ? [] : ['internal_error'];
  const codes = new Set<ErrorCode>();
  const add = (...more: ErrorCode[]) => {
    for (const code of more) codes.add(code);
  };
  if (body) add('invalid_json', 'invalid_request', 'body_too_large', 'unsupported_media_type');
  if (query) add('invalid_request');
  if (OWNERS.includes(access)) {
    add('unauthorized', 'must_change_password', 'second_factor_needed', 'second_factor_setup_needed', 'forbidden');
    add('sign_in_unavailable');
  }
  if (fresh) add('sign_in_again');
  if (access.startsWith('session')) add('invalid_session', 'session_ended');
  if (method !== 'get') add('storage_full');
  return [...codes, ...errors, 'rate_limited', 'internal_error', 'db_unavailable', 'shutting_down'];
}

/** The error answers of an operation by status; registers each new one in `shared` under a descriptive name. */
export function refusals(
  operation: Operation,
  meanings: Record<string, string>,
  shared: Record<string, unknown>,
): Record<string, unknown> {
  if (operation.path.startsWith('/auth/v1/')) return { default: { $ref: '#/components/responses/AuthError' } };
  const byStatus = Map.groupBy(new Set(errorsOf(operation)), (code) => ERROR_STATUS[code]);
  const entries = [...byStatus].sort(([a], [b]) => a - b);
  return Object.fromEntries(
    entries.map(([status, codes]) => {
      const name = `${status}_${codes.join('_')}`;
      shared[name] ??= refusal(status, codes, meanings);
      return [String(status), { $ref: `#/components/responses/${name}` }];
    }),
  );
}

function refusal(status: number, codes: ErrorCode[], meanings: Record<string, string>): object {
  const retry = { schema: { type: 'integer' }, description: 'When a retry may help, in seconds.' };
  return {
    description: codes.map((code) => `\`${code}\`: ${meanings[code]}`).join('\n\n'),
    ...(RETRY_AFTER.includes(status) ? { headers: { 'retry-after': retry } } : {}),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/ErrorBody', properties: { code: { enum: codes } } },
      },
    },
  };
}

/**
 * The meaning of each code: the comment above it in the error table, which is its only description.
 * @param source text of `contract/errors.ts`
 */
export function meaningsOf(source: string): Record<string, string> {
  const found = [...source.matchAll(/\/\*\* ([^*]+?)\s*\*\/\s*(\w+): \d{3}/g)];
  const meanings = Object.fromEntries(found.map(([, words = '', code = '']) => [code, words.replace(/\s+/g, ' ')]));
  for (const code of Object.keys(ERROR_STATUS)) {
    if (!meanings[code]) throw new Error(`contract/errors.ts says nothing of "${code}".`);
  }
  return meanings;
}
