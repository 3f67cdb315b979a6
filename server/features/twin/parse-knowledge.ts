/**
 * `knowledge/*.md`: front matter with `topic` and `tags`, then one passage per `## Title {#id}`. A line that begins
 * with `Asks:` (`Asked:` in older folders) lists the questions that the passage answers, separated by semicolons;
 * `Called:` is what the twin calls the subject within a sentence; `Tags:` adds tags. The first paragraph answers, and
 * each later one adds to it.
 */
import { passageIdOf } from '@understudy/contract/passage-id';
import { type KnowledgePassage, knowledgeFrontMatter } from '@understudy/contract/twin';
import { parseYaml } from './parse-yaml.ts';
import { TwinFileError } from './twin-file-error.ts';

/** `Asked:` is the line's former name. */
const ASKS = /^(?:Asks|Asked):/;

const ID = /^[a-z0-9][a-z0-9-]*$/;

const list = (text: string, separator: RegExp) =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Longest paragraph, which is said in one go, and longest passage, in characters. */
const MAX_PARAGRAPH_CHARS = 2_000;
const MAX_PASSAGE_CHARS = 20_000;

interface Draft {
  id: string;
  title: string;
  line: number;
  called: string;
  tags: string[];
  asked: string[];
  paragraphs: { line: number; rows: string[] }[];
}

function finish(draft: Draft, file: string): KnowledgePassage {
  const { paragraphs, ...rest } = draft;
  const texts: string[] = [];
  for (const { line, rows } of paragraphs) {
    if (rows.length === 0) continue;
    const paragraph = rows.join(' ');
    if (paragraph.length > MAX_PARAGRAPH_CHARS) {
      const found = `a paragraph of '${draft.id}' has ${paragraph.length} characters`;
      const problem = `${found}: the twin says it in one go, and ${MAX_PARAGRAPH_CHARS} are the most`;
      throw new TwinFileError(file, line, `${problem}; part it with a blank line`);
    }
    texts.push(paragraph);
  }
  const text = texts.join('\n\n');
  if (text === '') throw new TwinFileError(file, draft.line, `passage '${draft.id}' has no text`);
  if (text.length > MAX_PASSAGE_CHARS) {
    const problem = `passage '${draft.id}' has ${text.length} characters, and ${MAX_PASSAGE_CHARS} are the most`;
    throw new TwinFileError(file, draft.line, `${problem}: part it into several, each with a heading`);
  }
  return { ...rest, text, file };
}

/**
 * Splits `## Title {#id}` into title and id, the id being what stands between the first `{#` and the last brace; null
 * for any other heading. Parsed by hand, because a regular expression would backtrack over a long run of spaces.
 */
function partsOf(heading: string): { title: string; id: string } | null {
  if (!/^##\s/.test(heading) || !heading.endsWith('}')) return null;
  const opens = heading.indexOf('{#', heading.lastIndexOf('}', heading.length - 2) + 1);
  const title = opens < 0 ? '' : heading.slice('##'.length, opens).trim();
  return title === '' ? null : { title, id: heading.slice(opens + '{#'.length, -1) };
}

/** Longest part of a title that advice repeats, in characters. */
const TITLE_SHOWN = 100;

function headingAdvice(heading: string): string {
  const title = heading.replace(/^#+/, '').replace(/\{.*$/, '').trim().slice(0, TITLE_SHOWN) || 'Title';
  const wanted = `## ${title} {#${passageIdOf(title) || 'an-id'}}`;
  return `a heading needs an id of its own at its end, by which the passage is known: write '${wanted}'`;
}

function startPassage(heading: string, file: string, line: number, tags: string[]): Draft {
  const parts = partsOf(heading);
  if (!parts) throw new TwinFileError(file, line, headingAdvice(heading));
  const { title, id } = parts;
  if (!ID.test(id)) {
    throw new TwinFileError(file, line, `the id '${id}' must be lower-case letters, digits and hyphens`);
  }
  return { id, title, called: title, line, tags: [...tags], asked: [], paragraphs: [{ line, rows: [] }] };
}

/** Reads one file's passages. Throws {@link TwinFileError}. */
export function parseKnowledge(text: string, file: string): KnowledgePassage[] {
  const rows = text.split(/\r?\n/);
  const end = rows.indexOf('---', 1);
  if (rows[0] !== '---' || end < 0) {
    throw new TwinFileError(
      file,
      1,
      "the file must begin with front matter, its topic and tags, between two lines '---'",
    );
  }
  const front = parseYaml(rows.slice(1, end).join('\n'), file, knowledgeFrontMatter, 2).value;
  const passages: KnowledgePassage[] = [];
  let draft: Draft | null = null;
  for (const [index, row] of rows.entries()) {
    if (index <= end) continue;
    const line = index + 1;
    const text = row.trim();
    if (text.startsWith('#')) {
      if (draft) passages.push(finish(draft, file));
      draft = startPassage(text, file, line, front.tags);
    } else if (text === '') {
      draft?.paragraphs.push({ line, rows: [] });
    } else if (!draft) {
      throw new TwinFileError(file, line, "text stands before the first heading '## Title {#id}'");
    } else if (ASKS.test(text)) {
      draft.asked.push(...list(text.replace(ASKS, ''), /;/));
    } else if (text.startsWith('Called:')) {
      draft.called = text.slice('Called:'.length).trim() || draft.title;
    } else if (text.startsWith('Tags:')) {
      draft.tags.push(...list(text.slice('Tags:'.length), /,/));
    } else {
      const paragraph = draft.paragraphs.at(-1);
      if (paragraph?.rows.length === 0) paragraph.line = line;
      paragraph?.rows.push(text);
    }
  }
  if (draft) passages.push(finish(draft, file));
  if (passages.length === 0) throw new TwinFileError(file, end + 1, "the file holds no passage ('## Title {#id}')");
  return passages;
}
