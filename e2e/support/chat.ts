import type { Locator, Page } from 'playwright-core';
import type { FakeProvider } from '../../server/testing/fake-provider.ts';
import type { Step } from '../../server/testing/fake-replies.ts';
import { chunkEvent, type FakeReply, rawStream, wordsOf } from '../../server/testing/fake-replies.ts';

/** The elements of the chat screen, located as a visitor finds them. */
export interface ChatParts {
  field: Locator;
  log: Locator;
  send: Locator;
  status: Locator;
  ring: Locator;
  /** The visitor's lines, and the twin's segments. */
  visitorLines: Locator;
  twinLines: Locator;
}

/** Locators for a chat screen that is or will be on the page. */
export function chatParts(page: Page): ChatParts {
  const log = page.getByRole('log');
  return {
    field: page.getByRole('textbox', { name: 'Message to AI' }),
    log,
    send: page.getByRole('button', { name: 'Send', exact: true }),
    status: page.getByTestId('status-line'),
    ring: page.locator('header [data-presence]'),
    visitorLines: log.locator('.talk-bubble'),
    twinLines: log.locator('.talk-line'),
  };
}

/** Starts a conversation from the start screen. */
export async function startConversation(page: Page, consent = true): Promise<ChatParts> {
  if (consent) await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Start Conversation' }).click();
  const parts = chatParts(page);
  await parts.field.waitFor();
  return parts;
}

/** Presses 'End conversation', which asks whether to; on a phone it is in the menu of the details. */
export async function pressEnd(page: Page): Promise<void> {
  const details = page.getByRole('button', { name: 'Conversation details' });
  if (await details.isVisible()) await details.click();
  await page.getByRole('button', { name: 'End conversation' }).click();
}

/** Types and sends a message. */
export async function say({ field }: ChatParts, text: string): Promise<void> {
  await field.fill(text);
  await field.press('Enter');
}

/** Waits until the twin is quiet again. */
export async function untilQuiet(page: Page): Promise<void> {
  await page.locator('header [data-presence="idle"]').waitFor();
}

/** A reply of the fake provider whose pieces the test releases. */
export interface HeldReply {
  reply: FakeReply;
  /** Releases the next piece. */
  next(): void;
}

/** Streams `pieces` one by one as the test releases them, and ends as `end` says. */
export function heldReply(pieces: string[], end: 'done' | 'reset' = 'done'): HeldReply {
  const gates = pieces.map(() => Promise.withResolvers<void>());
  const steps: Step[] = [chunkEvent({ role: 'assistant', content: '' })];
  for (const [index, piece] of pieces.entries()) {
    steps.push({ until: gates[index]?.promise ?? Promise.resolve() });
    for (const word of wordsOf(piece)) steps.push(chunkEvent({ content: word }));
  }
  if (end === 'done') steps.push(chunkEvent({}, 'stop'), 'data: [DONE]\n\n');
  let at = 0;
  return {
    reply: rawStream(steps, end === 'done' ? 'end' : 'reset'),
    next() {
      gates[at]?.resolve();
      at += 1;
    },
  };
}

/**
 * Sends a visitor's message and lets the twin start its answer: the first piece is on screen, the others follow as the
 * test releases them.
 * @param again the provider's answers to further requests
 */
export async function beginReply(
  provider: FakeProvider,
  parts: ChatParts,
  message: string,
  pieces: [first: string, ...rest: string[]],
  { end, again }: { end?: 'done' | 'reset'; again?: FakeReply } = {},
): Promise<HeldReply> {
  const held = heldReply(pieces, end);
  provider.script(held.reply, ...(again ? [again] : []));
  await say(parts, message);
  held.next();
  await parts.twinLines.getByText(pieces[0].trim()).waitFor();
  return held;
}
