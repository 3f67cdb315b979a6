import { isProbablyReaderable, Readability } from '@mozilla/readability';
import { Parser } from 'htmlparser2';
import { DOMParser, parseHTML } from 'linkedom';
import { problem, ReadError } from '../../../platform/fetching/read-error.ts';
import { type Block, cleanLine, type DocumentText } from './document.ts';

/** Never read: programs, forms, frames, and what a page repeats on all of its pages. */
const SKIPPED = new Set(
  (
    'SCRIPT STYLE NOSCRIPT TEMPLATE IFRAME OBJECT EMBED SVG CANVAS AUDIO VIDEO PICTURE IMG FORM BUTTON SELECT ' +
    'TEXTAREA INPUT DIALOG NAV MENU MAP HEAD LINK META TITLE'
  ).split(' '),
);
const FRAME = new Set(['HEADER', 'FOOTER', 'ASIDE']);
const LINES = new Set(
  (
    'P DIV SECTION ARTICLE MAIN BODY UL OL DL DT DD LI TABLE TBODY THEAD TFOOT TR BLOCKQUOTE PRE FIGURE FIGCAPTION ' +
    'ADDRESS DETAILS SUMMARY HGROUP HR H1 H2 H3 H4 H5 H6 FIELDSET CENTER HEADER FOOTER ASIDE'
  ).split(' '),
);
const HIDDEN_STYLE = /(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:px|em|rem|pt)?\s*(?:;|$))/i;
/** Deeper elements are made by programs or with intent. */
const MAX_DEPTH = 400;
/** Readability's article is used if it has at least this share of the page's text; else it has dropped too much. */
const MIN_ARTICLE_SHARE = 0.5;

const ELEMENT = 1;
const TEXT = 3;

/** A node as far as it is read here. */
interface Node {
  nodeType: number;
  nodeName: string;
  textContent: string | null;
  childNodes: Iterable<Node>;
}
interface Element extends Node {
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  querySelectorAll(selector: string): Iterable<Element>;
}

/** Reads a web page: its article, or everything but what frames it. Scripts never run. @throws ReadError */
export function readHtml(html: string): DocumentText {
  checkDepth(html);
  const { document } = parseHTML(html);
  const body = document.querySelector('main') ?? document.querySelector('[role=main]') ?? document.body;
  const title = cleanLine(
    document.querySelector('h1')?.textContent || document.querySelector('title')?.textContent || '',
  );
  const whole = body ? blocksOf(body as unknown as Element) : [];
  const article = readArticle(html);
  const size = (blocks: readonly Block[]) => blocks.reduce((sum, { text }) => sum + text.length, 0);
  const blocks = article && size(article) >= size(whole) * MIN_ARTICLE_SHARE ? article : whole;
  if (blocks.every(({ is }) => is === 'heading')) {
    throw new ReadError(problem('page_no_text'));
  }
  return { title: title || null, blocks, notes: [] };
}

function readArticle(html: string): Block[] | null {
  const { document } = parseHTML(html);
  if (!document.body || !isProbablyReaderable(document as never)) return null;
  const article = new Readability(document as never, { maxElemsToParse: 50_000 }).parse();
  return article?.content ? readHtmlBody(article.content).blocks : null;
}

/** Reads HTML without anything around it, such as that of another format. */
export function readHtmlBody(html: string): DocumentText {
  checkDepth(html);
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  const blocks = blocksOf(document.body as unknown as Element);
  const first = blocks.find(({ is }) => is === 'heading');
  return { title: first?.text ?? null, blocks, notes: [] };
}

/** Refuses what is nested so deeply that building its tree takes minutes. @throws ReadError */
function checkDepth(html: string): void {
  let depth = 0;
  const parser = new Parser({
    onopentag() {
      depth += 1;
      if (depth > MAX_DEPTH) throw new ReadError(problem('page_too_deep'));
    },
    onclosetag() {
      depth -= 1;
    },
  });
  parser.end(html);
}

function blocksOf(root: Element): Block[] {
  const blocks: Block[] = [];
  let words = '';
  let isItem = false;
  const flush = (): void => {
    const text = cleanLine(words);
    words = '';
    if (text !== '')
      blocks.push({ is: isItem ? 'item' : 'paragraph', text, raw: isItem ? `• ${text}` : text, page: null });
  };
  const visit = (node: Node, inArticle: boolean): void => {
    if (node.nodeType === TEXT) words += node.textContent ?? '';
    if (node.nodeType !== ELEMENT) return;
    const element = node as Element;
    const name = node.nodeName.toUpperCase();
    if (isSkipped(element, name, inArticle)) return;
    if (name === 'BR') words += '\n';
    if (!LINES.has(name)) {
      for (const child of node.childNodes) visit(child, inArticle);
      if (name === 'TD' || name === 'TH') words += ' ';
      return;
    }
    flush();
    const level = /^H([1-6])$/.exec(name)?.[1];
    if (level) {
      const text = cleanLine(element.textContent ?? '');
      if (text !== '') blocks.push({ is: 'heading', level: Number(level), text, page: null });
      return;
    }
    if (name === 'TABLE') {
      for (const text of rowsOf(element)) blocks.push({ is: 'item', text, raw: text, page: null });
      return;
    }
    const was = isItem;
    isItem = name === 'LI' || (isItem && name !== 'UL' && name !== 'OL');
    for (const child of node.childNodes) visit(child, inArticle || name === 'ARTICLE');
    flush();
    isItem = was;
  };
  visit(root, false);
  flush();
  return blocks;
}

/** Whether an element is not to be read: invisible to visitors, or not a text. */
function isSkipped(element: Element, name: string, inArticle: boolean): boolean {
  return (
    SKIPPED.has(name) ||
    (FRAME.has(name) && !inArticle) ||
    element.hasAttribute('hidden') ||
    // Marks of footnotes, and the ways back from them.
    (name === 'A' && /^#(?:foot|end)note/.test(element.getAttribute('href') ?? '')) ||
    element.getAttribute('aria-hidden') === 'true' ||
    HIDDEN_STYLE.test(element.getAttribute('style') ?? '')
  );
}

/** The rows of a table in one line each, with the names of the columns where there are any. */
function rowsOf(table: Element): string[] {
  let names: string[] = [];
  const rows: string[] = [];
  for (const row of table.querySelectorAll('tr')) {
    const cells = [...row.querySelectorAll('th, td')];
    const words = cells.map((cell) => cleanLine(cell.textContent ?? ''));
    if (cells.length > 1 && cells.every(({ nodeName }) => nodeName.toUpperCase() === 'TH')) names = words;
    else {
      const parts = words.map((word, at) => (word && names[at] ? `${names[at]}: ${word}` : word)).filter(Boolean);
      if (parts.length > 0) rows.push(parts.join(names.length > 0 ? ', ' : ': '));
    }
  }
  return rows;
}

/** The addresses in a sitemap, or in an index of sitemaps. @throws ReadError */
export function readSitemap(xml: string): { pages: string[]; sitemaps: string[] } {
  const document = new DOMParser().parseFromString(xml.trimStart(), 'text/xml');
  const under = (name: string): string[] =>
    [...document.querySelectorAll(`${name} > loc`)].map(({ textContent }) => cleanLine(textContent ?? ''));
  const [pages, sitemaps] = [under('url'), under('sitemap')];
  if (pages.length === 0 && sitemaps.length === 0) throw new ReadError(problem('sitemap_empty'));
  return { pages, sitemaps };
}
