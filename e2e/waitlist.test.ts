import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, openStage, PHONE, type Stage, WIDE } from './support/stage.ts';

/** Without a place to break, and longer than a toast on a phone is wide. */
const LONG_ADDRESS = 'ada.lovelace.of.the.analytical.engine@example.com';

describe('the waitlist form', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.close());

  const form = (page: Page) => page.getByRole('form', { name: 'Request Early Access' });
  const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
  const submit = (page: Page) => form(page).getByRole('button').click();

  it('goes from idle over joining to added, keeps the signup and says so', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { page, problems, close } = await stage.visit('/', { viewport: PHONE }, (tab) =>
      tab.route('**/functions/v1/collect_email', async (route) => {
        await held;
        await route.continue();
      }),
    );
    await form(page).getByLabel('Email').fill(`  ${LONG_ADDRESS} `);
    await form(page).getByLabel('Name').fill(' Ada ');
    const sent = page.waitForRequest('**/functions/v1/collect_email');
    await submit(page);
    const joining = form(page).getByRole('button', { name: 'Joining...' });
    await joining.waitFor();
    expect(await joining.isDisabled()).toBe(true);
    expect((await sent).postDataJSON()).toEqual({ email: LONG_ADDRESS, name: 'Ada', signup_type: 'waitlist' });
    release();
    const added = form(page).getByRole('button', { name: 'Added to Waitlist!' });
    await added.waitFor();
    expect(await added.isDisabled()).toBe(true);
    expect(await form(page).getByLabel('Email').inputValue()).toBe('');
    expect(await form(page).getByLabel('Name').inputValue()).toBe('');
    await toasts(page).getByText('Welcome to the waitlist!').waitFor();
    expect(await toasts(page).innerText()).toContain(LONG_ADDRESS);
    const toast = await toasts(page).boundingBox();
    const dismiss = await toasts(page).getByRole('button', { name: 'Dismiss' }).boundingBox();
    expect(dismiss && toast && dismiss.x + dismiss.width <= toast.x + toast.width).toBe(true);
    await expectAccessible(page);
    const { rows } = await stage.app.pool.query(`SELECT email, name, signup_type FROM waitlist`);
    expect(rows).toEqual([{ email: LONG_ADDRESS, name: 'Ada', signup_type: 'waitlist' }]);
    expect(problems).toEqual([]);
    await close();
  });

  it('leaves the checks for an empty and a malformed address to the browser', async () => {
    const { page, close } = await stage.visit('/');
    let calls = 0;
    page.on('request', (request) => {
      if (request.url().includes('collect_email')) calls += 1;
    });
    const email = form(page).getByLabel('Email');
    const complaint = () =>
      email.evaluate((input: HTMLInputElement) => [input.validity.valueMissing, input.validity.typeMismatch]);
    await submit(page);
    expect(await complaint()).toEqual([true, false]);
    await email.fill('ada');
    await submit(page);
    expect(await complaint()).toEqual([false, true]);
    expect(calls).toBe(0);
    await close();
  });

  it.each([
    ['dark', PHONE],
    ['light', WIDE],
  ] as const)('tells the server’s refusal in a toast and in place, in %s at %o', async (colorScheme, viewport) => {
    const { page, close } = await stage.visit('/', { colorScheme, viewport });
    // The browser accepts it, the server does not.
    await form(page).getByLabel('Email').fill('ada@localhost');
    await submit(page);
    await toasts(page).getByText('Signup failed').waitFor();
    expect(await toasts(page).innerText()).toContain('That does not look like an email address.');
    expect(await form(page).getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
    expect(await form(page).innerText()).toContain('That does not look like an email address.');
    expect(await form(page).getByLabel('Email').inputValue()).toBe('ada@localhost');
    await expectAccessible(page);
    await close();
  });
});
