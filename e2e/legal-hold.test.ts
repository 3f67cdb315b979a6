import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTestUser } from '../server/testing/owners.ts';
import { keepSession } from './support/kept-sessions.ts';
import { expectAccessible, openStage, PHONE, type Stage, signedIn } from './support/stage.ts';

describe('a legal hold', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());
  const shots = process.env['DESK_SHOTS'];

  const visit = async (path: string, role: 'owner' | 'admin' | 'viewer', options = {}) => {
    const { email } = await addTestUser(stage.app.accounts, role);
    return stage.visit(path, { ...options, storageState: await signedIn(stage.app, email) });
  };

  it('is placed with a reason and lifted on the session’s page, by admins', async () => {
    const { id } = await keepSession(stage.app.pool, { name: 'Ana Costa' });
    const { page, problems, close } = await visit(`/admin/session/${id}`, 'admin');
    const hold = page.getByRole('region', { name: 'Legal hold' });
    await hold.getByRole('button', { name: 'Place hold' }).click();
    await hold.getByText('at least three characters').waitFor();
    await hold.getByLabel('Reason').fill('Claim 4711');
    await page.keyboard.press('Enter');
    await hold.getByText(/^Placed by .+: Claim 4711$/).waitFor();
    await expectAccessible(page);
    if (shots) await hold.screenshot({ path: `${shots}/hold.png` });
    expect((await stage.app.pool.query('SELECT reason FROM legal_holds')).rows).toEqual([{ reason: 'Claim 4711' }]);
    await page.reload();
    await hold.getByRole('button', { name: 'Lift hold' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
    await hold.getByRole('button', { name: 'Lift hold' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Lift hold' }).click();
    await hold.getByRole('button', { name: 'Place hold' }).waitFor();
    expect((await stage.app.pool.query('SELECT FROM legal_holds')).rowCount).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  it('is not for viewers', async () => {
    const { id } = await keepSession(stage.app.pool, { name: 'Bea Lind' });
    const { page, close } = await visit(`/admin/session/${id}`, 'viewer');
    await page.getByRole('main').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('region', { name: 'Legal hold' }).count()).toBe(0);
    await close();
  });

  it.each([
    ['wide', {}],
    ['phone', { viewport: PHONE, colorScheme: 'dark' }],
  ])('stands beside the settings of what exports mask (%s)', async (name, options) => {
    const { page, problems, close } = await visit('/admin?tab=settings&section=exports', 'owner', options);
    const box = page.getByRole('checkbox', { name: /^Mask names/ });
    const wasOn = await box.isChecked();
    await box.setChecked(!wasOn);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(async () => (await stage.app.pool.query("SELECT value FROM settings WHERE name = 'exports'")).rows)
      .toMatchObject([{ value: { names: !wasOn } }]);
    await expectAccessible(page);
    if (shots) await page.screenshot({ path: `${shots}/exports-${name}.png`, fullPage: true });
    expect(problems).toEqual([]);
    await close();
  });
});
