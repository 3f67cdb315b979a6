import type { StreamEvent } from '@understudy/contract/wire';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFakeClock, settle } from '../../platform/testing/fake-clock.ts';
import type { MicrophoneListener } from './capture/microphone.ts';
import { toMicrophoneError } from './capture/microphone-errors.ts';
import { isProcessing, voicePresence, voiceStatus } from './presence.ts';
import type { Transcript } from './recognition/transcriber.ts';
import { createVoice } from './voice.ts';
import type { Recognition } from './voice-store.ts';

interface Options {
  live?: boolean;
  recognition?: Recognition;
  open?: () => Promise<boolean>;
  transcribe?: () => Promise<Transcript>;
  kept?: Record<string, string>;
}

/** A voice with everything outside it played by the test. */
async function stage(options: Options = {}) {
  const clock = createFakeClock(0);
  const log: string[] = [];
  const kept = new Map(Object.entries(options.kept ?? {}));
  let listener: MicrophoneListener | null = null;
  let turns = 0;
  const voice = createVoice({
    clock,
    hasVoice: true,
    output: {
      now: () => clock.now() / 1000,
      latency: () => 0,
      isRunning: () => true,
      decode: async () => ({ duration: 2 }),
      play: () => () => {},
      duck: () => {},
      level: () => 0.5,
    },
    microphone(heard) {
      listener = heard;
      return {
        open: options.open ?? (async () => true),
        close: () => void log.push('closed'),
        begin: () => {},
        take: async () => ({ wav: new ArrayBuffer(0), speechMs: 1_000 }),
        discard: () => {},
        end: () => void log.push('ended'),
        track: () => null,
      };
    },
    transcriber: () => ({
      wantsAudio: true,
      listen() {},
      begin() {},
      forget() {},
      transcribe: options.transcribe ?? (async () => ({ text: 'What do you charge?', dropped: null })),
    }),
    findRecognition: async () => options.recognition ?? 'server',
    speak: async () => 'AAAA',
    choices: { read: (key) => kept.get(key) ?? null, write: (key, value) => void kept.set(key, value ?? '') },
    resumeAudio: async () => {},
    report: (_error, context) => void log.push(`reported: ${context}`),
  });
  voice.join({
    isLive: () => options.live ?? true,
    say(text) {
      turns += 1;
      log.push(`said: ${text}`);
      voice.asking(`turn-${turns}`, 'visitor');
      return `turn-${turns}`;
    },
    interrupt: (turnId, heard, reason) => void log.push(`interrupted ${turnId}: ${heard} (${reason})`),
    pace: (turnId, pace) => void log.push(`${turnId} ${pace.is}`),
    track: (kind, payload) => void log.push(`event ${kind} ${JSON.stringify(payload)}`),
  });
  voice.store.set({ recognition: options.recognition ?? 'server' });
  return { voice, clock, log, kept, microphone: () => listener as MicrophoneListener, view: voice.store.get };
}

const audio = (text: string): StreamEvent => ({
  event: 'audio',
  data: { segment: 0, text, audio_base64: 'AAAA', mime: 'audio/wav' },
});

describe('before anything is heard', () => {
  it("asks for a session first: 'Please start a session first'", async () => {
    const { voice, view } = await stage({ live: false });
    voice.press();
    expect(view().notice).toBe('Please start a session first');
    voice.switchAuto(true);
    expect(view().taking).toMatchObject({ hearing: { mic: 'closed' } });
  });

  it('says in a sentence that nobody understands speech here', async () => {
    const { voice, view } = await stage({ recognition: 'none' });
    voice.switchAuto(true);
    expect(view().notice).toContain('You can go on by typing.');
    expect(view().taking).toMatchObject({ hearing: { mic: 'closed' } });
  });

  it("asks once before audio goes to the browser's maker, and then listens", async () => {
    const { voice, view, kept } = await stage({ recognition: 'ask' });
    voice.switchAuto(true);
    expect(view()).toMatchObject({ asking: true, taking: { hearing: { mic: 'closed' } } });
    voice.answer(false);
    expect(view()).toMatchObject({ asking: false, recognition: 'ask' });
    voice.switchAuto(true);
    voice.answer(true);
    await settle();
    expect(view()).toMatchObject({ asking: false, taking: { hearing: { mode: 'auto', mic: 'listening' } } });
    expect(kept.get('browser-recognition')).toBe('yes');
  });

  it('remembers that the voice was switched off', async () => {
    const { view } = await stage({ kept: { voice: 'off' } });
    expect(view().taking.voice).toBe('off');
  });
});

it('shows the sentence of a microphone that fails, and returns to push-to-talk', async () => {
  const { voice, view, log } = await stage({
    open: async () => {
      throw toMicrophoneError(new DOMException('', 'NotReadableError'));
    },
  });
  voice.switchAuto(true);
  await settle();
  expect(view().notice).toContain('Microphone is busy or unavailable.');
  expect(log).toContain('reported: Failed to start recording');
  expect(view().taking).toMatchObject({ hearing: { mode: 'push-to-talk', mic: 'closed' } });
});

it('takes an empty transcription for no speech, and is then done', async () => {
  const { voice, view, log } = await stage({ transcribe: async () => ({ text: ' ', dropped: null }) });
  voice.press();
  await settle();
  expect(voiceStatus(view().taking)).toBe('Recording');
  voice.release();
  expect(isProcessing(view().taking)).toBe(true);
  expect(voiceStatus(view().taking)).toBe('Transcribing');
  await settle();
  expect(isProcessing(view().taking)).toBe(false);
  expect(log.filter((line) => line.startsWith('said'))).toEqual([]);
});

it('only logs why speech recognition failed, and asks to hear it again', async () => {
  const { voice, view, log } = await stage({
    transcribe: async () => {
      throw new Error('gone');
    },
  });
  voice.press();
  await settle();
  voice.release();
  await settle();
  expect(log).toContain('reported: Speech recognition failed');
  expect(view().notice).toBe('That could not be understood just now. Please say it again, or type it.');
  expect(view().taking).toMatchObject({ hearing: { mic: 'closed' }, transcribing: [] });
});

it('lets go of the microphone and of what hears it when the screen is closed', async () => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  onTestFinished(() => void vi.unstubAllGlobals());
  const { voice, log } = await stage();
  voice.switchAuto(true);
  await settle();
  voice.close();
  expect(log.slice(-2)).toEqual(['closed', 'ended']);
});

it('hears, is answered, and measures the turn from the real end of speech', async () => {
  const { voice, view, log, clock, microphone } = await stage();
  voice.switchAuto(true);
  await settle();
  expect(voiceStatus(view().taking)).toBe('Auto-listening');
  microphone().speechStarted();
  expect(voiceStatus(view().taking)).toBe('Detecting voice');
  expect(voicePresence(view().taking)).toBe('listening');
  clock.pass(2_000);
  microphone().speechEnded(1_000);
  await settle();
  expect(log).toContain('said: What do you charge?');
  expect(voicePresence(view().taking)).toBe('thinking');
  clock.pass(100);
  voice.heard('turn-1', { event: 'delta', data: { text: 'Two thousand.' } });
  clock.pass(100);
  voice.heard('turn-1', audio('Two thousand.'));
  await clock.passSlowly(50);
  expect(voiceStatus(view().taking)).toBe('AI speaking');
  const waterfall = log.find((line) => line.startsWith('event voice_turn')) ?? '';
  expect(JSON.parse(waterfall.slice('event voice_turn '.length))).toEqual({
    turn_id: 'turn-1',
    end_of_speech: 0,
    utterance_sent: 1_000,
    transcribed: 1_000,
    first_word: 1_100,
    first_audio: 1_200,
    playback_start: expect.closeTo(1_220, -1),
  });
  await clock.passSlowly(1_000);
  voice.stopSpeaking();
  expect(log).toContain('interrupted turn-1: Two (stopped)');
  expect(voicePresence(view().taking)).toBe('listening');
});

describe('a reply of which nothing was heard yet', () => {
  const segment = (text: string): StreamEvent => ({
    event: 'segment',
    data: { index: 0, total: null, text, pause_ms: 500 },
  });

  it('stopped, it is left at once, and nothing of it sounds', async () => {
    const { voice, view, clock } = await stage();
    voice.asking('turn-1', 'visitor');
    voice.heard('turn-1', segment('Two thousand.'));
    voice.heard('turn-1', audio('Two thousand.'));
    voice.stopSpeaking();
    expect(view().taking.agent).toEqual({ is: 'idle' });
    voice.over('turn-1');
    // Its pause would be over by now, and its sentence being spoken.
    await clock.passSlowly(1_000);
    expect(view().taking.agent).toEqual({ is: 'idle' });
  });

  it('that ends without any sound holds up neither the controls nor the next one', async () => {
    const { voice, view, clock } = await stage();
    voice.asking('turn-1', 'visitor');
    voice.heard('turn-1', segment('Two thousand.'));
    voice.over('turn-1');
    await clock.passSlowly(1_000);
    expect(view().taking.agent).toEqual({ is: 'idle' });
    voice.asking('turn-2', 'visitor');
    voice.heard('turn-2', audio('A day.'));
    await clock.passSlowly(500);
    expect(voiceStatus(view().taking)).toBe('AI speaking');
  });
});

describe('the voice switched off during a reply', () => {
  it.each(['before its first word', 'while it is heard'])(
    '%s leaves it to go on as text, without a sound',
    async (when) => {
      const { voice, view, log, clock } = await stage();
      voice.asking('turn-1', 'visitor');
      if (when === 'while it is heard') {
        voice.heard('turn-1', audio('Two thousand.'));
        await clock.passSlowly(500);
        expect(voiceStatus(view().taking)).toBe('AI speaking');
      }
      voice.switchVoice(false);
      const before = log.length;
      voice.heard('turn-1', audio('A day.'));
      voice.over('turn-1');
      await clock.passSlowly(2_000);
      expect(log.slice(before)).toEqual([]);
      expect(log.join()).not.toContain('interrupted');
      expect(view().taking.agent).toEqual({ is: 'idle' });
    },
  );
});
