import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, openStage, type Stage } from './support/stage.ts';

describe('while it cannot be told for how long things are kept', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
    await stage.app.parts.live.setRetention(null);
  });
  afterAll(() => stage.close());

  it('nobody is asked to agree: the conversation begins all the same, and nothing of it is kept', async () => {
    const { page, problems, close } = await stage.visit('/chat');
    await page.getByText('If you start now, nothing of the conversation is kept').waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Start Conversation' }).click();
    await page.getByText('Session started successfully').waitFor();
    const { rows } = await stage.app.pool.query('SELECT consent, consent_version FROM sessions');
    expect(rows).toEqual([{ consent: false, consent_version: 'none' }]);
    await page.goto(`${stage.app.url}/privacy`);
    await page.getByText('Unknown right now. Check again in a minute.').first().waitFor();
    expect(await page.getByText('180 days').count()).toBe(0);
    await page.goto(stage.app.url);
    await page.getByText('We use it for nothing else.').waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});
