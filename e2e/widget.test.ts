import { gzipSync } from 'node:zlib';
import type { FrameLocator, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ours } from './support/door.ts';
import { allowWidget, visitHost } from './support/host-page.ts';
import { type HostSite, startHostSite } from './support/host-site.ts';
import { openSettings, save, saved, TOASTS } from './support/settings.ts';
import { expectAccessible, openStage, PHONE, type Stage, WIDE } from './support/stage.ts';

/** What the script may weigh, as it is delivered. */
const SCRIPT_BUDGET_BYTES = 12_000;
const ASKED = 'What does a workshop cost?';

let stage: Stage;
let host: HostSite;
/** The script of the product, with attributes. */
const tag = (attributes = '') => `<script async crossorigin src="${stage.app.url}/widget.js" ${attributes}></script>`;
beforeAll(async () => {
  [stage, host] = await Promise.all([openStage(), startHostSite()]);
  await allowWidget(stage, [host.origin, host.sameSite]);
});
afterAll(async () => {
  await Promise.all([stage.close(), host.close()]);
});

/** Agrees, starts, asks, and waits for the answer's first words. */
async function ask(chat: FrameLocator): Promise<Locator> {
  await chat.getByRole('checkbox').check();
  await chat.getByRole('button', { name: 'Start Conversation' }).click();
  const field = chat.getByRole('textbox', { name: 'Message to AI' });
  await field.fill(ASKED);
  await field.press('Enter');
  await chat.locator('.talk-line').first().waitFor();
  await chat.locator('header [data-presence="idle"]').waitFor();
  return field;
}

describe.each([
  ['a wide screen', WIDE],
  ['a phone', PHONE],
])('the floating widget on %s', (_, viewport) => {
  it('opens, agrees, talks, closes with the focus back, and goes on where it was; without storage or cookie', async () => {
    host.serve(tag());
    const { page, chat, events, shift, said, close } = await visitHost(stage, `${host.origin}/prices?utm=1`, {
      viewport,
    });
    const button = page.getByRole('button', { name: 'Ask AI Orla' });
    await button.waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    await button.click();
    expect(await page.locator('iframe').getAttribute('allow')).toBe('microphone; autoplay; clipboard-write');
    const field = await ask(chat);
    expect(await chat.getByTestId('mode-badge').isVisible()).toBe(false);
    await expectAccessible(page);
    const box = await page.getByRole('dialog').boundingBox();
    if (viewport === PHONE) expect(box).toEqual({ x: 0, y: 0, ...PHONE });
    else expect(box).toMatchObject({ width: 400, height: 680 });

    await field.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(() => button.evaluate((one) => one.matches(':focus'))).toBe(true);
    await page.keyboard.press('Enter');
    await chat.getByText(ASKED).waitFor();
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
    await close();
  });
});

it('stands inside a page without moving it, and goes on where it was on the next page', async () => {
  host.serve(`<div id="twin" style="min-height: 500px"></div>${tag('data-inline="#twin" data-height="500"')}`);
  const { page, chat, shift, events, close } = await visitHost(stage, host.sameSite, { viewport: PHONE });
  const button = page.getByRole('button', { name: 'Ask AI Orla' });
  await button.click();
  await ask(chat);
  expect(await chat.getByRole('button', { name: 'Close chat' }).count()).toBe(0);
  expect((await page.locator('#twin').boundingBox())?.height).toBe(500);
  expect((await events()).join()).not.toContain('close');
  expect(await shift()).toBe(0);
  await page.goto(`${host.sameSite}/next`);
  await button.click();
  await chat.getByText(ASKED).waitFor();
  await close();
});

it('is hidden on a site that is not allowed, the console says where to allow it, and there it is allowed', async () => {
  const other = await startHostSite();
  other.serve(`<div id="twin"></div>${tag('data-inline="#twin" data-height="500" data-open')}`);
  const { page, said, close } = await visitHost(stage, other.origin, { viewport: WIDE });
  await expect.poll(() => said).toHaveLength(1);
  expect(said[0]).toBe(
    `Understudy: the chat is hidden, because it is not allowed on ${other.origin}. ` +
      `Add this origin in the settings: ${stage.app.url}/admin?tab=settings&section=widget`,
  );
  expect(await page.locator('iframe').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Ask AI Orla' }).count()).toBe(0);
  expect((await page.locator('#twin').boundingBox())?.height).toBe(500);
  // A site that builds the frame by itself gets nothing either.
  await page.evaluate((src) => {
    document.body.append(Object.assign(document.createElement('iframe'), { src }));
  }, `${stage.app.url}/widget?host=${other.origin}`);
  await expect.poll(() => said.join()).toContain('frame-ancestors');

  const owner = await openSettings(stage, 'widget');
  const sites = owner.page.getByLabel('Allowed sites');
  const before = await sites.inputValue();
  await sites.fill(`${before}\n${other.origin}/blog`);
  await save(owner.page).click();
  await owner.page.getByText(`Line 3: “${other.origin}/blog” has something after the address`).waitFor();
  await sites.fill(`${before}\n${other.origin}/`);
  await owner.page.getByText(`Unsaved changes: ${other.origin}/ is allowed`).waitFor();
  await save(owner.page).click();
  await saved(owner.page);
  expect(await sites.inputValue()).toBe(`${before}\n${other.origin}`);
  expect(await owner.page.getByLabel('Paste it before').inputValue()).toBe(
    `<script async crossorigin src="${stage.app.url}/widget.js"></script>`,
  );
  await expectAccessible(owner.page, TOASTS);
  expect(ours(owner.problems)).toEqual([]);
  // The script of a minute ago is still in the browser's cache.
  await page.reload();
  await page.frameLocator('#twin iframe').getByRole('checkbox').waitFor();
  await Promise.all([close(), owner.close(), other.close()]);
});

it('needs one line in a strict content-security-policy, and obeys attributes and calls of the page', async () => {
  const { url } = stage.app;
  const policy = `default-src 'none'; script-src ${url}; frame-src ${url}; require-trusted-types-for 'script'`;
  host.serve(
    tag('data-color="#1b6e3c" data-position="left" data-theme="dark" data-label="Talk to us" data-open'),
    policy,
  );
  const { page, chat, events, said, close } = await visitHost(stage, host.origin, { viewport: WIDE });
  await chat.getByRole('checkbox').waitFor();
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  expect(await page.getByRole('dialog').boundingBox()).toMatchObject({ x: 20, width: 400 });
  expect(await chat.locator('html').getAttribute('data-theme')).toBe('dark');
  const act = (name: string) =>
    page.evaluate((method) => {
      const { Understudy: api } = window as unknown as { Understudy: Record<string, () => void> };
      api[method]?.();
    }, name);
  await act('close');
  const button = page.getByRole('button', { name: 'Talk to us' });
  expect(await button.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(27, 110, 60)');
  await page.locator('#before').focus();
  await act('open');
  await expect.poll(() => chat.getByRole('checkbox').evaluate((one) => one === document.activeElement)).toBe(true);
  await act('toggle');
  expect(await page.locator('#before').evaluate((one) => one === document.activeElement)).toBe(true);
  await act('close');
  expect(await events()).toEqual(['ready {}', 'open {}', 'close {}', 'open {}', 'close {}']);
  expect(said.filter((line) => !line.includes('favicon'))).toEqual([]);
  await close();
});

it(`is tried on the demo page by whoever has a twin, and weighs at most ${SCRIPT_BUDGET_BYTES} bytes`, async () => {
  const { page, problems, close } = await stage.visit('/widget-demo', { viewport: PHONE }, async () => 'shell');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.frameLocator('iframe').getByRole('button', { name: 'Close chat' }).click();
  await page.getByText('close {}').waitFor();
  expect(problems).toEqual([]);
  await close();
  const response = await fetch(`${stage.app.url}/widget.js`, { headers: { 'accept-encoding': 'identity' } });
  const script = Buffer.from(await response.arrayBuffer());
  expect(gzipSync(script, { level: 9 }).byteLength).toBeLessThan(SCRIPT_BUDGET_BYTES / 2);
});
