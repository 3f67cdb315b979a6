import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as fake from '../../../testing/fake-replies.ts';
import { collectReply, replyRequest } from '../fake.ts';
import type { ReplyRequest, TokenUsage } from '../port.ts';
import { failure, useAdapter } from './fixture.ts';
import { estimateUsage, readUsage } from './usage.ts';

const at = useAdapter();

/** A request that records its usage. Its prompt: 16 and 5 bytes, rounded up to 6 tokens, and two frames of 4. */
function metered(changes: Partial<ReplyRequest> = {}): { request: ReplyRequest; used: TokenUsage[] } {
  const used: TokenUsage[] = [];
  return { request: replyRequest({ onUsage: (usage) => void used.push(usage), ...changes }), used };
}
const PROMPT_TOKENS = 14;
const FIGURES = { prompt_tokens: 31, completion_tokens: 7, total_tokens: 38 };
const who = { provider: 'custom', model: 'fake-model' };
const own = { ...who, promptTokens: 31, completionTokens: 7, cachedTokens: null, estimated: false };
const estimate = (completionTokens: number) => ({
  ...who,
  promptTokens: PROMPT_TOKENS,
  completionTokens,
  cachedTokens: null,
  estimated: true,
});
/** Eleven bytes: three tokens. */
const WORDS = 'one two six';

describe('the provider’s own figures', () => {
  const withFigures = (place: object) => `data: ${JSON.stringify({ choices: [], ...place })}\n\n`;
  const [role, ...words] = fake.replyEvents(WORDS);
  const events = [role ?? '', ...words];
  const last = JSON.parse((events.at(-2) ?? '').slice('data: '.length));
  test.each<[string, fake.FakeReply]>([
    ['in a chunk of their own behind the end', fake.streamed(WORDS, { usage: FIGURES })],
    ['in the chunk that ends the reply', fake.rawStream(events.with(-2, withFigures({ ...last, usage: FIGURES })))],
    ['where Groq had them', fake.rawStream(events.with(-2, withFigures({ ...last, x_groq: { usage: FIGURES } })))],
    [
      'in a chunk that has no choices at all',
      fake.rawStream(events.toSpliced(-1, 0, withFigures({ choices: undefined, usage: FIGURES }))),
    ],
    [
      'behind a running count',
      fake.rawStream([
        withFigures({ usage: { prompt_tokens: 31, completion_tokens: 1 } }),
        ...fake.replyEvents(WORDS, { usage: FIGURES }),
      ]),
    ],
    ['in a completion that came whole', fake.completion(WORDS, 'stop', 'fake-model', FIGURES)],
  ])('%s', async (_, reply) => {
    at.provider.always(reply);
    const { request, used } = metered();
    expect(await collectReply(at.model(), request)).toMatchObject({ text: WORDS, end: { complete: true, notes: [] } });
    expect(used).toEqual([own]);
  });

  test('are asked for on streams only', async () => {
    const model = at.model();
    await collectReply(model);
    await model.complete([{ role: 'user', content: 'Hi' }], {}, new AbortController().signal);
    expect(at.provider.calls.map(({ body }) => body['stream_options'])).toEqual([{ include_usage: true }, undefined]);
  });

  test('of an empty reply count too, though it is none for the visitor', async () => {
    at.provider.always(fake.streamed('', { usage: FIGURES }));
    const { request, used } = metered();
    await failure(collectReply(at.model(), request));
    expect(used).toEqual([own]);
  });
});

describe('an estimate', () => {
  test('where there are no figures', async () => {
    at.provider.always(fake.streamed(WORDS));
    const { request, used } = metered();
    await collectReply(at.model(), request);
    expect(used).toEqual([estimate(3)]);
  });

  const garbage = [
    { prompt_tokens: -1, completion_tokens: 7 },
    { prompt_tokens: 31, completion_tokens: 1e300 },
    { prompt_tokens: '31', completion_tokens: '7' },
    { prompt_tokens: 31.5, completion_tokens: 7 },
    { prompt_tokens: 31 },
    { prompt_tokens: null, completion_tokens: null },
    { prompt_tokens: [31], completion_tokens: { valueOf: 7 } },
    {},
    [],
    'many',
    7,
  ];
  test.each(garbage.map((usage) => [JSON.stringify(usage), usage]))('where the figures are %s', async (_, usage) => {
    at.provider.script(fake.streamed(WORDS, { usage }), fake.completion(WORDS, 'stop', 'fake-model', usage));
    const { request, used } = metered();
    const model = at.model();
    for (const _ of ['streamed', 'whole']) {
      expect(await collectReply(model, request)).toMatchObject({ text: WORDS, end: { complete: true, notes: [] } });
    }
    expect(used).toEqual([estimate(3), estimate(3)]);
  });

  test.each(['{"choices":[],"usage":{"prompt_tokens":NaN,"completion_tokens":7}}', '{"choices":[],"usage":'])(
    'where the event behind the reply is no JSON: %s; the reply is whole all the same',
    async (data) => {
      at.provider.always(fake.rawStream(fake.replyEvents(WORDS).toSpliced(-1, 0, `data: ${data}\n\n`)));
      const { request, used } = metered();
      expect(await collectReply(at.model(), request)).toMatchObject({
        text: WORDS,
        end: { complete: true, notes: [] },
      });
      expect(used).toEqual([estimate(3)]);
    },
  );

  test.each<[string, fake.FakeReply, number]>([
    ['is reset', fake.streamed(WORDS, { finish: null, done: false, after: 'reset' }), 3],
    ['stalls', fake.streamed(WORDS, { finish: null, done: false, after: 'stall' }), 3],
    [
      'breaks off behind a running count',
      fake.rawStream([
        fake.chunkEvent({ reasoning: 'well, ' }),
        fake.chunkEvent({ content: 'One' }),
        fake.usageEvent({ prompt_tokens: 31, completion_tokens: 1 }),
      ]),
      3,
    ],
    ['turns into garbage', fake.rawStream([fake.chunkEvent({ content: 'One' }), 'data: {\n\n']), 1],
  ])('of a stream that %s', async (_, reply, tokens) => {
    at.provider.always(reply);
    const { request, used } = metered();
    expect((await collectReply(at.model({ gapMs: 500 }), request)).end?.complete).toBe(false);
    expect(used).toEqual([estimate(tokens)]);
  });

  test('of a body that is no completion: its prompt was read', async () => {
    at.provider.always(fake.json(200, { choices: [] }));
    const { request, used } = metered();
    await failure(collectReply(at.model(), request));
    expect(used).toEqual([estimate(0)]);
  });

  test('of a reply that the reader leaves or cancels, with what had come', async () => {
    at.provider.always(fake.rawStream([fake.chunkEvent({ content: WORDS })], 'stall'));
    const leaving = metered();
    for await (const _ of at.model().reply(leaving.request, new AbortController().signal)) break;
    expect(leaving.used).toEqual([estimate(3)]);
    const cancelled = metered();
    const controller = new AbortController();
    for await (const _ of at.model().reply(cancelled.request, controller.signal)) controller.abort();
    expect(cancelled.used).toEqual([estimate(3)]);
  });

  test('of a call that was given up before its answer began: its prompt', async () => {
    at.provider.always({ silent: true });
    const late = metered();
    await failure(collectReply(at.model({ firstTokenMs: 500 }), late.request));
    expect(late.used).toEqual([estimate(0)]);
    const cancelled = metered();
    const controller = new AbortController();
    const reply = collectReply(at.model(), cancelled.request, controller.signal);
    await at.provider.called(2);
    controller.abort();
    await reply;
    expect(cancelled.used).toEqual([estimate(0)]);
  });

  test('counts bytes of UTF-8, since a sign of Chinese is about a token and a letter is not', () => {
    expect(estimateUsage([{ role: 'user', content: '你好，世界' }], Buffer.byteLength('Grüße'))).toEqual({
      promptTokens: 8,
      completionTokens: 2,
      cachedTokens: null,
    });
  });
});

describe('nothing is counted', () => {
  test.each([400, 401, 404, 429, 500, 503])('of a request that is answered with %i', async (status) => {
    at.provider.always(fake.refusal(status, 'no'));
    const { request, used } = metered();
    await failure(collectReply(at.model(), request));
    expect(used).toEqual([]);
  });

  test('of a connection that breaks off before an answer, or is not there', async () => {
    const { request, used } = metered();
    at.provider.always(() => {
      throw new Error('the fake provider closes the connection');
    });
    await failure(collectReply(at.model(), request));
    expect(at.provider.calls).toHaveLength(1);
    await at.provider.close();
    await failure(collectReply(at.model(), request));
    expect(used).toEqual([]);
  });

  test('of a call that was cancelled before it was made', async () => {
    const { request, used } = metered();
    await collectReply(at.model(), request, AbortSignal.abort());
    expect(used).toEqual([]);
  });
});

describe('a server that does not take the option', () => {
  test.each([
    [400, { error: { message: 'Unrecognized request argument: stream_options', code: 'unknown_parameter' } }],
    [422, { detail: [{ loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }] }],
    [400, { error: 'Bad Request' }],
  ])('%i %j: is asked again without it alone, at once and from then on', async (status, body) => {
    at.provider.script(fake.json(status, body));
    const model = at.model();
    const { request, used } = metered();
    for (const _ of ['first', 'second']) expect((await collectReply(model, request)).end?.notes).toEqual([]);
    expect(at.provider.calls.map((call) => 'stream_options' in call.body)).toEqual([true, false, false]);
    expect(at.provider.calls.map((call) => 'temperature' in call.body)).toEqual([true, true, true]);
    expect(used.map(({ estimated }) => estimated)).toEqual([true, true]);
  });

  test('is no server that refuses for another reason, or that has taken it before', async () => {
    const refused = fake.json(400, { error: 'Bad Request' });
    at.provider.script(refused, refused, fake.streamed('fine'), refused);
    const model = at.model();
    await failure(collectReply(model));
    expect((await collectReply(model)).text).toBe('fine');
    await failure(collectReply(model));
    expect(at.provider.calls.map((call) => 'stream_options' in call.body)).toEqual([true, false, true, true]);
  });

  test('may take other options no better', async () => {
    const refuse = (option: string) => fake.json(400, { error: { message: `no ${option}`, param: option } });
    at.provider.script(refuse('temperature'), refuse('stream_options'));
    await collectReply(at.model());
    const options = ({ body }: { body: object }) => ['temperature' in body, 'stream_options' in body];
    expect(at.provider.calls.map(options)).toEqual([
      [true, true],
      [false, true],
      [false, false],
    ]);
  });
});

test.each([
  [{ prompt_tokens: 31, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 24 } }, 24],
  [{ prompt_tokens: 31, completion_tokens: 7, prompt_cache_hit_tokens: 8 }, 8],
  [{ prompt_tokens: 31, completion_tokens: 7, prompt_tokens_details: null }, null],
  [{ prompt_tokens: 31, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 99 } }, null],
])('what was in the cache of %j: %s', (usage, cached) => {
  expect(readUsage(usage)?.cachedTokens).toBe(cached);
});

test('any figures are counts of tokens or none', () => {
  const figure = fc.oneof(fc.integer(), fc.double(), fc.string(), fc.jsonValue());
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.record({ prompt_tokens: figure, completion_tokens: figure })), (value) => {
      for (const tokens of Object.values(readUsage(value) ?? {})) {
        if (tokens !== null) expect(Number.isSafeInteger(tokens) && tokens >= 0 && tokens <= 10_000_000).toBe(true);
      }
    }),
  );
});
