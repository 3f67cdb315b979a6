/** Makes spreadsheets read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * One line of a CSV file (RFC 4180). A text cell that a spreadsheet would interpret as a formula gets a leading
 * apostrophe (OWASP, 'CSV Injection'); numbers stay as they are.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** Spreadsheets read digits after a plus sign as a number, and other programs as a telephone number. */
const PHONE = /^\+\d[\d ]{5,20}$/;

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  // Some spreadsheets also read full-width forms of these characters, or ones after spaces, as formulas. Invisible
  // characters, or separators of other formats, before them hide a formula from people but not from the spreadsheet.
  const isFormula = !PHONE.test(value) && /(?:^|;)[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(value);
  const defused = isFormula ? `'${value}` : value;
  return /[",;\r\n]|^\s|\s$/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
}
