import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTestUser } from '../server/testing/owners.ts';
import { expectFineEverywhere, ours } from './support/door.ts';
import { keepSession } from './support/kept-sessions.ts';
import { TOASTS } from './support/settings.ts';
import { expectAccessible, openStage, type Stage, signedIn } from './support/stage.ts';

describe('erasing from a session’s page', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());

  const visit = async (id: string, role: 'owner' | 'admin' = 'owner') => {
    const { email } = await addTestUser(stage.app.accounts, role);
    const opened = await stage.visit(`/admin/session/${id}`, { storageState: await signedIn(stage.app, email) });
    await opened.page.getByRole('heading', { name: 'Session Details' }).waitFor();
    return opened;
  };
  const left = async (visitorId: string) =>
    (await stage.app.pool.query('SELECT id FROM sessions WHERE visitor_id = $1 ORDER BY id', [visitorId])).rows;
  const section = (page: Page) => page.getByRole('region', { name: 'Erase' });
  const rowOf = (page: Page, what: string) => page.getByRole('listitem').filter({ hasText: what });

  it('takes one conversation, and then everything about a visitor who left no address', async () => {
    const first = await keepSession(stage.app.pool, { name: null, email: null });
    const { visitorId } = first;
    const second = await keepSession(stage.app.pool, { name: null, email: null, visitorId });
    const third = await keepSession(stage.app.pool, { name: null, email: null, visitorId });
    const other = await keepSession(stage.app.pool, { name: 'Somebody Else' });
    const { page, problems, close } = await visit(first.id);
    await section(page).getByRole('button', { name: 'Erase this conversation' }).click();
    const asked = page.getByRole('dialog', { name: 'Erase this conversation?' });
    await asked.getByText('rebuilt from their other conversations').waitFor();
    expect(await rowOf(page, 'conversations').innerText()).toMatch(/1$/);
    const button = asked.getByRole('button', { name: /^Erase \d+ records$/ });
    expect(await button.isDisabled()).toBe(true);
    await expectFineEverywhere(page);
    // Esc is no confirmation.
    await page.keyboard.press('Escape');
    await asked.waitFor({ state: 'detached' });
    expect(await left(visitorId)).toHaveLength(3);
    await section(page).getByRole('button', { name: 'Erase this conversation' }).click();
    await asked.getByLabel('Type erase to confirm').fill('erase');
    await button.click();
    await page.getByRole('heading', { name: /^Erased \d+ records of this conversation\.$/ }).waitFor();
    expect(await left(visitorId)).toEqual([second.id, third.id].toSorted().map((id) => ({ id })));
    await page.goto(`${stage.app.url}/admin/session/${first.id}`);
    await page.getByText('Session not found').waitFor();

    await page.goto(`${stage.app.url}/admin/session/${second.id}`);
    await section(page).getByRole('button', { name: 'Erase this visitor' }).click();
    const all = page.getByRole('dialog', { name: 'Erase this visitor?' });
    expect(await rowOf(page, 'conversations').innerText()).toMatch(/2$/);
    await all.getByLabel('Type erase to confirm').fill('erase');
    // Another conversation starts in the meantime: the displayed number is no longer the number that would be deleted.
    await keepSession(stage.app.pool, { name: null, email: null, visitorId });
    await all.getByRole('button', { name: /^Erase \d+ records$/ }).click();
    await all.getByText(/^This deletes \d+ records\. Please confirm that number\.$/).waitFor();
    await expect.poll(() => rowOf(page, 'conversations').innerText()).toMatch(/3$/);
    await expectAccessible(page, TOASTS);
    await all.getByLabel('Type erase to confirm').fill('erase');
    await all.getByRole('button', { name: /^Erase \d+ records$/ }).click();
    await page.getByRole('heading', { name: /^Erased \d+ records of this visitor\.$/ }).waitFor();
    await expectFineEverywhere(page);
    expect(await left(visitorId)).toEqual([]);
    expect(await left(other.visitorId)).toHaveLength(1);
    expect(ours(problems)).toEqual([]);
    await close();
  }, 120_000);

  it('tells of what a legal hold keeps, before and after, on both pages', async () => {
    const email = 'held@erase.example';
    const { id: held, visitorId } = await keepSession(stage.app.pool, { name: 'Bea Lind', email });
    const { id } = await keepSession(stage.app.pool, { name: 'Bea Lind', email, visitorId });
    await stage.app.pool.query(
      "INSERT INTO legal_holds (session_id, reason, placed_by) VALUES ($1, 'Claim 4711', 'o')",
      [held],
    );
    const stays = '1 conversation stays under a legal hold, and is erased once the hold is lifted.';
    const { page, problems, close } = await visit(id);
    await section(page).getByRole('button', { name: 'Erase this visitor' }).click();
    const all = page.getByRole('dialog', { name: 'Erase this visitor?' });
    await all.getByText(stays).waitFor();
    await expectAccessible(page, TOASTS);
    await all.getByLabel('Type erase to confirm').fill('erase');
    await all.getByRole('button', { name: /^Erase \d+ records?$/ }).click();
    await page.getByRole('heading', { name: stays }).waitFor();
    expect(await left(visitorId)).toEqual([{ id: held }]);
    await page.goto(`${stage.app.url}/admin?tab=settings&section=danger`);
    await page.getByLabel('The visitor’s email address').fill(email);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText(stays).waitFor();
    expect(await page.getByText('Nothing is stored about this address.').count()).toBe(0);
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('says where the rest under an address goes, and is the owner’s alone', async () => {
    const { id } = await keepSession(stage.app.pool, { name: 'Ana Costa', email: 'ana@erase.example' });
    const { page, close } = await visit(id);
    await section(page).getByRole('button', { name: 'Erase this visitor' }).click();
    await page.getByText('They left ana@erase.example.').waitFor();
    await page.getByRole('link', { name: 'danger zone' }).click();
    await page.getByRole('region', { name: 'Erase a visitor' }).waitFor();
    await close();
    const admin = await visit(id, 'admin');
    await admin.page.getByRole('tab', { name: 'Conversation' }).waitFor();
    expect(await section(admin.page).count()).toBe(0);
    await admin.close();
  });
});
