import type { Page } from 'playwright-core';
import { PHONE, WIDE } from './stage.ts';

/** The folder for pictures of what a test goes through; without it none are taken. */
export const SHOTS = process.env['SHOTS'];

/** Takes a picture on a phone and a wide screen, in light and dark, to be looked at while a page is worked on. */
export async function shot(page: Page, name: string): Promise<void> {
  if (!SHOTS) return;
  for (const viewport of [WIDE, PHONE]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      // Colors fade into each other.
      await page.waitForTimeout(300);
      await page.screenshot({ path: `${SHOTS}/${name}-${viewport.width}-${colorScheme}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(WIDE);
}
