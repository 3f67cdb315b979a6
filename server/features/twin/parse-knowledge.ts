import { passageIdOf } from '@understudy/contract/passage-id';
import { type KnowledgePassage, knowledgeFrontMatter, type Persona } from '@understudy/contract/twin';
import { fold } from '../../platform/text/words.ts';
import type { Complete } from '../../providers/language-model/completions.ts';
import { parseYaml } from './parse-yaml.ts';
import { TwinFileError } from './twin-files.ts';

/** Begins the line with questions; `Asked:` is its former name. */
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

/** A passage being read. */
interface Draft {
  id: string;
  title: string;
  line: number;
  called: string;
  tags: string[];
  asked: string[];
  paragraphs: { line: number; rows: string[] }[];
}

/** Completes a passage. @throws TwinFileError when it is empty or too long */
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

/** Characters of a title that advice repeats. */
const MAX_TITLE_CHARS = 100;

function headingAdvice(heading: string): string {
  const title = heading.replace(/^#+/, '').replace(/\{.*$/, '').trim().slice(0, MAX_TITLE_CHARS) || 'Title';
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

/**
 * Reads the passages of one file of `knowledge/`: front matter with `topic` and `tags`, then one passage per
 * `## Title {#id}`. A line that begins with `Asks:` lists the questions that the passage answers, separated by
 * semicolons; `Called:` is what the twin calls the subject within a sentence; `Tags:` adds tags. The first paragraph
 * answers, and each later one adds to it.
 *
 * @throws TwinFileError
 */
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

/** Questions to ask a model for, and the longest to accept. */
const WANTED = 10;
const MAX_QUESTION_CHARS = 160;
const MAX_TOKENS = 1_200;

const task = ({ name, title }: Persona) =>
  `You help ${name}, ${title}, whose website answers visitors from passages that ${name} wrote. Write ${WANTED} \
questions that the given passage answers, as different people would type or say them: curt and long, careless in \
spelling and careful, without the passage's own words where there are others, some as a statement of what they want to \
know. No question may ask for what the passage does not say, and none may mean the same in the same words as one that \
is already there.

Answer with one JSON object and nothing else: {"asks": ["...", "..."]}`;

/**
 * Asks a model for questions that a passage answers and its `Asks:` line lacks, each in different words.
 *
 * @returns none when the answer is unusable
 * @throws ProviderError when no provider answers, the signal's reason when it aborts
 */
export async function suggestAsks(
  passage: KnowledgePassage,
  persona: Persona,
  complete: Complete,
  signal: AbortSignal,
): Promise<string[]> {
  const { title, text, asked } = passage;
  const { text: answer } = await complete(
    [
      { role: 'system', content: task(persona) },
      { role: 'user', content: JSON.stringify({ title, text, already: asked }) },
    ],
    { json: true, temperature: 0.8, maxTokens: MAX_TOKENS },
    signal,
  );
  return asksIn(answer, asked);
}

/** The questions in an answer that are valid and new for an `Asks:` line. */
export function asksIn(answer: string, asked: readonly string[]): string[] {
  try {
    const { asks } = JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1)) as { asks?: unknown };
    const known = new Set(asked.map(keyOf));
    const fresh: string[] = [];
    for (const one of Array.isArray(asks) ? asks : []) {
      if (typeof one !== 'string') continue;
      // A semicolon would end the question, and a line break the line.
      const question = one
        .toWellFormed()
        .replace(/[\s\p{C}]+/gu, ' ')
        .replaceAll(';', ',')
        .trim();
      if (question === '' || question.length > MAX_QUESTION_CHARS || known.has(keyOf(question))) continue;
      known.add(keyOf(question));
      fresh.push(question);
    }
    return fresh;
  } catch {
    return [];
  }
}

/** A question for comparison by its words. */
const keyOf = (question: string): string =>
  fold(question)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** A knowledge file with questions added to a passage's `Asks:` line, or with a new such line below its heading. */
export function withAsks(file: string, passage: Pick<KnowledgePassage, 'line'>, asks: readonly string[]): string {
  const ending = file.includes('\r\n') ? '\r\n' : '\n';
  const rows = file.split(/\r?\n/);
  const heading = passage.line - 1;
  const next = rows.findIndex((row, at) => at > heading && row.trimStart().startsWith('#'));
  const last = rows.findLastIndex((row, at) => at > heading && (next < 0 || at < next) && ASKS.test(row.trimStart()));
  if (last < 0) rows.splice(heading + 1, 0, `Asks: ${asks.join('; ')}`);
  else rows[last] = `${(rows[last] as string).trimEnd().replace(/;$/, '')}; ${asks.join('; ')}`;
  return rows.join(ending);
}
