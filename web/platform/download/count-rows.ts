import type { ExportFormat } from '@understudy/contract/admin';

const QUOTE = 0x22;
const NEWLINE = 0x0a;

/**
 * Counts the rows of a file as it arrives in arbitrary chunks. A line break within a quoted CSV cell does not end a
 * row; a quote within one is doubled, so that the two cancel out.
 */
export function createRowCounter(format: ExportFormat): { read(piece: Uint8Array): number } {
  let isQuoted = false;
  // The first line of a CSV file is the header.
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
