/** The embedded twin asks what would make a lead's score more certain, only when it fits. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ALL_NEXT_QUESTIONS, NEXT_QUESTIONS } from '@understudy/contract/leads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { SAMPLE_TWIN_DIR } from '../../testing/sample-twin.ts';
import { addEdit } from '../twin/edit-store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Says line after line; returns the twin's replies. */
async function repliesTo(lines: readonly string[], mode = 'mentor'): Promise<string[]> {
  const session = (await app.call('create_session', { visitor_id: randomUUID(), consent: true })).body;
  const replies: string[] = [];
  for (const user_message of lines) {
    replies.push((await app.call('agent_reply', { ...session, user_message, mode })).body.text);
  }
  return replies;
}

const wantedIn = (reply: string | undefined) => ALL_NEXT_QUESTIONS.filter((question) => reply?.includes(question));

const CLIENT = [
  'Can Orla help us? I want to hire her: every order in our firm waits for me.',
  'How does she handle resistance in a team?',
  'What does the Rehearsal look like from inside?',
  'And who would be working with us?',
  'What happens if it does not work?',
  'How do you report on it?',
];

test('where it fits: not in the first reply, at the end of one, once each, and never two in a row', async () => {
  for (const mode of ['mentor', 'professional', 'entrepreneur']) {
    const replies = await repliesTo(CLIENT, mode);
    const asked = replies.map(wantedIn);
    expect(asked.flat().length, mode).toBeGreaterThan(0);
    expect(asked[0]).toEqual([]);
    expect(new Set(asked.flat()).size, mode).toBe(asked.flat().length);
    for (const [at, questions] of asked.entries()) {
      if (questions.length === 0) continue;
      expect(replies[at]?.endsWith(questions[0] ?? '')).toBe(true);
      expect(replies[at]?.split('?')).toHaveLength(2);
      expect(asked[at + 1] ?? [], mode).toEqual([]);
    }
  }
});

test.each([
  'Thank you, that is all for today. Goodbye!',
  'You did not answer my question.',
  'No thanks, not interested.',
  'This is useless, you stupid bot.',
  'Please stop asking me questions.',
])('not behind a leave, a complaint or a refusal: %s', async (last) => {
  const replies = await repliesTo([...CLIENT.slice(0, 2), last, 'Well. What does a Walkthrough cost?']);
  expect(wantedIn(replies[2])).toEqual([]);
  if (/stupid|stop/.test(last)) expect(wantedIn(replies[3])).toEqual([]);
});

test('not of somebody who only wants an answer', async () => {
  const replies = await repliesTo([
    'Quick question: how should I tell a colleague that his reports are too long?',
    'And if he takes it badly?',
    'Thanks, and what if he goes to the boss?',
  ]);
  expect(replies.flatMap(wantedIn)).toEqual([]);
});

test('the questions of the consultant’s kind of work, as soon as the persona says so', async () => {
  const text = `${await readFile(path.join(SAMPLE_TWIN_DIR, 'persona.yaml'), 'utf8')}work: trade\n`;
  const edit = { file: 'persona.yaml', version: 1, removed: false, saved_by: 'me@example.test', folder_hash: null };
  await addEdit(app.pool, { ...edit, text });
  await app.parts.live.refresh();
  const asked = (await repliesTo(CLIENT)).flatMap(wantedIn);
  expect(asked.length).toBeGreaterThan(0);
  expect(Object.values(NEXT_QUESTIONS.trade)).toEqual(expect.arrayContaining(asked));
});
