import { expect, test, vi } from 'vitest';
import { createVoiceFallback } from './create-voices.ts';
import type { Speech, SpeechRequest, Voice } from './port.ts';

const never = new AbortController().signal;
const REQUEST: SpeechRequest = { text: 'Good day.', voiceId: 'warm', speed: 1, emphasis: 'none' };
const speechOf = (provider: string): Speech => ({ audio: Buffer.alloc(0), mime: 'audio/wav', provider, model: 'm' });

/** A voice that speaks or fails as the test says, and one behind it. */
function pair(first: Voice['speak']) {
  const last = { warm: vi.fn(), speak: async () => speechOf('embedded') };
  const link = { name: 'custom', voice: { speak: vi.fn(first) } };
  return { last, link, voice: createVoiceFallback([link], last, { slowMs: 20 }) };
}

test('the last voice gets ready while a provider is slow, before anybody knows who will speak', async () => {
  const slow = Promise.withResolvers<Speech>();
  const { last, voice } = pair(() => slow.promise);
  const speaking = voice.speak(REQUEST, never);
  await expect.poll(() => last.warm.mock.calls).toHaveLength(1);
  slow.resolve(speechOf('custom'));
  expect((await speaking).provider).toBe('custom');
});

test('made ready for a session it is not, as long as the provider speaks; after a failure it is', async () => {
  const { last, link, voice } = pair(async () => speechOf('custom'));
  voice.warm();
  expect((await voice.speak(REQUEST, never)).provider).toBe('custom');
  voice.warm();
  expect(last.warm).not.toHaveBeenCalled();
  link.voice.speak.mockRejectedValueOnce(new Error('down'));
  expect((await voice.speak(REQUEST, never)).provider).toBe('embedded');
  voice.warm();
  expect(last.warm).toHaveBeenCalledTimes(1);
  await voice.speak(REQUEST, never);
  voice.warm();
  expect(last.warm).toHaveBeenCalledTimes(1);
});

test('without a provider it is made ready at once', () => {
  const last = { warm: vi.fn(), speak: async () => speechOf('embedded') };
  createVoiceFallback([], last).warm();
  expect(last.warm).toHaveBeenCalledTimes(1);
});
