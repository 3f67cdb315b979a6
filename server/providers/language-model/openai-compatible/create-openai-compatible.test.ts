import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../../../testing/fake-provider.ts';
import * as fake from '../../../testing/fake-replies.ts';
import { collectReply, replyRequest } from '../fake.ts';
import { ProviderError } from '../port.ts';
import { createOpenAiCompatible, type OpenAiCompatible } from './create-openai-compatible.ts';
import type { Timeouts } from './watch.ts';

const KEY = 'sk-canary-key-4711';
let provider: FakeProvider;
const models: OpenAiCompatible[] = [];

beforeEach(async () => {
  provider = await startFakeProvider();
});
afterEach(async () => {
  for (const model of models.splice(0)) model.close();
  await provider.close();
});

function model(timeouts: Partial<Timeouts> = {}, baseUrl = provider.url): OpenAiCompatible {
  const catalogue = () => ({ models: [], defaultModel: 'fake-model' });
  const created = createOpenAiCompatible({
    provider: 'custom',
    baseUrl,
    apiKey: KEY,
    model: 'fake-model',
    catalogue,
    timeouts,
  });
  models.push(created);
  return created;
}

async function failure(run: Promise<unknown>): Promise<ProviderError> {
  const error = await run.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ProviderError);
  expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain(KEY);
  return error as ProviderError;
}

/** Resolves when no client connection to the fake provider is left. */
async function allClosed(): Promise<void> {
  while (provider.connections() > 0) await new Promise((resolve) => setImmediate(resolve));
}

test('streams a reply in the pieces in which it came, and says who answered', async () => {
  provider.always(fake.streamed('Good to meet you, what brings you here?'));
  const reply = await collectReply(model(), replyRequest({ passages: [{ id: 'p1', title: '', text: '' }] }));
  expect(reply.text).toBe('Good to meet you, what brings you here?');
  expect(reply.end).toEqual({
    kind: 'end',
    model: 'fake-model',
    provider: 'custom',
    knowledge: ['p1'],
    complete: true,
    notes: [],
  });
  const [call] = provider.calls;
  expect(call?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(call?.body).toMatchObject({ stream: true, max_tokens: 500, temperature: 0.8 });
});

test('a connection serves many replies', async () => {
  const one = model();
  for (let turn = 0; turn < 5; turn += 1) await collectReply(one);
  expect(provider.connections()).toBe(1);
});

test('a pooled connection that the server has closed is replaced without a failure', async () => {
  const one = model();
  await collectReply(one);
  provider.script(fake.streamed('again'));
  provider.dropIdle();
  expect((await collectReply(one)).text).toBe('again');
});

test('a server that answers a streaming request with a whole completion is understood', async () => {
  provider.always(fake.completion('All at once.'));
  expect(await collectReply(model())).toMatchObject({ text: 'All at once.', end: { complete: true } });
});

describe('time limits', () => {
  test('F1 no answer at all: given up before the first token, socket closed', async () => {
    provider.always({ silent: true });
    const error = await failure(collectReply(model({ firstTokenMs: 30 })));
    expect(error).toMatchObject({ message: 'timeout', retryable: false });
    await allClosed();
  });

  test('a head and comments are no token', async () => {
    provider.always(
      fake.rawStream([': ping\n\n', { waitMs: 20 }, ': ping\n\n', { waitMs: 20 }, ': ping\n\n'], 'stall'),
    );
    expect((await failure(collectReply(model({ firstTokenMs: 50 })))).message).toBe('timeout');
  });

  test('reasoning counts as a sign of life, the total still holds', async () => {
    provider.always(fake.rawStream([fake.chunkEvent({ reasoning: 'hm' })], 'stall'));
    const error = await failure(collectReply(model({ firstTokenMs: 40, gapMs: 5_000, totalMs: 120 })));
    expect(error.message).toBe('took too long');
  });

  test('F7 a stream that stalls: cut after the gap, the words stay, no socket leaks in 200 repeats', async () => {
    provider.always(
      fake.rawStream([fake.chunkEvent({ content: 'One' }), fake.chunkEvent({ content: ' two' })], 'stall'),
    );
    const one = model({ gapMs: 20 });
    for (let round = 0; round < 10; round += 1) {
      const replies = await Promise.all(Array.from({ length: 20 }, () => collectReply(one)));
      for (const reply of replies) {
        expect(reply.text).toBe('One two');
        expect(reply.end).toMatchObject({ complete: false, notes: [{ reason: 'stalled' }] });
      }
    }
    expect(await Promise.all(provider.calls.map((call) => call.closed))).toEqual(Array(200).fill(true));
    await allClosed();
  });

  test('a reader that takes its time is not the provider’s gap', async () => {
    provider.always(fake.streamed('one two three'));
    const pieces: string[] = [];
    for await (const chunk of model({ gapMs: 25 }).reply(replyRequest(), new AbortController().signal)) {
      if (chunk.kind === 'delta') pieces.push(chunk.text);
      else expect(chunk.complete).toBe(true);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    expect(pieces.join('')).toBe('one two three');
  });

  test('nobody listens at the address', async () => {
    const { url } = provider;
    await provider.close();
    const error = await failure(collectReply(model({}, url)));
    expect(error).toMatchObject({ message: 'connection refused', kind: 'provider_unreachable' });
  });
});

describe('streams that break off', () => {
  test('F6 reset after three chunks: the words stay, not complete, not asked again', async () => {
    provider.always(fake.streamed('one two', { finish: null, done: false, then: 'reset' }));
    const reply = await collectReply(model());
    expect(reply.text).toBe('one two');
    expect(reply.end).toMatchObject({ complete: false, notes: [{ reason: 'connection broke off' }] });
    expect(provider.calls).toHaveLength(1);
  });

  test.each([
    ['neither finish_reason nor [DONE]', { finish: null, done: false }],
    ['no [DONE]', { done: false }],
    ['finish_reason null', { finish: null }],
  ])('F8 %s: the words are a part', async (_, options) => {
    provider.always(fake.streamed('one two', options));
    expect(await collectReply(model())).toMatchObject({ text: 'one two', end: { complete: false } });
  });

  test('a reply that has ended is not kept waiting for its stream to close', async () => {
    provider.always(fake.streamed('one two', { then: 'stall' }));
    expect(await collectReply(model({ closeMs: 20 }))).toMatchObject({ end: { complete: true } });
    expect(await provider.calls[0]?.closed).toBe(true);
  });

  test('buffered: nothing was shown, so it is an error to be retried', async () => {
    provider.always(fake.streamed('one two', { finish: null, done: false, then: 'reset' }));
    expect((await failure(collectReply(model(), replyRequest({ buffered: true })))).retryable).toBe(true);
  });
});

describe('F9 garbage is a bad response', () => {
  const html = { headers: { 'content-type': 'text/html' }, steps: ['<!doctype html><html><body>Hi</body></html>'] };
  const events = ['{', 'null', '[]', '{"choices":[]}', '{"a":1}', '{"choices":[{"delta":{"content":NaN}}]}'];
  const bodies = ['{', 'null', '[]', '{"choices":[]}', '{"choices":[{"message":{"content":NaN}}]}', ''];
  test.each<[string, fake.FakeReply]>([
    ['HTML with 200', html],
    ...events.map((data): [string, fake.FakeReply] => [`event ${data}`, fake.rawStream([`data: ${data}\n\n`])]),
    ...bodies.map((body): [string, fake.FakeReply] => [
      `body ${body}`,
      { headers: { 'content-type': 'application/json' }, steps: [body] },
    ]),
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
  ])('%s', async (_, reply) => {
    provider.always(reply);
    const error = await failure(collectReply(model()));
    expect(error).toMatchObject({ kind: 'provider_bad_response', retryable: false });
  });

  test.each(['text/event-stream', 'application/json'])('50 MB of %s: read up to the cap, then closed', async (type) => {
    const megabyte = 'x'.repeat(1024 * 1024);
    provider.always({ headers: { 'content-type': type }, steps: Array(50).fill(megabyte) });
    const before = process.memoryUsage().rss;
    expect((await failure(collectReply(model()))).message).toBe('answer too long');
    expect(await provider.calls[0]?.closed).toBe(true);
    expect(process.memoryUsage().rss - before).toBeLessThan(60 * 1024 * 1024);
  });

  test('an endless reply is cut at the cap, its words stay', async () => {
    const event = fake.chunkEvent({ content: 'forever '.repeat(100) });
    provider.always(fake.rawStream([event], 'endless'));
    const reply = await collectReply(model());
    expect(reply.end).toMatchObject({ complete: false, notes: [{ reason: 'reply too long' }] });
    expect(reply.text.length).toBeLessThanOrEqual(64 * 1024);
    expect(await provider.calls[0]?.closed).toBe(true);
  });
});

describe('F11 nothing for the visitor', () => {
  test.each<[string, fake.FakeReply]>([
    ['content filter', fake.streamed('', { finish: 'content_filter' })],
    ['empty reply', fake.streamed('')],
    ['white space', fake.streamed(' \n ')],
    ['reasoning only', fake.rawStream([fake.chunkEvent({ reasoning: 'hm' }), fake.chunkEvent({}, 'length')])],
    ['an empty whole completion', fake.completion('')],
  ])('%s fails before the first word', async (_, reply) => {
    provider.always(reply);
    expect((await failure(collectReply(model()))).kind).toBe('provider_bad_response');
  });
});

describe('F12 abort', () => {
  test('within the stream ends it silently and closes the socket', async () => {
    provider.always(fake.streamed('one two', { finish: null, done: false, then: 'stall' }));
    const controller = new AbortController();
    const chunks: unknown[] = [];
    for await (const chunk of model().reply(replyRequest(), controller.signal)) {
      chunks.push(chunk);
      controller.abort();
    }
    expect(chunks).toEqual([{ kind: 'delta', text: expect.any(String) }]);
    expect(await provider.calls[0]?.closed).toBe(true);
  });

  test('before the answer, and before the call', async () => {
    provider.always({ silent: true });
    const controller = new AbortController();
    const reply = collectReply(model(), replyRequest(), controller.signal);
    const call = await provider.called(1);
    controller.abort();
    expect(await reply).toEqual({ text: '', deltas: [], end: null });
    expect(await call.closed).toBe(true);
    expect(await collectReply(model(), replyRequest(), controller.signal)).toMatchObject({ end: null });
    expect(provider.calls).toHaveLength(1);
  });

  test('a reader that leaves closes the socket too', async () => {
    provider.always(fake.streamed('one two', { then: 'stall', finish: null, done: false }));
    for await (const _ of model().reply(replyRequest(), new AbortController().signal)) break;
    expect(await provider.calls[0]?.closed).toBe(true);
  });
});

describe('refusals', () => {
  test.each([401, 402, 403])('F5 %i is not retried', async (status) => {
    provider.always(fake.refusal(status, `bad ${KEY}`));
    const error = await failure(collectReply(model()));
    expect(error).toMatchObject({ kind: 'provider_refused', retryable: false, status });
  });

  test('429 says how long to wait', async () => {
    provider.always(fake.refusal(429, 'rate_limit_exceeded', { 'retry-after': '2' }));
    const error = await failure(collectReply(model()));
    expect(error).toMatchObject({ retryable: true, retryAfterMs: 2000, status: 429 });
  });

  test('an option that the model does not take is left out, at once and from then on', async () => {
    provider.script(
      fake.json(400, { error: { message: "'temperature' does not support 0.8", param: 'temperature' } }),
      fake.streamed('fine'),
    );
    const one = model();
    expect((await collectReply(one)).text).toBe('fine');
    await collectReply(one);
    expect(provider.calls.map((call) => 'temperature' in call.body)).toEqual([true, false, false]);
  });
});

describe('a plain completion', () => {
  const ask = (one: OpenAiCompatible, signal = new AbortController().signal) => {
    const messages = [
      { role: 'system' as const, content: 'Be kind.' },
      { role: 'user' as const, content: 'Hi' },
    ];
    return one.complete(messages, { temperature: 0.9, topP: 0.5, presencePenalty: 0.1, frequencyPenalty: 0.2 }, signal);
  };

  test('gives the text and passes the options on', async () => {
    provider.always(fake.completion('<think>no</think> Hello.'));
    expect(await ask(model())).toBe('Hello.');
    expect(provider.calls[0]?.body).toEqual({
      model: 'fake-model',
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'Hi' },
      ],
      stream: false,
      max_tokens: 500,
      temperature: 0.9,
      top_p: 0.5,
      presence_penalty: 0.1,
      frequency_penalty: 0.2,
    });
  });

  test('fails as a reply does, and ends with the caller’s signal', async () => {
    provider.script(
      fake.refusal(500, 'oops'),
      fake.completion('x', 'content_filter'),
      { silent: true },
      { silent: true },
    );
    expect((await failure(ask(model()))).status).toBe(500);
    expect((await failure(ask(model()))).message).toBe('content filtered');
    expect((await failure(ask(model({ totalMs: 30 })))).retryable).toBe(false);
    const controller = new AbortController();
    const asked = ask(model(), controller.signal);
    const call = await provider.called(4);
    controller.abort(new Error('gone'));
    await expect(asked).rejects.toThrow('gone');
    expect(await call.closed).toBe(true);
  });
});
