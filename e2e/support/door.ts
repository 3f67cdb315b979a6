import type { Locator, Page } from 'playwright-core';
import { TEST_PASSWORD } from '../../server/testing/owners.ts';
import { expectAccessible, PHONE, WIDE } from './stage.ts';

/** A password that somebody chooses themselves. */
export const OWN_PASSWORD = 'three lamps over the harbour';

/** The parts of the sign-in page, as a person finds them. */
export function doorOf(page: Page): { email: Locator; password: Locator; button: Locator; alert: Locator } {
  return {
    email: page.getByLabel('Email', { exact: true }),
    password: page.getByLabel('Password', { exact: true }),
    button: page.getByRole('button', { name: 'Sign In', exact: true }),
    alert: page.getByRole('alert'),
  };
}

/** Fills the sign-in page and sends it. */
export async function signIn(page: Page, email: string, password = TEST_PASSWORD): Promise<void> {
  const { email: field, password: secret, button } = doorOf(page);
  await field.fill(email);
  await secret.fill(password);
  await button.click();
}

/** Chooses {@link OWN_PASSWORD} where a first password is asked for. */
export async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(OWN_PASSWORD);
  await page.getByLabel('New password again', { exact: true }).fill(OWN_PASSWORD);
  await page.getByRole('button', { name: 'Save password' }).click();
}

/** The page's first heading. */
export const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true });

/** The session as the browser keeps it. */
export const stored = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('understudy.auth'));

/** What a browser writes into its console of an answer that refuses is no problem of the page's. */
export const ours = (problems: string[]): string[] =>
  problems.filter((problem) => !problem.includes('Failed to load resource'));

/** Looks at a state in both appearances, on a phone and a wide screen. */
export async function expectFineEverywhere(page: Page): Promise<void> {
  for (const viewport of [PHONE, WIDE]) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, '[data-sonner-toaster]');
    }
  }
}
