import { randomUUID } from 'node:crypto';
import { FunctionsClient, FunctionsHttpError } from '@supabase/functions-js';
import { expect, test } from 'vitest';
import { startTestApp } from '../testing/app.ts';

test('the wire fits @supabase/functions-js: a conversation, an error and a stream', async () => {
  const app = await startTestApp();
  const functions = new FunctionsClient(`${app.url}/functions/v1`, {
    headers: { apikey: 'anon', 'x-client-info': 'test' },
  });
  const started = await functions.invoke('create_session', { body: { visitor_id: randomUUID(), consent: true } });
  expect(started.error).toBeNull();
  const { data, error } = await functions.invoke('agent_reply', { body: { ...started.data, user_message: 'Hello' } });
  expect(error).toBeNull();
  expect(data).toMatchObject({ text: expect.any(String), segments: expect.any(Array), audio_base64: null });
  const refused = await functions.invoke('agent_reply', {
    body: { ...started.data, session_secret: 'x', user_message: 'Hello' },
  });
  expect(refused.error).toBeInstanceOf(FunctionsHttpError);
  expect(await refused.error.context.json()).toEqual({
    error: expect.any(String),
    code: 'invalid_session',
    request_id: refused.error.context.headers.get('x-request-id'),
  });
  const stream = await functions.invoke('agent_reply', {
    body: { ...started.data, user_message: 'And now?' },
    headers: { accept: 'text/event-stream' },
  });
  expect(await stream.data.text()).toContain('event: done');
  expect((await functions.invoke('end_session', { body: started.data })).data).toEqual({ success: true });
  await app.close();
});
