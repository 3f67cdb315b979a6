import { marked } from 'marked';
import { problem, ReadError } from '../../../platform/fetching/read-error.ts';
import { type Block, cleanLine, type DocumentText } from './document.ts';
import { readHtmlBody } from './read-html.ts';

const EMPTY = problem('no_text');
const BULLET = /^\s*(?:[-*•–‣◦▪]|\d{1,3}[.)])\s+/;
/** A line that could be a heading: short, without the punctuation of a sentence. */
const HEADING = /^(?=.{2,80}$)\p{Lu}[^.!;,]*[^.!;,:]$/u;

/** Reads Markdown. Its front matter is left out, and HTML in it is read as of a web page. @throws ReadError */
export function readMarkdown(text: string): DocumentText {
  const body = text.replace(/^\uFEFF?---\r?\n[\s\S]*?\r?\n---\r?\n/, '');
  const document = readHtmlBody(marked.parse(body, { async: false, gfm: true }));
  if (document.blocks.length === 0) throw new ReadError(EMPTY);
  return document;
}

/** Reads plain text: paragraphs between blank lines, and short lines above others as headings. @throws ReadError */
export function readPlainText(text: string): DocumentText {
  const blocks: Block[] = [];
  const groups = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n\s*\n|\f/)
    .map((group) => group.split(/\r?\n|\r|\u2028/).filter((line) => cleanLine(line) !== ''))
    .filter((group) => group.length > 0);
  for (const [at, lines] of groups.entries()) {
    const first = cleanLine(lines[0] ?? '');
    const isHeading = HEADING.test(first) && (lines.length > 1 ? BULLET.test(lines[1] ?? '') : at + 1 < groups.length);
    if (isHeading) blocks.push({ is: 'heading', level: 2, text: first, page: null });
    let words: string[] = [];
    const flush = (): void => {
      const joined = cleanLine(words.join(' '));
      if (joined !== '') blocks.push({ is: 'paragraph', text: joined, raw: words.join('\n'), page: null });
      words = [];
    };
    for (const line of isHeading ? lines.slice(1) : lines) {
      if (!BULLET.test(line)) {
        words.push(line.trim());
        continue;
      }
      flush();
      const item = cleanLine(line.replace(BULLET, ''));
      if (item !== '') blocks.push({ is: 'item', text: item, raw: line.trim(), page: null });
    }
    flush();
  }
  if (blocks.length === 0) throw new ReadError(EMPTY);
  return { title: null, blocks, notes: [] };
}
