import type { PublicConfig } from '@understudy/contract/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConversation } from './support/chat.ts';
import { openSettings, save, saved, TOASTS } from './support/settings.ts';
import { expectAccessible, openStage, PHONE, type Stage } from './support/stage.ts';

describe('what visitors see', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({}, { as: 'admin' });
  });
  afterAll(() => stage.close());

  it('has three starter questions under the first message, and the next ones after a reply', async () => {
    const config = (await (await fetch(`${stage.app.url}/api/config`)).json()) as PublicConfig;
    const [first = '', ...others] = config.visitor_page.starters;
    const { page, problems, close } = await stage.visit('/chat', { viewport: PHONE });
    await startConversation(page);
    const chips = page.getByRole('group', { name: 'Suggested questions' }).getByRole('button');
    await expect.poll(() => chips.allInnerTexts()).toEqual([first, ...others.slice(0, 2)]);
    await expectAccessible(page, TOASTS);
    await chips.first().click();
    await page.locator('.talk-bubble').getByText(first).waitFor();
    await expect.poll(() => chips.allInnerTexts(), { timeout: 20_000 }).toEqual(others.slice(2, 5));
    expect(problems).toEqual([]);
    await close();
  });

  it('is switched off by the owner: model picker, voice, waitlist, links, questions', async () => {
    const { page, close } = await openSettings(stage, 'visitor_page', 'admin');
    for (const name of [
      'Let visitors choose the model',
      'Let visitors talk and listen',
      'Show the waitlist',
      'Link to the dashboard',
    ])
      await page.getByLabel(name).uncheck();
    const questions = page.getByLabel('Starter questions');
    await questions.fill(Array.from({ length: 13 }, (_, at) => `Question ${at}?`).join('\n'));
    await save(page).click();
    await page.getByText('Enter at most 12 questions. There are 13.').waitFor();
    await expectAccessible(page, TOASTS);
    await questions.fill('');
    await save(page).click();
    await saved(page);
    const visitor = await stage.visit('/');
    await visitor.page.getByRole('heading', { level: 1 }).waitFor();
    expect(await visitor.page.getByRole('link', { name: 'Dashboard' }).count()).toBe(0);
    expect(await visitor.page.getByRole('heading', { name: 'Request Early Access' }).count()).toBe(0);
    // Nor does the first screen have it, before the script has come.
    expect(await (await fetch(`${stage.app.url}/`)).text()).not.toMatch(
      /href="\/admin"|early-access-title|value="talk"/,
    );
    await visitor.page.goto(`${stage.app.url}/chat`);
    await startConversation(visitor.page);
    expect(await visitor.page.getByRole('region', { name: 'Voice' }).count()).toBe(0);
    expect(await visitor.page.getByLabel('Model').count()).toBe(0);
    expect(await visitor.page.getByTestId('model-name').count()).toBe(0);
    expect(await visitor.page.getByRole('group', { name: 'Suggested questions' }).count()).toBe(0);
    await expectAccessible(visitor.page);
    expect(visitor.problems).toEqual([]);
    await visitor.close();
    await close();
  });
});
