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

test('a first conversation that still runs has no lead that tags could be kept with, and gets none', async () => {
  const id = await visitor('Uma', 20, 1, false);
  const tagged = await scene.ask(`/people/${id}`, { method: 'PATCH', body: JSON.stringify({ add_tags: ['here'] }) });
  expect(tagged).toMatchObject({ status: 409, body: { error: expect.stringContaining('still running') } });
  expect((await scene.app.pool.query('SELECT FROM leads WHERE visitor_id = $1', [id])).rowCount).toBe(0);
});
