import { SHOW_MODE_DEFAULT } from '@understudy/contract/constants';
import { type DemoScript, demoScript } from '@understudy/contract/show-files';
import { isMap, isNode, isSeq, LineCounter, parseDocument } from 'yaml';
import { explain } from './parse-yaml.ts';
import { TwinFileError } from './twin-files.ts';

/** What a file of demos holds. */
export interface ParsedDemos {
  scripts: DemoScript[];
  /** One for each script, line or block that was left out. */
  mistakes: TwinFileError[];
}

/** The archetype of an exchange in the text format, which names none. */
const PLAIN_ARCHETYPE = 'essential';
const MAX_TITLE = 60;

/**
 * Reads a file of demo scripts in the formats of section 5: blocks separated by blank lines with lines prefixed
 * `Human:` and `{name}:`, or, where the text begins with `{`, JSON: one script, or several as `{"demos": [...]}`. What
 * is malformed is left out, with a mistake that names the file and its line.
 *
 * @param names the prefixes that stand for the consultant
 */
export function parseDemos(text: string, file: string, names: readonly string[]): ParsedDemos {
  const begins = text.trimStart();
  if (begins.startsWith('{') && !/^\{(?:first_)?name\}\s*:/.test(begins)) return parseJson(text, file, names);
  return parseText(text, file, names);
}

function parseText(text: string, file: string, names: readonly string[]): ParsedDemos {
  const scripts: DemoScript[] = [];
  const mistakes: TwinFileError[] = [];
  let human: { text: string; line: number } | null = null;
  const miss = (line: number, problem: string) => mistakes.push(new TwinFileError(file, line, problem));
  const unanswered = () => {
    if (human) miss(human.line, `this line has no answer by '${names[0]}:'`);
    human = null;
  };
  for (const [index, row] of text.split(/\r?\n/).entries()) {
    const line = index + 1;
    const content = row.trim();
    if (content === '') continue;
    const colon = content.indexOf(':');
    const speaker = content.slice(0, colon).trim();
    const words = content.slice(colon + 1).trim();
    if (speaker === 'Human' && words !== '') {
      unanswered();
      human = { text: words, line };
    } else if (names.includes(speaker) && words !== '') {
      if (human) scripts.push(plainScript(file, scripts.length + 1, (human as { text: string }).text, words));
      else miss(line, "this answer has no line 'Human:' before it");
      human = null;
    } else {
      miss(line, `a line must begin with 'Human:' or '${names[0]}:' and have words after it`);
    }
  }
  unanswered();
  if (scripts.length === 0 && mistakes.length === 0) miss(1, 'the file holds no exchange');
  return { scripts, mistakes };
}

/** The script of an exchange in the text format: its question is what triggers it. */
function plainScript(file: string, number: number, human: string, reply: string): DemoScript {
  const id = `${file.replace(/^.*\//, '').replace(/\.txt$/, '')}-${number}`;
  const title = human.length > MAX_TITLE ? `${human.slice(0, MAX_TITLE)}…` : human;
  const script = demoScript.parse({
    id,
    archetype: PLAIN_ARCHETYPE,
    metadata: { title, mode: SHOW_MODE_DEFAULT, triggers: [human] },
    exchange: { human, reply },
  });
  return { ...script, file };
}

function parseJson(text: string, file: string, names: readonly string[]): ParsedDemos {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const position = /position (\d+)/.exec(error instanceof Error ? error.message : '');
    const line = position ? text.slice(0, Number(position[1])).split('\n').length : 1;
    return { scripts: [], mistakes: [new TwinFileError(file, line, 'this is not valid JSON')] };
  }
  const list = groupOf(value)?.demos;
  const found = Array.isArray(list) ? list : [value];
  const scripts: DemoScript[] = [];
  const mistakes: TwinFileError[] = [];
  const lineOf = linesOf(text, Array.isArray(list));
  for (const [index, one] of found.entries()) {
    const missing = demoMistake(one, names[0] ?? '');
    const parsed = missing ? null : demoScript.safeParse(one);
    if (parsed?.success) scripts.push({ ...parsed.data, file });
    else {
      const issue = parsed?.error.issues[0];
      const problem = missing ?? (issue ? explain(issue).problem : 'this is no demo script');
      mistakes.push(new TwinFileError(file, lineOf(index), problem));
    }
  }
  if (found.length === 0) mistakes.push(new TwinFileError(file, 1, 'the file holds no exchange'));
  return { scripts, mistakes };
}

/** Finds the line on which each script of a JSON text begins; the text is read for it when the first is asked for. */
function linesOf(text: string, isList: boolean): (index: number) => number {
  let lines: number[] | null = null;
  return (index) => {
    if (!isList) return 1;
    if (!lines) {
      const counter = new LineCounter();
      const { contents } = parseDocument(text, { lineCounter: counter });
      const list = isMap(contents) ? contents.get('demos', true) : null;
      lines = isSeq(list)
        ? list.items.map((item) => (isNode(item) && item.range ? counter.linePos(item.range[0]).line : 1))
        : [];
    }
    return lines[index] ?? 1;
  };
}

const isWords = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const groupOf = (value: unknown): Record<string, unknown> | null =>
  value && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : null;

/** The requirement of section 5 that a demo script misses, in its words; null when it misses none. */
function demoMistake(value: unknown, name: string): string | null {
  const script = groupOf(value) ?? {};
  if (!isWords(script.id)) return 'Demo script must have an ID';
  if (!isWords(script.archetype)) return 'Demo script must have an archetype';
  const metadata = groupOf(script.metadata);
  if (!metadata) return 'Demo script must have metadata';
  const exchange = groupOf(script.exchange);
  if (!exchange) return 'Demo script must have an exchange';
  if (!isWords(metadata.title)) return 'Metadata must have a title';
  if (!isWords(metadata.mode)) return 'Metadata must specify conversation mode';
  if (!Array.isArray(metadata.triggers) || !metadata.triggers.some(isWords))
    return 'Metadata must have at least one trigger';
  if (!isWords(exchange.human)) return 'Exchange must have human input';
  return isWords(exchange.reply) ? null : `Exchange must have ${name} response`;
}

/** Demo scripts in the text format, as `GET /demos/essential-demos.txt` gives them. */
export const demosAsText = (scripts: readonly Pick<DemoScript, 'exchange'>[], name: string): string =>
  scripts.map(({ exchange }) => `Human: ${exchange.human}\n\n${name}: ${exchange.reply}\n`).join('\n');
