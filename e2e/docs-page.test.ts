import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectFineEverywhere } from './support/door.ts';
import { openStage, PHONE, type Stage } from './support/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({}, { as: 'admin' });
});
afterAll(() => stage.close());

/** Operations that together cover every kind of content. */
const VARIETY = [
  'agent_reply',
  'speech_to_text',
  'sign_in',
  'sign_up',
  'read_session',
  'export_sessions',
  'delete_note',
];

const section = (page: Page, id: string) => page.locator(`[data-operation="${id}"]`);
/** Whether the top of the section is in the upper half of the window. */
const isInSight = (page: Page, id: string) =>
  page.evaluate((wanted) => {
    const { top } = document.getElementById(wanted)?.getBoundingClientRect() ?? { top: Number.NaN };
    return top >= 0 && top < window.innerHeight / 2;
  }, id);

describe('/docs', () => {
  it('describes every operation, accessible in dark and light, on a phone and a wide screen', async () => {
    const { page, problems, close } = await stage.visit('/docs');
    await section(page, 'agent_reply').waitFor();
    expect(await page.title()).toBe('API: AI Orla Venstrom');
    const described = await (await fetch(`${stage.app.url}/openapi.json`)).json();
    const ids = Object.values(described.paths as Record<string, Record<string, { operationId: string }>>)
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId }) => operationId);
    for (const id of ids) expect(await section(page, id).count(), id).toBe(1);
    // All sections are rendered alike, and axe takes a minute for so many.
    await page.evaluate((kept) => {
      for (const one of document.querySelectorAll<HTMLElement>('[data-operation]')) {
        if (!kept.includes(one.dataset['operation'] ?? '')) one.remove();
      }
    }, VARIETY);
    await section(page, 'read_session').getByText('fields').click();
    await expectFineEverywhere(page);
    expect(problems).toEqual([]);
    await close();
  });

  it('is searched by keyboard', async () => {
    const { page, close } = await stage.visit('/docs');
    await section(page, 'agent_reply').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('status leads/');
    await page.getByText('1 result', { exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Update a lead’s status');
    await page.keyboard.press('Enter');
    await expect.poll(() => isInSight(page, 'change_lead')).toBe(true);
    expect(new URL(page.url()).hash).toBe('#change_lead');
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    await page.getByText('Press / to search').waitFor();
    await page.keyboard.type('nosuchthing');
    await page.getByText('Nothing found').waitFor();
    await close();
  });

  it('opens at the operation that the address names, on a phone too', async () => {
    const { page, close } = await stage.visit('/docs#export_sessions', { viewport: PHONE });
    await expect.poll(() => isInSight(page, 'export_sessions')).toBe(true);
    await section(page, 'export_sessions').getByRole('link', { name: '403 sign_in_again' }).click();
    await expect.poll(() => isInSight(page, 'error-sign_in_again')).toBe(true);
    await close();
  });

  it('gives examples of calls to copy, which work', async () => {
    const { page, close } = await stage.visit('/docs', { permissions: ['clipboard-read', 'clipboard-write'] });
    const create = section(page, 'create_session');
    await create.getByRole('button', { name: 'fetch', exact: true }).click();
    await create.getByRole('button', { name: 'Copy: Request' }).click();
    await create.getByText('Copied').waitFor();
    const code = await page.evaluate(() => navigator.clipboard.readText());
    const AsyncFunction = (async () => undefined).constructor as FunctionConstructor;
    const told: unknown[] = [];
    await AsyncFunction('console', code)({ log: (value: unknown) => told.push(value) });
    const text = expect.any(String);
    expect(told).toEqual([{ session_id: text, session_secret: text, visitor_id: text, visitor_secret: text }]);
    // One choice applies to all samples.
    await section(page, 'agent_reply').getByText('const answer = await fetch').waitFor();
    await close();
  });

  it('shows on paper what is folded away on the screen', async () => {
    const { page, close } = await stage.visit('/docs');
    const field = section(page, 'list_sessions').getByText('items[].lead_score');
    await section(page, 'list_sessions').waitFor();
    expect(await field.count()).toBe(0);
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await field.waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await field.waitFor({ state: 'detached' });
    await section(page, 'list_sessions').getByText('fields').click();
    await field.waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation', { name: 'Operations' }).isVisible()).toBe(false);
    await close();
  });

  it('says what is wrong where the description does not come, and tries again', async () => {
    const { page, close } = await stage.visit('/docs', {}, (tab) =>
      tab.route('**/openapi.json', (route) => route.abort(), { times: 1 }),
    );
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await section(page, 'agent_reply').waitFor();
    await close();
  });

  it('is linked from the foot of the owner’s pages', async () => {
    const { page, close } = await stage.visit('/admin');
    await page.getByRole('link', { name: 'API' }).click();
    await page.getByRole('heading', { level: 1, name: 'API' }).waitFor();
    await close();
  });
});
