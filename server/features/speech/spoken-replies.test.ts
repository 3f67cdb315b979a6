import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { durationMs, readStrictWav } from '../../platform/audio/wav.ts';
import { json } from '../../testing/fake-replies.ts';
import { audio, type FakeSpeechProvider, hum, startFakeSpeechProvider } from '../../testing/fake-speech-provider.ts';
import { type ScriptedApp, startScriptedApp } from '../../testing/scripted-app.ts';
import { hear } from '../../testing/stream.ts';
import { visitorScene } from '../../testing/visitor-scene.ts';
import { BREATH_MS } from './reply-voice.ts';

let provider: FakeSpeechProvider;
let app: ScriptedApp;
beforeAll(async () => {
  provider = await startFakeSpeechProvider();
  app = await startScriptedApp({ TTS_BASE_URL: provider.url });
});
afterAll(async () => {
  await app.close();
  await provider.close();
});
afterEach(() => provider.spoken.splice(0));

const scene = () => visitorScene(app);
const soundOf = (data: Record<string, unknown>) => readStrictWav(Buffer.from(String(data['audio_base64']), 'base64'));
const events = async (sessionId: string, kind: string) =>
  (await app.pool.query('SELECT payload FROM events WHERE session_id = $1 AND kind = $2', [sessionId, kind])).rows.map(
    (row) => row.payload,
  );

describe('a reply that is streamed', () => {
  test('is heard from its first sentence on while the next is being written', async () => {
    const { body } = await scene();
    const message = { ...body('Hello'), speak: true, mode: 'storyteller' };
    const { stream: heard, reply } = await app.begin(message, 'A good day to you. And');
    const first = await heard.next('audio');
    expect(first).toEqual({
      segment: 0,
      text: 'A good day to you.',
      audio_base64: expect.any(String),
      mime: 'audio/wav',
    });
    expect(durationMs(soundOf(first))).toBe(18 * 50);
    expect(heard.events.some(({ event }) => event === 'segment')).toBe(false);
    reply.say(' what brings you here?[pause:1s] Tell me **all** of it.');
    reply.end();
    const second = await heard.next('audio');
    const third = await heard.next('audio');
    expect([second['text'], second['segment']]).toEqual(['And what brings you here?', 0]);
    expect(durationMs(soundOf(second))).toBe(BREATH_MS + 25 * 50);
    expect([third['text'], third['segment']]).toEqual(['Tell me **all** of it.', 1]);
    expect(durationMs(soundOf(third))).toBe(18 * 50);
    await heard.ended;
    expect(heard.events.at(-1)).toMatchObject({ event: 'done', data: { audio_base64: null, interrupted: false } });
    expect(provider.spoken.map(({ input, voice }) => [input, voice])).toEqual([
      ['A good day to you.', 'bm_fable'],
      ['And what brings you here?', 'bm_fable'],
      ['Tell me all of it.', 'bm_fable'],
    ]);
  });

  test('comes in order although a later sentence is ready first', async () => {
    const { body } = await scene();
    provider.speak({ delayMs: 150, ...audio(hum(700)) });
    const { stream: heard, reply } = await app.begin(
      { ...body('Hello'), speak: true },
      'Slow to be spoken. Quick to be spoken.',
    );
    reply.end();
    await heard.ended;
    const texts = heard.events.filter(({ event }) => event === 'audio').map(({ data }) => data['text']);
    expect(texts).toEqual(['Slow to be spoken.', 'Quick to be spoken.']);
  });

  test('without speak it is silent, and no voice is asked', async () => {
    const { body } = await scene();
    const { stream: heard, reply } = await app.begin(body('Hello'), 'Only to be read.');
    reply.end();
    await heard.ended;
    expect(heard.events.map(({ event }) => event)).not.toContain('audio');
    expect(provider.spoken).toHaveLength(0);
  });

  test('asked again with its turn_id it is heard again', async () => {
    const { body } = await scene();
    const asked = { ...body('Hello'), turn_id: crypto.randomUUID(), speak: true };
    const { stream: first, reply } = await app.begin(asked, 'Said and replayed.');
    reply.end();
    await first.ended;
    const again = await hear(app.url, asked);
    await again.ended;
    const audible = ({ event }: { event: string }) => event === 'audio';
    expect(again.events.filter(audible)).toEqual(first.events.filter(audible));
    expect(again.events.at(-1)?.event).toBe('done');
  });

  test('a newer message ends the voice’s work, at the provider too', async () => {
    const { body } = await scene();
    provider.speak({ silent: true });
    const { stream: heard } = await app.begin(
      { ...body('Hello'), speak: true },
      'Nobody hears the end of this. It goes',
    );
    const call = await provider.asked(1);
    const newer = app.call('agent_reply', { ...body('Wait, another thing'), speak: true });
    (await app.model.next()).end();
    expect(await call.closed).toBe(true);
    await heard.ended;
    expect(heard.events.at(-1)).toMatchObject({ event: 'done', data: { interrupted: true } });
    expect(heard.events.some(({ event }) => event === 'audio')).toBe(false);
    await newer;
  });

  test('a newer message ends it also when the words are kept already', async () => {
    const { body } = await scene();
    provider.speak({ silent: true });
    const { stream: heard, reply } = await app.begin({ ...body('Hello'), speak: true }, 'All of it is written.');
    reply.end();
    await heard.next('segment');
    const call = await provider.asked(1);
    const newer = app.call('agent_reply', body('Another thing'));
    (await app.model.next()).end();
    expect(await call.closed).toBe(true);
    await heard.ended;
    expect(heard.events.at(-1)?.event).toBe('done');
    await newer;
  });

  test('who leaves ends the work at the provider', async () => {
    const { body } = await scene();
    provider.speak({ silent: true });
    const { stream: heard } = await app.begin({ ...body('Hello'), speak: true }, 'Nobody is there. Not any');
    const call = await provider.asked(1);
    heard.leave();
    expect(await call.closed).toBe(true);
  });
});

describe('a reply as JSON', () => {
  test('is one WAV file in which each pause is silent to the millisecond', async () => {
    const { body } = await scene();
    const asked = app.call('agent_reply', { ...body('Hello'), speak: true });
    const reply = await app.model.next();
    reply.say('It is good to meet you today.[pause:1s] What brings you here this morning?[pause:2.5s] Take your time.');
    reply.end();
    const { body: answer } = await asked;
    const { sampleRate, samples } = soundOf(answer);
    const pauses = answer.segments.map((segment: { pause_ms: number }) => segment.pause_ms);
    expect(pauses).toEqual([0, 700, 1_750]);
    let at = 0;
    for (const [index, segment] of answer.segments.entries()) {
      const silence = (pauses[index] * sampleRate) / 1_000;
      expect(samples.subarray(at, at + silence).every((sample) => sample === 0)).toBe(true);
      at += silence;
      const spoken = (segment.text.length * 50 * sampleRate) / 1_000;
      expect(Math.abs(samples[at] ?? 0)).toBeGreaterThan(100);
      expect(Math.abs(samples[at + spoken - 1] ?? 0)).toBeGreaterThan(32);
      at += spoken;
    }
    expect(samples).toHaveLength(at);
  });

  test('F27 with the speech provider down the words come all the same, heard in the embedded voice', async () => {
    provider.alwaysSpeak(json(503, {}));
    try {
      const { body, credentials } = await scene();
      const asked = app.call('agent_reply', { ...body('Hello'), speak: true });
      const reply = await app.model.next();
      reply.say('These words arrive. And these.');
      reply.end();
      const { body: answer } = await asked;
      expect(answer.text).toBe('These words arrive. And these.');
      expect(soundOf(answer).sampleRate).toBe(22_050);
      const kept = await events(credentials.session_id, 'provider_fell_back');
      expect(kept).toEqual([
        { provider: 'custom', reason: '503', port: 'voice', sentences: 2, turn_id: answer.turn_id },
      ]);
    } finally {
      provider.alwaysSpeak((call) => audio(hum(call.input.length * 50)));
    }
  });
});

test('the voice is made ready for a visitor who will hear it, and not for one who types', async () => {
  const warm = vi.spyOn(app.parts.voices, 'warm');
  const visitor = { visitor_id: crypto.randomUUID(), consent: true };
  expect((await app.call('create_session', visitor)).status).toBe(200);
  expect((await app.call('create_session', { ...visitor, speak: false })).status).toBe(200);
  await new Promise(setImmediate);
  expect(warm).not.toHaveBeenCalled();
  expect((await app.call('create_session', { ...visitor, speak: true })).status).toBe(200);
  await expect.poll(() => warm.mock.calls).toHaveLength(1);
  warm.mockRestore();
});

test('the voice gets ready while the visitor still speaks', async () => {
  const { credentials } = await visitorScene(app);
  const warm = vi.spyOn(app.parts.voices, 'warm');
  await app.call('track_event', { ...credentials, kind: 'voice_speech_ended', payload: {} });
  expect(warm).not.toHaveBeenCalled();
  expect((await app.call('track_event', { ...credentials, kind: 'voice_speech_started', payload: {} })).status).toBe(
    200,
  );
  expect(warm).toHaveBeenCalledTimes(1);
  warm.mockRestore();
});
