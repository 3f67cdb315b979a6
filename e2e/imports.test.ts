import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docxOf, silentPdf } from '../server/testing/documents.ts';
import { completion } from '../server/testing/fake-replies.ts';
import { startWebsite, type Website } from '../server/testing/website.ts';
import { ours } from './support/door.ts';
import { openProviderStage, type ProviderStage } from './support/provider-stage.ts';
import { openSettings } from './support/settings.ts';
import { expectAccessible } from './support/stage.ts';

const SHOTS = process.env['IMPORT_SHOTS'];

describe('knowledge from what exists, in the settings,', () => {
  let stage: ProviderStage;
  let site: Website;
  beforeAll(async () => {
    site = await startWebsite();
    stage = await openProviderStage({}, { fetching: { allowsLoopback: true } });
    stage.provider.always(completion('{"asks": ["May I bring my parrot"]}'));
  });
  afterAll(async () => {
    await stage.close();
    site.close();
  });
  type Page = Awaited<ReturnType<typeof openSettings>>['page'];
  const shot = async (page: Page, name: string) => {
    if (!SHOTS) return;
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${SHOTS}/${name}-${width}.png`, fullPage: true });
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.screenshot({ path: `${SHOTS}/${name}-dark.png`, fullPage: true });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 900 });
  };
  const choose = async (page: Page, name: string, bytes: Uint8Array) => {
    await page.getByRole('group', { name: 'Where is it?' }).getByText('File').click();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) });
  };

  it('comes from a file: reviewed by keys and by hand, added, and taken back', async () => {
    const { page, problems, close } = await openSettings(stage, 'imports');
    await page.getByText('No imports yet.').waitFor();
    await shot(page, '1-start');
    await choose(page, 'scan.pdf', silentPdf(2));
    await page.getByRole('alert').getByText('The PDF has no text').waitFor();
    await shot(page, '2-failed');
    await page.getByRole('button', { name: 'Try another source' }).click();
    const house = [
      '# The house',
      '## Parrots',
      'Parrots are welcome on the porch.',
      '## Fires',
      'No fires.',
      '## Towels',
      'Towels are there.',
    ];
    await choose(page, 'house.docx', docxOf(house));
    const passage = (name: string) => page.getByRole('article', { name });
    await passage('Parrots').focus();
    await page.keyboard.press('d');
    await passage('Parrots').getByRole('button', { name: 'Drop', pressed: true }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('t');
    await passage('Fires').getByRole('button', { name: 'Take', pressed: true }).waitFor();
    await page.keyboard.press('k');
    await page.keyboard.press('e');
    await page.getByLabel('Text', { exact: true }).fill('Parrots are welcome in every room.');
    await page.getByRole('button', { name: 'Suggest questions' }).click();
    await expect.poll(() => page.getByLabel('Questions it answers').inputValue()).toContain('May I bring my parrot');
    await shot(page, '3-edit');
    await page.keyboard.press('Control+Enter');
    await passage('Parrots').getByRole('button', { name: 'Take', pressed: true }).waitFor();
    await page.getByText('1 passage undecided. Undecided passages are left out.').waitFor();
    await shot(page, '4-review');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add 2 passages' }).click();
    await page.getByText('2 passages added.').waitFor();
    await shot(page, '5-added');
    await page.getByRole('button', { name: 'Open the text' }).click();
    const text = await page.getByLabel('Text of knowledge/house.md').inputValue();
    expect(text).toContain('Asks: May I bring my parrot\n\nParrots are welcome in every room.');
    expect(text).not.toContain('Towels');
    await page.goBack();
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('comes from pages of a site, and from a text that shows what has changed', async () => {
    const pages = Array.from({ length: 60 }, (_, at) => `<url><loc>${site.url}/page-${at}</loc></url>`);
    site.routes['/sitemap.xml'] = `<urlset>${pages.join('')}</urlset>`;
    for (const at of [7, 17]) site.routes[`/page-${at}`] = `<main><h1>Page ${at}</h1><p>This is page ${at}.</p></main>`;
    const { page, problems, close } = await openSettings(stage, 'imports');
    await page.getByRole('group', { name: 'Where is it?' }).getByText('Website').click();
    await page.getByLabel('Address').fill(site.url);
    await page.getByRole('button', { name: 'Choose pages of the site' }).click();
    await page.getByLabel('Filter').fill('7');
    await page.getByLabel('/page-7', { exact: true }).check();
    await page.getByLabel('/page-17').check();
    await shot(page, '6-pages');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Import 2 pages' }).click();
    await page.getByRole('button', { name: 'Take all' }).click();
    await page.getByRole('button', { name: 'Add 2 passages' }).click();
    await page.getByText('2 passages added.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();

    const paste = async (text: string) => {
      await page
        .getByRole('button', { name: /^(?:Import something else|All imports)$/ })
        .first()
        .click();
      await page.getByText('Pasted text').click();
      await page.getByLabel('Title').fill('Rules');
      await page.getByLabel('Text', { exact: true }).fill(text);
      await page.getByRole('button', { name: 'Import text' }).click();
    };
    await paste('# Rules\n\n## Noise\n\nQuiet from ten.\n\n## Shoes\n\nNo shoes.');
    await page.getByRole('button', { name: 'Take all' }).click();
    await page.getByRole('button', { name: 'Add 2 passages' }).click();
    await page.getByText('2 passages added.').waitFor();
    await paste('# Rules\n\n## Noise\n\nQuiet from eleven.\n\n## Bikes\n\nBikes go into the shed.');
    await page.getByText('No longer in the source').waitFor();
    await page.getByText('The twin knows now').first().click();
    await shot(page, '7-changes');
    await page.getByRole('button', { name: 'Use new text' }).click();
    await page.getByRole('button', { name: 'Make 1 change' }).click();
    await page.getByText('1 passage changed.').waitFor();
    await page.getByRole('button', { name: 'All imports' }).click();
    await page.getByRole('button', { name: 'Rules' }).first().waitFor();
    await shot(page, '8-list');
    expect(ours(problems)).toEqual([]);
    await close();
  });
});
