import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Background } from '../server/app/background.ts';
import { startWork } from '../server/testing/background-work.ts';
import { closeServer, serve } from '../server/testing/local-server.ts';
import { endRetryWaits } from '../server/testing/retry-waits.ts';
import { ours } from './support/door.ts';
import { openSettings, save, saved, TOASTS } from './support/settings.ts';
import { expectAccessible, openStage, type Stage } from './support/stage.ts';

const KEY = 'a secret of both sides';
const SECRET = `whsec_${Buffer.from(KEY).toString('base64')}`;

interface Got {
  headers: IncomingHttpHeaders;
  body: string;
}

describe('the webhook', () => {
  let stage: Stage;
  let background: Background;
  let receiver: Server;
  const got: Got[] = [];
  /** What the receiver answers next; 204 where nothing is said. */
  const statuses: number[] = [];
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (piece) => {
        body += piece;
      });
      request.on('end', () => {
        got.push({ headers: request.headers, body });
        response.writeHead(statuses.shift() ?? 204).end();
      });
    });
    stage = await openStage({
      WEBHOOK_URL: `${await serve(receiver)}/leads`,
      WEBHOOK_SECRET: SECRET,
    });
    // The page is looked at between a try and the next.
    background = startWork(stage.app, { deliveryTries: { more: 12, firstAfterS: 60 } });
  });
  afterAll(async () => {
    await background.stop();
    await stage.close();
    await closeServer(receiver);
  });

  /** The signature as the Standard Webhooks specification has it. @returns the message */
  function signed({ headers, body }: Got): { type: string } {
    const [id, at] = [String(headers['webhook-id']), String(headers['webhook-timestamp'])];
    expect(Math.abs(Number(at) - Date.now() / 1000)).toBeLessThan(300);
    const expected = createHmac('sha256', KEY).update(`${id}.${at}.${body}`).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${expected}`);
    return JSON.parse(body) as { type: string };
  }

  it('takes a signed test message, and a lead once more when it was not taken; the lead is on the dashboard at once', async () => {
    const { page, problems, close } = await openSettings(stage, 'notifications');
    await page.getByText('No message has been sent yet.').waitFor();
    await page.getByRole('button', { name: 'Send a test message' }).click();
    await page.getByText('It answered 204.').waitFor();
    expect(got.splice(0).map(signed)).toMatchObject([{ type: 'test' }]);

    await page.getByLabel('Notify from a score of').fill('15');
    await save(page).click();
    await saved(page);
    statuses.push(500);
    const credentials = await stage.app.session(true);
    await stage.app.call('agent_reply', {
      ...credentials,
      user_message: 'Hello, I am Ana Costa of Costa Bikes. We want to book a workshop. What does it cost?',
    });
    background.nudge();
    const notice = page.getByRole('status').filter({ hasText: /reached a score of \d+\./ });
    await notice.waitFor();
    await expect.poll(() => got.length, { timeout: 20_000 }).toBe(1);
    await expect
      .poll(async () => (await stage.app.parts.webhook.describe())?.last?.problem, { timeout: 20_000 })
      .toBe('it answered 500');
    await page.reload();
    await page.getByText(/^Latest message not delivered .*: it answered 500$/).waitFor();
    await expectAccessible(page, TOASTS);

    await expect.poll(() => endRetryWaits(stage.app.pool, 'tell_hot_lead'), { timeout: 20_000 }).toHaveLength(1);
    await expect.poll(() => got.length, { timeout: 20_000 }).toBe(2);
    const [first, second] = got;
    if (!first || !second) throw new Error('It was not tried again.');
    expect(signed(second)).toEqual(signed(first));
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    await expect.poll(async () => (await stage.app.parts.webhook.describe())?.last?.ok, { timeout: 20_000 }).toBe(true);
    await page.reload();
    await page.getByText(/^Latest message delivered/).waitFor();
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('lists what was not taken for a day, and sends it again', async () => {
    const { session_id } = await stage.app.session(true);
    await stage.app.pool.query("UPDATE sessions SET contact_name = 'Tom Reed' WHERE id = $1", [session_id]);
    await stage.app.pool.query(
      `INSERT INTO webhook_messages (session_id, threshold, lead_score, gave_up_at, attempts, problem)
       VALUES ($1, 70, 80, now(), 13, 'it answered 503')`,
      [session_id],
    );
    const { page, problems, close } = await openSettings(stage, 'notifications');
    const letter = page.getByRole('listitem').filter({ hasText: 'Tom Reed' });
    await letter.getByText(/^Sent 13 times, gave up .*: it answered 503$/).waitFor();
    await expectAccessible(page, TOASTS);
    statuses.push(500);
    await letter.getByRole('button', { name: /^Send again/ }).click();
    await letter.getByText(/It answered 500\./).waitFor();
    await letter.getByText(/^Sent 14 times/).waitFor();
    await letter.getByRole('button', { name: /^Send again/ }).click();
    await page.getByText('The message about Tom Reed was delivered.').waitFor();
    await letter.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Undelivered messages');
    expect(got.splice(0).map((one) => signed(one).type)).toEqual(expect.arrayContaining(['lead.hot', 'lead.hot']));
    expect(ours(problems)).toEqual([]);
    await close();
  });

  it('goes beside a notice on the dashboard, which leads to the conversation, and is put aside', async () => {
    const { page, problems, close } = await openSettings(stage, 'notifications');
    await page.getByLabel('Notify from a score of').waitFor();
    const { session_id, session_secret } = await stage.app.session(true);
    await stage.app.call('agent_reply', {
      session_id,
      session_secret,
      user_message: 'We want to book a workshop next month. What does it cost?',
    });
    const notice = page.getByRole('status').filter({ hasText: /reached a score of \d+\./ });
    await notice.waitFor();
    expect(await notice.getByRole('link', { name: 'Read why' }).getAttribute('href')).toContain(session_id);
    await notice.getByRole('button', { name: 'Dismiss' }).click();
    await notice.waitFor({ state: 'detached' });
    expect(ours(problems)).toEqual([]);
    await close();
  });
});
