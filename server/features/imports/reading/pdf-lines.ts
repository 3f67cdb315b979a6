import { type Block, cleanLine } from './document.ts';

/** A line of a PDF page. */
export interface PdfLine {
  text: string;
  /** Font size, in points. */
  size: number;
  /** Distance of the baseline from the page's bottom, as a share of its height, and in points. */
  height: number;
  y: number;
  page: number;
}

/** Where headers and footers stand: this share of the page at its top and bottom. */
const MARGIN = 0.13;
/** A line in the margin repeats if it stands on this share of the pages, and on two at least. */
const REPEATED_SHARE = 0.3;
const MIN_REPEATED = 2;
/** A heading is larger than the body by this factor, or stands in the outline. */
const HEADING_FACTOR = 1.14;
const MAX_HEADING_CHARS = 160;
const MAX_LEVELS = 4;
/** A gap between lines above this multiple of the font size separates paragraphs. */
const PARAGRAPH_GAP = 1.75;

const PAGE_NUMBER = /^(?:(?:page|seite|página|p\.)\s*)?[-–—]?\s*\d{1,4}\s*[-–—]?(?:\s*(?:\/|of|von|de)\s*\d{1,4})?$/i;
/** Dots that lead to a page number: a line of a table of contents. */
const LEADER = /(?:\.\s?){5,}\s*\d*$/;
const BULLET = /^(?:[•‣◦▪●○■–*·-]|\d{1,2}[.)])\s+/;
const SENTENCE_END = /[.!?:;…]["'”’)\]]?$/;

/**
 * Lines without headers, footers and page numbers, which stand in the margins of many pages but for their numbers, and
 * without tables of contents.
 */
export function withoutMargins(lines: readonly PdfLine[], pages: number): PdfLine[] {
  const inMargin = ({ height }: PdfLine) => height > 1 - MARGIN || height < MARGIN;
  const keyOf = ({ text }: PdfLine) => text.replace(/\d+/g, '#').toLowerCase();
  const counts = new Map<string, Set<number>>();
  for (const line of lines) {
    if (!inMargin(line)) continue;
    const on = counts.get(keyOf(line)) ?? new Set();
    counts.set(keyOf(line), on.add(line.page));
  }
  const most = Math.max(MIN_REPEATED, Math.ceil(pages * REPEATED_SHARE));
  return lines.filter(
    (line) =>
      !LEADER.test(line.text) &&
      (!inMargin(line) || (!PAGE_NUMBER.test(line.text) && (counts.get(keyOf(line))?.size ?? 0) < most)),
  );
}

/**
 * Puts lines together: headings by their size or the outline, paragraphs by the gaps between lines, words that are
 * hyphenated at the end of a line.
 *
 * @param outline levels of the document's bookmarks, by their titles in lower case
 */
export function blocksOfLines(lines: readonly PdfLine[], outline: ReadonlyMap<string, number>): Block[] {
  const body = bodySize(lines);
  const levels = headingSizes(lines, body);
  const blocks: Block[] = [];
  let open: PdfLine[] = [];
  const flush = (): void => {
    const [first] = open;
    if (!first) return;
    const isItem = BULLET.test(first.text);
    const text = joinLines(open.map(({ text }) => text)).replace(isItem ? BULLET : '', '');
    const raw = open.map(({ text }) => text).join('\n');
    if (text !== '') blocks.push({ is: isItem ? 'item' : 'paragraph', text, raw, page: first.page });
    open = [];
  };
  for (const line of lines) {
    const level = levelOf(line, body, levels, outline);
    if (level !== null) {
      flush();
      const last = blocks.at(-1);
      // A heading of two lines.
      if (last?.is === 'heading' && last.level === level && last.page === line.page && !outline.has(keyOf(last.text))) {
        if (last.text.length + line.text.length < MAX_HEADING_CHARS) {
          last.text = joinLines([last.text, line.text]);
          continue;
        }
      }
      blocks.push({ is: 'heading', level, text: line.text, page: line.page });
      continue;
    }
    const before = open.at(-1);
    if (before && (BULLET.test(line.text) || startsParagraph(before, line))) flush();
    open.push(line);
  }
  flush();
  return blocks;
}

const keyOf = (text: string): string => text.toLowerCase();

/** The font size of most characters. */
function bodySize(lines: readonly PdfLine[]): number {
  const chars = new Map<number, number>();
  for (const { size, text } of lines) chars.set(round(size), (chars.get(round(size)) ?? 0) + text.length);
  return [...chars].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 0;
}

const round = (size: number): number => Math.round(size * 2) / 2;

/** The sizes of headings, the largest first. */
function headingSizes(lines: readonly PdfLine[], body: number): number[] {
  const sizes = new Set(lines.map(({ size }) => round(size)).filter((size) => size >= body * HEADING_FACTOR));
  return [...sizes].sort((one, other) => other - one);
}

function levelOf(
  { text, size }: PdfLine,
  body: number,
  levels: readonly number[],
  outline: ReadonlyMap<string, number>,
): number | null {
  if (text.length > MAX_HEADING_CHARS || !/\p{L}/u.test(text)) return null;
  const marked = outline.get(keyOf(text));
  if (marked !== undefined) return marked;
  if (round(size) < body * HEADING_FACTOR) return null;
  return Math.min(MAX_LEVELS, levels.indexOf(round(size)) + 1);
}

function startsParagraph(before: PdfLine, line: PdfLine): boolean {
  const isFinished = SENTENCE_END.test(before.text);
  if (before.page !== line.page) return isFinished;
  const gap = before.y - line.y;
  // The next column, or a note beside the text.
  if (gap < 0) return isFinished;
  return gap > PARAGRAPH_GAP * Math.max(before.size, line.size);
}

/** Joins lines; a hyphen between two letters at a line's end goes, if the next line goes on in lower case. */
export function joinLines(lines: readonly string[]): string {
  let joined = '';
  for (const line of lines) {
    if (/\p{L}[-\u2010\u00ad]$/u.test(joined) && /^\p{Ll}/u.test(line)) joined = joined.slice(0, -1) + line;
    else joined += (joined === '' ? '' : ' ') + line;
  }
  return cleanLine(joined);
}
