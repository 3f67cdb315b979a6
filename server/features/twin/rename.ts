import { type PersonaFile, personaFile } from '@understudy/contract/twin';
import type { TwinRename } from '@understudy/contract/twin-calls';
import { isMap, isPair, isScalar, isSeq, parseDocument, Scalar, stringify, visit } from 'yaml';
import type { Queries } from '../../platform/database/transaction.ts';
import { escapeRegExp } from '../understanding/index.ts';
import { consentVersionFor } from './consent-version.ts';
import {
  editableFiles,
  kindOf,
  MODELS_FILE,
  newestEdits,
  overlayOf,
  PERSONA_FILE,
  textOrNull,
  VOICES_FILE,
} from './edit-store.ts';
import { parseYaml } from './parse-yaml.ts';
import { lastNameOf } from './placeholders.ts';
import { overlaidFiles, type TwinFiles } from './twin-files.ts';

interface Names {
  name: string;
  first_name: string;
}

/** A text with the new name. */
interface RenamedText {
  file: string;
  /** The version to change. */
  version: number;
  before: string;
  after: string;
}

/** The effects of a rename. Nothing is saved yet. */
interface RenamePlan {
  from: TwinRename;
  texts: RenamedText[];
  /** Lines that still contain a part of the old name, for a person to judge. */
  left: { file: string; line: number; text: string }[];
}

/** Matches a name as a whole word, even across a line break, but never within an address. */
const wholeWord = (name: string, flags: string) =>
  new RegExp(
    '(?<![\\p{L}\\p{N}@/_])(?<![\\p{L}\\p{N}]\\.)' +
      `${name.split(/\s+/).map(escapeRegExp).join('\\s+')}(?![\\p{L}\\p{N}@_/]|\\.[\\p{L}\\p{N}])`,
    `u${flags}`,
  );

/** Replaces the consultant's names in a text by `{name}`, `{first_name}` and `{last_name}`. */
export function withPlaceholders(text: string, { name, first_name }: Names): string {
  const last = lastNameOf({ name, first_name });
  const forms: [name: string, placeholder: string][] = [
    [name, '{name}'],
    [first_name, '{first_name}'],
    [last, '{last_name}'],
  ];
  const filled = forms.reduce((rest, [form, to]) => rest.replace(wholeWord(form, 'g'), to), text);
  return name === `${first_name} ${last}` ? filled.replaceAll('{first_name} {last_name}', '{name}') : filled;
}

/**
 * Computes the twin's texts under another name. The persona gets the new name; every other mention of the consultant
 * becomes a placeholder, which follows this rename and every later one.
 *
 * @throws TwinFileError when the persona cannot be read
 */
export async function planRename(db: Queries, folder: TwinFiles, to: TwinRename): Promise<RenamePlan> {
  const edits = await newestEdits(db);
  const files = overlaidFiles(folder, overlayOf(edits));
  const persona = parseYaml(await files.text(PERSONA_FILE), PERSONA_FILE, personaFile).value;
  const from = { name: persona.name, first_name: persona.first_name, email: persona.contact.email };
  const texts: RenamedText[] = [];
  const left: RenamePlan['left'] = [];
  const stale = staleWords(from, to);
  const names = [...new Set([...(await editableFiles(folder)), ...edits.map(({ file }) => file)])].sort();
  // The dashboard cannot edit these files, but they may contain the name.
  const folderOnly = (await folder.list('.', 'yaml')).filter((file) => kindOf(file) === null);
  for (const file of [...names, ...folderOnly]) {
    const before = await textOrNull(files, file);
    if (before === null) continue;
    let after = before;
    if (!folderOnly.includes(file)) {
      after = renamedText(file, before, from);
      if (file === PERSONA_FILE) after = await renamedPersona(db, folder, { before: after, from, to });
      const version = edits.find((edit) => edit.file === file)?.version ?? 0;
      if (after !== before) texts.push({ file, version, before, after });
    }
    for (const [index, text] of after.split('\n').entries())
      if (stale?.test(text)) left.push({ file, line: index + 1, text: text.trim() });
  }
  return { from, texts, left };
}

/** Matches remains of the old name; null when the new name contains all of its words. */
function staleWords(from: Names, to: Names): RegExp | null {
  const wordsOf = ({ name, first_name }: Names) => `${name} ${first_name}`.split(/\s+/);
  const kept = new Set(wordsOf(to).map((word) => word.toLowerCase()));
  const stale = wordsOf(from).filter((word) => word.length > 1 && !kept.has(word.toLowerCase()));
  return stale.length > 0 ? new RegExp(`(?<!\\p{L})(?:${stale.map(escapeRegExp).join('|')})(?!\\p{L})`, 'iu') : null;
}

/** What a person reads of a model; its ids name models at providers. */
const MODEL_WORDS: ReadonlySet<unknown> = new Set(['name', 'description']);

function renamedText(file: string, text: string, from: Names): string {
  // Its placeholders would not be filled in.
  if (file === VOICES_FILE) return text;
  if (file === MODELS_FILE) return yamlWithPlaceholders(text, from, MODEL_WORDS);
  if (file.endsWith('.yaml')) return yamlWithPlaceholders(text, from);
  if (!file.endsWith('.md')) return withPlaceholders(text, from);
  const front = /^---\r?\n[\s\S]*?^---$/m.exec(text)?.[0] ?? '';
  return yamlWithPlaceholders(front, from) + withPlaceholders(text.slice(front.length), from);
}

/**
 * Inserts placeholders into the values of a YAML text; keys, comments and formatting stay unchanged.
 *
 * @param only the keys whose values may change; all by default
 */
function yamlWithPlaceholders(text: string, from: Names, only?: ReadonlySet<unknown>): string {
  const changes: { at: number; to: number; source: string }[] = [];
  visit(parseDocument(text.replace(/^---(?=\r?\n)/, '   ').replace(/---$/, '   '), { prettyErrors: false }), {
    Scalar(key, { range, type, value }, path) {
      if (key === 'key' || !range || typeof value !== 'string') return;
      const pair = path.at(-1);
      if (only && !(isPair(pair) && isScalar(pair.key) && only.has(pair.key.value))) return;
      const [at, to] = range;
      const before = text.slice(at, to);
      const after = withPlaceholders(before, from);
      if (after === before) return;
      const isInFlow = path.some((node) => (isMap(node) || isSeq(node)) && node.flow);
      const isBare = type === Scalar.PLAIN && (isInFlow || after.startsWith('{'));
      changes.push({ at, to, source: isBare ? `'${after.replaceAll("'", "''")}'` : after });
    },
  });
  return changes.reduceRight((rest, { at, to, source }) => rest.slice(0, at) + source + rest.slice(to), text);
}

interface PersonaRename {
  before: string;
  from: TwinRename;
  to: TwinRename;
}

/** The persona with the new name, and with a new consent version if the sentence names somebody else. */
async function renamedPersona(db: Queries, folder: TwinFiles, { before, from, to }: PersonaRename): Promise<string> {
  const named = withValues(before, [
    [['name'], to.name],
    [['first_name'], to.first_name],
    [['contact', 'email'], to.email ?? from.email ?? ''],
  ]);
  return withValues(named, [[['consent', 'version'], await consentVersionFor(db, folder, named)]]);
}

/** Replaces the values of existing keys in a YAML text. */
export function withValues(
  text: string,
  values: [path: (keyof PersonaFile | 'email' | 'version')[], value: string][],
): string {
  const document = parseDocument(text);
  return values
    .flatMap(([path, value]) => {
      const node = document.getIn(path, true);
      return node instanceof Scalar && node.range && node.value !== value ? [{ range: node.range, value }] : [];
    })
    .sort((one, other) => other.range[0] - one.range[0])
    .reduce((rest, { range: [at, to], value }) => {
      return rest.slice(0, at) + stringify(value, { lineWidth: 0 }).trim() + rest.slice(to);
    }, text);
}
