import type { PublicConfig } from '@understudy/contract/wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTestUser } from '../server/testing/owners.ts';
import { photo } from '../server/testing/photo.ts';
import { startWebsite, type Website } from '../server/testing/website.ts';
import { ours } from './support/door.ts';
import { allowWidget, visitHost } from './support/host-page.ts';
import { startHostSite } from './support/host-site.ts';
import { SHOTS, shot } from './support/shots.ts';
import { expectAccessible, openStage, type Stage, signedIn } from './support/stage.ts';

const SITE = `<main><h1>How we work</h1>
<h2>Do you come to us?</h2><p>Yes, the first day is always at your place, with everybody who signs cheques.</p>
<h2>Confidentiality</h2><p>Nothing leaves the room; a letter of confidentiality is signed on the first day.</p></main>`;

describe('the setup of a twin', () => {
  let stage: Stage;
  let site: Website;
  beforeAll(async () => {
    site = await startWebsite({ '/': SITE });
    stage = await openStage({}, { fetching: { allowsLoopback: true } });
  });
  afterAll(async () => {
    await stage.close();
    site.close();
  });
  type Page = Awaited<ReturnType<Stage['visit']>>['page'];
  const visit = async (path: string) => {
    const { email } = await addTestUser(stage.app.accounts, 'owner');
    return { ...(await stage.visit(path, { storageState: await signedIn(stage.app, email) })), email };
  };
  const reply = (page: Page) => page.getByTestId('setup-reply');
  const next = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();
  const skip = (page: Page) => page.getByRole('button', { name: 'Skip for now' }).click();

  it('leads from the sample to a twin of one’s own on another site, without a file or a terminal', async () => {
    const { page, problems, close } = await visit('/admin');
    await page.getByRole('heading', { name: 'Make this twin yours' }).waitFor();
    await shot(page, '0-card');
    await page.getByRole('link', { name: 'Set up your twin' }).click();
    await page.getByRole('heading', { name: 'Who are you?' }).waitFor();
    await page.getByText('Type your name and it speaks.').waitFor();
    await shot(page, '1-you-empty');
    await page.getByLabel('Your name').fill('Dana Reyes');
    await page.getByText('More about you').click();
    await page.getByLabel('Your title or trade').fill('Succession adviser');
    await page.getByLabel('Where you work').fill('Lisbon, Portugal');
    await page.getByLabel('What you do, in one sentence').fill('I help family firms hand over in one year.');
    // The chat beside the form follows.
    await expect.poll(() => reply(page).textContent()).toContain('hand over in one year');
    await page.getByLabel('Who it is for').fill('Owners of firms with 10 to 100 people.');
    await page
      .getByLabel('Choose a photo')
      .and(page.locator('input'))
      .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await photo({ width: 900, height: 1200 }) });
    await page.getByRole('button', { name: 'Use this photo' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByLabel('Brand color', { exact: true }).fill('#2f6b5e');
    await page.getByText('Saved', { exact: true }).waitFor();
    await expectAccessible(page);
    await shot(page, '2-you');
    await next(page);

    await page.getByRole('heading', { name: 'What do you know?' }).waitFor();
    await page.getByLabel('Address', { exact: true }).fill(site.url);
    await page.getByRole('button', { name: 'Import this page' }).click();
    await page.getByRole('article', { name: 'Confidentiality' }).waitFor();
    await shot(page, '3-import');
    await page.getByRole('button', { name: 'Take all' }).click();
    await page.getByRole('button', { name: 'Add 2 passages' }).click();
    await page.getByText('2 passages added.').waitFor();
    await page.getByRole('button', { name: 'All imports' }).click();
    await page.getByRole('button', { name: 'Add an offer' }).click();
    await page.getByLabel('Name', { exact: true }).fill('the Handover Plan');
    await page.getByLabel('What it is').fill('A plan for five years, written with both generations.');
    await page.getByLabel('Price').fill('€9,000');
    await page.getByRole('button', { name: 'Add a question' }).click();
    await page.getByLabel('Question', { exact: true }).fill('Do you work with couples?');
    await page.getByLabel('Your answer').fill('Yes, about half of my clients are couples.');
    await page.getByRole('button', { name: 'Do you work with couples?', exact: true }).click();
    await expect.poll(() => reply(page).textContent()).toContain('half of my clients');
    await shot(page, '4-knowledge');
    await expectAccessible(page);
    await next(page);

    await page.getByRole('heading', { name: 'How do you sound?' }).waitFor();
    await page.getByText('Warm and talkative').click();
    await expect.poll(() => page.locator('.setup-twin').first().textContent()).toContain('good to have you here');
    await page.getByRole('slider', { name: 'Tone' }).press('Home');
    await expect.poll(() => page.locator('.setup-twin').first().textContent()).toContain('Good day.');
    await page.setViewportSize({ width: 390, height: 844 });
    // Where the thumb is, however long the step.
    expect((await page.getByRole('button', { name: 'Continue' }).boundingBox())?.y).toBeGreaterThan(770);
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByRole('dialog', { name: 'Try it' }).getByText('I am well, thank you').waitFor();
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/5-manner-sheet.png` });
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 800 });
    await shot(page, '5-manner');
    await expectAccessible(page);
    await next(page);

    await page.getByLabel('Where inquiries go').fill('dana@reyes-advice.com');
    await page.getByLabel('What happens in a first call').fill('A first call takes 20 minutes and costs nothing.');
    await page.getByLabel('Link to your calendar').fill('cal.example');
    await page.getByText('Enter a full address that starts with “https”.').waitFor();
    await page.getByLabel('Link to your calendar').fill('https://cal.example/dana');
    await page.getByText('Enter a full address that starts with “https”.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Weekdays 9–17' }).click();
    await shot(page, '6-contact');
    await expectAccessible(page);
    // The step does not end before its hours are saved.
    await next(page);
    await page.getByRole('heading', { name: 'Connect a language model' }).waitFor();
    const { hours } = (await (await fetch(`${stage.app.url}/api/config`)).json()) as PublicConfig;
    expect(hours?.open).toHaveLength(5);
    await shot(page, '7-model');
    await skip(page);

    // Progress is kept.
    await page.reload();
    await page.getByRole('heading', { name: 'Publish your twin' }).waitFor();
    await shot(page, '8-publish');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Publish', exact: true }).last().click();
    await page.getByRole('heading', { name: 'Dana Reyes’s twin is live' }).waitFor();
    await page.getByText('This is live').waitFor();
    // What was published can be taken back after a look around too.
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('heading', { name: 'Connect a language model' }).waitFor();
    await skip(page);
    await page.getByRole('button', { name: 'Undo publishing' }).waitFor();
    await shot(page, '9-published');
    await page.goto(stage.app.url);
    await page.getByRole('heading', { name: 'I help family firms hand over in one year.' }).waitFor();
    await shot(page, '10-landing');
    expect(ours(problems)).toEqual([]);
    await close();

    const host = await startHostSite();
    await allowWidget(stage, [host.origin]);
    host.serve(`<script async crossorigin src="${stage.app.url}/widget.js"></script>`);
    const { page: theirs, chat, close: leave } = await visitHost(stage, `${host.origin}/`, {});
    await theirs.getByRole('button', { name: 'Ask AI Dana' }).click();
    await chat.getByRole('checkbox').check();
    await chat.getByRole('button', { name: 'Start Conversation' }).click();
    const field = chat.getByRole('textbox', { name: 'Message to AI' });
    await field.fill('Do you come to our office?');
    await field.press('Enter');
    await chat.getByText('the first day is always at your place').waitFor();
    await leave();
    await host.close();
  });

  it('asks whose answers to keep when two owners answer at once, and undoes nothing silently', async () => {
    const [one, other] = [await visit('/admin/setup?step=you'), await visit('/admin/setup?step=you')];
    await one.page.getByLabel('What you do, in one sentence').fill('Adviser');
    await one.page.getByText('Saved', { exact: true }).waitFor();
    await other.page.getByLabel('What you do, in one sentence').fill('Counsellor');
    await other.page.getByRole('alert').getByText(one.email).waitFor();
    await shot(other.page, '11-conflict');
    await other.page.getByRole('button', { name: 'Take theirs' }).click();
    await expect.poll(() => other.page.getByLabel('What you do, in one sentence').inputValue()).toBe('Adviser');
    // What was typed a moment ago is saved before the page is left.
    await one.page.getByLabel('What you do, in one sentence').fill('Porto');
    await one.page.getByRole('button', { name: 'Finish later' }).click();
    await one.page.getByRole('heading', { name: 'Finish setting up your twin' }).waitFor();
    await one.close();
    await other.close();
  });
});
