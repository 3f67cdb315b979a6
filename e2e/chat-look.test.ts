import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ScriptedModel, type ScriptedReply, scriptedModel } from '../server/testing/scripted-model.ts';
import { type ChatParts, pressEnd, say, startConversation, untilQuiet } from './support/chat.ts';
import { expectAccessible, openStage, PHONE, type Stage, WIDE } from './support/stage.ts';

type Scene = (page: Page, parts: ChatParts, model: ScriptedModel) => Promise<unknown>;

/** The reply to a message, written by the test; earlier requests are left unanswered. */
async function replyTo(model: ScriptedModel, text: string): Promise<ScriptedReply> {
  for (;;) {
    const reply = await model.next();
    if (reply.request.userMessage.trim() === text.trim() && !reply.signal.aborted) return reply;
  }
}

async function ask(parts: ChatParts, model: ScriptedModel, text: string): Promise<ScriptedReply> {
  await say(parts, text);
  return replyTo(model, text);
}

/** Every state of the running chat screen, in an order in which one conversation can reach them. */
const STATES: Record<string, Scene> = {
  empty: (_page, { log }) => log.getByText('Ready to chat').waitFor(),
  thinking: async (page, parts, model) => {
    await ask(parts, model, 'Hello');
    await page.locator('header [data-presence="thinking"]').waitFor();
  },
  stopped: async (page) => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
  },
  writing: async (_page, parts, model) => {
    const reply = await ask(parts, model, 'Hello again');
    reply.say('A whole sentence. And half a');
    await parts.twinLines.getByText('And half a').waitFor();
  },
  interrupted: async (page) => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Ask for the rest' }).waitFor();
  },
  'a long conversation with the pickers open': async (page, parts, model) => {
    for (const text of ['First', 'Second '.repeat(30), `Siebentausend${'lang'.repeat(30)}`]) {
      const reply = await ask(parts, model, text);
      reply.say('One thought.[pause:0.1s] And another, a little longer, to fill the line.');
      reply.end();
      await untilQuiet(page);
    }
    const pickers = page.getByRole('button', { name: 'Personality and model' });
    if (await pickers.isVisible()) await pickers.click();
    await page.getByRole('combobox', { name: 'Personality' }).waitFor();
  },
  'not sent': async (page, parts) => {
    const refused = { error: 'The message is too long.', code: 'message_too_long', request_id: 'r' };
    await page.route('**/functions/v1/agent_reply', (route) => route.fulfill({ status: 400, json: refused }));
    await say(parts, 'Hello');
    await page.getByRole('button', { name: 'Edit' }).waitFor();
  },
  'too long a draft': async (page, { field }) => {
    await field.fill('x'.repeat(4_001));
    await page.getByText('1 character too many').waitFor();
  },
  'asked whether to end': async (page) => {
    await pressEnd(page);
    await page.getByRole('dialog').waitFor();
  },
  ended: async (page) => {
    await page.getByRole('dialog').getByRole('button', { name: 'End conversation' }).click();
    await page.getByRole('button', { name: 'Start a new conversation' }).waitFor();
  },
};

describe('the chat screen is accessible', () => {
  let stage: Stage;
  // On a busy machine the checks outlast the greeting's delay.
  const model = scriptedModel({ greeting: 'Hello.' });
  beforeAll(async () => {
    stage = await openStage({}, { model });
  });
  afterAll(() => stage.close());

  /** Checks a state at both sizes and in both themes, and leaves the page on a phone. */
  const expectAccessibleInAll = async (page: Page) => {
    for (const viewport of [WIDE, PHONE]) {
      await page.setViewportSize(viewport);
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        await expectAccessible(page, '[data-sonner-toaster]');
      }
    }
  };

  it('before a conversation and when it cannot start', async () => {
    const { page, close } = await stage.visit('/chat', { viewport: PHONE }, (tab) =>
      tab.route('**/functions/v1/create_session', (route) => route.abort('connectionrefused')),
    );
    await expectAccessibleInAll(page);
    await page.getByRole('button', { name: 'Start Conversation' }).click();
    await page.getByRole('alert').waitFor();
    await expectAccessibleInAll(page);
    await close();
  });

  it('in every state of a conversation', async () => {
    const { page, problems, close } = await stage.visit('/chat', { viewport: PHONE });
    const parts = await startConversation(page);
    for (const [name, scene] of Object.entries(STATES)) {
      await scene(page, parts, model);
      await expectAccessibleInAll(page);
      const unexpected = problems.filter((line) => !/400|Failed to send message/.test(line));
      expect(unexpected, name).toEqual([]);
    }
    await close();
  }, 240_000);

  it('while it is picked up again, when it cannot be, and when the screen breaks', async () => {
    const { page, close } = await stage.visit('/chat', { viewport: PHONE });
    const parts = await startConversation(page);
    await page.route('**/functions/v1/session_history', () => undefined);
    await page.reload();
    await page.getByText('Picking up your conversation').waitFor();
    await expectAccessibleInAll(page);

    await page.unroute('**/functions/v1/session_history');
    await page.route('**/functions/v1/session_history', (route) => route.abort('connectionrefused'));
    await page.reload();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await expectAccessibleInAll(page);

    await page.unroute('**/functions/v1/session_history');
    const body = 'event: segment\ndata: {"index":0,"total":1,"text":{"not":"text"},"pause_ms":0}\n\n';
    await page.route('**/functions/v1/agent_reply', (route) =>
      route.fulfill({ contentType: 'text/event-stream', body }),
    );
    await page.getByRole('button', { name: 'Try again' }).click();
    await say(parts, 'Hello');
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    await page.getByText('Error details').click();
    await expectAccessibleInAll(page);
    await close();
  }, 120_000);

  it('leaves a phone’s screen to the conversation, with mode once and the rest in a menu', async () => {
    const { page, close } = await stage.visit('/chat', { viewport: PHONE, hasTouch: true, isMobile: true });
    const parts = await startConversation(page);
    const reply = await ask(parts, model, 'We have 50,000 euros and must start in May.');
    reply.say('Orla can do that.');
    reply.end();
    await untilQuiet(page);
    const analysis = page.getByText('Conversation Analysis');
    await analysis.waitFor({ state: 'hidden' });
    const talk = await parts.log.boundingBox();
    expect((talk?.height ?? 0) / PHONE.height).toBeGreaterThanOrEqual(0.7);
    expect(await page.getByText('Mentor', { exact: true }).filter({ visible: true }).count()).toBe(1);
    expect(await page.getByTestId('model-name').isVisible()).toBe(false);
    const id = page.getByTitle('Quote this when you ask about this conversation');
    expect(await id.isVisible()).toBe(false);
    const details = page.getByRole('button', { name: 'Conversation details' });
    await details.tap();
    expect(await id.innerText()).toMatch(/^Session\s[0-9a-f]{8}$/);
    await analysis.tap();
    await page.getByText('Why this score').waitFor();
    await expectAccessible(page, '[data-sonner-toaster]');
    await page.keyboard.press('Escape');
    await id.waitFor({ state: 'hidden' });
    await close();
  });

  it('fits 320 px and 400 % zoom, where the page scrolls and the field can be reached', async () => {
    const { page, close } = await stage.visit('/chat', { viewport: { width: 320, height: 256 } });
    const parts = await startConversation(page);
    const reply = await ask(parts, model, 'Hello');
    reply.say('Welcome.');
    reply.end();
    await untilQuiet(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await parts.field.scrollIntoViewIfNeeded();
    await parts.field.click();
    await close();
  });

  it.each([PHONE, { width: 320, height: 568 }, WIDE])(
    'shows a toast over nothing of the header, and on a wide screen not over the conversation, at %o',
    async (viewport) => {
      const { page, close } = await stage.visit('/chat', { viewport });
      await startConversation(page);
      const toast = page.locator('[data-sonner-toast][data-mounted="true"]');
      await toast.waitFor();
      const isClear = () =>
        toast.evaluate((shown) => {
          const { left, right, top, bottom } = shown.getBoundingClientRect();
          const free = `header :is(img, h1, p, button, select)${window.innerWidth < 1024 ? '' : ', main'}`;
          const isOver = (element: Element) => {
            const other = element.getBoundingClientRect();
            return left < other.right && right > other.left && top < other.bottom && bottom > other.top;
          };
          return top >= 0 && ![...document.querySelectorAll(free)].some(isOver);
        });
      await expect.poll(isClear).toBe(true);
      await close();
    },
  );

  it('holds still for those who asked for less motion', async () => {
    const { page, close } = await stage.visit('/chat', { reducedMotion: 'reduce' });
    const parts = await startConversation(page);
    await say(parts, 'Hello');
    await page.locator('header [data-presence="thinking"]').waitFor();
    const running = () =>
      page.evaluate(() => document.getAnimations().filter((one) => one.playState === 'running').length);
    await expect.poll(running).toBe(0);
    await close();
  });

  it('works with the keyboard alone', async () => {
    const model = scriptedModel();
    const stage = await openStage({}, { model, windowed: true });
    const { page } = await stage.visit('/chat');
    const focused = () =>
      page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
      );
    const tabTo = async (name: RegExp) => {
      for (let presses = 0; presses < 25; presses += 1) {
        await page.keyboard.press('Tab');
        if (name.test(await focused())) return;
      }
      throw new Error(`${name} cannot be reached by keyboard`);
    };
    await tabTo(/^Start Conversation$/);
    await page.keyboard.press('Enter');
    await page.getByRole('textbox').waitFor();
    await page.keyboard.type('Hello');
    await page.keyboard.press('Enter');
    const reply = await replyTo(model, 'Hello');
    reply.say('Welcome.');
    reply.end();
    await untilQuiet(page);
    await tabTo(/^End conversation$/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focused()).toBe('End conversation');
    await tabTo(/^Conversation with AI/);
    await stage.close();
  });
});
