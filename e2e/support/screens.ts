import type { Page } from 'playwright-core';
import { say, startConversation, untilQuiet } from './chat.ts';

/** A screenshot: page, size, theme, and the steps before it is taken. */
export interface Screen {
  name: string;
  path: string;
  /** In CSS pixels, if higher than the usual screen. */
  height?: number;
  phone?: boolean;
  light: 'light' | 'dark';
  /** Taken as a signed-in user. */
  owner?: boolean;
  before?: (page: Page) => Promise<void>;
}

/** A short conversation, as a visitor of the sample consultant might have it. */
async function converse(page: Page): Promise<void> {
  const parts = await startConversation(page);
  for (const line of [
    'Hi, I am Marta. We are forty people and everything waits for me.',
    'What would a first step cost?',
  ]) {
    await say(parts, line);
    await parts.twinLines.last().waitFor();
    await untilQuiet(page);
  }
  await page.getByText('Session started successfully').waitFor({ state: 'hidden' });
}

/** The pages for visitors. */
export const VISITOR_SCREENS: Screen[] = [
  { name: 'landing-wide-dark', path: '/', light: 'dark' },
  { name: 'start-phone-dark', path: '/chat', phone: true, light: 'dark' },
  { name: 'chat-phone-light', path: '/chat', phone: true, light: 'light', before: converse },
  { name: 'chat-wide-light', path: '/chat', light: 'light', before: converse },
  { name: 'personalities-wide-light', path: '/personalities', light: 'light' },
  { name: 'privacy-wide-light', path: '/privacy', light: 'light' },
  { name: 'not-found-phone-light', path: '/nothing-here', phone: true, light: 'light' },
];
