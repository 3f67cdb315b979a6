import { setTimeout as wait } from 'node:timers/promises';
import type { RetentionPreview, SettingsAnswer } from '@understudy/contract/settings';
import type { Spawned } from '../server/testing/spawned-server.ts';
import { LOAD } from './dashboard-load.ts';
import { figure, noteOthers, printTable } from './figures.ts';
import { measure } from './measure.ts';
import type { OwnerClient } from './owner-client.ts';

/** Sessions that are to go: with all that hangs on them, some forty rows each, more than 100,000 rows. */
const SESSIONS_LEAST = 3_000;
/** Days over which the seeded sessions are spread. */
const DAYS = 90;
const LOOK_EVERY_MS = 200;

/**
 * What a shorter retention takes to delete (reliability, V6: 100,000 rows in 60 s, a visitor's p95 at most 20 % longer).
 * Deletes for good, and so comes last.
 */
export async function benchDeletion(server: Spawned & { url: string }, owner: OwnerClient): Promise<void> {
  const { retention } = JSON.parse((await owner.get('/settings')).text) as SettingsAnswer;
  const preview = async (transcripts: number): Promise<number> => {
    const value = { ...retention.value, transcripts };
    return (await owner.send<RetentionPreview>('POST', '/settings/retention/preview', { value })).transcripts;
  };
  let days = DAYS;
  let sessions = 0;
  while (days > 1 && sessions < SESSIONS_LEAST) {
    days -= 1;
    sessions = await preview(days);
  }
  const load = { ...LOAD, url: server.url };
  const quiet = await measure(load, server.pid);
  const value = { ...retention.value, transcripts: days };
  const all = await owner.send<RetentionPreview>('POST', '/settings/retention/preview', { value });
  const rows = Object.values(all).reduce((sum, count) => sum + count, 0);
  const began = performance.now();
  await owner.send('PUT', '/settings', {
    group: 'retention',
    value,
    version: retention.version,
    confirm_rows: rows,
  });
  const beside = measure(load, server.pid);
  while ((await preview(days)) > 0) await wait(LOOK_EVERY_MS);
  const seconds = (performance.now() - began) / 1000;
  const busy = await beside;
  printTable(
    'dashboard: deletion of what has been kept for long enough (aim: 100,000 rows within 60 s, p95 of a turn +20 % at most)',
    ['sessions', 'rows, about', 'seconds', 'p95 of a turn before', 'meanwhile'],
    [[figure(sessions), figure(sessions * 40), figure(seconds), figure(quiet.p95), figure(busy.p95)]],
  );
  noteOthers([quiet.others, busy.others]);
}
