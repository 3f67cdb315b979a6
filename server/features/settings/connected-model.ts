/** The language model connected in the dashboard: one row with a sealed key, followed by every instance. */
import { randomUUID } from 'node:crypto';
import type { ChatProviderName } from '@understudy/contract/settings';
import type { Queries } from '../../platform/database/queries.ts';
import type { SealedDatabase } from '../../platform/database/sealed-rows.ts';
import type { Logger } from '../../platform/log.ts';
import type { Sealer } from '../../platform/sealer.ts';

/** Everything needed to call a model. */
export interface ModelAccess {
  provider: ChatProviderName;
  baseUrl: string;
  apiKey: string | null;
  model: string;
}

/** The model that is connected. */
export interface KeptModel extends ModelAccess {
  connectedAt: Date;
  connectedBy: string;
}

interface ModelRow {
  id: string;
  provider: ChatProviderName;
  base_url: string;
  model: string;
  sealed_key: Buffer | null;
  connected_at: Date;
  connected_by: string;
}

/**
 * The purpose includes the address, so that somebody who can only write to the database cannot redirect the key to
 * another server.
 */
const purposeOf = ({ id, provider, base_url }: Pick<ModelRow, 'id' | 'provider' | 'base_url'>) =>
  `model key ${id} ${provider} ${base_url}`;

function openRow(sealer: Sealer, row: ModelRow): KeptModel {
  const { provider, base_url: baseUrl, model, sealed_key: sealed, connected_at, connected_by } = row;
  const apiKey = sealed && sealer.open(sealed, purposeOf(row)).toString('utf8');
  return { provider, baseUrl, apiKey, model, connectedAt: connected_at, connectedBy: connected_by };
}

/**
 * Saves a model as the connected one.
 * @param by the email address of the person who connects it
 */
export async function saveModel(db: Queries, sealer: Sealer, access: ModelAccess, by: string): Promise<void> {
  const { provider, baseUrl, apiKey, model } = access;
  const id = randomUUID();
  const sealed = apiKey && sealer.seal(Buffer.from(apiKey), purposeOf({ id, provider, base_url: baseUrl }));
  await db.query(
    `INSERT INTO connected_model (id, provider, base_url, model, sealed_key, connected_by)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (only_one) DO UPDATE SET id = excluded.id, provider = excluded.provider, base_url = excluded.base_url,
       model = excluded.model, sealed_key = excluded.sealed_key, connected_at = now(),
       connected_by = excluded.connected_by`,
    [id, provider, baseUrl, model, sealed, by],
  );
}

/** Removes the connected model and its key. @returns the removed model; null if there was none */
export async function removeModel(db: Queries): Promise<{ provider: ChatProviderName; model: string } | null> {
  const { rows } = await db.query<Pick<ModelRow, 'provider' | 'model'>>(
    'DELETE FROM connected_model RETURNING provider, model',
  );
  return rows[0] ?? null;
}

const CONNECTED = {
  name: 'connected_model',
  text: 'SELECT id, provider, base_url, model, sealed_key, connected_at, connected_by FROM connected_model',
};

/** Reads the connected model; null if there is none. @throws Error if its key cannot be decrypted */
export async function readConnectedModel({ pool, sealer }: SealedDatabase): Promise<KeptModel | null> {
  const { rows } = await pool.query<ModelRow>(CONNECTED);
  return rows[0] ? openRow(sealer, rows[0]) : null;
}

/** The connected model, cached. */
export interface LiveModel {
  /** Null if there is none, or if it has not been read yet. */
  get(): KeptModel | null;
  /** Reads it at once. @throws the database's error */
  refresh(): Promise<void>;
  /** Stops polling, and waits for a read that is in progress. */
  close(): Promise<void>;
}

/**
 * Follows the connected model. Nothing has been read when this returns; while the database is unavailable, the last
 * known model stays.
 * @param everyMs how often to poll for changes by other instances
 * @param onChange called on every change, including the first model
 */
export function followModel(
  { pool, sealer }: SealedDatabase,
  log: Logger,
  everyMs: number,
  onChange: (model: KeptModel | null) => void,
): LiveModel {
  let model: KeptModel | null = null;
  let seen: string | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const look = async (): Promise<void> => {
    const { rows } = await pool.query<ModelRow>(CONNECTED);
    const row = rows[0] ?? null;
    if ((row?.id ?? null) === seen) return;
    seen = row?.id ?? null;
    try {
      model = row && openRow(sealer, row);
    } catch (error) {
      model = null;
      log.error({ err: error }, 'the key of the connected model cannot be opened: connect it again in the dashboard');
    }
    onChange(model);
  };
  // Reads are serialized, so that an older result never replaces a newer one.
  let looking: Promise<void> = Promise.resolve();
  const refresh = (): Promise<void> => {
    const next = looking.then(look);
    looking = next.catch(() => undefined);
    return next;
  };
  const lookOn = (): void => {
    if (closed) return;
    timer = setTimeout(() => void refresh().then(lookOn, lookOn), everyMs).unref();
  };
  lookOn();
  return {
    get: () => model,
    refresh,
    async close() {
      closed = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
