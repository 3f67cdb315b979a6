import { expect, it } from 'vitest';
import { addTestUser, TEST_PASSWORD } from '../server/testing/owners.ts';
import { heading } from './support/door.ts';
import { keepSession } from './support/kept-sessions.ts';
import { expectAccessible, openStage } from './support/stage.ts';

it('speaks the owner’s language from the sign-in page to the settings', async () => {
  const stage = await openStage();
  await keepSession(stage.app.pool, { name: 'Marta', score: 80, minutesAgo: 5, reason: 'Names a budget: 20k.' });
  await stage.app.pool.query(
    `INSERT INTO action_items (session_id, visitor_id, key, title, description, priority, owner, category, tags)
     SELECT id, visitor_id, 'request:call', 'Call Marta on +49 30 123', 'The visitor asked for a call: “soon”. ' ||
       'Number: +49 30 123.', 'high', 'you', 'sales', '{}' FROM sessions`,
  );
  const { email } = await addTestUser(stage.app.accounts, 'owner');
  const { page, close } = await stage.visit('/auth');
  const language = (label: string) => page.getByRole('combobox', { name: label });
  await language('Language').selectOption({ label: 'Deutsch' });
  await heading(page, 'Verwaltung von KI Orla Venstrom').waitFor();
  expect(await page.title()).toBe('Anmelden: Verwaltung von KI Orla Venstrom');
  const signIn = async (password: string) => {
    await page.getByLabel('E-Mail', { exact: true }).fill(email);
    await page.getByLabel('Passwort', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
  };
  await signIn('not the right password');
  await page.getByRole('alert').getByText('E-Mail-Adresse und Passwort passen nicht zusammen.').waitFor();
  await signIn(TEST_PASSWORD);
  await heading(page, 'Dashboard von KI Orla Venstrom').waitFor();
  await page.getByText('Nennt ein Budget: 20k.').waitFor();
  await page.getByText('Anrufen: Marta, +49 30 123').waitFor();
  await page.getByText('Der Besucher bat um einen Anruf: “soon”. Nummer: +49 30 123.').waitFor();
  expect(await language('Sprache').inputValue()).toBe('de');
  await expectAccessible(page, '[data-sonner-toaster]');

  // The preview shows the offers as a German visitor reads them.
  await page.goto(`${stage.app.url}/admin?tab=settings&section=offers`);
  await page.getByRole('button', { name: 'Anruf vereinbaren' }).waitFor();
  await page.getByRole('button', { name: 'Nicht jetzt' }).waitFor();
  await language('Sprache').selectOption({ label: 'English' });
  await page.getByRole('button', { name: 'Book a call' }).waitFor();
  await close();
  await stage.close();
});

it('asks a visitor for consent in the language of the page, on the first screen and in the widget', async () => {
  const stage = await openStage();
  for (const path of ['/chat', '/widget']) {
    const { page, close } = await stage.visit(path, { locale: 'de-DE' });
    await page.getByRole('checkbox', { name: /^Dieses Gespräch/ }).check();
    await page.getByRole('button', { name: 'Gespräch starten' }).click();
    await page.getByRole('textbox', { name: /^Nachricht an KI/ }).waitFor();
    await close();
  }
  const { rows } = await stage.app.pool.query(
    'SELECT s.consent_language, c.text FROM sessions s JOIN consent_texts c ON c.hash = s.consent_hash',
  );
  const agreed = { consent_language: 'de', text: expect.stringMatching(/^Dieses Gespräch.* 180 Tage/s) };
  expect(rows).toEqual([agreed, agreed]);
  await stage.close();
});
