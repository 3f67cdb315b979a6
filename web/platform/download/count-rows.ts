import type { ExportFormat } from '@understudy/contract/admin';

const QUOTE = 0x22;
const NEWLINE = 0x0a;

/**
 * Counts the rows of a file while it comes, in whatever pieces. A line break within a quoted CSV cell ends no row; a
 * quote within one is doubled, so that the two cancel each other out.
 */
export function createRowCounter(format: ExportFormat): { read(piece: Uint8Array): number } {
  let isQuoted = false;
  // The first line of a CSV file holds the names of its columns.
  let rows = format === 'csv' ? -1 : 0;
  return {
    read(piece) {
      for (const byte of piece) {
        if (byte === QUOTE && format === 'csv') isQuoted = !isQuoted;
        else if (byte === NEWLINE && !isQuoted) rows += 1;
      }
      return Math.max(0, rows);
    },
  };
}
