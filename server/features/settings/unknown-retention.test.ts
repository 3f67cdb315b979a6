import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RetentionSettings } from '@understudy/contract/settings';
import type { PublicConfig } from '@understudy/contract/wire';
import { expect, onTestFinished, test } from 'vitest';
import { createPool } from '../../platform/database/pool.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { databaseBehindProxy } from '../../testing/database-behind-proxy.ts';
import { testUser } from '../../testing/owners.ts';
import { copySampleTwin } from '../../testing/sample-twin.ts';

const JSON_BODY = { 'content-type': 'application/json' };
const DAYS: RetentionSettings = {
  transcripts: 90,
  memories: 30,
  leads: 90,
  action_items: 90,
  notes: 90,
  waitlist: 90,
  audit_log: 730,
};

const configOf = async ({ url }: TestApp) => (await (await fetch(`${url}/api/config`)).json()) as PublicConfig;

/** An owner who sets the retention. */
async function keeper(app: TestApp) {
  const { headers } = await testUser(app.accounts, 'owner');
  return async (value: RetentionSettings, version: number, more: object = {}) => {
    const body = JSON.stringify({ group: 'retention', value, version, ...more });
    const answer = await fetch(`${app.url}/api/admin/settings`, {
      method: 'PUT',
      headers: { ...headers, ...JSON_BODY },
      body,
    });
    return { status: answer.status, body: (await answer.json()) as { code: string; error: string } };
  };
}

test('nothing is kept for longer than visitors read while the twin’s texts cannot say it', async () => {
  const twinDir = await copySampleTwin();
  onTestFinished(() => rm(twinDir, { recursive: true, force: true }));
  const app = await startTestApp({}, { twinDir });
  onTestFinished(app.close);
  const keep = await keeper(app);
  expect(await keep(DAYS, 0, { confirm_rows: 0 })).toMatchObject({ status: 200 });
  await expect.poll(async () => (await configOf(app)).retention_days?.transcripts).toBe(90);
  await expect.poll(async () => (await configOf(app)).consent?.text).toContain('for 90 days');

  await writeFile(path.join(twinDir, 'modes/mentor.yaml'), 'id: mentor\n');
  await app.parts.live.reload();
  const longer = await keep({ ...DAYS, transcripts: 91 }, 1);
  expect(longer).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect(longer.body.error).toMatch(/^Visitors still read the days of before, .*modes\/mentor\.yaml:1: /);
  expect((await keep({ ...DAYS, leads: null }, 1)).status).toBe(409);
  // Periods outside the sentence, and shorter ones, extend no promise.
  expect((await keep({ ...DAYS, notes: 400, leads: 60 }, 1, { confirm_rows: 0 })).status).toBe(200);

  // Another instance, whose texts are valid, may set days that cannot be stated here: nobody can agree to them here.
  await app.pool.query("UPDATE settings SET value = $1, version = version + 1 WHERE name = 'retention'", [
    JSON.stringify({ ...DAYS, transcripts: 365 }),
  ]);
  await app.parts.settings.refresh();
  await expect.poll(async () => (await configOf(app)).consent).toBeNull();
  expect((await configOf(app)).retention_days).toBeNull();
  expect((await keep({ ...DAYS, transcripts: 400 }, 3)).body.error).toMatch(/^Visitors cannot be told/);
  const refused = await app.call('create_session', { visitor_id: crypto.randomUUID(), consent: true });
  expect(refused).toMatchObject({ status: 503, body: { code: 'consent_unavailable' } });
  expect((await app.call('create_session', { visitor_id: crypto.randomUUID(), consent: false })).status).toBe(200);
});

test('nobody is asked to agree before it is known what is set, nor while that cannot be read', async () => {
  const away = await databaseBehindProxy();
  onTestFinished(away.close);
  await away.database.pool.query(
    "INSERT INTO settings (name, value, version, updated_by) VALUES ('retention', $1, 1, 'a')",
    [JSON.stringify({ ...DAYS, transcripts: 365 })],
  );
  away.proxy.down();
  const pool = createPool({ connectionString: away.address });
  onTestFinished(() => pool.end());
  const app = await startTestApp({}, { database: { ...away.database, pool } });
  onTestFinished(app.close);
  expect(await configOf(app)).toMatchObject({ consent: null, retention_days: null });
  away.proxy.up();
  await expect.poll(async () => (await configOf(app)).consent?.text, { timeout: 20_000 }).toContain('for 365 days');

  await away.database.pool.query("UPDATE settings SET value = '[]', version = 2 WHERE name = 'retention'");
  await app.parts.settings.refresh();
  await expect.poll(async () => (await configOf(app)).consent).toBeNull();
  // The unreadable setting may have been longer than the default: setting it anew requires confirming what is deleted.
  const keep = await keeper(app);
  const forever = { ...DAYS, transcripts: null, leads: null, memories: null };
  expect(await keep(forever, 2)).toMatchObject({ status: 409, body: { code: 'confirmation_needed' } });
  expect((await keep(forever, 2, { confirm_rows: 0 })).status).toBe(200);
  await expect.poll(async () => (await configOf(app)).consent?.text).toContain('unlimited');
});
