import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Role } from '@understudy/contract/admin';
import type { BrowserContextOptions } from 'playwright-core';
import { fill } from '../../server/commands/seed/fill.ts';
import { readTemplates } from '../../server/commands/seed/templates.ts';
import { startWork } from '../../server/testing/background-work.ts';
import { addTestUser } from '../../server/testing/owners.ts';
import { heading, signIn } from './door.ts';
import type { Screen } from './screens.ts';
import { putSetupOff } from './settings.ts';
import type { Stage } from './stage.ts';

const CONVERSATIONS = path.resolve(import.meta.dirname, '../../bench/leads/train');
/** Enough for meaningful charts. */
const SESSIONS = 4_000;
const DAYS = 60;
const ANALYTICS = '/admin?tab=analytics&range=30d';

/** Visitors waiting for the owner: invented, but their conversations are held with the twin. */
const WAITING = [
  ['I am Ruth Okafor of Harrowgate.', 'I want to complain: nobody has sent our cue sheet.', 'ruth@harrowgate.example'],
  [
    'I am Jonas Brink, COO of Fernhill Foods. We have 30,000 euros for it.',
    'Please call me on +31 6 1234 5678 tomorrow.',
  ],
];

/** The team. */
const PEOPLE = { owner: 'orla@venstrom.example', admin: 'kim@venstrom.example', viewer: 'sam@venstrom.example' };

/** The owner's pages, with invented conversations. */
export const OWNER_SCREENS: Screen[] = [
  { name: 'sign-in-wide-light', path: '/auth', light: 'light' },
  { name: 'overview-wide-light', path: '/admin', height: 1_240, light: 'light', owner: true },
  { name: 'overview-wide-dark', path: '/admin', height: 1_240, light: 'dark', owner: true },
  { name: 'overview-phone-light', path: '/admin', phone: true, light: 'light', owner: true },
  { name: 'sessions-wide-light', path: '/admin?tab=sessions&range=30d', light: 'light', owner: true },
  { name: 'session-wide-light', path: '/admin', light: 'light', owner: true, before: openHottest },
  { name: 'session-phone-dark', path: '/admin', phone: true, light: 'dark', owner: true, before: openHottest },
  { name: 'analytics-wide-light', path: ANALYTICS, light: 'light', owner: true },
  { name: 'analytics-wide-dark', path: ANALYTICS, light: 'dark', owner: true },
  { name: 'analytics-phone-light', path: ANALYTICS, phone: true, light: 'light', owner: true },
  { name: 'settings-wide-light', path: '/admin?tab=settings', light: 'light', owner: true },
  { name: 'settings-phone-dark', path: '/admin?tab=settings', phone: true, light: 'dark', owner: true },
  { name: 'twin-texts-wide-light', path: '/admin?tab=settings&section=twin', light: 'light', owner: true },
  { name: 'users-wide-light', path: '/admin/users', light: 'light', owner: true },
  { name: 'audit-wide-light', path: '/admin/audit', light: 'light', owner: true },
  { name: 'docs-wide-light', path: '/docs#list_sessions', light: 'light' },
  { name: 'docs-phone-dark', path: '/docs#agent_reply', phone: true, light: 'dark' },
];

/** Opens the session at the top of the priorities. */
async function openHottest(page: Parameters<NonNullable<Screen['before']>>[0]): Promise<void> {
  await page.locator('li[data-tier] a[href^="/admin/session/"]').first().click();
  await heading(page, 'Session Details').waitFor();
}

/**
 * Fills the database and signs an owner in.
 * @returns context options that make a browser the owner's
 */
export async function prepareOwner(stage: Stage): Promise<BrowserContextOptions> {
  await putSetupOff(stage);
  const client = await stage.app.pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    await fill(client, await readTemplates(CONVERSATIONS, 100), { sessions: SESSIONS, days: DAYS }, () => undefined);
  } finally {
    client.release(true);
  }
  await askForOwner(stage);
  for (const [role, email] of Object.entries(PEOPLE) as [Role, string][]) {
    const { id } = await addTestUser(stage.app.accounts, role);
    await stage.app.pool.query('UPDATE users SET email = $2 WHERE id = $1', [id, email]);
  }
  const { page, close } = await stage.visit('/auth');
  await signIn(page, PEOPLE.owner);
  await page.waitForURL('**/admin');
  const background = startWork(stage.app);
  background.nudge();
  await page
    .getByRole('region', { name: 'Waiting for you' })
    .getByRole('listitem')
    .nth(WAITING.length - 1)
    .waitFor();
  await background.stop();
  const storageState = await page.context().storageState();
  await close();
  return { storageState, locale: 'en-GB' };
}

/** Holds the conversations of the waiting visitors. */
async function askForOwner({ app }: Stage): Promise<void> {
  for (const lines of WAITING) {
    const session = (await app.call('create_session', { visitor_id: randomUUID(), consent: true })).body;
    for (const user_message of lines) await app.call('agent_reply', { ...session, user_message, model: 'embedded' });
  }
}
