import type { PublicConfig } from '@understudy/contract/wire';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { writeWav } from '../../platform/audio/wav.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { json } from '../../testing/fake-replies.ts';
import {
  type FakeSpeechProvider,
  heardWords,
  hum,
  startFakeSpeechProvider,
} from '../../testing/fake-speech-provider.ts';

let provider: FakeSpeechProvider;
let app: TestApp;
beforeAll(async () => {
  provider = await startFakeSpeechProvider();
  app = await startTestApp({ STT_BASE_URL: provider.url });
});
afterAll(async () => {
  await app.close();
  await provider.close();
});
afterEach(() => provider.heard.splice(0));

const wav = writeWav(hum(1_500, 16_000));
const asBase64 = (file: Buffer) => ({ audio_base64: file.toString('base64') });
async function hear(body: Record<string, unknown>, name = 'speech_to_text_custom') {
  return app.call(name, { ...(await app.session()), ...body });
}

describe('speech_to_text', () => {
  test('answers the words, the length and the model that heard them', async () => {
    const answer = await hear(asBase64(wav));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      text: 'Hello from the microphone.',
      duration_ms: 1_600,
      model: 'whisper-large-v3-turbo',
      dropped: null,
      ending: 'unsure',
    });
    expect(provider.heard[0]?.file.bytes.equals(wav)).toBe(true);
  });

  test.each([
    ['How long does a workshop take?', 'complete'],
    ['I would like to', 'open'],
  ])("tells how words end: '%s' is %s", async (words, ending) => {
    provider.transcribe(heardWords(words));
    expect((await hear(asBase64(wav))).body).toMatchObject({ text: words, ending });
  });

  test('takes the bare file with the credentials in headers', async () => {
    const session = await app.session();
    const response = await fetch(`${app.url}/functions/v1/speech_to_text_custom`, {
      method: 'POST',
      headers: {
        'content-type': 'audio/wav',
        'x-session-id': session.session_id,
        'x-session-secret': session.session_secret,
      },
      body: new Uint8Array(wav),
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ text: 'Hello from the microphone.', duration_ms: 1_600 });
  });

  test('keeps nothing of the sound', async () => {
    await hear(asBase64(wav));
    const { rows } = await app.pool.query<{ table_name: string; column_name: string }>(
      `SELECT table_name, column_name FROM information_schema.columns
       WHERE table_schema = 'public' AND data_type = 'bytea'`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { table_name: table, column_name: column } of rows) {
      const largest = await app.pool.query(`SELECT coalesce(max(octet_length(${column})), 0) AS size FROM ${table}`);
      expect(largest.rows[0]?.size).toBeLessThan(1_000);
    }
    const { rows: events } = await app.pool.query('SELECT payload FROM events');
    expect(JSON.stringify(events)).not.toContain('UklGR');
  });

  test.each<[string, string, number, Record<string, unknown>, string, string | null]>([
    ['silence that it calls thanks', 'Thank you.', 0.8, {}, '', 'hallucination'],
    ['subtitles', 'Thanks for watching!', 0.1, {}, '', 'hallucination'],
    ['nothing', '', 0.5, {}, '', 'empty'],
    ['only a mark', '.', 0.1, {}, '', 'empty'],
    ['a real thanks', 'Thank you.', 0.1, {}, 'Thank you.', null],
    ['a short word', 'No.', 0.3, {}, 'No.', null],
    ['the twin itself', 'It takes two weeks as a rule', 0.1, { playing: 'It takes two weeks, as a rule.' }, '', 'echo'],
    ['an answer in its words', 'Two weeks', 0.1, { playing: 'It takes two weeks, as a rule.' }, 'Two weeks', null],
  ])('of %s', async (_, heard, silence, body, text, dropped) => {
    provider.transcribe(heardWords(heard, silence));
    expect((await hear({ ...asBase64(wav), ...body })).body).toMatchObject({ text, dropped });
  });

  test('a file without a sound is not sent anywhere', async () => {
    const silent = writeWav({ sampleRate: 16_000, samples: new Int16Array(16_000) });
    const answer = await hear(asBase64(silent));
    expect(answer.body).toMatchObject({ text: '', dropped: 'empty', duration_ms: 1_000 });
    expect(provider.heard).toHaveLength(0);
  });
});

describe('what is refused', () => {
  const long = writeWav({ sampleRate: 8_000, samples: new Int16Array(8_000 * 61).fill(900) });
  const large = writeWav({ sampleRate: 48_000, samples: new Int16Array(2_200_000).fill(900) });
  test.each<[string, Record<string, unknown>, number, string, RegExp]>([
    ['no WAV file', asBase64(Buffer.from('hello')), 400, 'invalid_audio', /it is no WAV file/],
    ['a cut file', asBase64(wav.subarray(0, 900)), 400, 'invalid_audio', /and 900 came/],
    ['a minute and more', asBase64(long), 400, 'invalid_audio', /longer than 60 seconds/],
    ['more than 4 MB', asBase64(large), 413, 'body_too_large', /4 MB/],
    ['no base64', { audio_base64: 'héllo' }, 400, 'invalid_request', /not base64/],
    ['no sound at all', {}, 400, 'invalid_request', /audio_base64/],
    ['an unknown field', { ...asBase64(wav), extra: 1 }, 400, 'invalid_request', /extra/],
    ['an unknown model', { ...asBase64(wav), model: 'gpt-x' }, 400, 'unknown_model', /model/],
    ['a wrong secret', { ...asBase64(wav), session_secret: 'wrong' }, 401, 'invalid_session', /session/],
    [
      'a session that is none',
      { ...asBase64(wav), session_id: crypto.randomUUID() },
      401,
      'invalid_session',
      /session/,
    ],
  ])('%s', async (_, body, status, code, sentence) => {
    const answer = await hear(body);
    expect(answer.body).toMatchObject({ code, error: expect.stringMatching(sentence), request_id: expect.any(String) });
    expect(answer.status).toBe(status);
    expect(provider.heard).toHaveLength(0);
  });

  test('a body over 6 MiB, and a bare file over 4 MB', async () => {
    expect((await hear({ audio_base64: 'A'.repeat(6_400_000) })).status).toBe(413);
    const response = await fetch(`${app.url}/functions/v1/speech_to_text_custom`, {
      method: 'POST',
      headers: { 'content-type': 'audio/wav' },
      body: new Uint8Array(large),
    });
    expect([response.status, await response.json()]).toEqual([
      413,
      expect.objectContaining({ code: 'body_too_large' }),
    ]);
  });

  test('calls without credentials, of other kinds and of providers that are not active', async () => {
    expect((await app.call('speech_to_text_custom', asBase64(wav))).status).toBe(401);
    expect((await hear(asBase64(wav), 'speech_to_text_groq')).body.code).toBe('not_found');
    const response = await fetch(`${app.url}/functions/v1/speech_to_text_custom`, {
      method: 'POST',
      headers: { 'content-type': 'audio/mpeg' },
      body: 'ID3',
    });
    expect(response.status).toBe(415);
    const elsewhere = await fetch(`${app.url}/functions/v1/agent_reply`, {
      method: 'POST',
      headers: { 'content-type': 'audio/wav' },
      body: new Uint8Array(wav),
    });
    expect(elsewhere.status).toBe(415);
  });
});

describe('a provider that does not hear', () => {
  test('is 503 with an event, and the next utterance is heard', async () => {
    provider.transcribe(json(500, {}), json(500, {}));
    const session = await app.session();
    const failed = await app.call('speech_to_text_custom', { ...session, ...asBase64(wav) });
    expect([failed.status, failed.body.code]).toEqual([503, 'transcription_unavailable']);
    expect(Number(failed.headers.get('retry-after'))).toBeGreaterThan(0);
    const { rows } = await app.pool.query(
      "SELECT kind, payload FROM events WHERE session_id = $1 AND kind LIKE 'trans%'",
      [session.session_id],
    );
    expect(rows).toEqual([{ kind: 'transcription_failed', payload: { provider: 'custom', reason: '500' } }]);
    expect((await hear(asBase64(wav))).status).toBe(200);
  });

  test('with none set up it is 503, whatever it is called', async () => {
    const deaf = await startTestApp();
    try {
      for (const name of ['groq', 'openai', 'custom']) {
        const answer = await deaf.call(`speech_to_text_${name}`, { ...(await deaf.session()), ...asBase64(wav) });
        expect([answer.status, answer.body.code]).toEqual([503, 'transcription_unavailable']);
      }
      const config = (await (await fetch(`${deaf.url}/api/config`)).json()) as PublicConfig;
      expect(config.speech.transcription).toEqual({ providers: [], browser: true });
    } finally {
      await deaf.close();
    }
  });

  test('is told to the page, and budgets hold', async () => {
    const scarce = await startTestApp({
      STT_BASE_URL: provider.url,
      LIMIT_SITE_STT_SECONDS_PER_DAY: '3',
      RATE_LIMIT_SCALE: '1',
    });
    try {
      const config = (await (await fetch(`${scarce.url}/api/config`)).json()) as PublicConfig;
      expect(config.speech.transcription).toEqual({ providers: ['custom'], browser: true });
      const session = await scarce.session();
      const say = () => scarce.call('speech_to_text_custom', { ...session, ...asBase64(wav) });
      expect([(await say()).status, (await say()).status]).toEqual([200, 200]);
      const refused = await say();
      expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
      expect(refused.body.error).toMatch(/listened as much as it may today/);
    } finally {
      await scarce.close();
    }
  });
});
