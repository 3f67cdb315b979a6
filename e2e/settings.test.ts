import type { SettingsAnswer } from '@understudy/contract/settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { json } from '../server/testing/fake-replies.ts';
import { testUser } from '../server/testing/owners.ts';
import { say, startConversation } from './support/chat.ts';
import { ours } from './support/door.ts';
import { keepSession } from './support/kept-sessions.ts';
import { openProviderStage, type ProviderStage } from './support/provider-stage.ts';
import { goTo, openSettings, save, saved, TOASTS } from './support/settings.ts';
import { expectAccessible, PHONE, WIDE } from './support/stage.ts';

const SECTIONS = [
  ['providers', 'Providers'],
  ['notifications', 'Notifications'],
  ['retention', 'Retention'],
  ['offers', 'Offers'],
  ['hours', 'Opening hours'],
  ['prices', 'Prices'],
  ['sign_in', 'Sign-in'],
  ['models', 'Model access'],
  ['visitor_page', 'Visitor page'],
  ['widget', 'Widget'],
  ['twin', 'Twin texts'],
  ['prompt', 'Prompt'],
  ['danger', 'Danger zone'],
] as const;
/** Old enough to be deleted with a retention of 30 days for transcripts, and not before. */
const OLD_MINUTES = 100 * 24 * 60;

describe('the settings', () => {
  let stage: ProviderStage;
  beforeAll(async () => {
    stage = await openProviderStage({ LLM_API_KEY: 'sk-a-key-for-tests-9f3c' });
    await keepSession(stage.app.pool, { name: 'Old Friend', minutesAgo: OLD_MINUTES });
  });
  afterAll(() => stage.close());

  it('change from which score a lead is told: a notice appears on the dashboard', async () => {
    const { page, problems, close } = await openSettings(stage, 'notifications');
    const threshold = page.getByLabel('Notify from a score of');
    await threshold.fill('400');
    await save(page).click();
    await page.getByText('Enter a whole number from 1 to 100.').waitFor();
    expect(await threshold.evaluate((field) => field === document.activeElement)).toBe(true);
    await threshold.fill('15');
    await page.getByText('Unsaved changes: threshold: 15 (was 70)').waitFor();
    await save(page).click();
    await saved(page);
    const credentials = await stage.app.session(true);
    await stage.app.call('agent_reply', {
      ...credentials,
      user_message: 'We want to book a workshop. What does it cost?',
    });
    await page.getByText(/reached a score of \d+\./).waitFor();
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('tell whoever comes second who changed what, and keep what is unsaved until one of the two is chosen', async () => {
    const { page, problems, close } = await openSettings(stage, 'offers');
    const other = await testUser(stage.app.accounts, 'owner');
    await page.getByLabel('Request a call').fill('Call me back');
    await page.getByText('Call me back').nth(0).waitFor();
    const headers = { ...other.headers, 'content-type': 'application/json' };
    const url = `${stage.app.url}/api/admin/settings`;
    const { offers } = (await (await fetch(url, { headers })).json()) as SettingsAnswer;
    const value = { ...offers.value, book_call: 'Ring me' };
    const body = JSON.stringify({ group: 'offers', value, version: offers.version });
    expect((await fetch(url, { method: 'PUT', headers, body })).status).toBe(200);

    // Other sections can be viewed in the meantime; leaving the tab asks first.
    await goTo(page, 'Prices');
    await page.getByText('No prices yet').waitFor();
    await page.goBack();
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByRole('button', { name: 'Stay here' }).click();
    await save(page).click();
    const conflict = page.getByRole('alert').filter({ hasText: other.email });
    await conflict.getByText('Request a call: “Ring me” (was “Book a call”)').waitFor();
    await conflict.getByText('Request a call: “Call me back” (was “Book a call”)').waitFor();
    await expectAccessible(page, TOASTS);
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByText('Unsaved changes: Request a call: “Call me back” (was “Ring me”)').waitFor();
    await save(page).click();
    await saved(page);
    const config = await (await fetch(`${stage.app.url}/api/config`)).json();
    expect(config).toMatchObject({ offers: { book_call: 'Call me back' } });
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('say how much a shorter retention deletes, before it does', async () => {
    const { page, problems, close } = await openSettings(stage, 'retention');
    await page.getByRole('textbox', { name: 'Transcripts: days' }).fill('30');
    await save(page).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: /^Delete [1-9]\d* (conversations?|records)\?$/ }).waitFor();
    await expectAccessible(page, TOASTS);
    await page.keyboard.press('Escape');
    await page.getByText('Unsaved changes: transcripts: 30 days (was 180 days)').waitFor();
    await save(page).click();
    await dialog.getByRole('button', { name: /^Save and delete [1-9]\d* (conversations?|records)$/ }).click();
    await saved(page);
    const config = await (await fetch(`${stage.app.url}/api/config`)).json();
    expect(config).toMatchObject({ retention_days: { transcripts: 30 } });
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('open {provider}_chat to visitors, which is closed until then', async () => {
    const { page, problems, close } = await openSettings(stage, 'models');
    const ask = async () => {
      const messages = [{ role: 'user', content: 'Hello?' }];
      return (await stage.app.call('embedded_chat', { ...(await stage.app.session()), messages })).status;
    };
    const box = page.getByLabel('Allow calls from visitor sessions');
    expect(await box.isChecked()).toBe(false);
    expect(await ask()).toBe(403);
    await box.check();
    await page.getByText('Unsaved changes: visitor sessions can call {provider}_chat').waitFor();
    await expectAccessible(page, TOASTS);
    await save(page).click();
    await saved(page);
    expect(await ask()).toBe(200);
    await page.reload();
    await box.waitFor();
    expect(await box.isChecked()).toBe(true);
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('ask before a reload throws away what is unsaved, and offer it again after it', async () => {
    const { page, problems, close } = await openSettings(stage, 'offers');
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await page.getByLabel('Leave an address').fill('Write to us');
    await page.getByText('Unsaved changes:').waitFor();
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
    await page.getByText('Your unsaved changes were restored: Offers.').waitFor();
    expect(await page.getByLabel('Leave an address').inputValue()).toBe('Write to us');
    await expectAccessible(page, TOASTS);
    await page.getByRole('button', { name: 'Discard restored changes' }).click();
    expect(await page.getByLabel('Leave an address').inputValue()).not.toBe('Write to us');
    await page.reload();
    await page.getByLabel('Leave an address').waitFor();
    expect(asked).toHaveLength(1);
    expect(await page.getByText('is here again').count()).toBe(0);
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('try a provider with one real request, and never show its key', async () => {
    const { page, problems, close } = await openSettings(stage, 'providers');
    const row = page.getByRole('listitem').filter({ hasText: '127.0.0.1' }).first();
    await row.getByText('fake-model').first().waitFor();
    expect(await row.innerText()).toMatch(/•+9f3c/);
    await row.getByRole('button', { name: /^Test/ }).click();
    await row.getByText(/^Done after [\d,]+ ms\./).waitFor();
    // A rejected key is announced at the top of the dashboard, since visitors notice nothing.
    stage.provider.script(json(401, { error: { message: 'Incorrect API key provided: sk-a-key-for-tests-9f3c.' } }));
    await row.getByRole('button', { name: /^Test/ }).click();
    await row.getByText(/^Failed after [\d,]+ ms\./).waitFor();
    const notice = page.getByText(/^The chat provider 127\.0\.0\.1:\d+ rejects its key or has no credit left/);
    await notice.waitFor();
    await expectAccessible(page, TOASTS);
    await row.getByRole('button', { name: /^Test/ }).click();
    await notice.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain('sk-a-key');
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('say on the dashboard that a budget is spent, and how each stands', async () => {
    stage.app.parts.totals.add('llm_tokens', 1_000_000_000_000);
    const { turn_id } = (
      await stage.app.call('agent_reply', {
        ...(await stage.app.session()),
        user_message: 'Hello?',
        model: 'fake-model',
      })
    ).body;
    expect(turn_id).toBeTruthy();
    const { page, problems, close } = await openSettings(stage, 'providers');
    const notice = page.getByText(/^The site reached today’s limit of [\d,]+ tokens\. Until midnight UTC/);
    await notice.waitFor();
    await page.getByRole('heading', { name: 'Today’s budgets' }).waitFor();
    await page.getByText(/^1,000,000,[\d,]+ of [\d,]+$/).waitFor();
    await expectAccessible(page, TOASTS);
    await notice.locator('..').getByRole('button', { name: 'Dismiss' }).click();
    await notice.waitFor({ state: 'detached' });
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('let an admin change what deletes nothing, and say why the rest is not theirs', async () => {
    const { page, problems, close } = await openSettings(stage, 'danger', 'admin');
    await page.getByText('Only the role owner can change this. Your role is admin.').waitFor();
    expect(await page.getByLabel('The visitor’s email address').isDisabled()).toBe(true);
    await goTo(page, 'Retention');
    await page.getByText('Only the role owner can change this. Your role is admin.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Transcripts: days' }).isDisabled()).toBe(true);
    await goTo(page, 'Opening hours');
    await page.getByRole('button', { name: 'Add hours on Monday' }).click();
    await page.getByRole('button', { name: 'Copy to all weekdays' }).click();
    await save(page).click();
    await saved(page);
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('erase a visitor only after the counts were shown and the address was typed', async () => {
    const { page, problems, close } = await openSettings(stage, 'danger');
    await keepSession(stage.app.pool, { name: 'Ana', email: 'ana@costabikes.example' });
    await page.getByLabel('The visitor’s email address').fill('ana@costabikes.example');
    await page.getByRole('button', { name: 'Preview' }).click();
    const erase = page.getByRole('button', { name: /^Erase [1-9]\d* records?$/ });
    await erase.waitFor();
    expect(await erase.isDisabled()).toBe(true);
    await page.getByLabel('Type ana@costabikes.example to confirm').fill('Ana@costabikes.example');
    await expectAccessible(page, TOASTS);
    await erase.click();
    await page.getByText(/^Erased [1-9]\d* records? about ana@costabikes\.example\.$/).waitFor();
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('hides from visitors how they are read', async () => {
    const { page, problems, close } = await openSettings(stage, 'visitor_page', 'admin');
    const box = page.getByLabel('Show visitors their analysis');
    expect(await box.isChecked()).toBe(true);
    const visitor = await stage.visit('/chat');
    const shown = await startConversation(visitor.page);
    await box.uncheck();
    await expectAccessible(page, TOASTS);
    await save(page).click();
    await saved(page);
    // A page loaded before the change receives no further analysis either.
    await say(shown, 'We have set aside 20,000 euros and want it settled this month.');
    await shown.twinLines.first().waitFor();
    expect(await visitor.page.getByText('Conversation Analysis').count()).toBe(0);
    await visitor.page.reload();
    await visitor.page.getByText('20,000 euros').first().waitFor();
    expect(
      await visitor.page
        .locator('header')
        .getByText(/Score|Intent/)
        .count(),
    ).toBe(0);
    await visitor.close();
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('are fine to look at and to drive, in both appearances, on a phone a list first', async () => {
    const { page, problems, close } = await openSettings(stage, 'providers');
    for (const [section, name] of SECTIONS) {
      await page.setViewportSize(WIDE);
      await page.emulateMedia({ colorScheme: 'light' });
      await goTo(page, name);
      await page.locator(`#${section} :is(button, input)`).first().waitFor();
      await expectAccessible(page, TOASTS);
      await page.setViewportSize(PHONE);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(page, TOASTS);
    }
    await page.getByRole('button', { name: 'All settings' }).click();
    await page.getByRole('navigation', { name: 'Settings' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Danger zone' }).isVisible()).toBe(false);
    await expectAccessible(page, TOASTS);
    expect(ours(problems)).toEqual([]);
    await close();
  });
});
