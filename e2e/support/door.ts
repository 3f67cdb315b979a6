import type { Locator, Page } from 'playwright-core';
import { TEST_PASSWORD } from '../../server/testing/owners.ts';
import { expectAccessible, PHONE, WIDE } from './stage.ts';

/** A password chosen by a user. */
export const OWN_PASSWORD = 'three lamps over the harbour';

/** The elements of the sign-in page, located as a user finds them. */
export function doorOf(page: Page): { email: Locator; password: Locator; button: Locator; alert: Locator } {
  return {
    email: page.getByLabel('Email', { exact: true }),
    password: page.getByLabel('Password', { exact: true }),
    button: page.getByRole('button', { name: 'Sign In', exact: true }),
    alert: page.getByRole('alert'),
  };
}

/** Fills in and submits the sign-in page. */
export async function signIn(page: Page, email: string, password = TEST_PASSWORD): Promise<void> {
  const { email: field, password: secret, button } = doorOf(page);
  await field.fill(email);
  await secret.fill(password);
  await button.click();
}

/** Chooses {@link OWN_PASSWORD} as the first password. */
export async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(OWN_PASSWORD);
  await page.getByLabel('New password again', { exact: true }).fill(OWN_PASSWORD);
  await page.getByRole('button', { name: 'Save password' }).click();
}

/** The page's first heading. */
export const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true });

/** The session in the browser's storage. */
export const stored = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('understudy.auth'));

/** Filters out the browser's console messages about refused requests, which are not the page's problems. */
export const ours = (problems: string[]): string[] =>
  problems.filter((problem) => !problem.includes('Failed to load resource'));

/** Checks a state in both themes, on a phone and a wide screen. */
export async function expectFineEverywhere(page: Page): Promise<void> {
  for (const viewport of [PHONE, WIDE]) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, '[data-sonner-toaster]');
    }
  }
}
