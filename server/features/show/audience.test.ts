import { describe, expect, test } from 'vitest';
import { AUDIENCE_ROWS, audienceTable } from './read-audience.ts';

describe('phrases of the audience', () => {
  test.each(AUDIENCE_ROWS.flatMap(({ row, examples }) => examples.map((line) => [row, line])))(
    '%s: %s',
    (row, line) => {
      expect(audienceTable.rowsIn(line)).toContain(row);
    },
  );

  test.each(AUDIENCE_ROWS.flatMap(({ row, others }) => others.map((line) => [row, line])))(
    'not %s: %s',
    (row, line) => {
      expect(audienceTable.rowsIn(line)).not.toContain(row);
    },
  );
});
