import { describe, expect, test } from 'vitest';
import { PhraseTable, readPhraseRows } from '../understanding/phrase-tables.ts';
import { holdsSecret, isSensitive } from './extract-memories.ts';

describe.each(['secrets', 'special-categories'])('the rows of tables/%s.yaml', (name) => {
  const rows = readPhraseRows(name);
  const table = new PhraseTable(rows);

  test.each(rows.flatMap(({ row, examples }) => examples.map((text) => [row, text])))('%s: %s', (row, text) => {
    expect(table.rowsIn(text)).toContain(row);
    expect(isSensitive(text)).toBe(true);
    expect(holdsSecret(text)).toBe(name === 'secrets');
  });

  test.each(rows.flatMap(({ row, others }) => others.map((text) => [row, text])))('not %s: %s', (_, text) => {
    expect(table.rowsIn(text)).toEqual([]);
    expect(isSensitive(text)).toBe(false);
  });

  test.each(rows.map(({ row, examples, others }) => [row, examples.length, others.length]))(
    '%s is shown by examples, and by what it is not',
    (_, examples, others) => {
      expect(examples).toBeGreaterThanOrEqual(6);
      expect(others).toBeGreaterThanOrEqual(4);
    },
  );
});

describe('a number of a card, an account, a person or a telephone', () => {
  test.each([
    '4111 1111 1111 1111',
    'it is 4111-1111-1111-1111, valid to next year',
    'pay to DE89 3704 0044 0532 0130 00',
    'mine is 12345678',
    'ring me on 020 7946 0000',
    '06.12.34.56.78',
    '0176/123.45.67',
    '20-00-00 55779911',
    'born 1980-01-01-1234567',
    'I have 4111 1111 1111 1111 from 01.03.2027 on',
    'We begin on 2026-11-20, call me on 06 12 34 56 78',
    'My budget is 4111 1111 1111 1111 euros',
    'I was born on 01.03.1980, 17.41.99.03',
  ])('is not kept: %s', (text) => {
    expect(isSensitive(text)).toBe(true);
    expect(holdsSecret(text)).toBe(true);
  });

  test.each([
    'We want it by 2026-11-20',
    'We start on 01.03.2027',
    'We start on 1/3/2027, or 3-1-2027',
    'We are closed from 2026-12-20 to 2027-01-06',
    'The fair runs 20.11.2026-22.11.2026',
    'The fair runs 2026-11-20/2026-11-22',
    'Our meeting is on 2026-11-20 10:30',
    'Our figures for 2019-2024 are bad',
    'In the years 2024/2025 we grew',
    'Our budget is 1.200.000 euros',
    'We turn over $ 12 000 000 a year',
    'We have 1,200 customers and 14 branches',
  ])('is none: %s', (text) => {
    expect(isSensitive(text)).toBe(false);
  });
});

describe('what else is not kept', () => {
  test.each([
    ['a token', 'I use sk-abcDEF1234567890abcdef for my work'],
    ['a link', 'see https://example.org/me'],
    ['markup', 'I run <b>a bakery</b>'],
  ])('%s', (_, text) => expect(holdsSecret(text)).toBe(true));

  test.each([
    'I run a bakery with 40 people in Leeds',
    'Every order waits for me',
    'We would like to hand over sales by summer',
    'We make state-of-the-art ovens',
  ])('and what is: %s', (text) => expect(isSensitive(text)).toBe(false));
});
