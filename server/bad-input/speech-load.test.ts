import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { durationMs, readLenientWav, readStrictWav, writeWav } from '../platform/audio/wav.ts';
import { audio, hum } from '../testing/fake-speech-provider.ts';
import { times } from '../testing/load.ts';
import { openSocket } from '../testing/raw-http.ts';
import { type Credentials, GOOD_WAV, useVoiceScene } from './voice-scene.ts';

const scene = useVoiceScene();

/** Disconnects while the provider is working; resolves when the provider has noticed. */
async function leave(path: string, body: object, arrived: () => Promise<{ closed: Promise<boolean> }>) {
  const gone = new AbortController();
  const { app, session } = scene();
  const call = fetch(app.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...session, ...body }),
    signal: gone.signal,
  });
  const asked = await arrived();
  gone.abort();
  await expect(call).rejects.toThrow();
  expect(await asked.closed).toBe(true);
}

test('who leaves while the words or the sound are waited for leaves no work and no defect behind', async () => {
  const { provider } = scene();
  provider.transcribe({ silent: true });
  const heard = () => expect.poll(() => provider.heard.length).toBe(1);
  await leave('/functions/v1/speech_to_text_custom', { audio_base64: GOOD_WAV.toString('base64') }, async () => {
    await heard();
    return provider.heard[0] as { closed: Promise<boolean> };
  });
  provider.speak({ silent: true });
  await leave('/functions/v1/text_to_speech', { text: 'Nobody waits for this.' }, () => provider.asked(1));
});

test('typed words are answered while many long texts wait to be spoken, few of them held at once', async () => {
  const { app, provider, session } = scene();
  const ask = async () => {
    const { status } = await app.call('agent_reply', { ...(await app.session()), user_message: 'What do you charge?' });
    expect(status).toBe(200);
  };
  // The first answer takes longer, and a voice is given up after 5 s.
  await ask();
  const before = provider.spoken.length;
  const gate = Promise.withResolvers<void>();
  provider.alwaysSpeak({ ...audio(hum(50)), steps: [{ until: gate.promise }, writeWav(hum(50))] });
  // No two pieces are the same: what is being spoken already is asked for once.
  const sentences = (text: number) =>
    Array.from({ length: 50 }, (_, at) => `Sentence ${at} of text ${text}.`).join(' ');
  const texts = Array.from({ length: times(8, 50) }, (_, at) => sentences(at));
  const speaking = texts.map((text) => app.call('text_to_speech', { ...session, text }));
  await provider.asked(before + 6);
  await ask();
  // Two texts of three sentences each, concurrently.
  expect(provider.spoken.length - before).toBe(6);
  gate.resolve();
  provider.alwaysSpeak(audio(hum(50)));
  expect(new Set((await Promise.all(speaking)).map(({ status }) => status))).toEqual(new Set([200]));
});

test('a long sound comes whole, in JSON and as a stream', async () => {
  const { app, provider, session, post } = scene();
  provider.alwaysSpeak(audio(hum(1_000)));
  const text = 'A sentence. '.repeat(60);
  const whole = await app.call('text_to_speech', { ...session, text });
  expect(whole.body.mime).toBe('audio/wav');
  const json = readStrictWav(Buffer.from(whole.body.audio_base64, 'base64'));
  expect(durationMs(json)).toBeGreaterThan(60_000);
  const response = await fetch(`${app.url}/api/tts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...session, text }),
  });
  expect(durationMs(readLenientWav(Buffer.from(await response.arrayBuffer())))).toBe(durationMs(json));
  expect((await post('/api/tts', 'null', { 'content-type': 'application/json' })).status).toBe(400);
});

test('who does not read is spoken to no further', async () => {
  const { app, provider, session } = scene();
  const before = provider.spoken.length;
  // Ten seconds per sentence: no buffer on the way holds a hundred of them.
  let spoken = 0;
  provider.alwaysSpeak(() => {
    spoken += 1;
    return audio(hum(10_000 + spoken));
  });
  const body = JSON.stringify({
    ...session,
    text: Array.from({ length: 200 }, (_, at) => `Sentence ${at}.`).join(' '),
  });
  const socket = await openSocket(app.url);
  socket.pause();
  socket.write(
    'POST /api/tts HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n' +
      `content-length: ${body.length}\r\n\r\n${body}`,
  );
  let asked = -1;
  // Until no further sentences are requested.
  await expect
    .poll(
      () => {
        const same = asked === provider.spoken.length && asked > before;
        asked = provider.spoken.length;
        return same;
      },
      { interval: 500, timeout: 20_000 },
    )
    .toBe(true);
  expect(asked - before).toBeLessThan(100);
  socket.destroy();
  await once(socket, 'close');
});

test('several calls at once cannot all begin on the last character of the day', async () => {
  const { app, provider, session } = scene();
  provider.alwaysSpeak(audio(hum(50)));
  const { speechBudget, totals } = app.parts;
  const { characters } = speechBudget;
  speechBudget.characters = totals.today('tts_characters') + 10;
  try {
    const say = (at: number) => app.call('text_to_speech', { ...session, text: `Twenty letters, or so ${at}.` });
    const statuses = (await Promise.all(Array.from({ length: 10 }, (_, at) => say(at)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  } finally {
    speechBudget.characters = characters;
  }
});

test('no sound is left in the database or in files', async () => {
  const { app, bare } = scene();
  const sounds = async () => (await readdir(tmpdir())).filter((name) => /\.(?:wav|mp3|pcm|webm)$/i.test(name));
  const before = await sounds();
  const mine: Credentials = await app.session();
  await app.call('agent_reply', { ...mine, user_message: 'What do you charge?', speak: true });
  expect((await bare(GOOD_WAV, mine)).status).toBe(200);
  expect(await sounds()).toEqual(before);
  const { rows } = await app.pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  for (const { name } of rows) {
    const { rows: kept } = await app.pool.query(`SELECT 1 FROM "${name}" AS t WHERE t::text ~ 'UklGR|RIFF|52494646'`);
    expect(kept, name).toEqual([]);
  }
});
