import type { ClientBase } from 'pg';
import { DatabaseStartError } from './errors.ts';

/**
 * Checks that acknowledged writes survive a power cut, because a 2xx response promises that.
 *
 * @throws DatabaseStartError naming the setting that breaks it
 */
export async function assertDurable(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit') ORDER BY name",
  );
  // local, remote_write and remote_apply differ in what they wait for on replicas; each waits for this server's own
  // disk.
  const broken = rows.find((row) => row.setting === 'off');
  if (!broken) return;
  throw new DatabaseStartError(
    `The database runs with ${broken.name}=off, so a power cut would lose conversations that were acknowledged. ` +
      `Set ${broken.name} to on.`,
  );
}
