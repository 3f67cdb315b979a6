import {
  Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Pair,
  parseDocument,
  Scalar,
  visit,
  YAMLMap,
  YAMLSeq,
} from 'yaml';

/** A place in a document: keys of groups, and positions in lists from 0. */
export type Path = readonly (string | number)[];
/** What a field may hold; undefined removes it. */
export type FieldValue = string | number | boolean | null | undefined | FieldValue[] | { [key: string]: FieldValue };

/** What stands on the outermost level: named fields, or a list. */
export type Root = 'fields' | 'list';
/** A document as fields, or why it cannot be shown as such; a list has its positions as names. */
export type ReadYaml = { fields: Record<string, unknown> } | { broken: { line: number | null; reason: string } };

const OPTIONS = { prettyErrors: false } as const;
const STYLE = { lineWidth: 0, flowCollectionPadding: false, singleQuote: true } as const;

/** Reads a text whose outermost level has named fields, or is a list. An empty text has none. */
export function readYaml(text: string, root: Root = 'fields'): ReadYaml {
  const document = parseDocument(text, OPTIONS);
  const mistake = document.errors[0] ?? document.warnings[0];
  if (mistake) {
    const line = text.slice(0, mistake.pos[0]).split('\n').length;
    return { broken: { line, reason: mistake.message.replace(/\s+/g, ' ') } };
  }
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    const isList = root === 'list';
    const none = isList ? ([] as unknown as Record<string, unknown>) : {};
    if (value === null || value === undefined) return { fields: none };
    if (typeof value === 'object' && Array.isArray(value) === isList)
      return { fields: value as Record<string, unknown> };
  } catch {
    // Unknown aliases, or too many.
  }
  return { broken: { line: null, reason: '' } };
}

/** The value at a place; undefined if there is none. */
export function valueAt(fields: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      value !== null && typeof value === 'object' ? (value as Record<string | number, unknown>)[key] : undefined,
    fields,
  );
}

/**
 * Writes a field into the source of a document. Only the smallest part that contains it is written anew: a value in
 * its line, else the named field with what belongs to it. Everything else stays byte for byte. Each attempt is read
 * again; if it says anything else than it should, the next larger part is written.
 *
 * @throws Error if the text is not valid YAML
 */
export function withField(text: string, path: Path, value: FieldValue): string {
  const wanted = expected(text, path, value);
  const root = Array.isArray(wanted) ? 'list' : 'fields';
  for (const attempt of [replaceScalar, replacePair, replaceAll]) {
    const written = attempt(text, path, value);
    if (written === null) continue;
    const read = readYaml(written, root);
    if ('fields' in read && JSON.stringify(read.fields) === JSON.stringify(wanted)) return written;
  }
  throw new Error('the field cannot be written');
}

/** The document's fields as they should read afterwards. */
function expected(text: string, path: Path, value: FieldValue): unknown {
  const document = changed(text, path, value);
  return document.toJS({ maxAliasCount: 100 }) ?? {};
}

/** The document with the field changed; a text in `>` or `|` keeps the line end that it is written with. */
function changed(text: string, path: Path, value: FieldValue): Document {
  const document = parseDocument(text, OPTIONS);
  if (document.errors.length > 0) throw new Error('the text is not valid YAML');
  if (value === undefined) {
    remove(document, path);
    return document;
  }
  const known = document.getIn(path, true);
  if (typeof value === 'string' && isScalar(known)) {
    known.value = value;
    const isBlock = known.type === Scalar.BLOCK_FOLDED || known.type === Scalar.BLOCK_LITERAL;
    // A value that needs several lines, or no longer does, is written as it reads best.
    if (isBlock ? value.trim() === '' : value.includes('\n')) known.type = undefined as never;
    return document;
  }
  const node = Array.isArray(value) && isSeq(known) ? withItems(document, known, value) : document.createNode(value);
  if (isScalar(node) && isScalar(known)) node.comment = known.comment;
  if (document.contents === null) document.contents = document.createNode({}) as never;
  document.setIn(path, node);
  return document;
}

/** Removes a field, and the groups that hold nothing without it. */
function remove(document: Document, path: Path): void {
  if (!document.hasIn(path)) return;
  document.deleteIn(path);
  const above = path.slice(0, -1);
  const group = above.length > 0 ? document.getIn(above, true) : null;
  if (isMap(group) && group.items.length === 0 && typeof above.at(-1) === 'string') remove(document, above);
}

/** A list with other items: those that it has already keep their comments and their form. */
function withItems(document: Document, list: YAMLSeq, items: readonly FieldValue[]): YAMLSeq {
  const left = list.items.map((node) => ({ node, says: JSON.stringify(document.createNode(node).toJS(document)) }));
  const made = new YAMLSeq();
  // Groups in a list that was empty are easier to read line by line.
  made.flow =
    list.items.length > 0 || !items.some((item) => item !== null && typeof item === 'object')
      ? (list.flow ?? false)
      : false;
  made.comment = list.comment ?? null;
  made.commentBefore = list.commentBefore ?? null;
  made.items = items.map((item) => {
    const at = left.findIndex(({ says }) => says === JSON.stringify(item));
    const [found] = at >= 0 ? left.splice(at, 1) : [];
    return found ? found.node : document.createNode(item);
  });
  return made;
}

/** Writes a text, number or switch into its own line; null if it is none, or needs several lines. */
function replaceScalar(text: string, path: Path, value: FieldValue): string | null {
  if (value === undefined || typeof value === 'object') return null;
  if (typeof value === 'string' && /[\r\n]/.test(value)) return null;
  const node = parseDocument(text, OPTIONS).getIn(path, true);
  if (!isScalar(node) || !node.range || node.anchor || node.tag) return null;
  if (node.type === Scalar.BLOCK_FOLDED || node.type === Scalar.BLOCK_LITERAL) return null;
  const [from, to] = node.range;
  if (text.slice(from, to).includes('\n') || from === to) return null;
  const scalar = new Scalar(value);
  if (typeof value === 'string' && node.type && typeof node.value === 'string') scalar.type = node.type;
  // Within brackets, a text may not hold what separates the items there.
  if (typeof value === 'string' && /[,[\]{}]/.test(value) && scalar.type !== Scalar.QUOTE_DOUBLE)
    scalar.type = Scalar.QUOTE_SINGLE;
  return text.slice(0, from) + new Document(scalar).toString(STYLE).trimEnd() + text.slice(to);
}

/** Writes the smallest named field that contains the place, with everything that belongs to it. */
function replacePair(text: string, path: Path, value: FieldValue): string | null {
  const before = parseDocument(text, OPTIONS);
  const after = changed(text, path, value);
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  for (let depth = path.length; depth > 0; depth -= 1) {
    const above = path.slice(0, depth - 1);
    const group = depth === 1 ? before.contents : before.getIn(above, true);
    if (!isMap(group) || group.flow || !isBlock(before, above)) continue;
    const old = pairOf(group, path[depth - 1]);
    const renewed = depth === 1 ? after.contents : after.getIn(above, true);
    const pair = isMap(renewed) ? pairOf(renewed, path[depth - 1]) : null;
    // A group must not become empty: what holds it goes with it.
    if (!isMap(renewed) || (depth > 1 && renewed.items.length === 0)) continue;
    if (!old) return pair ? inserted(text, group, pair, end) : text;
    const place = placeOf(text, group, old);
    if (!place) return null;
    const source = pair ? sourceOf(pair, place.column, end) : null;
    if (source === null) return pair ? null : text.slice(0, place.from - place.column) + text.slice(place.to);
    const isLast = place.to === text.length && !text.endsWith('\n');
    return text.slice(0, place.from) + source + (isLast ? '' : end) + text.slice(place.to);
  }
  // An empty document, or one of comments.
  if (before.contents === null && after.contents !== null && isMap(after.contents)) {
    const head = text === '' || text.endsWith('\n') ? text : `${text}${end}`;
    return head + after.contents.items.map((pair) => `${sourceOf(pair as Pair, 0, end)}${end}`).join('');
  }
  return null;
}

function replaceAll(text: string, path: Path, value: FieldValue): string {
  const written = changed(text, path, value).toString(STYLE);
  return text.includes('\r\n') ? written.replace(/\r?\n/g, '\r\n') : written;
}

/** Whether none of the collections down to this place is written in brackets. */
function isBlock(document: Document, path: Path): boolean {
  return path.every((_, at) => {
    const node = at === 0 ? document.contents : document.getIn(path.slice(0, at), true);
    return isCollection(node) && !node.flow;
  });
}

function pairOf(group: YAMLMap, key: unknown): Pair | null {
  return (
    (group.items.find((pair) => (isScalar(pair.key) ? pair.key.value : pair.key) === key) as Pair | undefined) ?? null
  );
}

/** Where a named field stands: from its name to the end of its last line, without comments that follow. */
function placeOf(text: string, group: YAMLMap, pair: Pair): { from: number; to: number; column: number } | null {
  if (!isScalar(pair.key) || !pair.key.range) return null;
  const from = pair.key.range[0];
  const column = from - (text.lastIndexOf('\n', from - 1) + 1);
  const next = group.items[group.items.indexOf(pair) + 1] as Pair | undefined;
  const bound = next && isScalar(next.key) && next.key.range ? next.key.range[0] : (group.range?.[1] ?? text.length);
  const limit = next ? text.lastIndexOf('\n', bound - 1) + 1 : bound;
  let to = limit;
  // Comments and empty lines before the next field are not part of this one.
  for (;;) {
    const start = text.lastIndexOf('\n', to - 2) + 1;
    if (start <= from) break;
    const line = text.slice(start, to);
    if (line.trim() !== '' && !(line.trimStart().startsWith('#') && line.search(/\S/) <= column)) break;
    to = start;
  }
  return { from, to, column };
}

/** A named field as source, moved in by some columns; null if it cannot stand alone. */
function sourceOf(pair: Pair, column: number, end: string): string | null {
  const alone = new Document(new YAMLMap());
  const { key } = pair;
  if (isScalar(key)) {
    key.commentBefore = null;
    key.spaceBefore = false;
  }
  (alone.contents as unknown as YAMLMap).items = [pair];
  try {
    const lines = alone
      .toString({ ...STYLE, lineWidth: widthFor(pair) })
      .replace(/\n+$/, '')
      .split('\n');
    return lines.map((line, at) => (at === 0 || line === '' ? line : ' '.repeat(column) + line)).join(end);
  } catch {
    return null;
  }
}

/** Only a text in `>` is broken into lines; where anything else would be too, nothing is. */
function widthFor(pair: Pair): number {
  let hasFolded = false;
  let hasOther = false;
  visit(new Document(pair.value as never), (_, node) => {
    if (isAlias(node) || (isCollection(node) && node.flow)) hasOther = true;
    if (!isScalar(node) || isPair(node)) return;
    if (node.type === Scalar.BLOCK_FOLDED) hasFolded = true;
    else if (typeof node.value === 'string' && node.value.length > 60) hasOther = true;
  });
  return hasFolded && !hasOther ? 120 : 0;
}

/** The text with a new field at the end of a group. */
function inserted(text: string, group: YAMLMap, pair: Pair, end: string): string | null {
  const last = group.items.at(-1) as Pair | undefined;
  const place = last && placeOf(text, group, last);
  if (!place) return null;
  const source = sourceOf(pair, place.column, end);
  if (source === null) return null;
  const head = text.slice(0, place.to);
  return `${head}${head.endsWith('\n') ? '' : end}${' '.repeat(place.column)}${source}${end}${text.slice(place.to)}`;
}
