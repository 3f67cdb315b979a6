/**
 * Whenever the twin says 'I've noted that for …', the owner gets an action item, at once and after the conversation.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { newVisitor, startAs } from '../../testing/kept-visitor.ts';
import { finishSession, saveHandoffRequests } from './finish-session.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const begin = (consent = true) => startAs(app, newVisitor(), { consent });
type Talk = Awaited<ReturnType<typeof begin>>;
const say = async (talk: Talk, user_message: string): Promise<string> =>
  (await app.call('agent_reply', { ...talk, user_message, model: 'embedded' })).body.text;
const items = async ({ session_id }: Talk) =>
  (
    await app.pool.query(
      `SELECT key, title, description, owner, category, seq FROM action_items
        WHERE session_id = $1 ORDER BY created_at, id`,
      [session_id],
    )
  ).rows;
async function end(talk: Talk) {
  await app.call('end_session', talk);
  await finishSession(app.parts, app.parts.twin(), talk.session_id);
  return items(talk);
}
const NOTED = 'noted that for Orla';
const BAKERY = 'We run a bakery with 40 people and want a consultant to help us, budget 40k';

describe('who says that they have work to give', () => {
  test.each([
    BAKERY,
    'Our board has set aside 30k for somebody to sort out our meetings.',
    // A talk's intent creates no item of its own.
    'We are looking for somebody to give a talk at our annual meeting in May',
  ])('is told that it is noted, and it is: %s', async (line) => {
    const talk = await begin();
    expect(await say(talk, line)).toContain(NOTED);
    await saveHandoffRequests(app.parts, talk.session_id);
    const noted = [{ owner: 'you', category: 'sales', description: expect.stringContaining(line.replace(/\.$/, '')) }];
    expect(await items(talk)).toMatchObject(noted);
    expect(await end(talk)).toMatchObject(noted);
  });

  test('is noted by the words behind the talk that follows, whatever it comes to', async () => {
    const talk = await begin();
    expect(await say(talk, BAKERY)).toContain(NOTED);
    for (const line of ['How do I run better meetings?', 'And what do I do about e-mail?', 'Thanks, that helps me.'])
      await say(talk, line);
    expect(await end(talk)).toContainEqual(
      expect.objectContaining({ owner: 'you', description: expect.stringContaining(BAKERY), seq: 0 }),
    );
  });

  test('asks for the job that notes it', async () => {
    const talk = await begin();
    await say(talk, BAKERY);
    const { rowCount } = await app.pool.query("SELECT FROM job_requests WHERE name = 'note_asks' AND key = $1", [
      talk.session_id,
    ]);
    expect(rowCount).toBe(1);
  });

  test('leaves one thing to do where they ask for the engagement as well', async () => {
    const talk = await begin();
    await say(talk, BAKERY);
    await say(talk, 'We want to hire Orla for the Walkthrough. Please start in June.');
    const sales = (await end(talk)).filter(({ key }) => key === 'intent:purchase_intent');
    expect(sales).toHaveLength(1);
  });

  test('leaves nothing where they did not agree, or want none of it any more', async () => {
    const unkept = await begin(false);
    await say(unkept, BAKERY);
    await saveHandoffRequests(app.parts, unkept.session_id);
    expect(await items(unkept)).toEqual([]);
    const talk = await begin();
    await say(talk, BAKERY);
    await saveHandoffRequests(app.parts, talk.session_id);
    expect(await items(talk)).toHaveLength(1);
    await say(talk, 'No, we have decided against it. Please forget about it, we are not interested any more.');
    expect(await end(talk)).toEqual([]);
  });
});
