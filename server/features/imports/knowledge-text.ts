import { passageIdOf } from '@understudy/contract/passage-id';
import { parseKnowledge } from '../twin/index.ts';
import { plain } from './reading/cut-passages.ts';

/** A passage as it is written into a knowledge text. */
export interface WrittenPassage {
  title: string;
  text: string;
  asks: readonly string[];
}

/** A passage of a knowledge text, with the lines that it takes up. */
export interface TextSection extends WrittenPassage {
  id: string;
  raw: string;
}

/** A change of a knowledge text. */
export type TextEdit =
  | { is: 'add'; id: string; passage: WrittenPassage; after: string | null }
  | { is: 'change'; id: string; passage: WrittenPassage }
  | { is: 'remove'; id: string };

const MAX_PARAGRAPH_CHARS = 2_000;
/** Lines of a passage that an import does not know and keeps. */
const KEPT = /^(?:Called|Tags):/;

/** The front matter of a text, and its passages. @throws TwinFileError */
export function sectionsOf(text: string, file: string): { head: string; sections: TextSection[] } {
  const lines = text.split(/\r?\n/);
  const passages = parseKnowledge(text, file);
  const first = passages[0]?.line ?? lines.length + 1;
  return {
    head: lines
      .slice(0, first - 1)
      .join('\n')
      .trimEnd(),
    sections: passages.map(({ id, title, text: words, asked, line }, at) => ({
      id,
      title,
      text: words,
      asks: asked,
      raw: lines
        .slice(line - 1, (passages[at + 1]?.line ?? lines.length + 1) - 1)
        .join('\n')
        .trimEnd(),
    })),
  };
}

/** A new knowledge text about a subject. */
export function newText(subject: string, topic: string): string {
  return `---\ntopic: ${JSON.stringify(subject)}\ntags: [${topic}]\n---\n`;
}

/** A knowledge text after these changes; everything else in it stays as it is. @throws TwinFileError */
export function edited(text: string, file: string, edits: readonly TextEdit[]): string {
  const isNew = !/^##/m.test(text);
  const { head, sections } = isNew ? { head: text.trimEnd(), sections: [] } : sectionsOf(text, file);
  const now = [...sections];
  const placeOf = (id: string) => now.findIndex((one) => one.id === id);
  for (const edit of edits) {
    const at = placeOf(edit.id);
    if (edit.is === 'remove') {
      if (at >= 0) now.splice(at, 1);
      continue;
    }
    const before = now[at];
    const kept = before?.raw.split('\n').filter((line) => KEPT.test(line.trim())) ?? [];
    const section = { id: edit.id, ...edit.passage, raw: written(edit.id, edit.passage, kept) };
    if (edit.is === 'change' && before) now[at] = section;
    else if (edit.is === 'add') {
      const after = edit.after === null ? now.length - 1 : placeOf(edit.after);
      now.splice(after < 0 ? now.length : after + 1, 0, section);
    }
  }
  return `${[head, ...now.map(({ raw }) => raw)].join('\n\n')}\n`;
}

/** A passage with its id. */
type Section = WrittenPassage & { id: string };

/**
 * Brings a knowledge text from one set of passages to another. Those that were changed by hand, added or removed since
 * stay as they are.
 *
 * @param before the passages as they were written last
 * @returns null when no passage is left
 * @throws TwinFileError
 */
export function mergeSections(
  text: string,
  file: string,
  now: readonly Section[],
  before: readonly Section[],
): string | null {
  const present = /^##/m.test(text) ? sectionsOf(text, file).sections : [];
  const isAsWritten = (id: string): boolean => {
    const was = before.find((one) => one.id === id);
    return was !== undefined && present.find((one) => one.id === id)?.raw === written(id, was, []);
  };
  const edits: TextEdit[] = present
    .filter(({ id }) => isAsWritten(id) && !now.some((one) => one.id === id))
    .map(({ id }) => ({ is: 'remove', id }));
  let after: string | null = null;
  for (const { id, ...passage } of now) {
    if (isAsWritten(id)) edits.push({ is: 'change', id, passage });
    else if (![...present, ...before].some((one) => one.id === id)) edits.push({ is: 'add', id, passage, after });
    after = id;
  }
  const merged = edits.length === 0 ? text : edited(text, file, edits);
  return /^##/m.test(merged) ? merged : null;
}

function written(id: string, { title, text, asks }: WrittenPassage, kept: readonly string[]): string {
  const lines = [`## ${titleLine(title)} {#${id}}`, ...kept.map((line) => line.trim())];
  const questions = asks.map(askLine).filter((ask) => ask !== '');
  if (questions.length > 0) lines.push(`Asks: ${questions.join('; ')}`);
  return `${lines.join('\n')}\n\n${text}`;
}

/** A line without marks; placeholders of the name stay. */
const plainLine = (line: string): string =>
  plain(line.replace(/\{((?:first_|last_)?name)\}/g, '⟦$1⟧'))
    .replace(/[{}]/g, '')
    .replace(/⟦(\w+)⟧/g, '{$1}')
    .trim();
const titleLine = (title: string): string => plainLine(title) || 'Untitled';
const askLine = (ask: string): string =>
  plainLine(ask)
    .replaceAll(';', ',')
    .replace(/\s*\?+$/, '')
    .trim();

/** An owner's text as paragraphs that the twin can say, or why it cannot be used. */
export function paragraphsOf(text: string): { text: string } | { problem: string } {
  const paragraphs = text
    .split(/\r?\n\s*\n/)
    .map((paragraph) => plain(paragraph))
    .filter((paragraph) => paragraph !== '');
  if (paragraphs.length === 0) return { problem: 'Write what the twin may say.' };
  const longest = Math.max(...paragraphs.map(({ length }) => length));
  if (longest > MAX_PARAGRAPH_CHARS) {
    const sizes = [longest, MAX_PARAGRAPH_CHARS].map((size) => size.toLocaleString('en'));
    return {
      problem: `A paragraph has ${sizes[0]} characters, and ${sizes[1]} are the most. Add an empty line in it.`,
    };
  }
  return { text: paragraphs.join('\n\n') };
}

/** An id for a passage that no other has, which becomes taken. */
export function freeId(title: string, taken: Set<string>): string {
  const wished = passageIdOf(title) || 'passage';
  let free = wished;
  for (let number = 2; taken.has(free); number += 1) free = `${wished}-${number}`;
  taken.add(free);
  return free;
}

/** A name for a new knowledge text that no other has. */
export function freeFile(source: string, taken: ReadonlySet<string>): string {
  const address = URL.parse(source);
  const name = address
    ? `${address.hostname.replace(/^www\./, '')}${address.pathname}`
    : source.replace(/\.\w{1,8}$/, '');
  const wished = passageIdOf(name.replace(/\.(?:html?|xml|php)$/i, '')) || 'imported';
  let free = wished;
  for (let number = 2; taken.has(fileOf(free)); number += 1) free = `${wished}-${number}`;
  return fileOf(free);
}

const fileOf = (name: string): string => `knowledge/${name}.md`;
