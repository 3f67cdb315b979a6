import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, openStage, PHONE, type Stage } from './support/stage.ts';

describe('a show with a director', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({}, { as: 'admin' });
  });
  afterAll(() => stage.close());

  it('is directed live while the visitor talks, then read and published', async () => {
    const { app } = stage;
    const visitor = await app.session();
    const say = (user_message: string) =>
      app.call('agent_reply', { ...visitor, user_message, is_performer_mode: true });
    await say('Hi, I am Ana Costa, and our office has a plant that nobody waters.');
    await app.call('track_event', { ...visitor, kind: 'page_left' });
    const { page, problems, close } = await stage.visit('/admin/shows');
    await page.getByText('Nobody is listening').waitFor();
    await app.call('track_event', { ...visitor, kind: 'page_returned' });
    await page.reload();
    await page.getByText('On air', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Episode 1: Ana Costa' }).click();
    await page.getByRole('heading', { name: 'Show with Ana Costa' }).waitFor();
    await page.getByText('On air', { exact: true }).waitFor();
    const script = page.getByRole('list', { name: 'Script' });
    await script.getByText('a plant that nobody waters').waitFor();
    await page.getByRole('button', { name: 'Debate', exact: true }).click();
    await script.getByText('Mode: Debate (director)').waitFor();
    await page.getByRole('button', { name: 'Save moment' }).click();
    await script.getByText(/^Moment saved from the twin:/).waitFor();
    // Nothing that is written says this: without a language model it waits.
    await page.getByLabel('Private hint').fill('Xylophones, please.');
    await page.getByRole('button', { name: 'Send hint' }).click();
    await script.getByText('Hint, for the next line:').waitFor();
    await say('haha, what else is new with you?');
    await script.getByText('haha, what else is new with you?').waitFor();
    await page.getByText('Xylophones, please. waits for the visitor’s next line.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Take back the hint' }).click();
    await script.getByText('Hint, not used: Xylophones, please.').waitFor();
    expect(await page.getByText('waits for the visitor’s next line').count()).toBe(0);

    await app.parts.shows.command(visitor.session_id, {
      by: 'performer',
      message: { type: 'podcast-stopped', data: {} },
    });
    await app.call('rate_episode', { ...visitor, rating: 5, publish: true });
    await page.getByRole('button', { name: 'Open the episode' }).click();
    await page.getByRole('heading', { name: 'Best moments' }).waitFor();
    await page.getByRole('button', { name: 'Publish episode' }).click();
    const link = page.getByRole('link', { name: 'Open public page' });
    const address = (await link.getAttribute('href')) ?? '';
    await expectAccessible(page);
    await close();

    const reader = await stage.visit(address, { viewport: PHONE, storageState: { cookies: [], origins: [] } });
    await reader.page.getByRole('heading', { name: 'Episode 1 with AI Orla Venstrom' }).waitFor();
    await reader.page.getByText('Hi, I am [name], and our office').first().waitFor();
    expect(await reader.page.content()).not.toContain('Costa');
    await expectAccessible(reader.page);
    expect([...problems, ...reader.problems]).toEqual([]);
    const { headers } = await fetch(`${app.url}${address}`);
    expect(headers.get('x-robots-tag')).toBeNull();
    const none = await fetch(`${app.url}/episode/nobody-guesses-this`);
    expect([none.status, none.headers.get('x-robots-tag')]).toEqual([404, 'noindex']);
    await reader.close();
  }, 60_000);
});
