import type { Setup, SetupAnswers, SetupStep } from '@understudy/contract/setup';
import { setupAnswers } from '@understudy/contract/setup-calls';
import type { Queries } from '../../platform/database/transaction.ts';

/** The setup as it is stored. */
export interface StoredSetup {
  state: Exclude<Setup['state'], 'new'>;
  /** Null when it was put off before anything was answered, or when another release wrote it. */
  answers: SetupAnswers | null;
  step: SetupStep;
  version: number;
  updatedAt: Date;
  updatedBy: string;
  /** The answers that were published last; null if none ever were. */
  published: SetupAnswers | null;
  publishedAt: Date | null;
}

interface SetupRow {
  state: StoredSetup['state'];
  answers: unknown;
  step: SetupStep;
  version: number;
  updated_at: Date;
  updated_by: string;
  published: unknown;
  published_at: Date | null;
}

const readAnswers = (stored: unknown): SetupAnswers | null => setupAnswers.safeParse(stored).data ?? null;

/** Reads the setup; null if nobody has begun it. */
export async function readSetup(db: Queries): Promise<StoredSetup | null> {
  const { rows } = await db.query<SetupRow>(
    'SELECT state, answers, step, version, updated_at, updated_by, published, published_at FROM twin_setup',
  );
  const row = rows[0];
  if (!row) return null;
  return {
    state: row.state,
    answers: readAnswers(row.answers),
    step: row.step,
    version: row.version,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
    published: readAnswers(row.published),
    publishedAt: row.published_at,
  };
}

/** A change of the setup. */
interface SetupChange {
  state: StoredSetup['state'];
  /** Null keeps those that are stored. */
  answers: SetupAnswers | null;
  /** Null keeps the one that is stored. */
  step: SetupStep | null;
  /** The version to change. */
  version: number;
  by: string;
}

/** Changes the setup. @returns false when somebody else has changed it since that version */
export async function saveSetup(db: Queries, { state, answers, step, version, by }: SetupChange): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO twin_setup (state, answers, step, version, updated_by, published, published_at)
     SELECT $1, $2, coalesce($3, 'you'), 1, $5, CASE WHEN $1 = 'published' THEN $2::jsonb END,
            CASE WHEN $1 = 'published' THEN now() END
      WHERE $4 = 0 OR EXISTS (SELECT FROM twin_setup)
     ON CONFLICT (only_one) DO UPDATE SET
       state = $1,
       answers = coalesce($2, twin_setup.answers),
       step = coalesce($3, twin_setup.step),
       version = twin_setup.version + 1,
       updated_at = now(),
       updated_by = $5,
       published = CASE WHEN $1 = 'published' THEN $2::jsonb ELSE twin_setup.published END,
       published_at = CASE WHEN $1 = 'published' THEN now() ELSE twin_setup.published_at END
     WHERE twin_setup.version = $4`,
    [state, answers && JSON.stringify(answers), step, version, by],
  );
  return rowCount === 1;
}
