import { describe, expect, it } from 'vitest';
import { compilePhraseTables, PhraseTable, readPhraseRows, signsIn, TABLES } from './phrase-tables.ts';

it('others get their turn while the tables are made ready', async () => {
  let turns = 0;
  const count = (): NodeJS.Immediate =>
    setImmediate(() => {
      turns += 1;
      next = count();
    });
  let next = count();
  await compilePhraseTables();
  clearImmediate(next);
  expect(turns).toBeGreaterThan(TABLES.flatMap(readPhraseRows).length);
});

/** Includes the tables of what is never remembered. */
describe.each([...TABLES, 'secrets', 'special-categories'])('the rows of tables/%s.yaml', (name) => {
  const rows = readPhraseRows(name);
  const table = new PhraseTable(rows);
  const rowsIn = (text: string) => (name === 'signs' ? signsIn(text) : table.rowsIn(text));

  it.each(rows.flatMap(({ row, examples }) => examples.map((text) => [row, text])))('%s: %s', (row, text) => {
    expect(rowsIn(text)).toContain(row);
  });

  it.each(rows.flatMap(({ row, others }) => others.map((text) => [row, text])))('not %s: %s', (row, text) => {
    expect(rowsIn(text)).not.toContain(row);
  });

  it('has an example for each phrase', () => {
    const unmatched = rows.flatMap(({ row, phrases, examples }) =>
      phrases.filter((phrase) => {
        const alone = new PhraseTable([{ row, phrases: [phrase] }]);
        return !examples.some((text) => alone.rowsIn(text).includes(row));
      }),
    );
    expect(unmatched).toEqual([]);
  });

  it('has phrases that one can read', () => {
    for (const { phrases } of rows) for (const phrase of phrases) expect(phrase.length).toBeLessThanOrEqual(120);
  });
});

describe('a phrase', () => {
  const matches = (phrase: string, text: string) =>
    new PhraseTable([{ row: 'row', phrases: [phrase] }]).rowsIn(text).length > 0;

  it.each([
    ['no_further|other approvals', 'There are no further approvals', true],
    ['no_further|other approvals', 'There are no approvals', false],
    ['at 9', 'at 10', true],
    ['at 9am|9pm', 'at 10am', true],
    ['9am|9pm meeting', 'the 10am meeting', true],
    ['9am|9pm meeting', 'the meeting is at 10am', false],
    ['un*able one', 'an unusable one', true],
    ["don't|dont call", 'Please don\u2019t call', true],
    ['role_play|role-play', 'a role-play', true],
    ['role_play|role-play', 'a role in a play', false],
    ['ab*', 'an abacus', true],
    ['pric*', 'their pricing', true],
    ['pric*', 'a prick', true],
    ['pric*', 'a prix', false],
    ['uber*', 'etwas \u00fcber uns', true],
    ['earn $|€? 9', 'earn $500', true],
    ['call .. ?', 'shall she call?', true],
    ['call me ?', 'call me?', true],
    ['^ please? call', 'Please, call', true],
    ['^ please? call', 'I call', false],
  ])('%s in %j: %s', (phrase, text, expected) => {
    expect(matches(phrase, text)).toBe(expected);
  });

  it.each([
    'i have a questions?',
    'still? waiting',
    'i want to ..',
    'i want  to',
    'want||need to',
    'Call me',
    'ruf mich zurück',
    'call ^ me',
    'colou?r',
    'call|ring? me|us?',
    '^ please?',
    '$',
    '',
  ])('is refused where it would not mean what it seems to: %j', (phrase) => {
    expect(() => matches(phrase, 'anything')).toThrow();
  });
});
