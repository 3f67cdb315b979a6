import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ShowSocketMessage, ShowView } from '@understudy/contract/show';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { SAMPLE_TWIN_DIR } from '../../testing/sample-twin.ts';
import { plain } from '../../testing/talk.ts';
import { loadTwin } from '../twin/load-twin.ts';
import { libraryOf } from './library.ts';

// What the page relies on (web/features/show): a start in the midst of a conversation, last words, signs of life.

let app: TestApp;
const twin = await loadTwin(SAMPLE_TWIN_DIR);

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** A visitor with a conversation and its show's connection. */
async function visitor() {
  const session = await app.session();
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/podcast/${session.session_id}`);
  const heard: ShowSocketMessage[] = [];
  socket.onmessage = ({ data }) => void heard.push(JSON.parse(String(data)));
  await once(socket, 'open');
  const send = (type: string, data: object = {}) => socket.send(JSON.stringify({ type, data }));
  send('init', { session_secret: session.session_secret });
  const turn = async (text: string, performer: boolean) => {
    const more = text === '' ? { context: { is_followup: true, recent_messages: ['Well.'] } } : {};
    const body = { ...session, turn_id: randomUUID(), user_message: text, is_performer_mode: performer, ...more };
    return app.call('agent_reply', body);
  };
  return {
    ...{ heard, send, turn },
    count: (type: string) => heard.filter((message) => message.type === type).length,
    view: () => heard.findLast(({ type }) => type === 'context-update')?.data as ShowView | undefined,
    close: () => socket.close(),
  };
}

test('a show that begins in the midst of a conversation opens with its first unprompted words', async () => {
  const { send, turn, view, close } = await visitor();
  await turn('What do you do?', false);
  send('podcast-started');
  await expect.poll(() => view()?.active).toBe(true);
  const { engagement } = view() ?? {};
  const { body } = await turn('', true);
  const openings = libraryOf(twin, null).material.openings.banter?.map(plain);
  expect(openings).toContain(body['text']);
  // Nobody had been asked anything: it is no silence of the audience.
  await expect.poll(() => view()?.engagement).toBe(engagement);
  expect(view()?.turns).toBe(0);
  close();
});

test('the last words of a stopped show are due, however often the twin has spoken unprompted', async () => {
  const { send, turn, view, close } = await visitor();
  await turn('Hello there.', true);
  for (let followups = 0; followups < 2; followups += 1) expect((await turn('', true)).status).toBe(200);
  expect(await turn('', true)).toMatchObject({ status: 409, body: { code: 'followup_not_due' } });
  send('podcast-stopped');
  await expect.poll(() => view()?.active).toBe(false);
  const { status, body } = await turn('', true);
  expect(status).toBe(200);
  const closers = libraryOf(twin, null).material.closers.banter?.map(plain);
  expect(closers).toContain(body['text']);
  expect(await turn('', true)).toMatchObject({ status: 409, body: { code: 'followup_not_due' } });
  close();
});

test("a page's sign of life is answered", async () => {
  const { send, count, close } = await visitor();
  await expect.poll(() => count('ready')).toBe(1);
  send('context-update');
  await expect.poll(() => count('ready')).toBe(2);
  expect(count('error')).toBe(0);
  close();
});
