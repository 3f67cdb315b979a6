import type { AppliedImport } from '@understudy/contract/imports';
import { TWIN_TEXT_MAX_BYTES } from '@understudy/contract/twin-calls';
import type { Pool } from 'pg';
import { inTransaction, type Queries } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Actor } from '../../platform/http/guard.ts';
import { audit } from '../accounts/index.ts';
import { changeTexts, holdEdits, type LiveTwin, listTexts, readText, TwinFileError } from '../twin/index.ts';
import { type ComparedPassage, compare, type EarlierPassage, type FoundPassage } from './compare.ts';
import {
  allPassages,
  type ImportRow,
  lastApplied,
  listImports,
  lockImport,
  saveApplied,
  savePassages,
} from './import-store.ts';
import { edited, freeFile, freeId, newText, sectionsOf, type TextEdit, type TextSection } from './knowledge-text.ts';

/** What imports need of the twin's texts. */
export interface TextsDeps {
  pool: Pool;
  live: LiveTwin;
}

/** What an import of a source is compared with. */
interface Before {
  /** The text that the last import of the source was added to; null if there was none. */
  file: string | null;
  passages: readonly EarlierPassage[];
  /** What became of them in the knowledge, by id. */
  known: ReadonlyMap<string, TextSection & { file: string }>;
}

/** Room for what an owner adds to a text later. */
const FULL_BYTES = TWIN_TEXT_MAX_BYTES - 32 * 1024;

/** What the last import of a source brought, and what the twin knows of it now, in whichever text it is. */
async function readBefore(db: Queries, live: LiveTwin, sourceKey: string): Promise<Before> {
  const known = new Map<string, TextSection & { file: string }>();
  const last = await lastApplied(db, sourceKey);
  if (!last) return { file: null, passages: [], known };
  const ids = new Set(last.passages.map(({ passageId }) => passageId));
  for (const { file, passage_ids } of await listTexts(db, live.folder)) {
    if (!passage_ids.some((id) => ids.has(id))) continue;
    const { text } = (await readText(db, live.folder, file)) ?? { text: '' };
    for (const section of sectionsOf(text, file).sections) known.set(section.id, { ...section, file });
  }
  return { file: last.file, passages: last.passages, known };
}

/** Compares found passages with the knowledge and saves both, within the caller's transaction. */
export async function saveCompared(
  db: Queries,
  live: LiveTwin,
  { id, source_key }: Pick<ImportRow, 'id' | 'source_key'>,
  found: readonly FoundPassage[],
): Promise<void> {
  const before = await readBefore(db, live, source_key);
  await savePassages(db, id, compare(found, before.passages, before.known), before.file);
}

const STATE_WORDS: Partial<Record<ImportRow['state'], string>> = {
  reading: 'This import is still being read.',
  applied: 'This import was added already.',
  canceled: 'This import was canceled.',
  failed: 'This import could not be read.',
};
const CHANGED =
  'The knowledge from this source was changed in the meantime. The passages now show the changes to the newest text.';

/**
 * Writes the taken passages into the twin's texts, in one transaction with the import's end and the audit log.
 *
 * @throws AppError `not_found`; `conflict` if it was applied, or what it was compared with has changed, in which case
 * it is compared anew; `invalid_request` if nothing was taken, or the texts would not make a twin
 */
export async function applyImport({ pool, live }: TextsDeps, actor: Actor, id: string): Promise<AppliedImport> {
  const written = await inTransaction(pool, async (client) => {
    const row = await lockImport(client, id);
    if (!row) throw new AppError('not_found', 'There is no such import.');
    const problem = STATE_WORDS[row.state];
    if (problem) throw new AppError('conflict', problem);
    await holdEdits(client);
    const before = await readBefore(client, live, row.source_key);
    const passages = await allPassages(client, id);
    const found = passages.filter(({ change }) => change !== 'gone');
    const compared = compare(found, before.passages, before.known);
    if (sameComparison(passages, compared)) return writePassages(client, live, actor, row, passages, before);
    // What the owner edited and decided stays where it still fits.
    await savePassages(client, id, compared, before.file);
    return null;
  }).catch((error: unknown) => {
    throw error instanceof TwinFileError ? new AppError('invalid_request', error.message, { cause: error }) : error;
  });
  if (!written) throw new AppError('conflict', CHANGED);
  await live.refresh();
  const [applied] = await listImports(pool, id);
  if (!applied) throw new AppError('not_found', 'There is no such import.');
  return { import: applied, ...written };
}

/** Whether passages still mean the same changes as when the owner saw them. */
function sameComparison(seen: readonly ComparedPassage[], now: readonly ComparedPassage[]): boolean {
  const keyOf = ({ change, passageId, old }: ComparedPassage) =>
    JSON.stringify([change, passageId, old?.title ?? null, old?.text ?? null]);
  return seen.length === now.length && seen.every((one, at) => keyOf(one) === keyOf(now[at] as ComparedPassage));
}

async function writePassages(
  client: Queries,
  live: LiveTwin,
  actor: Actor,
  row: ImportRow,
  passages: readonly (ComparedPassage & { position: number })[],
  before: Before,
): Promise<Omit<AppliedImport, 'import'>> {
  const texts = await listTexts(client, live.folder);
  const { edits, ids } = editsOf(passages, new Set(texts.flatMap(({ passage_ids }) => passage_ids)));
  const count = (is: TextEdit['is']) => edits.filter((edit) => edit.is === is).length;
  if (edits.length === 0) throw new AppError('invalid_request', 'Take at least one passage first.');
  const taken = new Set(texts.map(({ file }) => file));
  const first = before.file ?? freeFile(row.source, taken);
  const changes = [];
  for (const [file, own] of byText(edits, first, taken, before)) {
    const detail = await readText(client, live.folder, file);
    const topic = file.replace(/^knowledge\//, '').replace(/\.md$/, '');
    const base = detail && !detail.removed && detail.text !== '' ? detail.text : newText(row.source, topic);
    const text = edited(base, file, own);
    // Everything that the text had may be gone.
    const isEmpty = !/^##/m.test(text);
    changes.push({ file, version: detail?.version ?? 0, text: isEmpty ? null : text, removed: isEmpty });
  }
  const result = await changeTexts(client, live.folder, changes, actor.email);
  if ('refused' in result) throw new AppError('conflict', CHANGED);
  const { file, version } = result.saved.find((one) => one.file === first) ??
    result.saved[0] ?? { file: first, version: 0 };
  await saveApplied(client, row.id, { file, version }, ids);
  const done = { file, version, added: count('add'), changed: count('change'), removed: count('remove') };
  const files = result.saved.map((one) => one.file);
  await audit(client, actor, 'knowledge_imported', { ...done, files, kind: row.kind, source: row.source });
  return done;
}

/** The changes of each text. A new passage goes where the one before it is, or into a further text if that is full. */
function byText(
  edits: readonly TextEdit[],
  first: string,
  taken: Set<string>,
  { known }: Before,
): Map<string, TextEdit[]> {
  const places = new Map([...known].map(([id, { file }]) => [id, file]));
  const sizes = new Map<string, number>();
  for (const { file, raw } of known.values()) sizes.set(file, (sizes.get(file) ?? 0) + Buffer.byteLength(raw));
  const texts = new Map<string, TextEdit[]>();
  let place = first;
  for (const edit of edits) {
    if (edit.is !== 'add') place = places.get(edit.id) ?? place;
    else {
      place = (edit.after === null ? undefined : places.get(edit.after)) ?? place;
      const size = Buffer.byteLength(edit.passage.text) + Buffer.byteLength(edit.passage.title);
      taken.add(place);
      if ((sizes.get(place) ?? 0) + size > FULL_BYTES) place = freeFile(first.replace(/^knowledge\//, ''), taken);
      sizes.set(place, (sizes.get(place) ?? 0) + size);
      places.set(edit.id, place);
    }
    texts.set(place, [...(texts.get(place) ?? []), edit]);
  }
  return texts;
}

/** The changes that the owner's decisions mean, and the passage that stands for each from now on. */
function editsOf(passages: readonly (ComparedPassage & { position: number })[], taken: Set<string>) {
  const edits: TextEdit[] = [];
  const ids: { position: number; passageId: string | null }[] = [];
  let after: string | null = null;
  for (const { position, change, decision, passageId, ...passage } of passages) {
    let id = passageId;
    if (decision === 'taken' && change === 'new') {
      id = freeId(passage.title, taken);
      edits.push({ is: 'add', id, passage, after });
    } else if (decision === 'taken' && change === 'changed' && id) edits.push({ is: 'change', id, passage });
    else if (decision === 'taken' && change === 'gone' && id) edits.push({ is: 'remove', id });
    // What the owner keeps although the source has lost it is the owner's own.
    if (change === 'gone' && decision !== 'proposed') id = null;
    if (id !== null) after = id;
    ids.push({ position, passageId: id });
  }
  return { edits, ids };
}
