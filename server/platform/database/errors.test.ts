import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { databaseErrorCode } from './errors.ts';

const withCode = (code: string, more: object = {}) => Object.assign(new Error('x'), { code, ...more });

describe('databaseErrorCode', () => {
  test.each(['53100', '25006', 'ENOSPC', 'EDQUOT'])('%s is storage_full', (code) => {
    expect(databaseErrorCode(withCode(code))).toBe('storage_full');
  });

  test.each([
    ...['57P01', '57P02', '57P03', '57014', '53300', '55P03', '25P03', '08000', '08003', '08006', '08P01', '40P01'],
    ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ])('%s is db_unavailable', (code) => {
    expect(databaseErrorCode(withCode(code))).toBe('db_unavailable');
  });

  test('a missing socket is db_unavailable, a missing file is not', () => {
    expect(databaseErrorCode(withCode('ENOENT', { syscall: 'connect' }))).toBe('db_unavailable');
    expect(databaseErrorCode(withCode('ENOENT', { syscall: 'open' }))).toBeNull();
  });

  test.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
  ])("the driver's '%s' is db_unavailable", (message) => {
    expect(databaseErrorCode(new Error(message))).toBe('db_unavailable');
  });

  test('looks into causes and into the attempts of a name with several addresses', () => {
    expect(databaseErrorCode(new Error('Failed query', { cause: withCode('53100') }))).toBe('storage_full');
    expect(databaseErrorCode(new AggregateError([withCode('ECONNREFUSED')]))).toBe('db_unavailable');
  });

  test.each(['23505', '42P01', '22P02', 'FST_ERR_BAD_URL'])('%s is somebody else', (code) => {
    expect(databaseErrorCode(withCode(code))).toBeNull();
  });

  test('ends on a circle of causes', () => {
    const error = new Error('round');
    error.cause = error;
    expect(databaseErrorCode(error)).toBeNull();
  });

  test('takes anything', () => {
    fc.assert(
      fc.property(fc.anything(), (thrown) => {
        expect([null, 'db_unavailable', 'storage_full']).toContain(databaseErrorCode(thrown));
      }),
    );
  });
});
