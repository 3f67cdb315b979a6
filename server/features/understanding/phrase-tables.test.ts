import { describe, expect, it } from 'vitest';
import { PhraseTable, readPhraseRows, signsIn, TABLES, warm } from './phrase-tables.ts';

it('others get their turn while the tables are made ready', async () => {
  let turns = 0;
  const count = (): NodeJS.Immediate =>
    setImmediate(() => {
      turns += 1;
      next = count();
    });
  let next = count();
  await warm();
  clearImmediate(next);
  expect(turns).toBeGreaterThan(TABLES.flatMap(readPhraseRows).length);
});

describe.each(TABLES)('the rows of tables/%s.yaml', (name) => {
  const rows = readPhraseRows(name);
  const table = new PhraseTable(rows);
  const rowsIn = (text: string) => (name === 'signs' ? signsIn(text) : table.rowsIn(text));

  it.each(rows.flatMap(({ row, examples }) => examples.map((text) => [row, text])))('%s: %s', (row, text) => {
    expect(rowsIn(text)).toContain(row);
  });

  it.each(rows.flatMap(({ row, others }) => others.map((text) => [row, text])))('not %s: %s', (row, text) => {
    expect(rowsIn(text)).not.toContain(row);
  });

  it('has phrases that one can read', () => {
    for (const { phrases } of rows) for (const phrase of phrases) expect(phrase.length).toBeLessThanOrEqual(120);
  });
});
