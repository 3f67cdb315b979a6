import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Background } from '../server/app/background.ts';
import { startWork } from '../server/testing/background-work.ts';
import { deskTokenIn, startMailServer, type TestMailServer } from '../server/testing/mail-server.ts';
import { say, startConversation, untilQuiet } from './support/chat.ts';
import { expectAccessible, openStage, PHONE, type Stage, type Visit, WIDE } from './support/stage.ts';

describe('the visitor’s desk', () => {
  let post: TestMailServer;
  let background: Background;
  let stage: Stage;
  beforeAll(async () => {
    post = await startMailServer();
    stage = await openStage({ SMTP_URL: post.url, MAIL_FROM: 'AI Orla <orla@twin.example>' });
    background = startWork(stage.app);
  });
  afterAll(async () => {
    await background.stop();
    await stage.close();
    await post.close();
  });

  const shots = process.env['DESK_SHOTS'];
  const shoot = async ({ page }: Visit, name: string) => {
    if (!shots) return;
    await mkdir(shots, { recursive: true });
    await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
  };

  /** A visitor who has talked, and then opens the desk. */
  async function deskOf(options: Parameters<Stage['visit']>[1] = {}): Promise<Visit> {
    const visit = await stage.visit('/chat', options);
    const parts = await startConversation(visit.page, true);
    for (const line of [
      'Hello, I am Ana Costa, managing director of Costa Bikes, ana@costabikes.example.',
      'We are forty people and everything waits for me.',
    ]) {
      await say(parts, line);
      await untilQuiet(visit.page);
    }
    await stage.app.parts.memoryQueue.settled();
    await visit.page.goto(`${stage.app.url}/privacy`);
    await visit.page.getByRole('heading', { name: 'What is held' }).waitFor();
    return visit;
  }

  it('shows what is held, corrects a fact, takes a message away and goes off the record', async () => {
    const visit = await deskOf();
    const { page, problems, close } = visit;
    await page.getByText('1 conversation, kept for 180 days').waitFor();
    await expectAccessible(page);
    await shoot(visit, 'desk');
    // A correction, by keyboard.
    await page.getByRole('button', { name: 'Correct: Name' }).press('Enter');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Anna Köster');
    await page.keyboard.press('Enter');
    await page.getByText('Anna Köster').first().waitFor();
    await page.getByText('corrected by you').waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Correct: Name');
    // A message goes with its answer.
    await page.getByRole('button', { name: /^Read: / }).click();
    const line = page.getByRole('listitem').filter({ hasText: 'I am Ana Costa' }).last();
    await line.waitFor();
    await shoot(visit, 'desk-lines');
    await line.getByRole('button', { name: /^Delete message/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this message?' });
    await dialog.getByText('This can’t be undone').waitFor();
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await line.waitFor();
    await line.getByRole('button', { name: /^Delete message/ }).click();
    await dialog.getByRole('button', { name: 'Delete message' }).click();
    await page.getByText(/Receipt E-[2-9A-Z]{10}/).waitFor();
    await expect.poll(() => page.getByText('I am Ana Costa').count()).toBe(0);
    await page.getByText('We are forty people and everything waits for me.').last().waitFor();
    // Off the record: the consent is gone from the desk and from the chat.
    await page.getByRole('button', { name: 'Go off the record' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Go off the record' }).click();
    await page.getByText(/\d messages?\. Deleted when it ends/).waitFor();
    expect((await stage.app.pool.query('SELECT consent FROM sessions')).rows).toEqual([{ consent: false }]);
    expect(problems).toEqual([]);
    await close();
  }, 120_000);

  it('downloads, then erases everything with a receipt that can be kept', async () => {
    const visit = await deskOf();
    const { page, problems, close } = visit;
    for (const [button, name] of [
      ['Download to read', /^my-data-.*\.html$/],
      ['Download for programs (JSON)', /^my-data-.*\.json$/],
    ] as const) {
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: button }).click();
      const file = await downloading;
      expect(file.suggestedFilename()).toMatch(name);
      if (!shots || button !== 'Download to read') continue;
      await file.saveAs(`${shots}/export.html`);
    }
    await page.getByRole('button', { name: 'Delete everything' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete everything about you?' });
    await shoot(visit, 'desk-erase');
    await dialog.getByRole('button', { name: 'Delete everything' }).click();
    await page.getByText(/Receipt E-[2-9A-Z]{10}/).waitFor();
    await page.getByText('Nothing is held that belongs to this browser').waitFor();
    await expectAccessible(page);
    await shoot(visit, 'desk-erased');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download receipt' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^receipt-E-.*\.json$/);
    await page.reload();
    await page.getByText('Nothing is held that belongs to this browser').waitFor();
    expect(problems).toEqual([]);
    await close();
  }, 120_000);

  it.each([
    ['phone', { viewport: PHONE }, 'Your data on this site'],
    ['dark', { viewport: WIDE, colorScheme: 'dark' }, 'Your data on this site'],
    ['german', { viewport: PHONE, locale: 'de-DE' }, 'Ihre Daten auf dieser Website'],
    ['spanish', { viewport: PHONE, locale: 'es-ES' }, 'Sus datos en este sitio'],
  ] as const)('fits: %s', async (name, options, title) => {
    const visit = await stage.visit('/privacy', options);
    const { page, problems, close } = visit;
    await page.getByRole('heading', { name: title }).waitFor();
    await page.getByRole('textbox').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await expectAccessible(page);
    await shoot(visit, `empty-${name}`);
    expect(problems).toEqual([]);
    await close();
  });

  it('fits on a phone with everything open', async () => {
    const visit = await deskOf({ viewport: PHONE, colorScheme: 'dark' });
    const { page, close } = visit;
    await page.getByRole('button', { name: /^Read: / }).click();
    await page
      .getByRole('button', { name: /^Delete message/ })
      .first()
      .waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await expectAccessible(page);
    await shoot(visit, 'desk-phone-dark');
    await close();
  }, 120_000);

  it('opens by a mailed link, once, and takes the token out of the address', async () => {
    const other = await deskOf();
    await other.close();
    const { page, close } = await stage.visit('/privacy');
    await page.getByRole('textbox', { name: 'Email' }).fill('ana@costabikes.example');
    await page.getByRole('button', { name: 'Mail the link' }).click();
    await page.getByText('a link is on its way').waitFor();
    await expect.poll(() => post.mails.length, { timeout: 20_000 }).toBe(1);
    expect(post.attempts).toEqual(['ana@costabikes.example']);
    // The link leads to the public address, which is not that of this test.
    const token = deskTokenIn(post.mails[0]);
    await page.goto(`${stage.app.url}/privacy#link=${token}`);
    await page.reload();
    await page.getByText('whoever left ana@costabikes.example').waitFor();
    expect(new URL(page.url()).hash).toBe('');
    const again = await stage.visit(`/privacy#link=${token}`);
    await again.page.getByText('This link was already used').waitFor();
    await again.close();
    // Of somebody of whom nothing is held, the page says the same, and mails a link to a desk with nothing on it.
    const stranger = await stage.visit('/privacy', { viewport: PHONE, locale: 'de-DE', colorScheme: 'dark' });
    await stranger.page.getByRole('textbox').fill('nobody@nowhere.example');
    await stranger.page.getByRole('button', { name: 'Link schicken' }).click();
    await expect.poll(() => post.mails.length, { timeout: 20_000 }).toBe(2);
    expect(post.mails[1]?.subject).toMatch(/^Ansehen und löschen, was KI /);
    await stranger.page.goto('about:blank');
    await stranger.page.goto(`${stage.app.url}/privacy#link=${deskTokenIn(post.mails[1])}`);
    await stranger.page.getByText('Es ist nichts gespeichert').waitFor();
    await expectAccessible(stranger.page);
    await stranger.close();
    await close();
  }, 120_000);
});
