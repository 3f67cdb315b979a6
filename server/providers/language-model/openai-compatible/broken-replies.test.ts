/** Faulty responses of a provider: cut streams (F6, F8), garbage (F9), nothing for the visitor (F11). */
import { describe, expect, test } from 'vitest';
import * as fake from '../../../testing/fake-replies.ts';
import { collectReply, replyRequest } from '../fake.ts';
import { failure, useAdapter } from './fixture.ts';

const at = useAdapter();

describe('streams that break off', () => {
  test('F6 reset after three chunks: the words stay, not complete, not asked again', async () => {
    at.provider.always(fake.streamed('one two', { finish: null, done: false, after: 'reset' }));
    const reply = await collectReply(at.model());
    expect(reply.text).toBe('one two');
    expect(reply.end).toMatchObject({ complete: false, notes: [{ reason: 'connection broke off' }] });
    expect(at.provider.calls).toHaveLength(1);
  });

  test.each([
    ['neither finish_reason nor [DONE]', { finish: null, done: false }],
    ['no [DONE]', { done: false }],
    ['finish_reason null', { finish: null }],
  ])('F8 %s: the words are a part', async (_, options) => {
    at.provider.always(fake.streamed('one two', options));
    expect(await collectReply(at.model())).toMatchObject({ text: 'one two', end: { complete: false } });
  });

  test('a reply that has ended is not kept waiting for its stream to close', async () => {
    at.provider.always(fake.streamed('one two', { after: 'stall' }));
    expect(await collectReply(at.model({ closeMs: 20 }))).toMatchObject({ end: { complete: true } });
    expect(await at.provider.calls[0]?.closed).toBe(true);
  });

  test('buffered: nothing was shown, so it is an error to be retried', async () => {
    at.provider.always(fake.streamed('one two', { finish: null, done: false, after: 'reset' }));
    expect((await failure(collectReply(at.model(), replyRequest({ buffered: true })))).retryable).toBe(true);
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
    at.provider.always(reply);
    const error = await failure(collectReply(at.model()));
    expect(error).toMatchObject({ kind: 'provider_bad_response', retryable: false });
  });

  test.each(['text/event-stream', 'application/json'])('50 MB of %s: read up to the cap, then closed', async (type) => {
    const megabyte = 'x'.repeat(1024 * 1024);
    at.provider.always({ headers: { 'content-type': type }, steps: Array(50).fill(megabyte) });
    expect((await failure(collectReply(at.model()))).message).toBe('answer too long');
    expect(await at.provider.calls[0]?.closed).toBe(true);
    // Kernel buffers come on top of the cap.
    expect(at.provider.calls[0]?.bytesSent).toBeLessThan(20 * 1024 * 1024);
  });

  test('an endless reply is cut at the cap, its words stay', async () => {
    const event = fake.chunkEvent({ content: 'forever '.repeat(100) });
    at.provider.always(fake.rawStream([event], 'endless'));
    const reply = await collectReply(at.model());
    expect(reply.end).toMatchObject({ complete: false, notes: [{ reason: 'reply too long' }] });
    expect(reply.text.length).toBeLessThanOrEqual(64 * 1024);
    expect(await at.provider.calls[0]?.closed).toBe(true);
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
    at.provider.always(reply);
    expect((await failure(collectReply(at.model()))).kind).toBe('provider_bad_response');
  });
});
