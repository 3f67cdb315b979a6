import { type Document, isMap, isNode, isScalar, Lexer, LineCounter, parseDocument, visit, type YAMLError } from 'yaml';
import type { z } from 'zod';
import { TwinFileError } from './twin-files.ts';

type Path = readonly PropertyKey[];

/**
 * YAML tokens in a file (words, punctuation and line ends); the sample twin's longest file has 12,000, most have some
 * hundreds. The library compares each key with all others and recurses into every bracket, which must not hold up
 * visitors' turns: the worst text of this size takes 0.2 s.
 */
const MAX_PARTS = 15_000;

/** A checked YAML document with the positions of its parts. */
interface ParsedYaml<T> {
  value: T;
  /** A mistake of the part at this path, on its line or on that of its nearest existing parent. */
  mistake(path: Path, problem: string): TwinFileError;
}

const nameOf = (path: Path) =>
  path.map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index ? '.' : ''}${String(part)}`)).join('');

/** Line of the node at the path, or of its key if it is a value, so that a block text points at its name. */
function findLine(document: Document, counter: LineCounter, path: Path, firstLine: number): number {
  for (let depth = path.length; depth >= 0; depth -= 1) {
    const parent = depth > 0 ? document.getIn(path.slice(0, depth - 1), true) : undefined;
    const root = depth === 1 ? document.contents : parent;
    const key = path[depth - 1];
    if (isMap(root)) {
      const pair = root.items.find((item) => isScalar(item.key) && item.key.value === key);
      const range = pair && isNode(pair.key) ? pair.key.range : undefined;
      if (range) return counter.linePos(range[0]).line + firstLine - 1;
    }
    const node = depth > 0 ? document.getIn(path.slice(0, depth), true) : document.contents;
    if (isNode(node) && node.range) return counter.linePos(node.range[0]).line + firstLine - 1;
  }
  return firstLine;
}

/** Where a broken part begins: an unclosed quote is only noticed at the end of the file, far from the mistake. */
function beginningOf({ code, pos: [noticed] }: YAMLError, document: Document): number {
  let begins = noticed;
  if (code !== 'MISSING_CHAR') return begins;
  visit(document, {
    Scalar(_, { type, range }) {
      const quoted = type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE';
      if (quoted && range && range[0] <= noticed && noticed <= range[1]) begins = range[0];
    },
  });
  return begins;
}

/** The usual cause of errors that the library names in its own terms. */
const USUAL_CAUSES: Partial<Record<YAMLError['code'], string>> = {
  BAD_INDENT: 'a bracket is not closed, or a line is not moved in as far as those it belongs with',
  BLOCK_AS_IMPLICIT_KEY: 'a text holds a colon and needs quotes around it, or a line is moved in too far',
  BLOCK_IN_FLOW: 'a bracket is not closed',
  MULTILINE_IMPLICIT_KEY: 'a name lacks its colon, or a text goes on without being moved in',
  TAB_AS_INDENT: 'a line begins with a tab, where spaces belong',
  UNEXPECTED_TOKEN: 'there is a quote or a bracket too many, or a text needs quotes around it',
};

function brokenWords({ code, message }: YAMLError): string {
  const usually = USUAL_CAUSES[code];
  const told = message.replace(/\s+/g, ' ');
  return `this is not valid YAML${usually ? `, usually because ${usually} (${told})` : `: ${told}`}`;
}

/** Types of the schemas, in words. */
const KINDS: Partial<Record<string, string>> = {
  string: 'a text',
  array: 'a list',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};

/** A mistake as a sentence, with its path. */
export function explain(issue: z.core.$ZodIssue): { path: Path; problem: string } {
  const where = nameOf(issue.path);
  const subject = where ? `'${where}'` : 'the file';
  if (issue.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? '';
    return { path: [...issue.path, key], problem: `unknown key '${key}'${where ? ` in '${where}'` : ''}` };
  }
  if (issue.code === 'invalid_type') {
    const missing = issue.input === undefined;
    const kind = KINDS[issue.expected] ?? 'a group of keys';
    return { path: issue.path, problem: missing ? `${subject} is missing` : `${subject} must be ${kind}` };
  }
  if (issue.code === 'too_small' && issue.origin === 'string') {
    return { path: issue.path, problem: `${subject} must not be empty` };
  }
  if (issue.code === 'too_small' && issue.origin === 'number' && issue.message.startsWith('Too small')) {
    return { path: issue.path, problem: `${subject} must be at least ${issue.minimum}` };
  }
  if (issue.code === 'too_big' && issue.origin === 'number' && issue.message.startsWith('Too big')) {
    return { path: issue.path, problem: `${subject} must be at most ${issue.maximum}` };
  }
  if (issue.code === 'too_small' && issue.message.startsWith('Too small')) {
    return { path: issue.path, problem: `${subject} needs at least ${issue.minimum} entry` };
  }
  if (issue.code === 'too_big' && issue.origin === 'string') {
    return { path: issue.path, problem: `${subject} is longer than ${issue.maximum} characters` };
  }
  return { path: issue.path, problem: `${subject} ${issue.message}` };
}

/** Whether a text has more than {@link MAX_PARTS} tokens. */
function hasTooManyParts(text: string): boolean {
  let parts = 0;
  for (const _ of new Lexer().lex(text)) {
    parts += 1;
    if (parts > MAX_PARTS) return true;
  }
  return false;
}

/**
 * Parses and checks a YAML text.
 *
 * @param firstLine the line of the file on which the text begins; front matter begins on the second
 * @throws TwinFileError for the first mistake, as a sentence with its line
 */
export function parseYaml<S extends z.ZodType>(
  text: string,
  file: string,
  schema: S,
  firstLine = 1,
): ParsedYaml<z.output<S>> {
  if (hasTooManyParts(text)) {
    throw new TwinFileError(file, firstLine, `this is too much: YAML may have at most ${MAX_PARTS} parts here`);
  }
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  const broken = document.errors[0] ?? document.warnings[0];
  if (broken) {
    const line = counter.linePos(beginningOf(broken, document)).line + firstLine - 1;
    throw new TwinFileError(file, line, brokenWords(broken));
  }
  let raw: unknown;
  try {
    raw = document.toJS({ maxAliasCount: 100 });
  } catch {
    throw new TwinFileError(file, firstLine, 'this is not valid YAML: too many or unknown aliases');
  }
  const lineOf = (path: Path) => findLine(document, counter, path, firstLine);
  const mistake = (path: Path, problem: string) => new TwinFileError(file, lineOf(path), problem, path);
  const result = schema.safeParse(raw, { reportInput: true });
  if (result.success) return { value: result.data, mistake };
  const { issues } = result.error;
  // For a misspelt key, 'missing' is the less useful message.
  const [first] = issues
    .map(explain)
    .map((mistake, at) => ({
      ...mistake,
      line: lineOf(mistake.path),
      unknown: issues[at]?.code === 'unrecognized_keys',
    }))
    .sort((one, other) => Number(other.unknown) - Number(one.unknown) || one.line - other.line);
  throw mistake(first?.path ?? [], first?.problem ?? 'this cannot be read');
}
