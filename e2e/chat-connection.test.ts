import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal, streamed } from '../server/testing/fake-replies.ts';
import { beginReply, say, startConversation, untilQuiet } from './support/chat.ts';
import { openProviderStage, type ProviderStage } from './support/provider-stage.ts';

describe('a conversation over a bad line', () => {
  let stage: ProviderStage;
  beforeAll(async () => {
    stage = await openProviderStage();
  });
  beforeEach(() => stage.provider.always(streamed('Fine.')));
  afterAll(() => stage.close());

  /** The database's record of the page's conversation, one line per utterance. */
  async function keptLines(page: Page): Promise<string[]> {
    const session = await page.evaluate(() => sessionStorage.getItem('understudy.session') ?? '');
    const { rows } = await stage.app.pool.query(
      'SELECT speaker, text FROM utterances WHERE session_id = $1 ORDER BY seq',
      [JSON.parse(session).session.sessionId],
    );
    return rows.map(({ speaker, text }) => `${speaker}: ${text}`);
  }

  /** A chat whose messages do not reach the server until the connection is restored. */
  async function visitWithoutLine() {
    let refuse = true;
    const visit = await stage.visit('/chat', {}, (tab) =>
      tab.route('**/functions/v1/agent_reply', (route) =>
        refuse ? route.abort('connectionrefused') : route.continue(),
      ),
    );
    const mend = () => {
      refuse = false;
    };
    return { ...visit, mend };
  }

  it('goes on with a reply after a reload in the middle of it, losing and doubling nothing', async () => {
    const { page, problems, close } = await stage.visit('/chat');
    const parts = await startConversation(page);
    await beginReply(stage.provider, parts, 'Tell me', ['The first half, ', 'never heard.'], {
      again: streamed('and the second.'),
    });
    await page.reload();
    await parts.twinLines.getByText('and the second.').waitFor();
    await untilQuiet(page);
    expect(await parts.twinLines.allInnerTexts()).toEqual([
      expect.stringMatching(/^The first half, ?\s?and the second\.$/),
    ]);
    expect(await parts.visitorLines.allInnerTexts()).toEqual(['Tell me']);
    expect(await keptLines(page)).toEqual([
      'visitor: Tell me',
      expect.stringMatching(/^agent: The first half, ?\s?and/),
    ]);
    expect(problems).toEqual([]);
    await close();
  });

  it('loses and doubles nothing when the network goes in the middle of a reply and comes back', async () => {
    const { page, close } = await stage.visit('/chat');
    const parts = await startConversation(page);
    await beginReply(stage.provider, parts, 'Tell me', ['The first half, ', 'never heard.'], {
      again: streamed('and the second.'),
    });
    const call = await stage.provider.called(stage.provider.calls.length);
    await page.context().setOffline(true);
    const cover = page.getByRole('alertdialog', { name: 'No Internet Connection' });
    await cover.waitFor();
    // The conversation stays in place below the offline screen.
    expect(await parts.twinLines.count()).toBe(1);
    await call.closed;
    await page.context().setOffline(false);
    await cover.waitFor({ state: 'detached' });
    await parts.twinLines.getByText('and the second.').waitFor();
    await untilQuiet(page);
    expect(await parts.twinLines.allInnerTexts()).toEqual([
      expect.stringMatching(/^The first half, ?\s?and the second\.$/),
    ]);
    expect(await keptLines(page)).toEqual([
      'visitor: Tell me',
      expect.stringMatching(/^agent: The first half, ?\s?and/),
    ]);
    expect(await page.locator('[data-connection="connected"]').innerText()).toContain('Connected');
    await close();
  });

  it('sends a message that never left again under its own id, once', async () => {
    const { page, mend, close } = await visitWithoutLine();
    const parts = await startConversation(page);
    const first = page.waitForRequest('**/functions/v1/agent_reply');
    await say(parts, 'Is anybody there?');
    const turnId = (await first).postDataJSON().turn_id;
    await page.locator('[data-connection="connecting"]').waitFor();
    const again = page.waitForRequest('**/functions/v1/agent_reply');
    mend();
    expect((await again).postDataJSON().turn_id).toBe(turnId);
    await untilQuiet(page);
    expect(await keptLines(page)).toEqual(['visitor: Is anybody there?', 'agent: Fine.']);
    await close();
  });

  it('gives up after a while, keeps the words on screen and over a reload, and sends them when asked', async () => {
    const { page, mend, close } = await visitWithoutLine();
    await page.clock.install();
    const parts = await startConversation(page);
    await say(parts, 'Is anybody there?');
    const unsent = parts.log.getByText('Not sent. The server cannot be reached.');
    await expect
      .poll(async () => {
        await page.clock.fastForward(10_000);
        return unsent.count();
      })
      .toBe(1);
    await page.getByText('Failed to send message').waitFor();
    expect(await page.locator('[data-connection="disconnected"]').innerText()).toContain('Disconnected');
    mend();
    await page.reload();
    await parts.log.getByText('Not sent.').waitFor();
    await parts.log.getByRole('button', { name: 'Send again' }).click();
    await parts.twinLines.getByText('Fine.').waitFor();
    expect(await parts.log.getByText('Not sent.').count()).toBe(0);
    expect(await keptLines(page)).toEqual(['visitor: Is anybody there?', 'agent: Fine.']);
    await close();
  });

  it('marks a reply whose provider died and gives the rest when asked', async () => {
    const { page, problems, close } = await stage.visit('/chat');
    const parts = await startConversation(page);
    const held = await beginReply(stage.provider, parts, 'Tell me', ['The first half, ', 'cut'], { end: 'reset' });
    held.next();
    await parts.log.getByText('This reply was cut off.').waitFor();
    expect(await parts.twinLines.innerText()).toMatch(/^The first half.*—$/);
    stage.provider.script(streamed(' and the second.'));
    await page.getByRole('button', { name: 'Ask for the rest' }).click();
    await parts.twinLines.getByText('and the second.').waitFor();
    await untilQuiet(page);
    expect(await parts.twinLines.count()).toBe(1);
    expect(await parts.log.getByText('cut off').count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  it('is answered by the embedded twin when the provider is down, and says so', async () => {
    stage.provider.always(refusal(500, 'server_error'));
    const { page, problems, close } = await stage.visit('/chat');
    const parts = await startConversation(page);
    await say(parts, 'What do you do?');
    await parts.twinLines.first().waitFor();
    await untilQuiet(page);
    await parts.status.getByText('Embedded answered instead of').waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});
