import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConversation } from './support/chat.ts';
import { tell } from './support/lead.ts';
import { openStage, PHONE, type Stage } from './support/stage.ts';

/** The visitor's messages, and the resulting memories. */
const TOLD = ['I run a bakery with 40 people in Leeds.', 'I prefer short answers.'];
const BAKERY = 'Said: “I run a bakery with 40 people in Leeds”';

describe('what the twin remembers about a visitor', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());

  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'What I remember about you' });
  const focused = (page: Page) =>
    page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
    );
  const kept = async () => {
    const { rows } = await stage.app.pool.query<{ text: string }>('SELECT text FROM memories ORDER BY text');
    return rows.map(({ text }) => text);
  };

  /** A visitor with memories, with the list open once all of them are stored. */
  async function rememberedVisit(): Promise<Awaited<ReturnType<Stage['visit']>>> {
    await stage.app.pool.query('DELETE FROM memories');
    const visit = await stage.visit('/chat');
    const parts = await startConversation(visit.page);
    await tell(visit.page, parts, TOLD);
    await expect.poll(kept).toHaveLength(2);
    await visit.page.getByRole('button', { name: 'What I remember about you' }).click();
    await dialogOf(visit.page).getByText(BAKERY).waitFor();
    return visit;
  }

  it('shows each memory with its kind, the words that it is from, and how long it stays', async () => {
    const { page, problems, close } = await rememberedVisit();
    const row = dialogOf(page).getByRole('listitem').filter({ hasText: BAKERY });
    expect(await row.innerText()).toMatch(
      /^About you\n+Said: “I run a bakery with 40 people in Leeds”\n+You said “I run a bakery with 40 people in Leeds\.?”\n+.+20\d\d\. Kept until .+20\d\d\./,
    );
    const other = dialogOf(page).getByRole('listitem').filter({ hasNotText: BAKERY });
    expect(await other.innerText()).toMatch(/^Your preferences/);
    expect(await dialogOf(page).innerText()).toContain(
      '2 things, taken from your own words. Kept for at most 365 days.',
    );
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('What I remember about you');
    expect(problems).toEqual([]);
    await close();
  });

  it.each([PHONE, { width: 320, height: 568 }])(
    'shows until when each is kept, on a phone too: %o',
    async (viewport) => {
      await stage.app.pool.query('DELETE FROM memories');
      const { page, close } = await stage.visit('/chat', { viewport });
      const parts = await startConversation(page);
      await tell(page, parts, [
        `${TOLD[0]} It has been growing ever since my grandmother opened it, every order waits for me, every price too, and nobody but me knows which customer was promised what, or when, or by whom, so that holidays are out of the question.`,
      ]);
      await expect.poll(kept).toContain(BAKERY);
      await page.getByRole('button', { name: 'What I remember about you' }).click();
      await dialogOf(page).getByText(BAKERY).first().waitFor();
      const until = dialogOf(page).getByText(/Kept until .+20\d\d\.$/);
      expect(await until.count()).toBeGreaterThan(0);
      for (const line of await until.all()) {
        expect(
          await line.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
        ).toBeLessThanOrEqual(1);
        expect(await line.evaluate((element) => getComputedStyle(element).webkitLineClamp)).toBe('none');
      }
      const end = dialogOf(page).getByRole('button').nth(-2);
      await end.scrollIntoViewIfNeeded();
      const [button, box] = await Promise.all([end.boundingBox(), dialogOf(page).boundingBox()]);
      expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0));
      await close();
    },
  );

  it('takes a correction, which lasts, and says beside the field what cannot be remembered', async () => {
    const { page, close } = await rememberedVisit();
    const dialog = dialogOf(page);
    const correct = dialog.getByRole('button', { name: `Correct: ${BAKERY}` });
    await correct.click();
    const field = dialog.getByRole('textbox', { name: 'Correction' });
    expect(await field.inputValue()).toBe(BAKERY);
    await page.keyboard.press('Escape');
    expect(await field.count()).toBe(0);
    await expect.poll(() => focused(page)).toBe(`Correct: ${BAKERY}`);
    await correct.click();
    await field.fill('See https://bakery.example/login');
    await field.press('Enter');
    await dialog.getByRole('alert').getByText('This cannot be remembered').waitFor();
    expect(await kept()).toContain(BAKERY);
    await field.fill('Runs two bakeries with 60 people in York');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => focused(page)).toBe('Correct: Runs two bakeries with 60 people in York');
    await dialog.getByText('In your own words').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'What I remember about you' }).click();
    await dialog.getByText('Runs two bakeries with 60 people in York').waitFor();
    expect(await kept()).not.toContain(BAKERY);
    await close();
  });

  it('forgets one after asking, then everything', async () => {
    const { page, problems, close } = await rememberedVisit();
    const dialog = dialogOf(page);
    await dialog.getByRole('button', { name: `Forget: ${BAKERY}` }).click();
    await expect.poll(() => focused(page)).toBe('Keep it');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe(`Forget: ${BAKERY}`);
    expect(await kept()).toHaveLength(2);
    await dialog.getByRole('button', { name: 'Forget everything...' }).click();
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    expect(await kept()).toHaveLength(2);
    await dialog.getByRole('button', { name: `Forget: ${BAKERY}` }).click();
    await dialog.getByRole('button', { name: 'Forget it' }).click();
    await dialog.getByText(BAKERY).waitFor({ state: 'detached' });
    expect(await focused(page)).toMatch(/^One thing, taken from your own words/);
    expect(await kept()).toHaveLength(1);
    await dialog.getByRole('button', { name: /^Forget: / }).click();
    await dialog.getByRole('button', { name: 'Forget it' }).click();
    await dialog.getByText('Nothing yet.').waitFor();
    expect(await kept()).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });

  it('forgets everything at once', async () => {
    const { page, close } = await rememberedVisit();
    const dialog = dialogOf(page);
    await dialog.getByRole('button', { name: 'Forget everything...' }).click();
    await dialog.getByText('Forget all 2 for good?').waitFor();
    await dialog.getByRole('button', { name: 'Forget everything', exact: true }).click();
    await dialog.getByText('Nothing yet.').waitFor();
    expect(await kept()).toEqual([]);
    await close();
  });
});
