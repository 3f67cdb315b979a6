import { expect, it } from 'vitest';
import { CallError } from '../../../platform/http.ts';
import { createFakeClock } from '../../../platform/testing/fake-clock.ts';
import { createServerTranscriber } from './server-transcriber.ts';

const WAV = Uint8Array.from({ length: 50_000 }, (_, index) => index % 256).buffer;

function transcriber(answers: unknown[]) {
  const clock = createFakeClock(0);
  const calls: { at: number; name: string; body: Record<string, unknown> }[] = [];
  const one = createServerTranscriber({
    clock,
    providers: ['groq', 'custom'],
    credentials: () => ({ session_id: 's', session_secret: 'secret' }),
    async call<Answer>(name: string, body: unknown) {
      calls.push({ at: clock.now(), name, body: body as Record<string, unknown> });
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer as Answer;
    },
  });
  const ask = (whole = true, spoken = '') =>
    one.transcribe({ utterance: 1, wav: WAV, whole, spoken, signal: new AbortController().signal });
  return { ask, calls, clock };
}

const down = () => new CallError('network', 'The server cannot be reached.');

it('sends the WAV to the first provider, with what the twin has just been saying', async () => {
  const { ask, calls } = transcriber([{ text: 'Hello', duration_ms: 900, model: 'whisper', dropped: null }]);
  await expect(ask(true, 'x'.repeat(3_000))).resolves.toEqual({ text: 'Hello', dropped: null });
  expect(calls[0]?.name).toBe('speech_to_text_groq');
  expect(calls[0]?.body).toMatchObject({ session_id: 's', session_secret: 'secret' });
  expect(String(calls[0]?.body['playing'])).toHaveLength(2_000);
  const sent = Uint8Array.from(atob(String(calls[0]?.body['audio_base64'])), (letter) => letter.charCodeAt(0));
  expect(sent).toEqual(new Uint8Array(WAV));
});

it('tries again after 1 s and 2 s, then gives up', async () => {
  const { ask, calls, clock } = transcriber([down(), down(), down()]);
  const asked = ask();
  asked.catch(() => {});
  await clock.passSlowly(10_000);
  await expect(asked).rejects.toThrow('cannot be reached');
  expect(calls.map(({ at }) => at)).toEqual([0, 1_000, 3_000]);
});

it('does not repeat what the server refuses, nor what has been said only so far', async () => {
  const refused = transcriber([new CallError('invalid_request', 'too long', { status: 400, fromServer: true })]);
  await expect(refused.ask()).rejects.toThrow('too long');
  expect(refused.calls).toHaveLength(1);
  const soFar = transcriber([down()]);
  await expect(soFar.ask(false)).rejects.toThrow();
  expect(soFar.calls).toHaveLength(1);
});

it('passes on why the server dropped the words', async () => {
  const { ask } = transcriber([{ text: '', duration_ms: 900, model: 'whisper', dropped: 'hallucination' }]);
  await expect(ask()).resolves.toEqual({ text: '', dropped: 'hallucination' });
});
