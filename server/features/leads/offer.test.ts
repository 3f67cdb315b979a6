/** When the visitor is offered the next step, and when not. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';

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
  'Hello, I am Ana Costa, managing director of Costa Bikes. Every order waits for me and it is killing us. ' +
    'Can Orla help?',
  'We have set aside 20,000 euros and want it settled before Easter.',
];

test('nothing is offered right behind an insult, nor to who refuses it', async () => {
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
  expect((await say(asked, 'I have to go, bye')).extract.offer).toBe('asked');
});

test('nothing is offered unasked before an answer was given, however much was told', async () => {
  const credentials = await session();
  const told = await say(credentials, LINES[0] ?? '');
  expect(told.extract.offer).toBeNull();
  const { extract, text } = await say(credentials, LINES[1] ?? '');
  expect(extract.lead_score).toBeGreaterThanOrEqual(70);
  expect(extract.offer).toBeNull();
  expect(text).not.toMatch(/first call|thirty minutes/);
  expect((await say(credentials, 'What does a Walkthrough cost?')).extract.offer).toBe('score');
});

test('an address to be reached at is no wish for an answer in writing', async () => {
  const credentials = await session();
  const { extract } = await say(credentials, 'Hello, you can reach me at ana@costabikes.example, by the way.');
  expect(extract.contact_info).toBe('ana@costabikes.example');
  expect(extract.offer).toBeNull();
  expect(extract.reasons.join(' ')).not.toContain('writing');
});
