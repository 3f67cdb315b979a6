import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ours } from './support/door.ts';
import { openSettings } from './support/settings.ts';
import { expectAccessible, openStage, PHONE, type Stage } from './support/stage.ts';

describe('backups in the settings', () => {
  let stage: Stage;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'understudy-test-'));
    stage = await openStage({ BACKUP_DIR: folder, BACKUP_PASSPHRASE: 'twelve or more' });
  });
  afterAll(async () => {
    await stage.close();
    await rm(folder, { recursive: true });
  });

  it('make one, test it, and list it; a damaged one is told', async () => {
    const { page, problems, close } = await openSettings(stage, 'backups', 'admin');
    await page.getByText('No backup has been made yet.').waitFor();
    await page.getByText('There are no backups in the folder.').waitFor();
    expect(await page.getByRole('button', { name: 'Test a restore' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Back up now' }).press('Enter');
    await page.getByRole('heading', { name: '1 backup' }).waitFor();
    await page.getByText(/^Latest backup: .* rows, read back after writing\.$/).waitFor();
    await page.getByRole('button', { name: 'Test a restore' }).click();
    await page.getByText(/^Latest restore test: .* with the right counts and checksums\.$/).waitFor();
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);

    const [name = ''] = await readdir(folder);
    await writeFile(path.join(folder, name), 'x', { flag: 'a' });
    await page.getByRole('button', { name: 'Test a restore' }).click();
    await page.getByText('The file is damaged: something follows its end.').waitFor();
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('say why they could not be loaded, and try again', async () => {
    const { page, close } = await openSettings(stage, 'providers', 'admin');
    let isAway = true;
    await page.route('**/api/admin/backups', (route) => (isAway ? route.abort() : route.continue()));
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: 'Backups' }).click();
    await page.getByText(/The backups could not be loaded/).waitFor();
    isAway = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Back up now' }).waitFor();
    await close();
  });
});
