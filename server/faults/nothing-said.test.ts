/** A model that says nothing (F11): the visitor always gets the embedded twin's words in the same turn. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { type FakeProvider, startFakeProvider } from '../testing/fake-provider.ts';
import * as fake from '../testing/fake-replies.ts';
import { expectSoundDatabase } from '../testing/invariants.ts';
import { hear } from '../testing/stream.ts';

let app: TestApp;
let provider: FakeProvider;
beforeAll(async () => {
  provider = await startFakeProvider();
  app = await startTestApp({ LLM_BASE_URL: provider.url, LLM_API_KEY: 'k', LLM_MODEL: 'm' });
});
afterAll(async () => {
  await expectSoundDatabase(app.pool);
  await app.close();
  await provider.close();
});

const eventsOf = async (session_id: string) =>
  (await app.pool.query<{ kind: string }>('SELECT kind FROM events WHERE session_id = $1', [session_id])).rows.map(
    ({ kind }) => kind,
  );

test('what a content filter cut is finished by the embedded twin, and nobody has to ask for the rest', async () => {
  provider.always(fake.streamed('I would say that', { finish: 'content_filter' }));
  const session = await app.session();
  const stream = await hear(app.url, { ...session, user_message: 'What does Orla do?' });
  await stream.ended;
  expect(stream.words()).toMatch(/^I would say that.+\w/s);
  expect(stream.events.at(-1)).toMatchObject({ event: 'done', data: { partial: false } });
});

test.each([
  ['a refusal of the content filter', () => fake.streamed('', { finish: 'content_filter' })],
  ['a pause and nothing else', () => fake.streamed('[pause:2s]')],
  ['white space', () => fake.streamed(' \n ')],
  ['characters that nobody sees', () => fake.streamed('\u200b\u200b')],
])('%s', async (_, answer) => {
  provider.always(answer());
  const whole = await app.session();
  const { status, body } = await app.call('agent_reply', { ...whole, user_message: 'What does Orla do?' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ provider: 'embedded', partial: false });
  expect(body.text).toMatch(/\w/);
  expect(await eventsOf(whole.session_id)).toContain('provider_fell_back');

  const streamed = await app.session();
  const stream = await hear(app.url, { ...streamed, user_message: 'What does Orla do?' });
  await stream.ended;
  expect(stream.words()).toMatch(/\w/);
  expect(stream.events.at(-1)).toMatchObject({ event: 'done', data: { provider: 'embedded', partial: false } });
  expect(await eventsOf(streamed.session_id)).toContain('provider_fell_back');
});
