import { brandOf } from '@understudy/contract/brand';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sixtyMegapixels } from '../server/testing/photo.ts';
import { ours } from './support/door.ts';
import { withOwnTwin } from './support/own-twin.ts';
import { openSettings, save, saved } from './support/settings.ts';
import { SHOTS, shot } from './support/shots.ts';
import { expectAccessible, openStage, type Stage } from './support/stage.ts';

describe('photo and color, in the settings,', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await withOwnTwin((options) => openStage({}, options));
  });
  afterAll(() => stage.close());

  it('are chosen, cropped and saved, and visitors meet them', async () => {
    const { page, problems, close } = await openSettings(stage, 'twin&file=persona.yaml');
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      page.getByLabel('Choose a photo').and(page.locator('input')).setInputFiles({ name, mimeType, buffer });
    await page.getByAltText('Your present photo').waitFor();
    await shot(page, '1-before');
    const sections = page.getByRole('navigation', { name: 'Sections' });
    await sections.getByRole('button', { name: 'How it sounds' }).click();
    expect(await page.getByRole('region', { name: 'How it sounds' }).evaluate((one) => one.matches(':focus'))).toBe(
      true,
    );
    await expect.poll(() => sections.locator('[aria-current]').textContent()).toBe('How it sounds');
    await choose('me.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    await page.getByRole('alert').getByText('An SVG file can contain scripts').waitFor();
    await choose('me.jpg', 'image/jpeg', Buffer.from('no photo at all'));
    await page.getByRole('alert').getByText('This file cannot be opened as a photo.').waitFor();

    const megapixels = await sixtyMegapixels(SHOTS !== undefined);
    await choose('me.jpg', 'image/jpeg', megapixels);
    const dialog = page.getByRole('dialog', { name: 'Choose the square' });
    const part = dialog.getByRole('group', { name: 'Visible part of the photo' });
    await part.waitFor();
    await dialog.getByLabel('Zoom').fill('2');
    await part.focus();
    await page.keyboard.press('ArrowRight');
    await shot(page, '2-crop');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Use this photo' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByAltText('Your present photo').getAttribute('src')).toMatch(/^data:image\/webp/);

    await page.getByLabel('Brand color', { exact: true }).fill('#00002');
    await page.getByText('Enter a color like #e7a13a.').waitFor();
    await page.getByLabel('Brand color', { exact: true }).fill('#000040');
    await page.getByText(/^Used as it is in light; lightened to #[0-9a-f]{6} in dark\./).waitFor();
    await page.getByText('Unsaved changes').waitFor();
    await shot(page, '3-chosen');
    await expectAccessible(page);
    await save(page).click();
    await saved(page);
    // From the server, as after a reload.
    await page.reload();
    await expect.poll(() => page.getByAltText('Your present photo').getAttribute('src')).toMatch(/^data:image\/webp/);
    await page.goto(stage.app.url);
    const shown = page.getByRole('main').getByRole('img').first();
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(800);
    const start = page.getByRole('main').locator('.bg-primary').first();
    // The hero is on the stage, which is dark in either theme.
    const { primary } = brandOf('#000040').dark;
    const rgb = [1, 3, 5].map((at) => Number.parseInt(primary.slice(at, at + 2), 16)).join(', ');
    // Asked again where the prerendered first screen just gave way to the app's.
    const fill = () => start.evaluate((element) => getComputedStyle(element).backgroundColor);
    await expect.poll(fill).toBe(`rgb(${rgb})`);
    await shot(page, '4-landing');
    expect(ours(problems)).toEqual([]);
    await close();
  });
});
