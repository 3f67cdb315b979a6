/** `npm run screens`: takes the README's pictures of the real product, with the embedded twin answering. */
import path from 'node:path';
import type { Page } from 'playwright-core';
import { say, startConversation, untilQuiet } from '../support/chat.ts';
import { openStage, PHONE, WIDE } from '../support/stage.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../docs/screens');

/** A picture: where, how large, in which light, and what happens before it is taken. */
interface Screen {
  name: string;
  path: string;
  phone?: boolean;
  light: 'light' | 'dark';
  before?: (page: Page) => Promise<void>;
}

/** A short conversation, as a visitor of the sample consultant may have it. */
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

const SCREENS: Screen[] = [
  { name: 'landing-wide-dark', path: '/', light: 'dark' },
  { name: 'start-phone-dark', path: '/chat', phone: true, light: 'dark' },
  { name: 'chat-phone-light', path: '/chat', phone: true, light: 'light', before: converse },
  { name: 'chat-wide-light', path: '/chat', light: 'light', before: converse },
  { name: 'personalities-wide-light', path: '/personalities', light: 'light' },
  { name: 'privacy-wide-light', path: '/privacy', light: 'light' },
  { name: 'not-found-phone-light', path: '/nothing-here', phone: true, light: 'light' },
];

const stage = await openStage();
for (const screen of SCREENS) {
  const viewport = screen.phone ? PHONE : WIDE;
  const { page, close } = await stage.visit(screen.path, {
    viewport,
    colorScheme: screen.light,
    reducedMotion: 'reduce',
  });
  await screen.before?.(page);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: path.join(FOLDER, `${screen.name}.png`) });
  await close();
}
await stage.close();
process.exit(0);
