import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { type KeptVisitor, newVisitor, startAs } from '../../testing/kept-visitor.ts';
import { questionReader } from '../analytics/analytics.ts';
import { countSession } from '../analytics/count-session.ts';
import { finishSession } from '../leads/finish-session.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** A stored, ended and summarised conversation with the embedded twin, with the owner's action items. */
async function talk(visitor: KeptVisitor, ...lines: string[]) {
  const session = await startAs(app, visitor);
  for (const user_message of lines) await app.call('agent_reply', { ...session, user_message, model: 'embedded' });
  await app.call('end_session', session);
  await finishSession(app.parts, app.parts.twin(), session.session_id);
  const rows = async (text: string) => (await app.pool.query(text, [session.session_id])).rows;
  const [summary] = await rows('SELECT executive_summary AS words FROM summaries WHERE session_id = $1');
  const items = await rows('SELECT title, description, priority FROM action_items WHERE session_id = $1 ORDER BY id');
  return { id: session.session_id, summary: String(summary?.words), items, rows };
}

test('who comes back with a yes and asks for the next step is to be answered, by the name told before', async () => {
  const visitor = newVisitor();
  await talk(visitor, 'I am Mies Vos, COO of Stage Light. What does a Walkthrough cost? mies@stage.test');
  const again = await talk(visitor, 'Kees agrees. What is the next step for the Cue Sheet Day?');
  expect(again.summary).toMatch(/^Mies Vos/);
  expect(again.summary).toMatch(/mies@stage\.test/);
  expect(again.summary).not.toMatch(/Nothing new/);
  expect(again.items).toContainEqual(expect.objectContaining({ title: 'Answer Mies Vos, who wants to go on' }));
});

test('who comes back is listed by the name told before, unless they tell another or are not to be known', async () => {
  const visitor = newVisitor();
  await talk(visitor, 'I am Mies Vos, COO of Stage Light. What does a Walkthrough cost? mies@stage.test');
  const named = async (user_message: string, consent = true) => {
    const session = await startAs(app, visitor, { consent });
    await app.call('agent_reply', { ...session, user_message, model: 'embedded' });
    const { rows } = await app.pool.query('SELECT contact_name FROM sessions WHERE id = $1', [session.session_id]);
    return rows[0].contact_name;
  };
  const words = 'What is the next step for the Cue Sheet Day?';
  expect(await named(words)).toBe('Mies Vos');
  expect(await named(`Hello, my name is Kees Bos. ${words}`)).toBe('Kees Bos');
  expect(await named(words, false)).toBeNull();
});

test('a call that is taken back is told nowhere, and the address is where to write', async () => {
  const { summary, items } = await talk(
    newVisitor(),
    'I am Mies Vos, COO of Stage Light. We have 20,000 euros for it and I decide. Every cue waits for me. ' +
      'Can Orla help?',
    'Please call me on +31 6 1234 5678 on Thursday.',
    "Actually don't call, mail me instead at mies@stage.test.",
  );
  expect(summary).toMatch(/mies@stage\.test/);
  expect(summary).not.toMatch(/asked for a call|6 1234|answer today/);
  expect(items.length).toBeGreaterThan(0);
  for (const { title, description } of items) expect(`${title} ${description}`).not.toMatch(/6 1234|^Call/);
});

test('a reply that was cut short counts among the questions without an answer', async () => {
  const { id, rows } = await talk(newVisitor(), 'Do you have an office in Lisbon?');
  const counted = async (status: string, text: string) => {
    await app.pool.query('UPDATE turns SET status = $2, text = $3 WHERE session_id = $1', [id, status, text]);
    await countSession(app.pool, questionReader(app.parts.twin(), app.parts.understand), id);
    return (await rows('SELECT FROM unanswered_questions WHERE session_id = $1')).length;
  };
  expect(await counted('interrupted', 'I don’t know that one. Or')).toBe(1);
  expect(await counted('interrupted', 'She works from')).toBe(0);
  expect(await counted('partial', 'I do not know')).toBe(1);
});
