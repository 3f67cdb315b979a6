import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Background } from '../server/app/background.ts';
import { startWork } from '../server/testing/background-work.ts';
import { startMailServer, type TestMailServer } from '../server/testing/mail-server.ts';
import { ours } from './support/door.ts';
import { openSettings, save, saved } from './support/settings.ts';
import { expectAccessible, openStage, PHONE, type Stage } from './support/stage.ts';

describe('mail in the settings', () => {
  let stage: Stage;
  let background: Background;
  let other: TestMailServer;
  beforeAll(async () => {
    other = await startMailServer({ login: { user: 'orla', password: 'a long word' } });
    stage = await openStage();
    background = startWork(stage.app);
  });
  afterAll(async () => {
    await background.stop();
    await stage.close();
    await other.close();
  });

  it('connects a server after signing in to it, and shows what it says to a test mail', async () => {
    const { page, problems, close } = await openSettings(stage, 'mail');
    await page.getByRole('link', { name: 'Connect one' }).click();
    await page.getByLabel('Server', { exact: true }).fill('127.0.0.1');
    await page.getByLabel('Encrypted from the start (TLS)').uncheck();
    await page.getByLabel('Port').fill(String(other.port));
    await page.getByLabel('User name', { exact: true }).fill('orla');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByLabel('Sender', { exact: true }).fill('AI Orla <orla@twin.example>');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'wrong user or password' }).waitFor();
    await page.getByLabel('Password', { exact: true }).fill('a long word');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('Mails come from AI Orla <orla@twin.example>').waitFor();
    await page.getByText('No mail has been sent yet.').waitFor();

    await page.getByLabel('Send a test mail to').fill('orla@home.example');
    await page.getByRole('button', { name: 'Send a test mail' }).click();
    await page.getByText('250 2.0.0 queued as 4711').waitFor();
    expect(other.mails[0]?.to).toMatchObject({ value: [{ address: 'orla@home.example' }] });
    other.next = [{ status: 550, text: '5.7.1 go away' }];
    await page.getByRole('button', { name: 'Send a test mail' }).click();
    await page.getByRole('status').getByText('go away').waitFor();
    expect(ours(problems)).toEqual([]);
    await close();
  }, 90_000);

  it('previews a mail in each language, as HTML and as text, and switches it off', async () => {
    const { page, problems, close } = await openSettings(stage, 'mail');
    await page.getByRole('button', { name: 'Preview: Action items due' }).click();
    const dialog = page.getByRole('dialog', { name: 'Action items due' });
    const mail = dialog.frameLocator('iframe');
    await mail.getByText('2 action items are due.').waitFor();
    const [color] = await mail
      .locator('td.bar')
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).backgroundColor));
    expect(color).not.toBe('rgba(0, 0, 0, 0)');
    await dialog.getByLabel('Language').selectOption('de');
    await mail.getByText('2 Aufgaben sind fällig.').waitFor();
    await dialog.getByRole('button', { name: 'Show as text' }).click();
    await dialog.getByText('- Anrufen: Ana Costa, +31 6 1234 5678').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    await page.getByLabel('Weekly summary', { exact: true }).uncheck();
    await save(page).click();
    await saved(page);
    await expect.poll(() => stage.app.parts.settings.get('mail').off).toEqual(['digest']);
    expect(problems).toEqual([]);
    await close();
  }, 90_000);

  it('lists what was refused, sends it again or deletes it, on a phone too', async () => {
    const { mail } = stage.app.parts;
    const refused = { status: 550, text: '5.1.1 no such user' };
    other.next = [refused, refused];
    for (const to of ['ana@costa.example', 'bo@lind.example']) {
      const waiting = { template: 'waitlist', to, language: 'en', data: { name: null }, key: to } as const;
      await mail.queueMail(stage.app.pool, waiting);
    }
    background.nudge();
    const { page, problems, close } = await openSettings(stage, 'mail', 'admin');
    const left = async () =>
      (await stage.app.pool.query('SELECT FROM outgoing_mails WHERE gave_up_at IS NOT NULL')).rowCount;
    await expect.poll(left, { timeout: 20_000 }).toBe(2);
    await page.setViewportSize(PHONE);
    await page.reload();
    const letter = (who: string) => page.getByRole('listitem').filter({ hasText: who });
    await letter('ana@costa.example').getByText('no such user').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send again the mail to ana@costa.example' }).click();
    await page.getByText('The mail to ana@costa.example was delivered.').waitFor();
    await page.getByRole('button', { name: 'Delete the mail to bo@lind.example' }).click();
    await page.getByText('All delivered.').waitFor();
    expect(await left()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  }, 90_000);

  it('has a page behind the link of a mail, without a script, by keyboard, in the reader’s language', async () => {
    const { rows } = await stage.app.pool.query<{ id: string }>(
      `INSERT INTO action_items (visitor_id, key, title, description, priority, owner, category, tags, due_date)
       VALUES (gen_random_uuid(), 'x', 'Send the offer', '', 'high', 'you', 'sales', '{}', current_date - 1)
       RETURNING id`,
    );
    await stage.app.pool.query(
      `INSERT INTO settings (name, value, updated_by) VALUES ('mail', $1, 'o')
       ON CONFLICT (name) DO UPDATE SET value = $1, version = settings.version + 1`,
      [{ off: [], digest_day: 0, language: 'de' }],
    );
    await stage.app.parts.settings.refresh();
    const before = other.mails.length;
    await stage.app.parts.reminders.tellDue();
    background.nudge();
    await expect.poll(() => other.mails.length, { timeout: 20_000 }).toBeGreaterThan(before);
    const link = /Erledigt: (http\S+)/.exec(other.mails.at(-1)?.text ?? '')?.[1] ?? '';
    const { pathname, search } = new URL(link);
    const context = await stage.browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
    const page = await context.newPage();
    await page.goto(stage.app.url + pathname + search);
    await page.getByText('Send the offer').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Als erledigt markiert.').waitFor();
    const item = await stage.app.pool.query('SELECT status FROM action_items WHERE id = $1', [rows[0]?.id]);
    expect(item.rows).toEqual([{ status: 'done' }]);
    await page.goto(stage.app.url + pathname + search);
    await page.getByText('Diese Aufgabe ist schon erledigt.').waitFor();
    await context.close();
  }, 90_000);
});
