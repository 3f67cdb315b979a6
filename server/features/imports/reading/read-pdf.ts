import { setTimeout as wait } from 'node:timers/promises';
import type { ReadProblem } from '@understudy/contract/read-problems';
import { getResolvedPDFJS } from 'unpdf';
import { problem, ReadError } from '../../../platform/fetching/read-error.ts';
import { cleanLine, type DocumentText, type OnPage, type ReadLimits } from './document.ts';
import { blocksOfLines, type PdfLine, withoutMargins } from './pdf-lines.ts';

const DAMAGED = problem('pdf_damaged');
/** A page with fewer characters has no text. */
const MIN_PAGE_CHARS = 8;
/** Lines are the same if their baselines differ by less than this share of the font size. */
const SAME_LINE = 0.4;
/** So long, and so long after a page at most, a reading rests after each page. */
const RESTFUL_MS = 10_000;
const MAX_REST_MS = 200;
const MAX_OUTLINE_ITEMS = 2_000;

type Pdf = Awaited<ReturnType<Awaited<ReturnType<typeof getResolvedPDFJS>>['getDocument']>['promise']>;
type Page = Awaited<ReturnType<Pdf['getPage']>>;

/** Reads a PDF page by page; programs in it never run. @throws ReadError */
export async function readPdf(bytes: Uint8Array, limits: ReadLimits, onPage: OnPage): Promise<DocumentText> {
  const began = performance.now();
  const pdf = await openPdf(bytes);
  try {
    const { numPages } = pdf;
    if (numPages > limits.pages)
      throw new ReadError(problem('pdf_too_many_pages', { pages: numPages, most: limits.pages }));
    const lines: PdfLine[] = [];
    const silent: number[] = [];
    let chars = 0;
    for (let number = 1; number <= numPages; number += 1) {
      const pageBegan = performance.now();
      const page = await pdf.getPage(number);
      const found = await linesOf(page, number);
      page.cleanup();
      const size = found.reduce((sum, { text }) => sum + text.length, 0);
      chars += size;
      if (chars > limits.chars) throw tooLong(limits);
      if (size < MIN_PAGE_CHARS) silent.push(number);
      lines.push(...found);
      onPage(number, numPages);
      // Half of the time is left to visitors' turns, as long as there is plenty.
      if (performance.now() - began < RESTFUL_MS) await wait(Math.min(MAX_REST_MS, performance.now() - pageBegan));
    }
    if (silent.length === numPages) throw new ReadError(problem('pdf_no_text'));
    const outline = await outlineOf(pdf);
    const blocks = blocksOfLines(withoutMargins(lines, numPages), outline);
    if (blocks.every(({ is }) => is === 'heading')) {
      // Everything in one large font, such as slides.
      const paragraphs = blocks.map((block) => ({ ...block, is: 'paragraph' as const, raw: block.text }));
      return { title: await titleOf(pdf), blocks: paragraphs, notes: notesOf(silent) };
    }
    return { title: await titleOf(pdf), blocks, notes: notesOf(silent) };
  } catch (error) {
    throw error instanceof ReadError ? error : new ReadError(DAMAGED, { cause: error });
  } finally {
    await pdf.loadingTask.destroy().catch(() => undefined);
  }
}

/** For texts beyond the limit. */
export const tooLong = ({ chars }: Pick<ReadLimits, 'chars'>): ReadError =>
  new ReadError(problem('text_too_long', { most: chars }));

async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  const { getDocument, PasswordException } = await getResolvedPDFJS();
  try {
    return await getDocument({
      data: bytes,
      verbosity: 0,
      // Nothing is fetched or drawn.
      useSystemFonts: false,
      disableFontFace: true,
      stopAtErrors: false,
      maxImageSize: 1,
    }).promise;
  } catch (error) {
    throw new ReadError(error instanceof PasswordException ? problem('file_protected') : DAMAGED, { cause: error });
  }
}

/** The lines of a page in the order in which they were written into it, which follows columns. */
async function linesOf(page: Page, number: number): Promise<PdfLine[]> {
  const { items } = await page.getTextContent();
  const [, bottom = 0, , top = 1] = page.view;
  const lines: PdfLine[] = [];
  let isEnded = true;
  let endX = 0;
  for (const item of items) {
    if (!('str' in item)) continue;
    const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = item.transform as number[];
    const size = Math.hypot(c, d) || Math.hypot(a, b) || item.height;
    const last = lines.at(-1);
    if (item.str.trim() !== '') {
      const isSame = last && !isEnded && Math.abs(last.y - y) < SAME_LINE * Math.max(size, last.size);
      if (last && isSame) {
        last.text += x > endX + size * 0.15 && !/\s$/.test(last.text) ? ` ${item.str}` : item.str;
        if (item.str.length > last.text.length / 2) last.size = size;
      } else lines.push({ text: item.str, size, y, height: (y - bottom) / Math.max(1, top - bottom), page: number });
      endX = x + item.width;
      isEnded = false;
    } else if (last && !isEnded) last.text += ' ';
    if (item.hasEOL) isEnded = true;
  }
  return lines.map((line) => ({ ...line, text: cleanLine(line.text) })).filter(({ text }) => text !== '');
}

/** The levels of the bookmarks by their titles, in lower case. */
async function outlineOf(pdf: Pdf): Promise<Map<string, number>> {
  type Item = { title: string; items: Item[] };
  const levels = new Map<string, number>();
  const outline = ((await pdf.getOutline().catch(() => null)) ?? []) as Item[];
  const visit = (items: readonly Item[], level: number): void => {
    for (const { title, items: below } of items) {
      if (levels.size >= MAX_OUTLINE_ITEMS) return;
      const key = cleanLine(title).toLowerCase();
      if (key !== '' && !levels.has(key)) levels.set(key, level);
      if (level < 4) visit(below ?? [], level + 1);
    }
  };
  visit(outline, 1);
  return levels;
}

async function titleOf(pdf: Pdf): Promise<string | null> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  return cleanLine(String((info as { Title?: unknown }).Title ?? '')).slice(0, 200) || null;
}

/** Says which pages have no text. */
function notesOf(silent: readonly number[]): ReadProblem[] {
  if (silent.length === 0) return [];
  const shown = silent.slice(0, 10).join(', ') + (silent.length > 10 ? ', …' : '');
  return [
    silent.length === 1
      ? problem('page_silent', { page: shown })
      : problem('pages_silent', { count: silent.length, pages: shown }),
  ];
}
