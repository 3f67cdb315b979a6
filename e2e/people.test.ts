import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type KeptIds, keepSession } from './support/kept-sessions.ts';
import { expectAccessible, openStage, PHONE, type Stage } from './support/stage.ts';

describe('the people', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({}, { as: 'admin' });
  });
  afterAll(() => stage.close());
  beforeEach(() => stage.app.pool.query('TRUNCATE sessions, leads, action_items, notes, person_links CASCADE'));

  /** Keeps a conversation in which somebody says their name, with what was understood of it. */
  async function keepPerson(name: string, email: string, minutesAgo: number): Promise<KeptIds> {
    const ids = await keepSession(stage.app.pool, {
      ...{ name, email, minutesAgo, score: 60, summary: `${name} wants fewer decisions on the desk.` },
      lines: [`Hello, I am ${name}. Write to ${email}.`, 'Tell me what takes your time.'],
    });
    await stage.app.pool.query(
      `INSERT INTO extracts (session_id, seq, analyser, confidence, lead_score, pain_points, followup_actions, entities,
         reasons) VALUES ($1, 0, 'embedded', 0.8, 60, '{"every decision waits for me"}', '{}', $2, '{}')`,
      [ids.id, { person_name: name, contact_email: email }],
    );
    return ids;
  }
  async function keepItem({ id, visitorId }: KeptIds, title: string) {
    await stage.app.pool.query(
      `INSERT INTO action_items (session_id, visitor_id, key, title, description, priority, owner, category, tags, seq)
       VALUES ($1, $2, $3, $3, '', 'medium', 'you', 'sales', '{}', 0)`,
      [id, visitorId, title],
    );
  }

  it('are found, merged into one and separated again', async () => {
    const old = await keepPerson('A. Costa', 'ana@old.test', 3_000);
    await keepPerson('Ana Costa', 'ana@new.test', 60);
    await keepPerson('Bo Berg', 'bo@berg.test', 90);
    await keepItem(old, 'Send an offer');
    const { page, problems, close } = await stage.visit('/admin');
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'People' }).click();
    const people = page.getByRole('list', { name: 'People' });
    const names = () => people.locator('[data-row-link]').allInnerTexts();
    await expect.poll(names).toEqual(['Ana Costa', 'Bo Berg', 'A. Costa']);
    await page.getByLabel('Search by name, address, company or number').fill('costa');
    await expect.poll(names).toEqual(['Ana Costa', 'A. Costa']);
    await expectAccessible(page);
    // By keyboard: the first row, opened.
    await page.getByLabel('Search by name, address, company or number').blur();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Ana Costa' }).waitFor();
    // The evidence of a fact, on demand.
    const facts = page.getByRole('region', { name: 'What they said of themselves' });
    const email = facts.getByRole('group').filter({ hasText: 'Email address' });
    expect(await email.getByText('Write to ana@new.test').isVisible()).toBe(false);
    await email.getByText('Email address').click();
    await email.getByText('Write to ana@new.test').waitFor();
    expect(await page.getByRole('heading', { name: 'Merged from' }).count()).toBe(0);

    await page.getByRole('button', { name: 'Merge with…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge Ana Costa with…' });
    await dialog.getByLabel('Search by name, address, company or number').fill('old.test');
    await dialog.getByRole('button', { name: 'A. Costa' }).click();
    await dialog.getByText('1 action item').waitFor();
    await dialog.getByText('instead of ana@old.test').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
    await page.getByText('Merged with A. Costa.').waitFor();
    const sessions = page.getByRole('region', { name: 'Sessions' }).getByRole('listitem');
    await expect.poll(() => sessions.count()).toBe(2);
    await page.getByRole('region', { name: 'Action items' }).getByText('Send an offer').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Ana Costa' }).waitFor();
    await email.getByText('instead of ana@old.test').waitFor();
    // Ticked off here, it is done.
    await page.getByRole('checkbox', { name: 'Send an offer' }).check();
    await page.getByText('1 done').waitFor();
    await page.goto(`${stage.app.url}/admin/people?q=costa`);
    await expect.poll(names).toEqual(['Ana Costa']);

    // From a session's page of the other, back to the person.
    await page.goto(`${stage.app.url}/admin/session/${old.id}`);
    await page.getByRole('link', { name: 'Open the person’s page' }).click();
    await page.getByRole('button', { name: 'Separate A. Costa' }).click();
    const question = page.getByRole('dialog', { name: 'Separate A. Costa?' });
    await question.getByRole('button', { name: 'Keep together' }).click();
    await expect.poll(() => sessions.count()).toBe(2);
    await page.getByRole('button', { name: 'Separate A. Costa' }).click();
    await question.getByRole('button', { name: 'Separate', exact: true }).click();
    await page.getByText('A. Costa is a separate person again.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'A. Costa' }).waitFor();
    await expect.poll(() => sessions.count()).toBe(1);
    await page.goto(`${stage.app.url}/admin/people?q=costa`);
    await expect.poll(names).toEqual(['Ana Costa', 'A. Costa']);
    expect(problems).toEqual([]);
    await close();
  }, 90_000);

  it('get tags, an assignee and notes', async () => {
    const { visitorId } = await keepPerson('Ana Costa', 'ana@new.test', 60);
    const { page, problems, close } = await stage.visit(`/admin/people/${visitorId}`);
    await page.getByLabel('New tag').fill('trade fair');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove the tag trade fair' }).waitFor();
    await page.getByLabel('Assigned to').selectOption({ label: stage.email });
    await page.getByLabel('Status').selectOption('won');
    await page.getByLabel('Add a note').fill('Likes bicycles.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByRole('listitem').getByText('Likes bicycles.').waitFor();
    await expect
      .poll(async () => (await stage.app.pool.query('SELECT status, tags FROM leads')).rows)
      .toEqual([{ status: 'won', tags: ['trade fair'] }]);
    await page.reload();
    await page.getByRole('listitem').getByText('Likes bicycles.').waitFor();
    expect(await page.getByLabel('Assigned to').locator('option:checked').innerText()).toBe(stage.email);
    await page.getByRole('button', { name: 'Remove the tag trade fair' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Remove the tag trade fair' }).count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  }, 60_000);

  it('fit on a phone, in the dark, and say so when there is nobody', async () => {
    const { page, problems, close } = await stage.visit('/admin/people', { viewport: PHONE, colorScheme: 'dark' });
    await page.getByText('Nobody yet').waitFor();
    const long = 'Donaudampfschifffahrtsgesellschaftskapitänswitwe';
    const { visitorId } = await keepPerson(long, `${long}@new.test`, 60);
    await keepPerson('Ana', `${long}@new.test`, 90);
    await page.reload();
    await page.getByRole('link', { name: long }).waitFor();
    const fits = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    await fits();
    await expectAccessible(page);
    await page.getByRole('link', { name: long }).click();
    await page.getByRole('button', { name: 'Separate Ana' }).waitFor();
    await fits();
    await expectAccessible(page);
    await page.goto(`${stage.app.url}/admin/people?q=nobody-at-all`);
    await page.getByText('Nobody matches').waitFor();
    await stage.app.pool.query('DELETE FROM leads WHERE visitor_id = $1', [visitorId]);
    await stage.app.pool.query('DELETE FROM sessions WHERE visitor_id = $1', [visitorId]);
    expect(problems).toEqual([]);
    await close();
  }, 60_000);

  it('who are gone, or cannot be read, are said to be', async () => {
    const { page, close } = await stage.visit('/admin/people/9d1c9b52-1f0e-4f7a-8c3d-2b7e5a9f4c66');
    await page.getByText('Nothing is kept of this person.').waitFor();
    await page.route('**/api/admin/people?*', (route) =>
      route.fulfill({ status: 400, json: { error: 'Out of order.', code: 'invalid_request' } }),
    );
    await page.getByRole('link', { name: 'All people' }).click();
    await page.getByText('The people could not be loaded').waitFor();
    await page.unroute('**/api/admin/people?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Nobody yet').waitFor();
    await close();
  }, 60_000);
});
