import type { Role } from '@understudy/contract/admin';
import type { Page } from 'playwright-core';
import { addTestUser } from '../../server/testing/owners.ts';
import { type Stage, signedIn, type Visit } from './stage.ts';

/** Puts the setup off, so that the dashboard no longer proposes it. */
export async function putSetupOff({ app }: Pick<Stage, 'app'>): Promise<void> {
  await app.pool.query(
    `INSERT INTO twin_setup (state, step, version, updated_by) VALUES ('later', 'you', 1, 'tests')
     ON CONFLICT DO NOTHING`,
  );
}

/** The toasts. */
export const TOASTS = '[data-sonner-toaster]';

export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
export const saved = (page: Page): Promise<void> => page.getByText('Saved. The change is live.').waitFor();
/** Opens a section by its name. */
export const goTo = (page: Page, section: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: section }).click();

/** Opens a section, named as in the address, as a user with the given role. */
export async function openSettings(
  stage: Stage,
  section: string,
  role: Extract<Role, 'owner' | 'admin'> = 'owner',
): Promise<Visit & { email: string }> {
  const { email } = await addTestUser(stage.app.accounts, role);
  const visit = await stage.visit(`/admin?tab=settings&section=${section}`, {
    storageState: await signedIn(stage.app, email),
  });
  await visit.page.getByRole('heading', { level: 2 }).first().waitFor();
  return { ...visit, email };
}
