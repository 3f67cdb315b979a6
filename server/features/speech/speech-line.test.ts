import { expect, test } from 'vitest';
import { readLenientPcm, writeWav } from '../../platform/audio/wav.ts';
import type { Voice } from '../../providers/voice/port.ts';
import { hum } from '../../testing/fake-speech-provider.ts';
import { SpeechLine } from './speech-line.ts';

test('a sentence whose sound cannot be read is skipped and counted; the others are heard', async () => {
  const broken = Buffer.from('no sound at all');
  const voice: Voice = {
    speak: async ({ text }) => ({
      audio: text === 'Second.' ? broken : writeWav(hum(100)),
      mime: 'audio/wav',
      provider: 'custom',
      model: 'm',
    }),
  };
  const heard: string[] = [];
  const line = new SpeechLine({
    voice,
    manner: { voiceId: 'warm', speed: 1, emphasis: 'none', wav: true },
    signal: new AbortController().signal,
    onGiven: () => undefined,
    onUsed: () => undefined,
    onSpoken({ text }, { audio }) {
      readLenientPcm(audio);
      heard.push(text);
    },
  });
  for (const text of ['First.', 'Second.', 'Third.']) line.add({ segment: 0, previous: null, text });
  await line.finished();
  expect(heard).toEqual(['First.', 'Third.']);
  expect(line.failures).toBe(1);
});
