import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWork } from '../../testing/background-work.ts';
import { type OwnerScene, ownerScene } from '../../testing/owner-scene.ts';
import { readCounts, readStats, rollUpTotals } from '../dashboard/totals.ts';

let scene: OwnerScene;
beforeAll(async () => {
  scene = await ownerScene();
});
afterAll(() => scene.app.close());

const AN_AGE_AGO = new Date(0);

test('the sums are what counting anew gives, whatever happened and whenever they were added up', async () => {
  const { pool } = scene.app;
  const counted = async () => {
    const { rows } = await pool.query(
      `SELECT count(*)::int AS "totalSessions", count(*) FILTER (WHERE lead_score >= 70)::int AS "highQualityLeads",
         coalesce(round(avg(extract(epoch from ended_at - started_at) / 60)), 0) || 'm' AS "avgSessionTime",
         coalesce(round(100.0 * count(cta_chosen) / nullif(count(*), 0)), 0) || '%' AS "conversionRate"
       FROM sessions WHERE consent`,
    );
    return rows[0];
  };
  const check = async () => {
    expect(await readStats(pool, AN_AGE_AGO)).toEqual(await counted());
    const { rows } = await pool.query('SELECT count(*)::int AS n FROM sessions WHERE consent AND final_intent = $1', [
      'spam',
    ]);
    expect((await readCounts(pool, AN_AGE_AGO, 'spam')).total).toBe(rows[0].n);
  };
  const acts = [
    () => scene.keep({ lead_score: 80, minutes: 13, cta_chosen: 'a' }),
    () => scene.keep({ lead_score: 70, minutes: null }),
    () => scene.keep({ lead_score: 99, minutes: 60, consent: false }),
    () => scene.keep({ lead_score: 10, minutes: 7, final_intent: 'spam', started_ms_ago: 5_000_000 }),
    () => pool.query('UPDATE sessions SET lead_score = lead_score + 5'),
    () => pool.query("UPDATE sessions SET ended_at = started_at + interval '4 minutes' WHERE ended_at IS NULL"),
    () => pool.query("UPDATE sessions SET final_intent = 'spam' WHERE lead_score > 50"),
    () => pool.query("UPDATE sessions SET cta_chosen = 'b'"),
    () => pool.query('UPDATE sessions SET next_seq = next_seq + 1'),
    () => pool.query("DELETE FROM sessions WHERE final_intent = 'spam'"),
    () => pool.query('DELETE FROM sessions'),
  ];
  for (const [n, act] of acts.entries()) {
    await act();
    await check();
    if (n % 2 === 0) await Promise.all([rollUpTotals(pool), rollUpTotals(pool)]);
    await check();
  }
  await rollUpTotals(pool);
  const { rows } = await pool.query('SELECT FROM session_totals UNION ALL SELECT FROM session_total_changes');
  expect(rows).toHaveLength(0);
});

test('a visitor’s conversation is in the list while it runs, and found by its words after its end', async () => {
  const { app } = scene;
  const kept = await app.session(true);
  const unkept = await app.session(false);
  for (const credentials of [kept, unkept]) {
    await app.call('agent_reply', {
      ...credentials,
      user_message: 'Do you advise zeppelin makers?',
      turn_id: randomUUID(),
    });
  }
  const running = await scene.ask('/sessions');
  expect(running.body).toMatchObject({
    total: 1,
    items: [{ id: kept.session_id, ended_at: null, final_intent: null }],
  });
  expect(running.body.items[0].utterance_count).toBeGreaterThan(1);
  expect((await scene.ask('/search?q=zeppelin')).body.items).toMatchObject([
    { session: { id: kept.session_id }, seq: 0 },
  ]);

  for (const credentials of [kept, unkept]) await app.call('end_session', credentials);
  const background = startWork(app);
  const words = async () => (await app.pool.query('SELECT session_id FROM transcripts')).rows;
  await expect.poll(words, { timeout: 20_000 }).toEqual([{ session_id: kept.session_id }]);
  await background.stop();
  const over = await scene.ask('/search?q=zeppelin');
  expect(over.body.items).toMatchObject([
    { session: { id: kept.session_id, summary: true }, seq: 0, speaker: 'visitor' },
  ]);
  expect((await scene.ask('/stats')).body).toMatchObject({ totalSessions: 1 });
});
