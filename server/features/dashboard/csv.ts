/** Spreadsheets read a file as UTF-8 when it begins with this. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * One line of a CSV file (RFC 4180). A cell that a spreadsheet would take for a formula gets an apostrophe in front
 * (OWASP, 'CSV Injection'); a number is what it is.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** Digits behind a plus sign are a number to a spreadsheet, and to other programs a telephone number. */
const PHONE = /^\+\d[\d ]{5,20}$/;

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  // Wide forms of the same signs, and spaces before them, are read as formulas by some too.
  // What is invisible before them, or what separates cells elsewhere, hides them from the eye and not from the
  // spreadsheet.
  const isFormula = !PHONE.test(value) && /(?:^|;)[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(value);
  const defused = isFormula ? `'${value}` : value;
  return /[",;\r\n]|^\s|\s$/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
}
