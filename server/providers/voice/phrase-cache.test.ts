import { describe, expect, test } from 'vitest';
import { createPhraseCache } from './phrase-cache.ts';
import type { Speech, SpeechRequest, Voice } from './port.ts';

const never = new AbortController().signal;
const ask = (changes: Partial<SpeechRequest> = {}): SpeechRequest => ({
  text: 'Fair question.',
  voiceId: 'af_heart',
  speed: 1,
  emphasis: 'none',
  ...changes,
});

/** A voice that speaks on demand. */
function scriptedVoice(bytes = 100) {
  const asked: { request: SpeechRequest; signal: AbortSignal; speak(changes?: Partial<Speech>): void; fail(): void }[] =
    [];
  const voice: Voice = {
    speak(request, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<Speech>();
      const speech: Speech = { audio: Buffer.alloc(bytes), mime: 'audio/wav', provider: 'embedded', model: 'm' };
      asked.push({
        request,
        signal,
        speak: (changes) => resolve({ ...speech, ...changes }),
        fail: () => reject(new Error('failed')),
      });
      return promise;
    },
  };
  return { voice, asked };
}

describe('the phrase cache', () => {
  test('a phrase that was spoken is not spoken again', async () => {
    const { voice, asked } = scriptedVoice();
    const cache = createPhraseCache(voice, () => 'embedded');
    const first = cache.speak(ask(), never);
    asked[0]?.speak();
    expect(await cache.speak(ask(), never)).toEqual({ ...(await first), remembered: true });
    expect(asked).toHaveLength(1);
  });

  test.each<[string, Partial<SpeechRequest>]>([
    ['text', { text: 'Fair question!' }],
    ['voice', { voiceId: 'bm_fable' }],
    ['speed', { speed: 1.2 }],
    ['emphasis', { emphasis: 'strong' }],
  ])('another %s is another phrase', async (_, changes) => {
    const { voice, asked } = scriptedVoice();
    const cache = createPhraseCache(voice, () => 'embedded');
    void cache.speak(ask(), never);
    void cache.speak(ask(changes), never);
    expect(asked).toHaveLength(2);
  });

  test('two who ask at once hear one; it is spoken on for the second when the first leaves', async () => {
    const { voice, asked } = scriptedVoice();
    const cache = createPhraseCache(voice, () => 'embedded');
    const leaving = new AbortController();
    const first = cache.speak(ask(), leaving.signal);
    const second = cache.speak(ask(), never);
    leaving.abort(new Error('left'));
    await expect(first).rejects.toThrow('left');
    expect(asked[0]?.signal.aborted).toBe(false);
    asked[0]?.speak();
    expect((await second).audio).toHaveLength(100);
    expect(asked).toHaveLength(1);
  });

  test('when nobody waits any more the work ends, and is begun anew when asked for again', async () => {
    const { voice, asked } = scriptedVoice();
    const cache = createPhraseCache(voice, () => 'embedded');
    const leaving = new AbortController();
    const first = cache.speak(ask(), leaving.signal);
    leaving.abort(new Error('left'));
    await expect(first).rejects.toThrow('left');
    expect(asked[0]?.signal.aborted).toBe(true);
    const again = cache.speak(ask(), never);
    asked[1]?.speak();
    expect(await again).toBeTruthy();
  });

  test('a failure is not remembered', async () => {
    const { voice, asked } = scriptedVoice();
    const cache = createPhraseCache(voice, () => 'embedded');
    const first = cache.speak(ask(), never);
    asked[0]?.fail();
    await expect(first).rejects.toThrow('failed');
    void cache.speak(ask(), never);
    expect(asked).toHaveLength(2);
  });

  test('what stood in for a provider is not kept as its own', async () => {
    const { voice, asked } = scriptedVoice();
    const cache = createPhraseCache(voice, () => 'groq');
    const first = cache.speak(ask(), never);
    asked[0]?.speak({ provider: 'embedded' });
    await first;
    void cache.speak(ask(), never);
    expect(asked).toHaveLength(2);
  });

  test('its bytes are bounded, and what was asked for lately stays', async () => {
    const { voice, asked } = scriptedVoice(100);
    const cache = createPhraseCache(voice, () => 'embedded', 1_000);
    const say = async (text: string) => {
      const before = asked.length;
      const spoken = cache.speak(ask({ text }), never);
      asked[before]?.speak();
      await spoken;
      return asked.length > before;
    };
    for (let count = 0; count < 9; count += 1) await say(`phrase ${count}`);
    expect(await say('phrase 0')).toBe(false);
    await say('phrase 9');
    await say('phrase 10');
    expect(cache.bytes()).toBe(1_000);
    expect(await say('phrase 0')).toBe(false);
    expect(await say('phrase 1')).toBe(true);
  });

  test('a voice whose settings were edited is heard with them', async () => {
    const { voice, asked } = scriptedVoice();
    let pitch = 42;
    const cache = createPhraseCache(
      voice,
      () => 'embedded',
      undefined,
      (id) => `${id} ${pitch}`,
    );
    const first = cache.speak(ask(), never);
    asked[0]?.speak();
    await first;
    pitch = 60;
    void cache.speak(ask(), never);
    expect(asked).toHaveLength(2);
  });
});
