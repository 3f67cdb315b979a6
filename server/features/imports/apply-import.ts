import type { AppliedImport } from '@understudy/contract/imports';
import type { Pool } from 'pg';
import { inTransaction, type Queries } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Actor } from '../../platform/http/guard.ts';
import { audit } from '../accounts/index.ts';
import { changeTexts, holdEdits, type LiveTwin, listTexts, readText, TwinFileError } from '../twin/index.ts';
import { type ComparedPassage, compare, type FoundPassage } from './compare.ts';
import {
  allPassages,
  type Basis,
  type ImportRow,
  lastApplied,
  listImports,
  lockImport,
  saveApplied,
  savePassages,
} from './import-store.ts';
import { edited, freeFile, freeId, newText, sectionsOf, type TextEdit, type WrittenPassage } from './knowledge-text.ts';

/** What imports need of the twin's texts. */
export interface TextsDeps {
  pool: Pool;
  live: LiveTwin;
}

/** What an import of a source is compared with. */
interface Before extends Basis {
  passages: Parameters<typeof compare>[1];
  known: ReadonlyMap<string, WrittenPassage>;
}

/** What the last import of a source brought, and what the twin knows of it now. */
async function readBefore(db: Queries, live: LiveTwin, sourceKey: string): Promise<Before> {
  const last = await lastApplied(db, sourceKey);
  const detail = last && (await readText(db, live.folder, last.file));
  if (!last || !detail) return { file: null, version: null, passages: [], known: new Map() };
  const { file, version, text, removed } = detail;
  const sections = removed ? [] : sectionsOf(text, file).sections;
  return { file, version, passages: last.passages, known: new Map(sections.map((one) => [one.id, one])) };
}

/** Compares found passages with the knowledge and saves both, within the caller's transaction. */
export async function saveCompared(
  db: Queries,
  live: LiveTwin,
  { id, source_key }: Pick<ImportRow, 'id' | 'source_key'>,
  found: readonly FoundPassage[],
): Promise<void> {
  const before = await readBefore(db, live, source_key);
  await savePassages(db, id, compare(found, before.passages, before.known), before);
}

/** Why an import cannot be applied as it is. */
class Outdated extends Error {}

const STATE_WORDS: Partial<Record<ImportRow['state'], string>> = {
  reading: 'This import is still being read.',
  applied: 'This import was added already.',
  canceled: 'This import was canceled.',
  failed: 'This import could not be read.',
};
const CHANGED =
  'The knowledge from this source was changed in the meantime. The passages now show the changes to the newest text.';

/**
 * Writes the taken passages into one text of the twin, in one transaction with the import's end and the audit log.
 *
 * @throws AppError `not_found`; `conflict` if it was applied, or compared with a text that is not the newest;
 * `invalid_request` if nothing was taken, or the texts would not make a twin
 */
export async function applyImport({ pool, live }: TextsDeps, actor: Actor, id: string): Promise<AppliedImport> {
  try {
    const written = await inTransaction(pool, async (client) => {
      const row = await lockImport(client, id);
      if (!row) throw new AppError('not_found', 'There is no such import.');
      const problem = STATE_WORDS[row.state];
      if (problem) throw new AppError('conflict', problem);
      await holdEdits(client);
      const before = await readBefore(client, live, row.source_key);
      if (before.file !== row.file || before.version !== row.file_version) throw new Outdated();
      return writePassages(client, live, actor, row, before);
    });
    await live.look();
    const [applied] = await listImports(pool, id);
    if (!applied) throw new AppError('not_found', 'There is no such import.');
    return { import: applied, ...written };
  } catch (error) {
    if (error instanceof TwinFileError) throw new AppError('invalid_request', error.message, { cause: error });
    if (!(error instanceof Outdated)) throw error;
    await compareAnew({ pool, live }, id);
    throw new AppError('conflict', CHANGED);
  }
}

async function writePassages(
  client: Queries,
  live: LiveTwin,
  actor: Actor,
  row: ImportRow,
  before: Before,
): Promise<Omit<AppliedImport, 'import'>> {
  const passages = await allPassages(client, row.id);
  const texts = await listTexts(client, live.folder);
  const file = before.file ?? freeFile(row.source, new Set(texts.map((one) => one.file)));
  const detail = await readText(client, live.folder, file);
  const taken = new Set(texts.flatMap(({ passage_ids }) => passage_ids));
  const { edits, ids } = editsOf(passages, taken);
  const count = (is: TextEdit['is']) => edits.filter((edit) => edit.is === is).length;
  if (edits.length === 0) throw new AppError('invalid_request', 'Take at least one passage first.');
  const base = detail && !detail.removed && detail.text !== '' ? detail.text : newText(row.source, topicOf(file));
  const text = edited(base, file, edits);
  // Everything that the text had is gone.
  const isEmpty = !/^##/m.test(text);
  const change = { file, version: detail?.version ?? 0, text: isEmpty ? null : text, removed: isEmpty };
  const result = await changeTexts(client, live.folder, [change], actor.email);
  if ('refused' in result) throw new Outdated();
  const version = result.saved[0]?.version ?? 0;
  await saveApplied(client, row.id, { file, version }, ids);
  const done = { file, version, added: count('add'), changed: count('change'), removed: count('remove') };
  await audit(client, actor, 'knowledge_imported', { ...done, kind: row.kind, source: row.source });
  return done;
}

const topicOf = (file: string): string => file.replace(/^knowledge\//, '').replace(/\.md$/, '');

/** The changes of the text that the owner's decisions mean, and the passage that stands for each from now on. */
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

/** Compares a waiting import with the newest text; what the owner edited and decided stays where it still fits. */
async function compareAnew({ pool, live }: TextsDeps, id: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    const row = await lockImport(client, id);
    if (row?.state !== 'ready') return;
    const found = (await allPassages(client, id)).filter(({ change }) => change !== 'gone');
    await saveCompared(client, live, row, found);
  });
}
