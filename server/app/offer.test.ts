/** When the visitor is offered the next step, and when that would be out of place. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Credentials = { session_id: string; session_secret: string };
const session = async (): Promise<Credentials> =>
  (await app.call('create_session', { visitor_id: randomUUID(), consent: true })).body;
const say = async (credentials: Credentials, user_message: string) =>
  (await app.call('agent_reply', { ...credentials, user_message })).body;

const LINES = [
  'Hello, I am Ana Costa, managing director of Costa Bikes. Every order waits for me and it is killing us. Can Orla help?',
  'We have set aside 20,000 euros and want it settled before Easter.',
];

test('nothing is offered right behind an insult, nor to who leaves without interest', async () => {
  const credentials = await session();
  const offers = async (...lines: string[]) => {
    let answer: Awaited<ReturnType<typeof say>>;
    for (const line of lines) answer = await say(credentials, line);
    return answer.extract.offer;
  };
  expect(await offers(...LINES, 'My address is ana@costabikes.example')).toBe('score');
  expect(await offers('You are a stupid useless bot')).toBeNull();
  expect(await offers('Well, how does it work then?')).toBeNull();
  expect(await offers('And what does it cost?')).toBe('score');
  expect(await offers('Shut up, idiot.')).toBeNull();
  expect(await offers('Sorry. Please have Orla call me.')).toBe('asked');
  expect(await offers('Actually no thanks, not interested, goodbye.')).toBeNull();
  expect((await app.call('session_history', credentials)).body.extract.offer).toBeNull();
  const asked = await session();
  expect((await say(asked, 'Could Orla give me a call about delegation?')).extract.offer).toBe('asked');
  expect((await say(asked, 'I have to go, bye')).extract.offer).toBeNull();
});
