/** `npm run screens`: takes the README's screenshots of the real product, with the embedded twin answering. */
import path from 'node:path';
import type { Page } from 'playwright-core';
import { runCommand } from '../../scripts/command-line.ts';
import { OWNER_SCREENS, prepareOwner } from '../support/owner-screens.ts';
import { VISITOR_SCREENS } from '../support/screens.ts';
import { openStage, PHONE, WIDE } from '../support/stage.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../docs/screens');
const SCREENS = [...VISITOR_SCREENS, ...OWNER_SCREENS];

/** Waits until the page has loaded, without spinners and with all fonts. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('.animate-spin, [aria-busy=true]'));
  await page.evaluate(() => document.fonts.ready);
}

await runCommand(
  {
    name: 'screens',
    about: `Takes the pictures of the documentation, all or those that are named, and puts them into docs/screens.
The owner's pages show invented conversations.`,
    words: SCREENS.map(({ name }) => name),
    options: {},
    example: 'overview-wide-light analytics-wide-light',
  },
  async ({ words }) => {
    const wanted = SCREENS.filter(({ name }) => words.length === 0 || words.includes(name));
    const stage = await openStage();
    const owner = wanted.some((screen) => screen.owner) ? await prepareOwner(stage) : {};
    for (const screen of wanted) {
      const { page, close } = await stage.visit(screen.path, {
        viewport: { ...(screen.phone ? PHONE : WIDE), ...(screen.height ? { height: screen.height } : {}) },
        colorScheme: screen.light,
        reducedMotion: 'reduce',
        ...(screen.owner ? owner : {}),
      });
      await settled(page);
      await screen.before?.(page);
      await settled(page);
      await page.screenshot({ path: path.join(FOLDER, `${screen.name}.png`) });
      await close();
    }
    await stage.close();
    process.exit(0);
  },
);
