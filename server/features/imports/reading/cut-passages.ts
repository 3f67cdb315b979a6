import { type Block, cleanLine, type DocumentPassage, type DocumentText } from './document.ts';

/** A passage is closed at the first paragraph that would make it longer than this. */
const MAX_CHARS = 1_800;
/** Longest paragraph, which the twin says in one go. */
const MAX_PARAGRAPH_CHARS = 700;
/** Paragraphs shorter than this are joined with the one after them. */
const SHORT_PARAGRAPH_CHARS = 90;
const MAX_TITLE_CHARS = 90;
/** Headings of a passage to keep: the innermost. */
const MAX_HEADINGS = 4;
const MAX_ASKS = 8;
const MAX_ASK_CHARS = 160;
/** The number of a heading, such as '2.1' or '3.'; '10 reasons' keeps its own. */
const NUMBER = /^(?:\d{1,2}(?:\.\d{1,2})+\.?|\d{1,2}[.)])\s+(?=\p{L})/u;

/** The blocks below one heading. */
interface Section {
  headings: string[];
  blocks: Exclude<Block, { is: 'heading' }>[];
  page: number | null;
}

/** Cuts a document by its headings into passages of a size that the twin can find and say. */
export function cutPassages({ title, blocks }: DocumentText): DocumentPassage[] {
  const passages: DocumentPassage[] = [];
  for (const section of sectionsOf(blocks)) {
    const pieces = piecesOf(section.blocks);
    for (const [at, piece] of pieces.entries()) {
      const heading = section.headings.at(-1) ?? null;
      const text = piece.paragraphs.join('\n\n');
      const name =
        heading?.replace(NUMBER, '') ?? (at === 0 && passages.length === 0 ? title : null) ?? beginningOf(text);
      passages.push({
        headings: section.headings,
        title: shortened(pieces.length > 1 && heading ? `${name} (${at + 1})` : name),
        text,
        asks: asksOf(heading, text),
        source: storable(piece.source),
        page: piece.page,
      });
    }
  }
  return passages;
}

function sectionsOf(blocks: readonly Block[]): Section[] {
  const sections: Section[] = [];
  let path: { level: number; text: string }[] = [];
  let open: Section | null = null;
  for (const block of blocks) {
    if (block.is === 'heading') {
      path = [...path.filter(({ level }) => level < block.level), { level: block.level, text: block.text }];
      open = null;
      continue;
    }
    if (!open) {
      open = { headings: path.map(({ text }) => text).slice(-MAX_HEADINGS), blocks: [], page: block.page };
      sections.push(open);
    }
    open.blocks.push(block);
  }
  return sections;
}

/** A passage's text being put together. */
interface Piece {
  paragraphs: string[];
  source: string;
  page: number | null;
}

/** A section's text in pieces of the right size. */
function piecesOf(blocks: Section['blocks']): Piece[] {
  const pieces: Piece[] = [];
  let open: Piece | null = null;
  let size = 0;
  for (const { text, raw, page } of paragraphsOf(blocks)) {
    for (const part of partsOf(text)) {
      const isFull = open !== null && size + part.length > MAX_CHARS;
      if (!open || isFull) {
        open = { paragraphs: [], source: '', page };
        pieces.push(open);
        size = 0;
      }
      const last = open.paragraphs.at(-1);
      if (last && last.length < SHORT_PARAGRAPH_CHARS && last.length + part.length < MAX_PARAGRAPH_CHARS)
        open.paragraphs[open.paragraphs.length - 1] = `${last} ${part}`;
      else open.paragraphs.push(part);
      size += part.length;
    }
    if (open) open.source += (open.source === '' ? '' : '\n\n') + raw;
  }
  return pieces;
}

/** Paragraphs, with the items of a list joined to one. */
function paragraphsOf(blocks: Section['blocks']): { text: string; raw: string; page: number | null }[] {
  const paragraphs: { text: string; raw: string; page: number | null }[] = [];
  let before: Section['blocks'][number] | null = null;
  for (const block of blocks) {
    const last = paragraphs.at(-1);
    const introduces = before?.is === 'paragraph' && before.text.endsWith(':');
    if (last && block.is === 'item' && (before?.is === 'item' || introduces)) {
      last.text += (/[.!?;:,]$/.test(last.text) ? ' ' : '; ') + block.text;
      last.raw += `\n${block.raw}`;
    } else paragraphs.push({ text: block.text, raw: block.raw, page: block.page });
    before = block;
  }
  return paragraphs.map(({ text, ...rest }) => ({ ...rest, text: plain(text) }));
}

/** A paragraph in parts that can be said in one go, parted at the ends of sentences. */
function partsOf(text: string): string[] {
  if (text.length <= MAX_PARAGRAPH_CHARS) return [text];
  const parts: string[] = [];
  let open = '';
  for (const sentence of text.split(/(?<=[.!?…;]["”’)]?)\s+/).flatMap(hardParts)) {
    if (open !== '' && open.length + sentence.length > MAX_PARAGRAPH_CHARS) {
      parts.push(open);
      open = '';
    }
    open += (open === '' ? '' : ' ') + sentence;
  }
  if (open !== '') parts.push(open);
  return parts;
}

/** A sentence without an end in parts, at spaces. */
function hardParts(sentence: string): string[] {
  const parts: string[] = [];
  let rest = sentence;
  while (rest.length > MAX_PARAGRAPH_CHARS) {
    const space = rest.lastIndexOf(' ', MAX_PARAGRAPH_CHARS);
    const end = space > MAX_PARAGRAPH_CHARS / 2 ? space : MAX_PARAGRAPH_CHARS;
    parts.push(rest.slice(0, end).toWellFormed());
    rest = rest.slice(end).trimStart();
  }
  return [...parts, rest];
}

/** An owner's text as paragraphs that the twin can say, separated by a blank line. */
export const speakable = (text: string): string =>
  text
    .split(/\r?\n\s*\n/)
    .map(plain)
    .filter((paragraph) => paragraph !== '')
    .flatMap(partsOf)
    .join('\n\n');

/** A paragraph without what has a meaning of its own in the twin's texts: marks, placeholders and pauses. */
export function plain(text: string): string {
  return cleanLine(text)
    .replace(/\[\s*pause\s*:[^\]]*\]/gi, ' ')
    .replace(/\{(\w+)\}/g, '($1)')
    .replace(/^[#\s]+/, '')
    .replace(/^(?:Asks|Asked|Called|Tags):/, (mark) => mark.toLowerCase())
    .replace(/^---$/, '')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** Questions that a passage answers, as far as it says so itself: its heading, or questions at its beginning. */
function asksOf(heading: string | null, text: string): string[] {
  const asks = new Set<string>();
  const add = (question: string) => {
    const asked = question
      .replaceAll(';', ',')
      .replace(/\s*\?+$/, '')
      .replace(/^(?:Q|F|Question|Frage)\s*[:.]\s*/, '')
      .trim();
    if (asked.length > 3 && asked.length <= MAX_ASK_CHARS && asks.size < MAX_ASKS) asks.add(asked);
  };
  if (heading?.endsWith('?')) add(heading.replace(NUMBER, ''));
  for (const paragraph of text.split('\n\n')) {
    const [, question] = /^([^.!?]{4,160}\?)(?:\s|$)/.exec(paragraph) ?? [];
    if (question) add(question);
  }
  return [...asks];
}

/** A text without what a database cannot store. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the purpose
const storable = (text: string): string => text.toWellFormed().replace(/[\0-\x08\x0b-\x1f]/g, '');

/** The beginning of a text, as a title. */
function beginningOf(text: string): string {
  const [sentence = ''] = text.split(/(?<=[.!?:])\s|\n/);
  return sentence.replace(/[.:]$/, '');
}

/** A title of at most {@link MAX_TITLE_CHARS} characters without braces, cut between words. */
function shortened(title: string): string {
  const line = plain(title).replace(/[{}]/g, '').trim() || 'Untitled';
  if (line.length <= MAX_TITLE_CHARS) return line;
  const cut = line.slice(0, line.lastIndexOf(' ', MAX_TITLE_CHARS - 1) || MAX_TITLE_CHARS);
  return `${(cut.length > MAX_TITLE_CHARS / 2 ? cut : line.slice(0, MAX_TITLE_CHARS - 1)).toWellFormed()}…`;
}
