import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withOwnTwin } from './support/own-twin.ts';
import { expectAccessible, openStage, type Stage } from './support/stage.ts';

describe('a consent sentence that changes while the page is open', () => {
  let stage: Awaited<ReturnType<typeof withOwnTwin<Stage>>>;
  beforeAll(async () => {
    stage = await withOwnTwin((options) => openStage({}, options));
  });
  afterAll(() => stage.close());

  it('is shown again, unticked, and the conversation begins with what was agreed to', async () => {
    const { page, close } = await stage.visit('/chat');
    await page.getByRole('checkbox', { name: 'Keep this conversation' }).check();
    const file = path.join(stage.twinDir, 'persona.yaml');
    const persona = await readFile(file, 'utf8');
    const changed = persona.replace("version: '3'", "version: '9'").replace('Keep this conversation', 'Please keep it');
    await writeFile(file, changed);
    await stage.app.parts.live.reload();

    const start = page.getByRole('button', { name: 'Start Conversation' });
    await start.click();
    await page.getByText('The consent text has changed since you opened this page.').waitFor();
    const box = page.getByRole('checkbox', { name: 'Please keep it' });
    await box.waitFor();
    expect(await box.isChecked()).toBe(false);
    expect(await page.getByText('Keep this conversation').count()).toBe(0);
    await expectAccessible(page);
    await box.check();
    await start.click();
    await page.getByText('Session started successfully').waitFor();
    const { rows } = await stage.app.pool.query('SELECT consent, consent_version FROM sessions');
    expect(rows).toEqual([{ consent: true, consent_version: '9' }]);
    await close();
  });
});
