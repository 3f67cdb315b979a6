import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allowWidget, type HostSite, startHostSite, visitHost } from './support/host-page.ts';
import { openStage, PHONE, type Stage, WIDE } from './support/stage.ts';

/** What the script may weigh, as it is delivered. */
const SCRIPT_BUDGET_BYTES = 12_000;

let stage: Stage;
let host: HostSite;
/** The script of the product, with attributes. */
const tag = (attributes = '') => `<script async crossorigin src="${stage.app.url}/widget.js" ${attributes}></script>`;
beforeAll(async () => {
  [stage, host] = await Promise.all([openStage(), startHostSite()]);
});
beforeEach(() => allowWidget(stage, [host.origin]));
afterAll(async () => {
  await Promise.all([stage.close(), host.close()]);
});

describe.each([
  ['a wide screen', WIDE],
  ['a phone', PHONE],
])('the floating widget on %s', (_, viewport) => {
  it('opens, agrees, talks, closes with the focus back, and goes on where it was', async () => {
    host.serve(tag());
    const { page, chat, events, shift, said, close } = await visitHost(stage, `${host.origin}/prices?utm=1`, {
      viewport,
      hasTouch: viewport === PHONE,
    });
    const button = page.getByRole('button', { name: 'Ask AI Orla' });
    await button.waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    await button.click();
    expect(await page.locator('iframe').getAttribute('allow')).toBe('microphone; autoplay; clipboard-write');
    await chat.getByRole('checkbox').check();
    await chat.getByRole('button', { name: 'Start Conversation' }).click();
    const field = chat.getByRole('textbox', { name: 'Message to AI' });
    await field.fill('What does a workshop cost?');
    await field.press('Enter');
    await chat.locator('.talk-line').nth(0).waitFor();
    await chat.locator('header [data-presence="idle"]').waitFor();
    expect(await chat.getByTestId('mode-badge').isVisible()).toBe(false);
    const box = await page.getByRole('dialog').boundingBox();
    if (viewport === PHONE) expect(box).toEqual({ x: 0, y: 0, ...PHONE });
    else expect(box).toMatchObject({ width: 400, height: 680 });

    await field.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(() => button.evaluate((one) => one.matches(':focus'))).toBe(true);
    await page.keyboard.press('Enter');
    await chat.getByText('What does a workshop cost?').waitFor();
    await chat.getByRole('button', { name: 'Close chat' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    const heard = await events();
    expect(heard.slice(0, 3)).toEqual(['ready {}', 'open {}', 'message {"from":"visitor"}']);
    expect(heard).toContain('message {"from":"twin"}');
    expect(heard.slice(-3)).toEqual(['close {}', 'open {}', 'close {}']);
    expect(heard.join()).not.toContain('workshop');
    expect(await shift()).toBe(0);
    expect(said).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
    const { rows } = await stage.app.pool.query('SELECT host_page FROM sessions ORDER BY started_at DESC LIMIT 1');
    expect(rows[0].host_page).toEqual({ title: 'Prices | Costa Bikes', url: `${host.origin}/prices` });

    // The tab keeps its conversation in the frame's own storage.
    await page.reload();
    await page.getByRole('button', { name: 'Ask AI Orla' }).click();
    await chat.getByText('What does a workshop cost?').waitFor();
    await close();
  });
});

it('stands inside a page, where its height is reserved and nothing else moves', async () => {
  host.serve(`<div id="twin" style="min-height: 500px"></div>${tag('data-inline="#twin" data-height="500"')}`);
  const { page, chat, shift, events, close } = await visitHost(stage, host.origin, { viewport: PHONE });
  await page.getByRole('button', { name: 'Ask AI Orla' }).click();
  await chat.getByRole('button', { name: 'Start Conversation' }).waitFor();
  expect(await chat.getByRole('button', { name: 'Close chat' }).count()).toBe(0);
  expect((await page.locator('#twin').boundingBox())?.height).toBe(500);
  await page.keyboard.press('Escape');
  expect(await events()).toEqual(['ready {}', 'open {}']);
  expect(await shift()).toBe(0);
  await close();
});

it('is hidden on a site that is not allowed, and the console says where to allow it', async () => {
  await allowWidget(stage, ['https://www.other.example']);
  host.serve(`<div id="twin" style="min-height: 500px"></div>${tag('data-inline="#twin" data-open')}`);
  const { page, said, close } = await visitHost(stage, host.origin, { viewport: WIDE });
  await expect.poll(() => said).toHaveLength(1);
  expect(said[0]).toBe(
    `Understudy: the chat is hidden, because it is not allowed on ${host.origin}. ` +
      `Add this origin in the settings: ${stage.app.url}/admin?tab=settings&section=widget`,
  );
  expect(await page.locator('iframe').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Ask AI Orla' }).count()).toBe(0);
  // A site that builds the frame by itself gets nothing either.
  await page.evaluate((src) => {
    document.body.append(Object.assign(document.createElement('iframe'), { src }));
  }, `${stage.app.url}/widget?host=${host.origin}`);
  await expect.poll(() => said.join()).toContain('frame-ancestors');
  await close();
});

it('needs one line in a strict content-security-policy', async () => {
  const { url } = stage.app;
  host.serve(
    tag('data-color="#1b6e3c"'),
    `default-src 'none'; script-src ${url}; frame-src ${url}; require-trusted-types-for 'script'`,
  );
  const { page, chat, said, close } = await visitHost(stage, host.origin, { viewport: WIDE });
  const button = page.getByRole('button', { name: 'Ask AI Orla' });
  await button.click();
  await chat.getByRole('checkbox').waitFor();
  expect(await page.getByRole('dialog').boundingBox()).toMatchObject({ width: 400 });
  expect(
    await button
      .or(page.locator('[aria-expanded=true]'))
      .first()
      .evaluate((one) => getComputedStyle(one).backgroundColor),
  ).toBe('rgb(27, 110, 60)');
  expect(said.filter((line) => !line.includes('favicon'))).toEqual([]);
  await close();
});

it('works where storage is blocked, and is opened and closed by the page', async () => {
  host.serve(tag('data-position="left" data-theme="dark" data-label="Talk to us"'));
  const { page, chat, events, close } = await visitHost(stage, host.origin, { viewport: WIDE }, (tab) =>
    tab.addInitScript(() => {
      if (window.top === window) return;
      const refuse = () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse });
    }),
  );
  const button = page.getByRole('button', { name: 'Talk to us' });
  expect((await button.boundingBox())?.x).toBe(20);
  const act = (name: string) =>
    page.evaluate((method) => {
      const { Understudy: api } = window as unknown as { Understudy: Record<string, () => void> };
      api[method]?.();
    }, name);
  await page.locator('#before').focus();
  await act('open');
  await chat.getByRole('button', { name: 'Start Conversation' }).click();
  await chat.getByRole('textbox', { name: 'Message to AI' }).waitFor();
  expect(await chat.locator('html').getAttribute('data-theme')).toBe('dark');
  await act('toggle');
  expect(await page.locator('#before').evaluate((one) => one === document.activeElement)).toBe(true);
  await act('close');
  expect((await events()).filter((event) => !event.startsWith('message'))).toEqual(['ready {}', 'open {}', 'close {}']);
  await close();
});

it('opens by itself where the page wants it, without taking the focus, and offers a way out if nothing comes', async () => {
  host.serve(tag('data-open'));
  const { page, chat, close } = await visitHost(stage, host.origin, { viewport: WIDE });
  await chat.getByRole('checkbox').waitFor();
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  await close();
});

it('is tried on the demo page without being allowed anywhere', async () => {
  await allowWidget(stage, []);
  const { page, problems, close } = await stage.visit('/widget-demo', { viewport: PHONE }, async () => 'shell');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.frameLocator('iframe').getByRole('button', { name: 'Close chat' }).click();
  await page.getByText('close {}').waitFor();
  expect(problems).toEqual([]);
  await close();
});

it(`weighs at most ${SCRIPT_BUDGET_BYTES} bytes`, async () => {
  await allowWidget(
    stage,
    Array.from({ length: 20 }, (_, at) => `https://site-number-${at}.example.com`),
  );
  const response = await fetch(`${stage.app.url}/widget.js`, { headers: { 'accept-encoding': 'identity' } });
  expect(gzipSync(Buffer.from(await response.arrayBuffer()), { level: 9 }).byteLength).toBeLessThan(
    SCRIPT_BUDGET_BYTES,
  );
});
