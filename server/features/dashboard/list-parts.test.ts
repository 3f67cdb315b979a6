import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';

let scene: OwnerScene;
const log: string[] = [];
let id: string;
beforeAll(async () => {
  scene = await ownerScene({}, { log });
  id = await scene.keep({ contact_name: 'Dana Ruiz', lead_score: 82, minutes: 12, lines: ['Hello', 'Hi'] });
  const { pool } = scene.app;
  await pool.query(
    `INSERT INTO summaries (session_id, executive_summary, action_items, topics, open_questions, sentiment, writer)
     VALUES ($1, 'Wants a demo', '[]', '{}', '{}', 'positive', 'embedded')`,
    [id],
  );
  await pool.query(
    `INSERT INTO extracts (session_id, seq, analyser, confidence, lead_score, pain_points, followup_actions, entities,
       reasons)
     VALUES ($1, 0, 'embedded', 0.5, 82, '{}', '{}', '{}', '{Names a budget.}')`,
    [id],
  );
});
afterAll(() => scene.app.close());

const GONE = 'gone_for_a_test';
let away: string | null = null;
/** Makes the table unreadable until the end of the test. */
async function takeAway(table: string): Promise<void> {
  await scene.app.pool.query(`ALTER TABLE ${table} RENAME TO ${GONE}`);
  away = table;
}
afterEach(async () => {
  if (away) await scene.app.pool.query(`ALTER TABLE ${GONE} RENAME TO ${away}`);
  away = null;
  log.length = 0;
});

const WHOLE = {
  contact_name: 'Dana Ruiz',
  duration: '12',
  utterance_count: 2,
  summary: true,
  reason: 'Names a budget.',
};
const logged = () => log.filter((line) => line.includes('a part of the list of sessions could not be read'));

test.each([
  ['summaries', { summary: false }],
  ['extracts', { reason: null }],
  ['action_items', { call_requested: false, complaint: false, asks_person: false }],
  ['bookings', { booked: false }],
])('where %s cannot be read, that is logged and the list goes on without them', async (table, without) => {
  expect((await scene.ask('/sessions')).body.items).toMatchObject([WHOLE]);
  expect(logged()).toEqual([]);
  await takeAway(table);
  for (const query of ['', '?sort=date', '?q=dana', '?q=nobody&limit=1']) {
    const { status, body } = await scene.ask(`/sessions${query}`);
    expect({ status, items: body.items }).toMatchObject({
      status: 200,
      items: query.includes('nobody') ? [] : [{ ...WHOLE, ...without, id }],
    });
  }
  expect(logged().length).toBeGreaterThanOrEqual(3);
  expect(log.join()).not.toMatch(/dana|nobody/i);
});

test('where the sessions cannot be read, the list fails with a sentence', async () => {
  await takeAway('sessions');
  const { status, body } = await scene.ask('/sessions');
  expect({ status, body }).toMatchObject({ status: 500, body: { error: expect.any(String), code: 'internal_error' } });
  expect(logged()).toEqual([]);
});

test('a file that would be without them is none: an export is whole, or fails', async () => {
  await takeAway('summaries');
  expect((await scene.ask('/export').catch(() => ({ status: 0 }))).status).not.toBe(200);
});
