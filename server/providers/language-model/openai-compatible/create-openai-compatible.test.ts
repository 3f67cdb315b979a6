import { describe, expect, test } from 'vitest';
import * as fake from '../../../testing/fake-replies.ts';
import { collectReply, replyRequest } from '../fake.ts';
import type { OpenAiCompatible } from './create-openai-compatible.ts';
import { failure, KEY, useAdapter } from './fixture.ts';

const at = useAdapter();

test('streams a reply in the pieces in which it came, and says who answered', async () => {
  at.provider.always(fake.streamed('Good to meet you, what brings you here?'));
  const reply = await collectReply(at.model(), replyRequest({ passages: [{ id: 'p1', title: '', text: '' }] }));
  expect(reply.text).toBe('Good to meet you, what brings you here?');
  expect(reply.end).toEqual({
    kind: 'end',
    model: 'fake-model',
    provider: 'custom',
    knowledge: ['p1'],
    complete: true,
    notes: [],
  });
  const [call] = at.provider.calls;
  expect(call?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(call?.body).toMatchObject({ stream: true, max_tokens: 500, temperature: 0.8 });
});

test('a connection serves many replies', async () => {
  const one = at.model();
  for (let turn = 0; turn < 5; turn += 1) await collectReply(one);
  // A second connection opens if the end of a reply's stream was still pending at the next request.
  expect(at.provider.connections()).toBeLessThanOrEqual(2);
});

test('a pooled connection that the server has closed is replaced without a failure', async () => {
  const one = at.model();
  await collectReply(one);
  at.provider.script(fake.streamed('again'));
  at.provider.dropIdle();
  expect((await collectReply(one)).text).toBe('again');
});

test('a server that answers a streaming request with a whole completion is understood', async () => {
  at.provider.always(fake.completion('All at once.'));
  expect(await collectReply(at.model())).toMatchObject({ text: 'All at once.', end: { complete: true } });
});

describe('time limits', () => {
  test('F1 no answer at all: given up before the first token, socket closed', async () => {
    at.provider.always({ silent: true });
    const error = await failure(collectReply(at.model({ firstTokenMs: 30 })));
    expect(error).toMatchObject({ message: 'timeout', retryable: false });
    await at.allClosed();
  });

  test('a head and comments are no token', async () => {
    at.provider.always(
      fake.rawStream([': ping\n\n', { waitMs: 20 }, ': ping\n\n', { waitMs: 20 }, ': ping\n\n'], 'stall'),
    );
    expect((await failure(collectReply(at.model({ firstTokenMs: 50 })))).message).toBe('timeout');
  });

  test('reasoning counts as a sign of life, the total still holds', async () => {
    at.provider.always(fake.rawStream([fake.chunkEvent({ reasoning: 'hm' })], 'stall'));
    const error = await failure(collectReply(at.model({ firstTokenMs: 500, gapMs: 5_000, totalMs: 700 })));
    expect(error.message).toBe('took too long');
  });

  test('F7 a stream that stalls: cut after the gap, the words stay, no socket leaks in 200 repeats', async () => {
    at.provider.always(
      fake.rawStream([fake.chunkEvent({ content: 'One' }), fake.chunkEvent({ content: ' two' })], 'stall'),
    );
    const one = at.model({ gapMs: 20 });
    for (let round = 0; round < 10; round += 1) {
      const replies = await Promise.all(Array.from({ length: 20 }, () => collectReply(one)));
      for (const reply of replies) {
        expect(reply.text).toBe('One two');
        expect(reply.end).toMatchObject({ complete: false, notes: [{ reason: 'stalled' }] });
      }
    }
    expect(await Promise.all(at.provider.calls.map((call) => call.closed))).toEqual(Array(200).fill(true));
    await at.allClosed();
  });

  test('a reader that takes its time is not the provider’s gap', async () => {
    at.provider.always(fake.streamed('one two three'));
    let text = '';
    for await (const chunk of at.model({ gapMs: 300 }).reply(replyRequest(), new AbortController().signal)) {
      if (chunk.kind === 'end') expect(chunk.complete).toBe(true);
      else if (text === '') await new Promise((resolve) => setTimeout(resolve, 400));
      if (chunk.kind === 'delta') text += chunk.text;
    }
    expect(text).toBe('one two three');
  });

  test('nobody listens at the address', async () => {
    const model = at.model();
    await at.provider.close();
    const error = await failure(collectReply(model));
    expect(error).toMatchObject({ message: 'connection refused', kind: 'provider_unreachable' });
  });
});

describe('F12 abort', () => {
  test('within the stream ends it silently and closes the socket', async () => {
    at.provider.always(fake.streamed('one two', { finish: null, done: false, after: 'stall' }));
    const controller = new AbortController();
    const chunks: unknown[] = [];
    for await (const chunk of at.model().reply(replyRequest(), controller.signal)) {
      chunks.push(chunk);
      controller.abort();
    }
    expect(chunks).toEqual([{ kind: 'delta', text: expect.any(String) }]);
    expect(await at.provider.calls[0]?.closed).toBe(true);
  });

  test('before the answer, and before the call', async () => {
    at.provider.always({ silent: true });
    const controller = new AbortController();
    const reply = collectReply(at.model(), replyRequest(), controller.signal);
    const call = await at.provider.called(1);
    controller.abort();
    expect(await reply).toEqual({ text: '', deltas: [], end: null });
    expect(await call.closed).toBe(true);
    expect(await collectReply(at.model(), replyRequest(), controller.signal)).toMatchObject({ end: null });
    expect(at.provider.calls).toHaveLength(1);
  });

  test('a reader that leaves closes the socket too', async () => {
    at.provider.always(fake.streamed('one two', { after: 'stall', finish: null, done: false }));
    for await (const _ of at.model().reply(replyRequest(), new AbortController().signal)) break;
    expect(await at.provider.calls[0]?.closed).toBe(true);
  });
});

describe('refusals', () => {
  test.each([401, 402, 403])('F5 %i is not retried', async (status) => {
    at.provider.always(fake.refusal(status, `bad ${KEY}`));
    const error = await failure(collectReply(at.model()));
    expect(error).toMatchObject({ kind: 'provider_refused', retryable: false, status });
  });

  test('429 says how long to wait', async () => {
    at.provider.always(fake.refusal(429, 'rate_limit_exceeded', { 'retry-after': '2' }));
    const error = await failure(collectReply(at.model()));
    expect(error).toMatchObject({ retryable: true, retryAfterMs: 2000, status: 429 });
  });

  test('an option that the model does not take is left out, at once and from then on', async () => {
    at.provider.script(
      fake.json(400, { error: { message: "'temperature' does not support 0.8", param: 'temperature' } }),
      fake.streamed('fine'),
    );
    const one = at.model();
    expect((await collectReply(one)).text).toBe('fine');
    await collectReply(one);
    expect(at.provider.calls.map((call) => 'temperature' in call.body)).toEqual([true, false, false]);
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
    at.provider.always(fake.completion('<think>no</think> Hello.'));
    expect(await ask(at.model())).toBe('Hello.');
    expect(at.provider.calls[0]?.body).toEqual({
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
    at.provider.script(
      fake.refusal(500, 'oops'),
      fake.completion('x', 'content_filter'),
      { silent: true },
      { silent: true },
    );
    expect((await failure(ask(at.model()))).status).toBe(500);
    expect((await failure(ask(at.model()))).message).toBe('content filtered');
    expect((await failure(ask(at.model({ totalMs: 300 })))).retryable).toBe(false);
    const controller = new AbortController();
    const asked = ask(at.model(), controller.signal);
    const call = await at.provider.called(4);
    controller.abort(new Error('gone'));
    await expect(asked).rejects.toThrow('gone');
    expect(await call.closed).toBe(true);
  });
});
