import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ours } from './support/door.ts';
import { withOwnTwin } from './support/own-twin.ts';
import { openSettings, save, saved, TOASTS } from './support/settings.ts';
import { expectAccessible, openStage, type Stage } from './support/stage.ts';

describe('the texts of the show, in the settings,', () => {
  let stage: Awaited<ReturnType<typeof withOwnTwin<Stage>>>;
  beforeAll(async () => {
    stage = await withOwnTwin((options) => openStage({}, options));
  });
  afterAll(() => stage.close());

  it('are edited as a form and said on stage, with the demos that fit', async () => {
    const { page, problems, close } = await openSettings(stage, 'twin');
    await page.getByRole('button', { name: 'show/bits.yaml' }).click();
    await page.getByRole('button', { name: 'same-ship', exact: true }).click();
    await page
      .getByLabel('Text', { exact: true })
      .last()
      .fill('The ship is new. [pause:1s] The meeting is the old one.');
    await page.getByLabel('Debate', { exact: true }).check();
    await save(page).click();
    await saved(page);
    await expectAccessible(page, TOASTS);
    const { bits } = stage.app.parts.twin().show;
    expect(bits.find(({ id }) => id === 'same-ship')).toMatchObject({
      modes: ['philosophical', 'comedy', 'debate'],
      text: 'The ship is new. [pause:1s] The meeting is the old one.',
    });

    await page.getByRole('button', { name: 'All texts' }).click();
    await page.getByRole('button', { name: 'demos/consciousness-exploration.txt' }).click();
    await page.getByRole('region', { name: 'Demos in this text' }).getByText('not used yet').first().waitFor();
    await page.getByLabel('Mode of the show').selectOption('Philosophical');
    await page.getByLabel('The visitor says').fill('are you conscious');
    await page.getByRole('button', { name: 'Say it' }).click();
    const row = page.getByRole('row', { name: /demos\/consciousness-exploration\.txt/ }).first();
    await row.getByText('Spoken').waitFor();
    await expectAccessible(page, TOASTS);
    expect(ours(problems)).toEqual([]);
    await close();
  });
});
