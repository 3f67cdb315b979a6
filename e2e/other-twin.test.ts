import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OF_THE_SAMPLE, writeOtherTwin } from '../server/testing/other-twin.ts';
import { say, startConversation, untilQuiet } from './support/chat.ts';
import { openSettings } from './support/settings.ts';
import { openStage, type Stage } from './support/stage.ts';

describe('with a twin of another trade', () => {
  let stage: Stage;
  let twinDir: string;
  beforeAll(async () => {
    twinDir = await writeOtherTwin();
    stage = await openStage({}, { twinDir });
  });
  afterAll(async () => {
    await stage.close();
    await rm(twinDir, { recursive: true, force: true });
  });

  it('every page says nothing of the sample', async () => {
    const { page, close } = await stage.visit('/');
    for (const path of ['/', '/chat', '/personalities', '/privacy', '/auth', '/nowhere']) {
      await page.goto(stage.app.url + path);
      await page.locator('#root > :not([data-shell]) h1').first().waitFor();
      const said = `${await page.title()}\n${await page.locator('body').innerText()}`;
      expect(said, path).toContain(path === '/privacy' ? 'Tomás' : 'Tomás Ferreira');
      expect(said, path).not.toMatch(OF_THE_SAMPLE);
    }
    await close();
  });

  it('a conversation and the owner’s side say nothing of it either', async () => {
    const visitor = await stage.visit('/chat');
    const parts = await startConversation(visitor.page);
    await untilQuiet(visitor.page);
    await say(parts, 'What does a repair cost?');
    await parts.twinLines.filter({ hasText: '€' }).waitFor();
    expect(await visitor.page.locator('body').innerText()).not.toMatch(OF_THE_SAMPLE);
    await visitor.close();
    const { page, close } = await openSettings(stage, 'offers');
    for (const section of ['offers', 'twin', 'retention', 'danger']) {
      await page.goto(`${stage.app.url}/admin?tab=settings&section=${section}`);
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      expect(await page.locator('body').innerText()).not.toMatch(OF_THE_SAMPLE);
    }
    await close();
  });
});
