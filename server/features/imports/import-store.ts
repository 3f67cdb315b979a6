import type {
  ImportKind,
  ImportNote,
  ImportPassage,
  ImportState,
  KnowledgeImport,
  PassageDecision,
} from '@understudy/contract/imports';
import type { ReadProblem } from '@understudy/contract/read-problems';
import type { Queries } from '../../platform/database/transaction.ts';
import type { ComparedPassage, EarlierPassage } from './compare.ts';

/** A source to import. */
export interface NewImport {
  kind: ImportKind;
  source: string;
  sourceKey: string;
  input: Buffer | null;
  urls: string[] | null;
  createdBy: string;
}

/** An import as it is stored. */
export interface ImportRow {
  id: string;
  kind: ImportKind;
  source: string;
  source_key: string;
  state: ImportState;
}

/** An import that an instance has begun to read. */
export interface ClaimedImport extends ImportRow {
  input: Buffer | null;
  urls: string[] | null;
  attempts: number;
}

/** How long an instance may read without saying so, before another one, or the next start, takes over. */
const LEASE = "interval '20 seconds'";
const MAX_LISTED = 100;
const ROW = 'id, kind, source, source_key, state';

/** Adds an import, unless so many are open already. @returns its id; null if there are too many */
export async function addImport(db: Queries, made: NewImport, maxOpen: number): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO imports (kind, source, source_key, input, urls, created_by, total)
     SELECT $1, $2, $3, $4, $5, $6, $7
      WHERE (SELECT count(*) FROM imports WHERE state IN ('reading', 'ready')) < $8 RETURNING id`,
    [
      ...[made.kind, made.source, made.sourceKey, made.input, made.urls && JSON.stringify(made.urls), made.createdBy],
      ...[made.urls?.length ?? null, maxOpen],
    ],
  );
  return rows[0]?.id ?? null;
}

/** Takes the oldest import that nobody reads. */
export async function claimImport(db: Queries): Promise<ClaimedImport | null> {
  const { rows } = await db.query<ClaimedImport>({
    name: 'claim_import',
    text: `UPDATE imports SET reading_until = now() + ${LEASE}, attempts = attempts + 1 WHERE id = (
        SELECT id FROM imports WHERE state = 'reading' AND (reading_until IS NULL OR reading_until < now())
         ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING ${ROW}, input, urls, attempts`,
  });
  return rows[0] ?? null;
}

/** Tells how far reading has come. @returns whether it is still wanted */
export async function keepReading(db: Queries, id: string, done: number, total: number | null): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE imports SET reading_until = now() + ${LEASE}, done = $2, total = coalesce($3, total)
      WHERE id = $1 AND state = 'reading'`,
    [id, done, total],
  );
  return rowCount === 1;
}

/** Leaves an import to the next instance, as if it had not begun. */
export async function releaseImport(db: Queries, id: string): Promise<void> {
  await db.query(
    "UPDATE imports SET reading_until = NULL, attempts = attempts - 1 WHERE id = $1 AND state = 'reading'",
    [id],
  );
}

/** Ends reading without a result. */
export async function endReading(
  db: Queries,
  id: string,
  state: 'failed' | 'canceled',
  problem: ReadProblem | null,
): Promise<void> {
  await db.query(
    "UPDATE imports SET state = $2, problem = $3::jsonb, input = NULL WHERE id = $1 AND state IN ('reading', 'ready')",
    [id, state, problem && JSON.stringify(problem)],
  );
}

/** Saves what was read. @returns false if it is no longer wanted */
export async function saveRead(
  db: Queries,
  id: string,
  { pages, notes }: { pages: number; notes: readonly ImportNote[] },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE imports SET state = 'ready', input = NULL, done = $2, total = $2, notes = $3, reading_until = NULL
      WHERE id = $1 AND state = 'reading'`,
    [id, pages, JSON.stringify(notes)],
  );
  return rowCount === 1;
}

/** Puts passages in place of those of an import. @param file the text that an earlier import was added to, if any */
export async function savePassages(
  db: Queries,
  id: string,
  passages: readonly ComparedPassage[],
  file: string | null,
): Promise<void> {
  await db.query('DELETE FROM import_passages WHERE import_id = $1', [id]);
  const rows = passages.map(({ old, passageId, ...passage }, position) => ({
    ...passage,
    position,
    old_title: old?.title ?? null,
    old_text: old?.text ?? null,
    passage_id: passageId,
  }));
  await db.query(
    `INSERT INTO import_passages (import_id, position, headings, title, text, asks, source, page, url, change,
         old_title, old_text, decision, passage_id)
     SELECT $1, position, headings, title, text, asks, source, page, url, change, old_title, old_text, decision,
         passage_id
       FROM jsonb_to_recordset($2) AS r (position int, headings jsonb, title text, text text, asks jsonb, source text,
         page int, url text, change text, old_title text, old_text text, decision text, passage_id text)`,
    [id, JSON.stringify(rows)],
  );
  await db.query('UPDATE imports SET file = $2 WHERE id = $1', [id, file]);
}

/** The newest import of a source that was applied, with its passages. */
export async function lastApplied(
  db: Queries,
  sourceKey: string,
): Promise<{ file: string; passages: EarlierPassage[] } | null> {
  const { rows } = await db.query<{ id: string; file: string }>(
    `SELECT id, file FROM imports WHERE source_key = $1 AND state = 'applied' AND file IS NOT NULL
      ORDER BY applied_at DESC LIMIT 1`,
    [sourceKey],
  );
  const [last] = rows;
  if (!last) return null;
  const passages = await db.query<EarlierPassage>(
    `SELECT headings, title, source, url, page, decision, passage_id AS "passageId" FROM import_passages
      WHERE import_id = $1 ORDER BY position`,
    [last.id],
  );
  return { file: last.file, passages: passages.rows };
}

/** Locks an import until the transaction ends; null if there is none. */
export async function lockImport(db: Queries, id: string): Promise<ImportRow | null> {
  const { rows } = await db.query<ImportRow>(`SELECT ${ROW} FROM imports WHERE id = $1 FOR UPDATE`, [id]);
  return rows[0] ?? null;
}

/** All passages of an import. */
export async function allPassages(db: Queries, id: string): Promise<(ComparedPassage & { position: number })[]> {
  const { rows } = await db.query<ComparedPassage & { position: number }>(
    `SELECT position, headings, title, text, asks, source, page, url, change, decision, passage_id AS "passageId",
        CASE WHEN old_text IS NOT NULL THEN jsonb_build_object('title', old_title, 'text', old_text) END AS old
       FROM import_passages WHERE import_id = $1 ORDER BY position`,
    [id],
  );
  return rows;
}

/** Notes which passages of the knowledge came of an import. */
export async function saveApplied(
  db: Queries,
  id: string,
  written: { file: string; version: number },
  ids: readonly { position: number; passageId: string | null }[],
): Promise<void> {
  await db.query(
    `UPDATE import_passages p SET passage_id = r.id FROM jsonb_to_recordset($2) AS r (position int, id text)
      WHERE p.import_id = $1 AND p.position = r.position`,
    [id, JSON.stringify(ids.map(({ position, passageId }) => ({ position, id: passageId })))],
  );
  await db.query(
    "UPDATE imports SET state = 'applied', applied_at = now(), file = $2, file_version = $3 WHERE id = $1",
    [id, written.file, written.version],
  );
}

/** Deletes an import with its passages; what it added to the knowledge stays. @returns whether there was one */
export async function deleteImport(db: Queries, id: string): Promise<{ source: string } | null> {
  const { rows } = await db.query<{ source: string }>('DELETE FROM imports WHERE id = $1 RETURNING source', [id]);
  return rows[0] ?? null;
}

type Counts = Record<`${'new' | 'changed' | 'unchanged' | 'gone' | 'proposed' | 'taken' | 'dropped'}`, number>;
type ListedRow = Omit<ImportRow, 'source_key'> & {
  file: string | null;
  file_version: number | null;
  done: number;
  total: number | null;
  waiting: boolean;
  problem: ReadProblem | null;
  notes: ImportNote[];
  created_at: Date;
  created_by: string;
  applied_at: Date | null;
} & Counts;

const counted = (column: string, value: string) =>
  `count(*) FILTER (WHERE p.${column} = '${value}')::int AS "${value}"`;
const COUNTS = [
  ...['new', 'changed', 'unchanged', 'gone'].map((value) => counted('change', value)),
  ...['proposed', 'taken', 'dropped'].map((value) => counted('decision', value)),
].join(', ');

/** Imports as the owner sees them, the newest first. @param id only this one */
export async function listImports(db: Queries, id: string | null = null): Promise<KnowledgeImport[]> {
  const { rows } = await db.query<ListedRow>(
    `SELECT i.id, kind, source, state, file, file_version, done, total, reading_until IS NULL AS waiting, problem,
        notes,
        created_at, created_by, applied_at, c.*
       FROM imports i CROSS JOIN LATERAL (SELECT ${COUNTS} FROM import_passages p WHERE p.import_id = i.id) c
      WHERE $1::uuid IS NULL OR i.id = $1 ORDER BY i.id DESC LIMIT ${MAX_LISTED}`,
    [id],
  );
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    source: row.source,
    state: row.state,
    done: row.done,
    total: row.total,
    waiting: row.state === 'reading' && row.waiting,
    problem: row.problem,
    notes: row.notes,
    created_at: row.created_at.toISOString(),
    created_by: row.created_by,
    applied_at: row.applied_at?.toISOString() ?? null,
    file: row.file,
    file_version: row.file_version,
    changes: { new: row.new, changed: row.changed, unchanged: row.unchanged, gone: row.gone },
    decisions: { proposed: row.proposed, taken: row.taken, dropped: row.dropped },
  }));
}

const PASSAGE = `position, headings, title, text, asks, source, page, url, change, decision,
  CASE WHEN old_text IS NOT NULL THEN jsonb_build_object('title', old_title, 'text', old_text) END AS old`;

/** Passages of an import from a position on. */
export async function readPassages(db: Queries, id: string, from: number, limit: number): Promise<ImportPassage[]> {
  const { rows } = await db.query<ImportPassage>(
    `SELECT ${PASSAGE} FROM import_passages WHERE import_id = $1 AND position >= $2 ORDER BY position LIMIT $3`,
    [id, from, limit],
  );
  return rows;
}

/** What the owner changes of a passage; what is undefined stays. */
export interface PassageEdit {
  title?: string | undefined;
  text?: string | undefined;
  asks?: string[] | undefined;
  decision?: PassageDecision | undefined;
}

/** Changes a passage of an import that waits for the owner; null if there is none. */
export async function editPassage(
  db: Queries,
  id: string,
  position: number,
  { title, text, asks, decision }: PassageEdit,
): Promise<ImportPassage | null> {
  const { rows } = await db.query<ImportPassage>(
    `UPDATE import_passages SET title = coalesce($3, title), text = coalesce($4, text), asks = coalesce($5, asks),
        decision = CASE WHEN change = 'unchanged' THEN decision ELSE coalesce($6, decision) END
      WHERE import_id = $1 AND position = $2
        AND EXISTS (SELECT FROM imports WHERE id = $1 AND state = 'ready') RETURNING ${PASSAGE}`,
    [id, position, title ?? null, text ?? null, asks ? JSON.stringify(asks) : null, decision ?? null],
  );
  return rows[0] ?? null;
}

/** Decides about all passages that would change something, or about those without a decision. */
export async function decideAll(
  db: Queries,
  id: string,
  decision: PassageDecision,
  undecidedOnly: boolean,
): Promise<void> {
  await db.query(
    `UPDATE import_passages SET decision = $2 WHERE import_id = $1 AND change <> 'unchanged'
        AND (NOT $3 OR decision = 'proposed') AND EXISTS (SELECT FROM imports WHERE id = $1 AND state = 'ready')`,
    [id, decision, undecidedOnly],
  );
}
