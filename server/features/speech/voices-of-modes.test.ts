import { expect, test } from 'vitest';
import { durationMs, readStrictWav } from '../../platform/audio/wav.ts';
import { createVoices } from '../../providers/voice/create-voices.ts';
import { pitchOf } from '../../testing/pitch.ts';
import { loadSampleTwin } from '../../testing/sample-twin.ts';

test('each of the seven modes has a voice of its own, heard by its pitch or its pace', async () => {
  const twin = await loadSampleTwin();
  const voices = createVoices({ chain: [] }, () => twin);
  try {
    const heard: { id: string; pitch: number; ms: number }[] = [];
    for (const { id, voiceId } of twin.modes) {
      const request = { text: 'Good to have you here, take your time.', voiceId, speed: 1, emphasis: 'none' as const };
      const sound = readStrictWav((await voices.speak(request, new AbortController().signal)).audio);
      heard.push({ id, pitch: pitchOf(sound), ms: durationMs(sound) });
    }
    for (const [at, one] of heard.entries()) {
      for (const other of heard.slice(at + 1)) {
        const apart = Math.max(Math.abs(one.pitch / other.pitch - 1) / 0.06, Math.abs(one.ms / other.ms - 1) / 0.06);
        expect(apart, `${one.id} ${JSON.stringify(one)} and ${other.id} ${JSON.stringify(other)}`).toBeGreaterThan(1);
      }
    }
  } finally {
    await voices.close();
  }
});
