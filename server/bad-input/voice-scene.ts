import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { writeWav } from '../platform/audio/wav.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { type FakeSpeechProvider, hum, startFakeSpeechProvider } from '../testing/fake-speech-provider.ts';
import { expectDiscreetLog, expectSoundDatabase } from '../testing/invariants.ts';

/** A mark in visitors' and providers' words that must never reach the log. */
export const CANARY = 'canary-5e11';
/** A valid recording. */
export const GOOD_WAV = writeWav(hum(400, 16_000));

/** The valid recording with parts of its header overwritten. */
export function header(...changes: [at: number, bytes: 2 | 4, value: number][]): Buffer {
  const file = Buffer.from(GOOD_WAV);
  for (const [at, bytes, value] of changes) file.writeUIntLE(value, at, bytes);
  return file;
}

/** A file of this many bytes with nothing but empty chunks. */
export function ofParts(bytes: number): Buffer {
  const file = Buffer.alloc(bytes);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(bytes - 8, 4);
  file.write('WAVE', 8, 'latin1');
  return file;
}

export type Credentials = Awaited<ReturnType<TestApp['session']>>;

/** A server whose speech provider belongs to the test, a running session and an ended one. */
export interface VoiceScene {
  app: TestApp;
  provider: FakeSpeechProvider;
  session: Credentials;
  ended: Credentials;
  /** Posts anything to a path. */
  post(
    path: string,
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string>,
  ): Promise<{ status: number; text: string }>;
  /** Sends a recording as a bare body. */
  bare(file: Buffer, who?: Credentials): Promise<{ status: number; text: string }>;
  /** Sends it in JSON. */
  inJson(file: Buffer, rest?: object): ReturnType<TestApp['call']>;
}

/** The scene of a test file; afterwards the database is consistent, and the log discreet and free of defects. */
export function useVoiceScene(environment: Record<string, string> = {}): () => VoiceScene {
  const log: string[] = [];
  let made: VoiceScene;
  beforeAll(async () => {
    const provider = await startFakeSpeechProvider();
    const app = await startTestApp({ STT_BASE_URL: provider.url, TTS_BASE_URL: provider.url, ...environment }, { log });
    const [session, ended] = [await app.session(), await app.session()];
    await app.call('end_session', ended);
    const post: VoiceScene['post'] = async (path, body, headers) => {
      const response = await fetch(app.url + path, { method: 'POST', body, headers });
      return { status: response.status, text: await response.text() };
    };
    made = {
      app,
      provider,
      session,
      ended,
      post,
      bare: (file, who = session) =>
        post('/functions/v1/speech_to_text_custom', new Uint8Array(file), {
          'content-type': 'audio/wav',
          'x-session-id': who.session_id,
          'x-session-secret': who.session_secret,
        }),
      inJson: (file, rest = {}) =>
        app.call('speech_to_text_custom', { ...session, audio_base64: file.toString('base64'), ...rest }),
    };
  });
  afterEach(() => {
    expect(log.filter((line) => line.includes('"defect"'))).toEqual([]);
  });
  afterAll(async () => {
    await expectSoundDatabase(made.app.pool);
    expectDiscreetLog(log, [CANARY, made.session.session_secret]);
    await made.app.close();
    await made.provider.close();
  });
  return () => made;
}
