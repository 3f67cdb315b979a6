/** 'Tomorrow' is the consultant's tomorrow: the opening hours' time zone decides on which day an item is due. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayAt } from '../../platform/zones.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { startWork } from '../../testing/background-work.ts';
import { newVisitor, startAs } from '../../testing/kept-visitor.ts';
import { finishSession, saveHandoffRequests } from './finish-session.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function setZone(zone: string): Promise<void> {
  await app.pool.query(
    `INSERT INTO settings (name, value, updated_by) VALUES ('hours', $1, 'o@example.org')
      ON CONFLICT (name) DO UPDATE SET value = excluded.value, version = settings.version + 1`,
    [JSON.stringify({ time_zone: zone, open: [] })],
  );
  await app.parts.settings.refresh();
}

/** The date so many days from now, in a zone. */
const dayFrom = (zone: string, days: number) =>
  new Date(Date.parse(dayAt(zone, Date.now())) + days * 86_400_000).toISOString().slice(0, 10);
const dues = async (id: string) =>
  (
    await app.pool.query('SELECT key, due_date::text FROM action_items WHERE session_id = $1 ORDER BY key', [id])
  ).rows.map(({ key, due_date }) => [key, due_date]);

/** These two zones never have the same date. */
const ZONES = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];

test.each(ZONES)('in %s', async (zone) => {
  await setZone(zone);
  const talk = await startAs(app, newVisitor());
  const tomorrow = dayFrom(zone, 1);
  const typed = await app.call('request_call', { ...talk, email: 'ana@costa.test', wished_time: 'tomorrow' });
  expect(typed.body).toMatchObject({ due_date: tomorrow });

  const asking = await startAs(app, newVisitor());
  const say = (user_message: string) => app.call('agent_reply', { ...asking, user_message, model: 'embedded' });
  await say('I want a refund. And please call me tomorrow.');
  await say('I will send you the plan of the rooms tomorrow.');
  const listed = await app.call('action_items', {
    ...asking,
    action: 'extract',
    extract_from: 'I will send you the plan of the rooms tomorrow.',
  });
  expect(listed.body.extracted).toMatchObject([{ due_date: tomorrow }]);
  await saveHandoffRequests(app.parts, asking.session_id);
  const asked = [
    ['request:answer', dayFrom(zone, 0)],
    ['request:call', tomorrow],
  ];
  expect(await dues(asking.session_id)).toEqual(asked);
  await app.call('end_session', asking);
  await finishSession(app.parts, app.parts.twin(), asking.session_id);
  const all = await dues(asking.session_id);
  expect(all).toEqual(expect.arrayContaining(asked));
  expect(all).toContainEqual([expect.stringMatching(/^promise:visitor/), tomorrow]);
});

test.each(ZONES)('and so it is where the work behind the talk notes it: %s', async (zone) => {
  await setZone(zone);
  const work = startWork(app);
  try {
    const talk = await startAs(app, newVisitor());
    await app.call('agent_reply', { ...talk, user_message: 'Please call me tomorrow.', model: 'embedded' });
    work.nudge();
    await expect.poll(() => dues(talk.session_id)).toEqual([['request:call', dayFrom(zone, 1)]]);
  } finally {
    await work.stop();
  }
});
