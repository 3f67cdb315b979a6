import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../../testing/fake-provider.ts';
import * as fake from '../../testing/fake-replies.ts';
import { listen } from '../../testing/local-server.ts';
import { collectReply, fakeLanguageModel, replyRequest } from './fake.ts';
import { createFallback, type FallbackOptions } from './fallback.ts';
import { createOpenAiCompatible, type OpenAiCompatible } from './openai-compatible/create-openai-compatible.ts';
import type { Timeouts } from './openai-compatible/watch.ts';
import type { ProviderNote } from './port.ts';

const embedded = fakeLanguageModel('The embedded twin answers.');
let first: FakeProvider;
let second: FakeProvider;
const models: OpenAiCompatible[] = [];

beforeEach(async () => {
  [first, second] = await Promise.all([startFakeProvider(), startFakeProvider()]);
});
afterEach(async () => {
  vi.useRealTimers();
  for (const model of models.splice(0)) model.close();
  await Promise.all([first.close(), second.close()]);
});

function link(name: string, baseUrl: string, timeouts: Partial<Timeouts> = {}) {
  const catalogue = () => ({ models: [], defaultModel: 'fake-model' });
  const model = createOpenAiCompatible({
    provider: name,
    baseUrl,
    apiKey: 'k',
    model: 'fake-model',
    catalogue,
    timeouts,
  });
  models.push(model);
  return { name, model };
}

/** A chain of the first fake provider and the embedded twin that records its waits instead of waiting. */
function chain(options: FallbackOptions = {}, timeouts: Partial<Timeouts> = {}) {
  const waits: number[] = [];
  const sleep = async (ms: number) => void waits.push(ms);
  return { waits, model: createFallback([link('custom', first.url, timeouts)], embedded, { sleep, ...options }) };
}

const said = (notes: ProviderNote[] | undefined) =>
  notes?.map((note) => `${note.provider} ${note.kind}: ${note.reason}`);

test('the first provider that speaks answers, without notes', async () => {
  first.always(fake.streamed('I answer.'));
  const reply = await collectReply(chain().model);
  expect(reply).toMatchObject({ text: 'I answer.', end: { provider: 'custom', complete: true, notes: [] } });
});

test('the embedded twin, asked for by its id, answers without asking anybody', async () => {
  const reply = await collectReply(chain().model, replyRequest({ model: 'embedded' }));
  expect(reply).toMatchObject({ end: { provider: 'embedded', notes: [] } });
  expect(first.calls).toHaveLength(0);
});

test('F1 a provider that never answers is left after its limit, within the budget', async () => {
  first.always({ silent: true });
  const { model, waits } = chain({}, { firstTokenMs: 30 });
  const reply = await collectReply(model);
  expect(reply.end?.provider).toBe('embedded');
  expect(said(reply.end?.notes)).toEqual(['custom provider_fell_back: timeout']);
  expect(waits).toEqual([]);
});

test('the budget to the first word holds over the whole chain', async () => {
  first.always({ silent: true });
  second.always({ silent: true });
  const links = [link('custom', first.url), link('groq', second.url)];
  const reply = await collectReply(createFallback(links, embedded, { firstWordBudgetMs: 300 }));
  expect(reply.end?.provider).toBe('embedded');
  expect(await first.calls[0]?.closed).toBe(true);
  expect(second.calls).toHaveLength(0);
});

test('F2 429 with a short retry-after: waited for once, asked exactly twice', async () => {
  first.script(fake.refusal(429, 'rate_limit', { 'retry-after': '2' }), fake.streamed('Now.'));
  const { model, waits } = chain();
  const reply = await collectReply(model);
  expect(reply.text).toBe('Now.');
  expect(said(reply.end?.notes)).toEqual(['custom provider_retried: 429']);
  expect(waits).toEqual([2000]);
  expect(first.calls).toHaveLength(2);
});

test('F3 429 with a long retry-after: no wait, the next answers', async () => {
  first.always(fake.refusal(429, 'rate_limit', { 'retry-after': '120' }));
  second.always(fake.streamed('Second.'));
  const reply = await collectReply(createFallback([link('custom', first.url), link('groq', second.url)], embedded));
  expect(reply).toMatchObject({ text: 'Second.', end: { provider: 'groq' } });
  expect(first.calls).toHaveLength(1);
});

test.each([500, 502, 503])('%i is retried twice with jitter, then the embedded twin answers', async (status) => {
  first.always(fake.refusal(status, 'oops'));
  const { model, waits } = chain({ random: () => 0.5 });
  const reply = await collectReply(model);
  expect(reply.end?.provider).toBe('embedded');
  expect(waits).toEqual([1125, 1125]);
  expect(first.calls).toHaveLength(3);
});

test.each([401, 402, 403])('F5 %i: no retry, a note for the owner, the embedded twin answers', async (status) => {
  first.always(fake.refusal(status, 'nope'));
  const { model, waits } = chain();
  const reply = await collectReply(model);
  expect(said(reply.end?.notes)).toEqual([
    `custom provider_refused: refused with ${status}`,
    `custom provider_fell_back: refused with ${status}`,
  ]);
  expect(reply.text).toBe('The embedded twin answers.');
  expect(waits).toEqual([]);
  expect(first.calls).toHaveLength(1);
});

test('F6 a stream that dies after its first words is never started again', async () => {
  first.always(fake.streamed('one two', { finish: null, done: false, after: 'reset' }));
  const reply = await collectReply(chain().model);
  expect(reply).toMatchObject({ text: 'one two', end: { provider: 'custom', complete: false } });
  expect(first.calls).toHaveLength(1);
});

test('F6 buffered: the stream that died is replaced in full', async () => {
  first.script(fake.streamed('one two', { finish: null, done: false, after: 'reset' }), fake.streamed('All of it.'));
  const reply = await collectReply(chain().model, replyRequest({ buffered: true }));
  expect(reply).toMatchObject({ text: 'All of it.', end: { complete: true } });
  expect(said(reply.end?.notes)).toEqual(['custom provider_retried: connection broke off']);
});

test('F9 garbage: the next answers and the owner is told', async () => {
  first.always({ headers: { 'content-type': 'text/html' }, steps: ['<html>'] });
  const reply = await collectReply(chain().model);
  expect(said(reply.end?.notes)?.[0]).toBe('custom provider_bad_response: bad response');
  expect(first.calls).toHaveLength(1);
});

describe('F11 nothing for the visitor', () => {
  const nothing: [string, fake.FakeReply, string][] = [
    ['content filter', fake.streamed('', { finish: 'content_filter' }), 'content filtered'],
    ['empty reply', fake.streamed(''), 'empty reply'],
    ['white space', fake.streamed(' \n '), 'empty reply'],
    ['a pause and no words', fake.streamed('[pause:2s]'), 'empty reply'],
    ['pauses and white space', fake.streamed(' [pause:1s] [pause:2s]\n'), 'empty reply'],
    ['a pause, then the content filter', fake.streamed('[pause:2s]', { finish: 'content_filter' }), 'content filtered'],
    ['zero-width characters', fake.streamed('\u200b\u2060'), 'empty reply'],
    ['an empty whole completion', fake.completion(''), 'empty reply'],
    ['a whole completion that is a pause', fake.completion('[pause:2s]'), 'empty reply'],
  ];
  for (const buffered of [false, true]) {
    test.each(nothing)(`%s: the embedded twin answers (buffered: ${buffered})`, async (_, answer, reason) => {
      first.always(answer);
      const reply = await collectReply(chain().model, replyRequest({ buffered }));
      expect(reply.text).toBe('The embedded twin answers.');
      expect(reply.end).toMatchObject({ provider: 'embedded', complete: true });
      expect(said(reply.end?.notes)).toEqual([
        `custom provider_bad_response: ${reason}`,
        `custom provider_fell_back: ${reason}`,
      ]);
      expect(first.calls).toHaveLength(1);
    });
  }

  test('a reply that the filter cuts after its first words is finished by the embedded twin', async () => {
    first.always(fake.streamed('I would rather', { finish: 'content_filter' }));
    const asked = embedded.asked.length;
    const reply = await collectReply(chain().model);
    expect(reply.text).toBe('I would ratherThe embedded twin answers.');
    expect(reply.end).toMatchObject({ provider: 'embedded', complete: true });
    expect(said(reply.end?.notes)).toContain('custom provider_fell_back: content filtered');
    expect(embedded.asked.slice(asked)).toMatchObject([{ continueAfter: 'I would rather' }]);
  });

  test('nothing was shown of a whole reply that the filter cut, so all of it is replaced', async () => {
    first.always(fake.streamed('I would rather', { finish: 'content_filter' }));
    const reply = await collectReply(chain().model, replyRequest({ buffered: true }));
    expect(reply.text).toBe('The embedded twin answers.');
  });

  test('a pause before the first word stays', async () => {
    first.always(fake.streamed('[pause:1s] Let me think.'));
    const reply = await collectReply(chain().model);
    expect(reply.text).toBe('[pause:1s] Let me think.');
    expect(reply.end).toMatchObject({ provider: 'custom', notes: [] });
  });
});

test('F12 an abort ends it silently: nobody else is asked', async () => {
  first.always({ silent: true });
  const controller = new AbortController();
  const asked = embedded.asked.length;
  const reply = collectReply(chain().model, replyRequest(), controller.signal);
  const call = await first.called(1);
  controller.abort();
  expect(await reply).toEqual({ text: '', deltas: [], end: null });
  expect(await call.closed).toBe(true);
  expect(embedded.asked).toHaveLength(asked);
});

describe('F29', () => {
  test('a name that does not resolve', async () => {
    const reply = await collectReply(createFallback([link('custom', 'http://no-such-host.invalid/v1')], embedded));
    expect(reply.end?.provider).toBe('embedded');
    expect(said(reply.end?.notes)).toEqual([
      'custom provider_unreachable: DNS failure',
      'custom provider_fell_back: DNS failure',
    ]);
  });

  test('a TLS connection that fails', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.end('this is not TLS');
    });
    const url = `https://127.0.0.1:${await listen(server)}/v1`;
    const reply = await collectReply(createFallback([link('custom', url)], embedded));
    expect(said(reply.end?.notes)?.[0]).toBe('custom provider_unreachable: TLS failure');
    server.close();
  });

  test('a connection that does not stand after 3 s, not a moment earlier', async () => {
    // Accepts connections but never starts the TLS handshake.
    const server = createServer((socket) => socket.on('error', () => {}).resume());
    const connected = once(server, 'connection');
    const port = await listen(server);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let ended = false;
    const reply = collectReply(createFallback([link('custom', `https://127.0.0.1:${port}/v1`)], embedded));
    void reply.finally(() => (ended = true));
    const [socket] = await connected;
    vi.advanceTimersByTime(2_999);
    for (let turns = 0; turns < 10; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toBe(false);
    vi.advanceTimersByTime(1);
    const { text, end } = await reply;
    expect(text).toBe('The embedded twin answers.');
    expect(said(end?.notes)?.[0]).toBe('custom provider_unreachable: connect timeout');
    await once(socket, 'close');
    server.close();
  });
});

describe('F4 the breaker', () => {
  test('opens after 5 failures, then lets one call at a time try, and closes when the provider is back', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    first.always(fake.refusal(500, 'oops'));
    const { model } = chain();
    const replies = await Promise.all(Array.from({ length: 50 }, () => collectReply(model)));
    expect(replies.every(({ end }) => end?.provider === 'embedded')).toBe(true);
    const early = first.calls.length;
    for (let turn = 0; turn < 20; turn += 1) await collectReply(model);
    expect(first.calls).toHaveLength(early);
    const open = await collectReply(model);
    expect(said(open.end?.notes)).toEqual(['custom provider_fell_back: circuit open']);

    vi.setSystemTime(Date.now() + 15_001);
    await Promise.all(Array.from({ length: 50 }, () => collectReply(model)));
    expect(first.calls).toHaveLength(early + 1);

    vi.setSystemTime(Date.now() + 15_001);
    first.always(fake.streamed('Back.'));
    expect((await collectReply(model)).text).toBe('Back.');
    expect((await collectReply(model)).text).toBe('Back.');
  });

  test('one after the other, the fifth failure is the last', async () => {
    first.always(fake.refusal(500, 'oops'));
    const { model } = chain();
    for (let turn = 0; turn < 10; turn += 1) await collectReply(model);
    expect(first.calls).toHaveLength(5);
  });

  test('opens at half of ten calls within the window, and forgets older ones', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { model } = chain({ retry: { maxRetries: 0 } });
    const turn = async (fails: boolean) => {
      first.always(fails ? fake.refusal(500, 'oops') : fake.streamed('Fine.'));
      return (await collectReply(model)).end?.provider;
    };
    for (let pair = 0; pair < 4; pair += 1) {
      await turn(true);
      await turn(false);
    }
    vi.setSystemTime(Date.now() + 31_000);
    for (let pair = 0; pair < 5; pair += 1) {
      await turn(false);
      await turn(true);
    }
    expect(await turn(false)).toBe('embedded');
    expect(first.calls).toHaveLength(18);
  });

  test('does not count what is wrong with a request, or an abort', async () => {
    first.always(fake.refusal(400, 'context_length_exceeded'));
    const { model } = chain();
    for (let turn = 0; turn < 8; turn += 1) await collectReply(model);
    expect(first.calls).toHaveLength(8);
    first.always({ silent: true });
    for (let turn = 0; turn < 8; turn += 1) {
      const controller = new AbortController();
      const reply = collectReply(model, replyRequest(), controller.signal);
      await first.called(9 + turn);
      controller.abort();
      await reply;
    }
    first.always(fake.streamed('Fine.'));
    expect((await collectReply(model)).text).toBe('Fine.');
  });

  test('counts streams that break off after their first words', async () => {
    first.always(fake.streamed('one two', { finish: null, done: false, after: 'reset' }));
    const { model } = chain();
    for (let turn = 0; turn < 6; turn += 1) await collectReply(model);
    expect(first.calls).toHaveLength(5);
  });
});
