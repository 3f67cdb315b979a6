import { DEFAULT_WORDS_PER_MINUTE } from '@understudy/contract/constants';
import { afterAll, expect, test } from 'vitest';
import { durationMs, readStrictWav } from '../../platform/audio/wav.ts';
import { createEmbeddedVoice } from '../../providers/voice/embedded/create-embedded-voice.ts';
import { loadSampleTwin } from '../../testing/sample-twin.ts';

const twin = await loadSampleTwin();
const embedded = new Map(twin.voices.map((voice) => [voice.id, voice.embedded]));
const voice = createEmbeddedVoice({
  voiceOf: (id) => {
    const known = embedded.get(id);
    if (!known) throw new Error(`no voice ${id}`);
    return known;
  },
});
afterAll(() => voice.close());

/** Replies of the twin, with the breath between two sentences (the voice's own, if it speaks whole replies). */
const SENTENCES = [
  'When everything crosses one desk, the cause is rarely that people cannot decide.',
  'It begins with a first call of thirty minutes, which costs nothing.',
  'Orla asks about the last three things that waited for you, and the call ends with a yes, a no or a name.',
];
const BREATH_MS = 220;

test('the default voice speaks 150 words a minute, the others within a fifth of it', async () => {
  const pace = async (voiceId: string) => {
    let words = 0;
    let ms = 0;
    for (const text of SENTENCES) {
      const { audio } = await voice.speak({ text, voiceId, speed: 1, emphasis: 'none' }, new AbortController().signal);
      words += text.split(' ').length;
      ms += durationMs(readStrictWav(audio)) + BREATH_MS;
    }
    return (words / ms) * 60_000;
  };
  const usual = await pace(twin.defaultVoice);
  expect(Math.abs(usual - DEFAULT_WORDS_PER_MINUTE)).toBeLessThan(0.06 * DEFAULT_WORDS_PER_MINUTE);
  for (const id of embedded.keys())
    expect(Math.abs((await pace(id)) - DEFAULT_WORDS_PER_MINUTE), id).toBeLessThan(0.2 * DEFAULT_WORDS_PER_MINUTE);
});
