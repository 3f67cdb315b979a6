import type { Page } from 'playwright-core';
import type { TestApp } from '../../server/testing/app.ts';
import { type ChatParts, say, untilQuiet } from './chat.ts';

/** A visitor who is worth a call: identity, pain, money, a date and contact details. */
export const LEAD_LINES = [
  'Hello, I am Ana Costa, managing director of Costa Bikes. Every order waits for me. We are looking for somebody who helps us to change that. Can Orla help?',
  'We have set aside 20,000 euros and want it settled before Easter.',
  'My address is ana@costabikes.example',
];

/** Sends the lines one by one, each after the twin's answer to the one before. */
export async function tell(page: Page, parts: ChatParts, lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    const before = await parts.visitorLines.count();
    await say(parts, line);
    await parts.visitorLines.nth(before).waitFor();
    await untilQuiet(page);
  }
}

/** The id of the page's session. */
export async function sessionOf(page: Page): Promise<string> {
  const kept = await page.evaluate(() => sessionStorage.getItem('understudy.session') ?? '');
  return JSON.parse(kept).session.sessionId;
}

/** A session's events, oldest first: the kinds that start with one of `beginnings`. */
export async function eventsOf({ pool }: TestApp, sessionId: string, ...beginnings: string[]): Promise<string[]> {
  const { rows } = await pool.query<{ kind: string; payload: Record<string, string> }>(
    'SELECT kind, payload FROM events WHERE session_id = $1 ORDER BY ts, id',
    [sessionId],
  );
  const wanted = rows.filter(({ kind }) => beginnings.some((beginning) => kind.startsWith(beginning)));
  return wanted.map(({ kind, payload }) => [kind, ...Object.values(payload)].join(' '));
}

/** The visitor's choice, as the owner will read it. */
export async function chosenIn({ pool }: TestApp, sessionId: string): Promise<string | null> {
  const { rows } = await pool.query('SELECT cta_chosen FROM sessions WHERE id = $1', [sessionId]);
  return rows[0]?.cta_chosen ?? null;
}
