import type { Setup, SetupAnswers, SetupStep } from '@understudy/contract/setup';
import { setupAnswers } from '@understudy/contract/setup-calls';
import { z } from 'zod';
import type { Queries } from '../../platform/database/transaction.ts';

/** Answers, and the twin that they stood for. What differs from both is what the owner wants changed. */
export interface Reference {
  /** As they were published last, or as the setup began. */
  answers: SetupAnswers;
  /** What the twin's persona said then. */
  twin: SetupAnswers;
}

/** What undoing a publication brings back. */
export interface BeforePublishing {
  answers: SetupAnswers;
  reference: Reference | null;
  /** One of the texts that were saved together. */
  edit: { file: string; version: number };
}

/** The setup as it is stored. */
export interface StoredSetup {
  state: Exclude<Setup['state'], 'new'>;
  /** Null when it was put off before anything was answered, or when another release wrote it. */
  answers: SetupAnswers | null;
  step: SetupStep;
  version: number;
  updatedAt: Date;
  updatedBy: string;
  reference: Reference | null;
  publishedAt: Date | null;
  /** Null if nothing was published, or if it was undone. */
  beforePublishing: BeforePublishing | null;
}

interface SetupRow {
  state: StoredSetup['state'];
  answers: unknown;
  step: SetupStep;
  version: number;
  updated_at: Date;
  updated_by: string;
  reference: unknown;
  published_at: Date | null;
  before_publishing: unknown;
}

const reference = z.object({ answers: setupAnswers, twin: setupAnswers });
const beforePublishing = z.object({
  answers: setupAnswers,
  reference: reference.nullable(),
  edit: z.object({ file: z.string(), version: z.number() }),
});
const parsed = <Value>(schema: z.ZodType<Value>, stored: unknown): Value | null =>
  schema.safeParse(stored).data ?? null;

/** Reads the setup; null if nobody has begun it. */
export async function readSetup(db: Queries): Promise<StoredSetup | null> {
  const { rows } = await db.query<SetupRow>(
    `SELECT state, answers, step, version, updated_at, updated_by, reference, published_at, before_publishing
       FROM twin_setup`,
  );
  const row = rows[0];
  if (!row) return null;
  return {
    state: row.state,
    answers: parsed(setupAnswers, row.answers),
    step: row.step,
    version: row.version,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
    reference: parsed(reference, row.reference),
    publishedAt: row.published_at,
    beforePublishing: parsed(beforePublishing, row.before_publishing),
  };
}

/** A new state of the setup. */
export interface SetupChange
  extends Pick<StoredSetup, 'state' | 'answers' | 'step' | 'reference' | 'beforePublishing'> {
  publishedAt: Date | null;
  by: string;
}

/**
 * Changes the setup.
 *
 * @param version the version to change
 * @returns false when somebody else has changed it since
 */
export async function saveSetup(db: Queries, version: number, change: SetupChange): Promise<boolean> {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  const { rowCount } = await db.query(
    `INSERT INTO twin_setup (state, answers, step, version, updated_by, reference, published_at, before_publishing)
     SELECT $1, $2, $3, 1, $4, $5, $6, $7 WHERE $8 = 0 OR EXISTS (SELECT FROM twin_setup)
     ON CONFLICT (only_one) DO UPDATE SET
       state = $1, answers = $2, step = $3, version = twin_setup.version + 1, updated_at = now(), updated_by = $4,
       reference = $5, published_at = $6, before_publishing = $7
     WHERE twin_setup.version = $8`,
    [
      ...[change.state, json(change.answers), change.step, change.by, json(change.reference), change.publishedAt],
      ...[json(change.beforePublishing), version],
    ],
  );
  return rowCount === 1;
}
