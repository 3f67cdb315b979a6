import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectSoundDatabase } from '../../testing/invariants.ts';
import { type ScriptedApp, startScriptedApp } from '../../testing/scripted-app.ts';

/** Ten tabs of one visitor, sharing one session but otherwise independent. */
const TABS = Array.from({ length: 10 }, (_, index) => index);
const FOLLOWUP = { user_message: '', context: { is_followup: true, recent_messages: ['Hello'] } };
const GREETING = { user_message: '', context: { is_followup: true } };

let app: ScriptedApp;
beforeAll(async () => {
  app = await startScriptedApp();
});
afterAll(async () => {
  await expectSoundDatabase(app.pool);
  await app.close();
});

/** Answers every requested reply with the same words, until the work is done. */
async function answering<T>(text: string, work: Promise<T>): Promise<T> {
  let done = false;
  const answer = async () => {
    while (!done) {
      const reply = await app.model.next();
      reply.say(text);
      reply.end();
    }
  };
  void answer();
  const result = await work;
  done = true;
  // A turn of an unrelated session ends the last wait for a reply.
  await app.call('agent_reply', { ...(await app.session()), user_message: 'Hello' });
  return result;
}

const askFromEachTab = (make: (tab: number) => object) =>
  Promise.all(TABS.map((tab) => app.call('agent_reply', make(tab))));

test('each asks for the greeting: it is given once, and all hear it', async () => {
  const credentials = await app.session();
  const answers = await answering(
    'Good morning.',
    askFromEachTab(() => ({ ...credentials, ...GREETING })),
  );
  expect(new Set(answers.map(({ body }) => body.turn_id)).size).toBe(1);
  expect(answers.every(({ body }) => body.text === 'Good morning.')).toBe(true);
  const again = await app.call('agent_reply', { ...credentials, ...GREETING, turn_id: randomUUID() });
  expect(again.body.turn_id).toBe(answers[0]?.body.turn_id);
  const { utterances } = (await app.call('session_history', credentials)).body;
  expect(utterances.map(({ text }: { text: string }) => text)).toEqual(['Good morning.']);
});

test('each asks for a follow-up at the same moment, three times: two are given', async () => {
  const credentials = await app.session();
  await answering('Hello to you.', app.call('agent_reply', { ...credentials, user_message: 'Hello' }));
  const given = new Set<string>();
  for (const round of [1, 2, 3]) {
    const answers = await answering(
      'Still there?',
      askFromEachTab(() => ({ ...credentials, ...FOLLOWUP })),
    );
    for (const { status, body } of answers) {
      if (status === 200) given.add(body.turn_id);
      else expect(status).toBe(409);
    }
    // Tabs that arrive during a follow-up hear it; later ones may get the second in the same round.
    if (round === 3) expect(answers.map(({ status }) => status)).toEqual(TABS.map(() => 409));
  }
  expect(given.size).toBe(2);
  const { utterances } = (await app.call('session_history', credentials)).body;
  expect(utterances.filter(({ text }: { text: string }) => text === 'Still there?')).toHaveLength(2);
  // A message of the visitor allows two more.
  await answering('Good.', app.call('agent_reply', { ...credentials, user_message: 'I am here' }));
  const after = await answering('And now?', app.call('agent_reply', { ...credentials, ...FOLLOWUP }));
  expect(after.status).toBe(200);
});

test('each sends a message at the same moment: all are kept and answered, in one order', async () => {
  const credentials = await app.session();
  const answers = await answering(
    'I see.',
    askFromEachTab((tab) => ({ ...credentials, user_message: `From tab ${tab}`, turn_id: randomUUID() })),
  );
  expect(answers.map(({ status }) => status)).toEqual(TABS.map(() => 200));
  const { utterances } = (await app.call('session_history', credentials)).body;
  expect(utterances.map(({ seq }: { seq: number }) => seq)).toEqual([...Array(20).keys()]);
  const said = utterances.filter(({ speaker }: { speaker: string }) => speaker === 'visitor');
  expect(said.map(({ text }: { text: string }) => text).sort()).toEqual(TABS.map((tab) => `From tab ${tab}`));
});

test('each sends the same turn: it is one', async () => {
  const credentials = await app.session();
  const message = { ...credentials, user_message: 'Once', turn_id: randomUUID() };
  const answers = await answering(
    'Only once.',
    askFromEachTab(() => message),
  );
  expect(answers.map(({ body }) => body.text)).toEqual(TABS.map(() => 'Only once.'));
  const { utterances } = (await app.call('session_history', credentials)).body;
  expect(utterances).toHaveLength(2);
});

test('each ends the session while others talk: nobody gets a defect', async () => {
  const credentials = await app.session();
  const calls = TABS.map((tab) =>
    tab % 2
      ? app.call('end_session', credentials)
      : app.call('agent_reply', { ...credentials, user_message: `Tab ${tab}` }),
  );
  const answers = await answering('Bye.', Promise.all(calls));
  for (const { status } of answers) expect([200, 410]).toContain(status);
});
