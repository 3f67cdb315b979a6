import { readFile } from 'node:fs/promises';
import { type Browser, chromium } from 'playwright-core';
import { CHROMIUM, CHROMIUM_FLAGS } from '../e2e/support/chromium.ts';
import { type MicrophoneFile, recordMicrophone, type Scene } from '../e2e/support/microphone-file.ts';
import { readLenientWav } from '../server/platform/audio/wav.ts';
import { startFakeProvider } from '../server/testing/fake-provider.ts';
import { type FakeReply, streamed } from '../server/testing/fake-replies.ts';
import { heardWords, startFakeSpeechProvider } from '../server/testing/fake-speech-provider.ts';
import { Stage } from './stage.ts';
import {
  type BothSides,
  type Frames,
  forgetFrames,
  microphoneOpenedAt,
  readBothSides,
  readFrames,
  watchPage,
} from './voice-tap.ts';
import type { Track } from './voice-times.ts';

/** The script of a conversation. */
export interface Talk {
  /** The microphone's sound; see {@link recordMicrophone}. */
  scene: Scene;
  /** What the twin says at the nth request (from 0); the greeting is the first. */
  says(request: number): string;
  /**
   * The transcriber's response. By default the words that the scene says at that moment. (Counting requests would not
   * work: during a held reply each utterance is transcribed several times.)
   */
  understands?: () => string;
  /** The speech provider's sound for a sentence; without it the embedded voice speaks. */
  sounds?: (sentence: string) => FakeReply;
  /** How long the providers take; by default they answer at once. */
  delays?: Delays;
  /** Whether the page is not told how words end, so that only a second of silence ends a turn. */
  waits?: boolean;
}

/** Milliseconds that the providers take: to transcribe an utterance, to a first word, and to a first sound. */
export interface Delays {
  transcription: number;
  firstWord: number;
  firstSound: number;
}

const NO_DELAYS: Delays = { transcription: 0, firstWord: 0, firstSound: 0 };
/** Between two words of a reply, where the providers take time: some 200 words a second, as a fast model. */
const WORD_MS = 5;

/** A finished conversation. */
export interface HeldTalk {
  sides: BothSides;
  said: Track;
  microphone: MicrophoneFile;
  frames: Frames;
  /** The page's voice events. */
  events: { kind: string; payload: Record<string, number> }[];
}

/** The real product in a real browser, with providers that answer at once. `close` ends all of it. */
export async function openPage(
  talk: Omit<Talk, 'scene'> & { understands: () => string },
  microphone: MicrophoneFile | null,
) {
  const stage = new Stage();
  const provider = await startFakeProvider();
  const speech = await startFakeSpeechProvider();
  let browser: Browser | null = null;
  const close = async () => {
    await browser?.close();
    await stage.clear();
    await Promise.all([provider.close(), speech.close()]);
  };
  try {
    let asked = 0;
    const { sounds, delays = NO_DELAYS } = talk;
    const wordMs = delays.firstWord > 0 ? { delayMs: delays.firstWord, wordMs: WORD_MS } : {};
    provider.always(() => streamed(talk.says(asked++), wordMs));
    speech.alwaysTranscribe(() => ({ ...heardWords(talk.understands()), delayMs: delays.transcription }));
    if (sounds) speech.alwaysSpeak(({ input }) => ({ ...sounds(input), delayMs: delays.firstSound }));
    const product = await stage.product({
      ...{ LLM_BASE_URL: provider.url, LLM_MODEL: 'fake-model', STT_BASE_URL: speech.url, STT_MODEL: 'fake-model' },
      ...(sounds ? { TTS_BASE_URL: speech.url, TTS_MODEL: 'fake-model' } : {}),
      RATE_LIMIT_SCALE: '1000',
    });
    const device = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
    const file = microphone ? [`--use-file-for-fake-audio-capture=${microphone.path}%noloop`] : [];
    browser = await chromium.launch({ executablePath: CHROMIUM, args: [...CHROMIUM_FLAGS, ...device, ...file] });
    const context = await browser.newContext({ bypassCSP: true });
    const page = await context.newPage();
    if (microphone) await watchPage(page);
    if (talk.waits) {
      await page.route('**/functions/v1/speech_to_text_*', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), ending: undefined } });
      });
    }
    await page.goto(`${product.url}/chat`);
    await page.getByRole('button', { name: microphone ? 'Talk' : 'Start Conversation' }).click();
    await page.getByRole('textbox', { name: 'Message to AI' }).waitFor();
    return { page, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The latest words begun by a given number of milliseconds after the microphone was opened. */
function wordsAt({ words }: MicrophoneFile, ms: number): string {
  return words.findLast(({ fromMs }) => fromMs < ms)?.text ?? '';
}

/** Holds a conversation hands-free, from the first word of its scene to some seconds after the last. */
export async function hold(talk: Talk, tailMs = 4_000): Promise<HeldTalk> {
  const microphone = await recordMicrophone(talk.scene);
  try {
    const said = readLenientWav(await readFile(microphone.path));
    let openedAt = Number.POSITIVE_INFINITY;
    const understands = talk.understands ?? (() => wordsAt(microphone, Date.now() - openedAt));
    const { page, close } = await openPage({ ...talk, understands }, microphone);
    try {
      const events: HeldTalk['events'] = [];
      page.on('request', (request) => {
        if (!request.url().endsWith('/track_event')) return;
        const { kind, payload } = request.postDataJSON() as HeldTalk['events'][number];
        events.push({ kind, payload });
      });
      await page.getByRole('button', { name: 'Auto-detect beta' }).click();
      await page.getByTestId('status-line').getByText('Auto-listening').waitFor();
      openedAt = await microphoneOpenedAt(page);
      await forgetFrames(page);
      await page.waitForTimeout((microphone.words.at(-1)?.toMs ?? 0) + tailMs);
      const frames = await readFrames(page);
      const sides = await readBothSides(page);
      const samples = Float32Array.from(said.samples, (x) => x / 32_768);
      return { sides, said: { sampleRate: said.sampleRate, samples }, microphone, frames, events };
    } finally {
      await close();
    }
  } finally {
    await microphone.remove();
  }
}
