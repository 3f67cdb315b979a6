import { randomUUID } from 'node:crypto';
import type { Page } from '@understudy/contract/admin';
import type { Person } from '@understudy/contract/people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnerScene, ownerScene } from '../../../testing/owner-scene.ts';

let scene: OwnerScene;
beforeAll(async () => {
  scene = await ownerScene();
});
afterAll(() => scene.app.close());

/** A visitor who was last seen that many hours ago. @param isLead whether their first conversation has ended */
async function visitor(name: string, score: number, hours: number, isLead: boolean): Promise<string> {
  const id = randomUUID();
  const email = `${name.toLowerCase()}@run.test`;
  const seen = new Date(Date.now() - hours * 3_600_000).toISOString();
  const session = { visitor_id: id, contact_name: name, email, lead_score: score, started_at: seen };
  await scene.keep({ ...session, ...(isLead ? {} : { minutes: null }) });
  await scene.app.pool.query('UPDATE sessions SET last_active_at = $2 WHERE visitor_id = $1', [id, seen]);
  if (isLead)
    await scene.app.pool.query(
      `INSERT INTO leads (visitor_id, name, email, email_normalised, lead_score, conversations, first_seen_at,
         last_seen_at) VALUES ($1, $2, $3, $3, $4, 1, $5, $5)`,
      [id, name, email, score, seen],
    );
  return id;
}
const people = async (query = '') => (await scene.ask(`/people?${query}`)).body as Page<Person>;
const names = async (query = '') => (await people(query)).items.map(({ name }) => name);

test('people whose first conversation still runs are listed among the others, page by page, and found', async () => {
  await visitor('Lena', 45, 12, true);
  const talking = await visitor('Rosa', 35, 1, false);
  await visitor('Rene', 55, 20, false);
  const other = await visitor('Lou', 25, 70, true);
  const paged = async (sort: string) => {
    const listed: (string | null)[] = [];
    let cursor: string | null = null;
    do {
      const page: Page<Person> = await people(`sort=${sort}&limit=1${cursor ? `&cursor=${cursor}` : ''}`);
      listed.push(...page.items.map(({ name }) => name));
      cursor = page.next_cursor;
    } while (cursor);
    return listed;
  };
  expect(await paged('last_seen')).toEqual(['Rosa', 'Lena', 'Rene', 'Lou']);
  expect(await paged('score')).toEqual(['Rene', 'Lena', 'Rosa', 'Lou']);
  expect(await names('q=rosa')).toEqual(['Rosa']);
  // Merged with somebody who has a lead, they are one entry with them.
  const merge = { method: 'POST', body: JSON.stringify({ with: talking }) };
  expect((await scene.ask(`/people/${other}/merge`, merge)).status).toBe(200);
  expect((await people()).items.map(({ visitors }) => visitors).sort()).toEqual([1, 1, 2]);
});

test('whom the team tags, assigns or judges while they still talk is shown with what is known so far', async () => {
  const id = await visitor('Uma', 61, 1, false);
  const patch = async (path: string, body: object) =>
    (await scene.ask(path, { method: 'PATCH', body: JSON.stringify(body) })).status;
  expect(await patch(`/people/${id}`, { add_tags: ['here'] })).toBe(200);
  expect(await patch(`/leads/${id}`, { status: 'qualified' })).toBe(200);
  const kept = { name: 'Uma', email: 'uma@run.test', score: 61, status: 'qualified', tags: ['here'], intent: null };
  expect((await people('q=uma')).items).toMatchObject([kept]);
  expect((await scene.ask(`/people/${id}`)).body).toMatchObject({ ...kept, conversations: 1 });
  // The row holds no copy that would be out of date with the next line.
  await scene.app.pool.query("UPDATE sessions SET lead_score = 74, contact_name = 'Uma Lind' WHERE visitor_id = $1", [
    id,
  ]);
  expect((await people('q=uma lind')).items).toMatchObject([{ ...kept, name: 'Uma Lind', score: 74 }]);
  const byScore = (await people('sort=score')).items.map(({ name }) => name);
  expect(byScore[0]).toBe('Uma Lind');
  expect(byScore.filter((name) => name?.startsWith('Uma'))).toHaveLength(1);
});

test('nothing of it is left once the visitor goes off the record', async () => {
  const session = await scene.app.session();
  await scene.app.call('agent_reply', { ...session, user_message: 'We are a bakery in Ghent.' });
  const { rows } = await scene.app.pool.query('SELECT visitor_id FROM sessions WHERE id = $1', [session.session_id]);
  const id = rows[0].visitor_id;
  const status = { method: 'PATCH', body: JSON.stringify({ status: 'won' }) };
  expect((await scene.ask(`/leads/${id}`, status)).status).toBe(200);
  const leads = async () => (await scene.app.pool.query('SELECT FROM leads WHERE visitor_id = $1', [id])).rowCount;
  expect(await leads()).toBe(1);
  expect((await scene.app.call('withdraw_consent', session)).status).toBe(200);
  expect(await leads()).toBe(0);
  expect((await scene.ask(`/leads/${id}`, status)).status).toBe(404);
});
