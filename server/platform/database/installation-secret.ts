import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';

const BYTES = 32;

/** A secret of this installation: made the first time it is asked for, the same for all instances ever after. */
export async function installationSecret(pool: Pool, name: string): Promise<Buffer> {
  await pool.query('INSERT INTO installation_secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    name,
    randomBytes(BYTES),
  ]);
  // A second statement, so that it sees the row of an instance that was quicker.
  const { rows } = await pool.query<{ value: Buffer }>('SELECT value FROM installation_secrets WHERE name = $1', [
    name,
  ]);
  const [row] = rows;
  if (!row) throw new Error(`The installation's secret '${name}' was deleted while it was read.`);
  return row.value;
}
