import type { OfferSettings } from '@understudy/contract/settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Background } from '../server/app/background.ts';
import { runRetention } from '../server/features/privacy/retention.ts';
import { readRetentionPlan } from '../server/features/privacy/retention-rules.ts';
import { startWork } from '../server/testing/background-work.ts';
import { addTestUser, testUser } from '../server/testing/owners.ts';
import { doorOf, heading, ours, signIn } from './support/door.ts';
import { keepSession } from './support/kept-sessions.ts';
import { openSettings, TOASTS } from './support/settings.ts';
import { expectAccessible, openStage, type Stage } from './support/stage.ts';

const DAY_MINUTES = 24 * 60;
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

describe('what the settings cannot undo', () => {
  let stage: Stage;
  let background: Background;
  beforeAll(async () => {
    stage = await openStage();
    background = startWork(stage.app);
  });
  afterAll(async () => {
    await background.stop();
    await stage.close();
  });
  const names = async () =>
    (await stage.app.pool.query('SELECT contact_name AS name FROM sessions ORDER BY 1')).rows.map(({ name }) => name);

  it('deletes the conversations before a day, counted first, typed, and told how far it is', async () => {
    const { pool } = stage.app;
    await keepSession(pool, { name: 'Long Gone', minutesAgo: 100 * DAY_MINUTES });
    await keepSession(pool, { name: 'Gone', minutesAgo: 40 * DAY_MINUTES });
    await keepSession(pool, { name: 'Of today' });
    const { id: held } = await keepSession(pool, { name: 'Held', minutesAgo: 40 * DAY_MINUTES });
    await pool.query("INSERT INTO legal_holds (session_id, reason, placed_by) VALUES ($1, 'Claim 4711', 'o')", [held]);
    const { page, problems, email, close } = await openSettings(stage, 'danger');
    const danger = page.getByRole('region', { name: 'Delete old conversations' });
    await danger.getByLabel('Before this day').fill(dayBefore(400));
    await danger.getByRole('button', { name: 'Count' }).click();
    await danger.getByText('No conversation ended before this day.').waitFor();
    await danger.getByLabel('Before this day').fill(dayBefore(30));
    await danger.getByRole('button', { name: 'Count' }).click();
    await danger.getByText('2 conversations ended before this day and would be deleted.').waitFor();
    await danger.getByText('1 conversation of that time is under a legal hold and stays.').waitFor();
    const button = danger.getByRole('button', { name: 'Delete 2 conversations' });
    await danger.getByLabel('Type delete 2 to confirm').fill('delete 3');
    expect(await button.isDisabled()).toBe(true);
    await danger.getByLabel('Type delete 2 to confirm').fill('delete 2');
    await expectAccessible(page, TOASTS);
    await button.click();
    await danger.getByText(`conversations before ${dayBefore(30)}, started by ${email}`).waitFor();
    background.nudge();
    await danger.getByText(`Deleted conversations before ${dayBefore(30)}, started by ${email}: 2 of 2.`).waitFor();
    expect(await names()).toEqual(['Held', 'Of today']);
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('puts a group of settings back to what is usual, and says before what that changes', async () => {
    const offers = async () =>
      ((await (await fetch(`${stage.app.url}/api/config`)).json()) as { offers: OfferSettings }).offers;
    const usual = await offers();
    const owner = await testUser(stage.app.accounts, 'owner');
    const value = { book_call: 'Ring me', leave_email: 'Write', get_summary: 'Sum up', invitation: 'Well?' };
    const answer = await fetch(`${stage.app.url}/api/admin/settings`, {
      method: 'PUT',
      headers: { ...owner.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ group: 'offers', value, version: 0 }),
    });
    expect(answer.status).toBe(200);
    expect(await offers()).toEqual(value);
    const { page, problems, close } = await openSettings(stage, 'danger');
    const reset = page.getByRole('region', { name: 'Reset settings' });
    await reset.getByText('These are the defaults.').waitFor();
    await reset.getByLabel('Group').selectOption('offers');
    await reset.getByText('Request a call: “Book a call” (was “Ring me”)').waitFor();
    await reset.getByLabel('Type reset Offers to confirm').fill('reset offers');
    await expectAccessible(page, TOASTS);
    await reset.getByRole('button', { name: 'Reset', exact: true }).click();
    await reset.getByText('Defaults restored.').waitFor();
    expect(await offers()).toEqual(usual);
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('holds a deletion back when the clock has leapt, and goes on once an owner says that it is right', async () => {
    const { pool } = stage.app;
    await runRetention(pool, readRetentionPlan);
    await keepSession(pool, { name: 'Too Old', minutesAgo: 300 * DAY_MINUTES });
    await pool.query("UPDATE last_runs SET at = at - interval '3 days' WHERE name = 'retention'");
    expect(await runRetention(pool, readRetentionPlan)).toMatchObject({ state: 'held' });
    const { page, problems, close } = await openSettings(stage, 'retention');
    const notice = page.getByText(/^Deletion is paused: .* records? (is|are) too old\./);
    await notice.waitFor();
    await expectAccessible(page, TOASTS);
    await page.getByRole('button', { name: 'The clock is right: delete now' }).click();
    await notice.waitFor({ state: 'detached' });
    background.nudge();
    await expect.poll(names, { timeout: 20_000 }).not.toContain('Too Old');
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('signs everyone out at once, oneself too', async () => {
    const other = await addTestUser(stage.app.accounts, 'admin');
    const visit = await stage.visit('/admin');
    const listening = visit.page.waitForResponse('**/api/admin/events');
    await signIn(visit.page, other.email);
    await listening;
    const { page, close } = await openSettings(stage, 'danger');
    const danger = page.getByRole('region', { name: 'Sign everyone out' });
    await danger.getByLabel('Type sign everyone out to confirm').fill('Sign everyone out');
    await danger.getByRole('button', { name: 'Sign everyone out' }).click();
    await doorOf(page).email.waitFor();
    await doorOf(visit.page).email.waitFor();
    expect((await stage.app.pool.query('SELECT FROM auth_sessions')).rowCount).toBe(0);
    await signIn(visit.page, other.email);
    await heading(visit.page, 'Dashboard')
      .or(visit.page.getByRole('tab', { name: 'Overview' }))
      .first()
      .waitFor();
    await visit.close();
    await close();
  });
});
