import type { StreamEvent } from '@understudy/contract/wire';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { settle } from '../../platform/testing/fake-clock.ts';
import { toMicrophoneError } from './capture/devices.ts';
import { voiceStage } from './testing/voice-stage.ts';
import { isProcessing, voicePresence, voiceStatus } from './voice-store.ts';

const audio = (text: string): StreamEvent => ({
  event: 'audio',
  data: { segment: 0, text, audio_base64: 'AAAA', mime: 'audio/wav' },
});

describe('before anything is heard', () => {
  it("asks for a session first: 'Please start a session first'", async () => {
    const { voice, view } = await voiceStage({ live: false });
    voice.press();
    expect(view().notice).toBe('Please start a session first');
    voice.switchAuto(true);
    expect(view().taking).toMatchObject({ hearing: { mic: 'closed' } });
  });

  it('says in a sentence that nobody understands speech here', async () => {
    const { voice, view } = await voiceStage({ recognition: 'none' });
    voice.switchAuto(true);
    expect(view().notice).toContain('You can type instead.');
    expect(view().taking).toMatchObject({ hearing: { mic: 'closed' } });
  });

  it("asks once before audio goes to the browser's maker, and then listens", async () => {
    const { voice, view, kept } = await voiceStage({ recognition: 'ask' });
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

  it.each([
    ['is off at first', {}, 'off'],
    ['is on for whoever switched it on before', { voice: 'on' }, 'on'],
  ])('%s', async (_, kept, voice) => {
    const { view } = await voiceStage({ kept });
    expect(view().taking.voice).toBe(voice);
  });

  it('remembers each switch', async () => {
    const { voice, kept } = await voiceStage({ kept: {} });
    voice.switchVoice(true);
    expect(kept.get('voice')).toBe('on');
    voice.switchVoice(false);
    expect(kept.get('voice')).toBe('');
  });

  it("switches on with 'Talk', which offers hands-free once", async () => {
    const { voice, view, kept } = await voiceStage({ kept: {} });
    voice.beginTalking();
    expect(view()).toMatchObject({ offering: true, taking: { voice: 'on', hearing: { mic: 'closed' } } });
    expect(kept.get('voice')).toBe('on');
    voice.answerOffer(true);
    await settle();
    expect(view()).toMatchObject({ offering: false, taking: { hearing: { mode: 'auto', mic: 'listening' } } });
  });

  it.each(['declined', 'pressed', 'switched off'])('takes the offer back when it is %s', async (how) => {
    const { voice, view } = await voiceStage({ kept: {} });
    voice.beginTalking();
    if (how === 'declined') voice.answerOffer(false);
    else if (how === 'pressed') voice.press();
    else voice.switchVoice(false);
    expect(view().offering).toBe(false);
  });

  it('switches on when the button is held, and records', async () => {
    const { voice, view, kept } = await voiceStage({ kept: {} });
    voice.press();
    await settle();
    expect(view().taking).toMatchObject({ voice: 'on', hearing: { mic: 'recording' } });
    expect(kept.get('voice')).toBe('on');
  });

  it('stays off when there is nobody to talk with', async () => {
    const { voice, view } = await voiceStage({ kept: {}, live: false });
    voice.press();
    expect(view()).toMatchObject({ notice: 'Please start a session first', taking: { voice: 'off' } });
  });
});

it('shows the sentence of a microphone that fails, and returns to push-to-talk', async () => {
  const { voice, view, log } = await voiceStage({
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
  const { voice, view, log } = await voiceStage({ transcribe: async () => ({ text: ' ', dropped: null }) });
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

it('only logs why speech recognition failed, and says so until somebody is understood', async () => {
  let fails = true;
  const { voice, view, log, microphone } = await voiceStage({
    transcribe: async () => {
      if (fails) throw new Error('gone');
      return { text: 'Hello', dropped: null };
    },
  });
  voice.press();
  await settle();
  voice.release();
  await settle();
  expect(log).toContain('reported: Speech recognition failed: gone');
  expect(view().notice).toBe("Sorry, I didn't catch that");
  expect(view().taking).toMatchObject({ hearing: { mic: 'closed' }, transcribing: [] });
  fails = false;
  voice.switchAuto(true);
  await settle();
  voice.store.set({ notice: "Sorry, I didn't catch that" });
  microphone().speechStarted();
  microphone().speechEnded(1_000);
  await settle();
  expect(log).toContain('said: Hello');
  expect(view().notice).toBeNull();
});

it('lets go of the microphone and of what hears it when the screen is closed', async () => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  onTestFinished(() => void vi.unstubAllGlobals());
  const { voice, log } = await voiceStage();
  voice.switchAuto(true);
  await settle();
  voice.close();
  expect(log.slice(-2)).toEqual(['closed', 'ended']);
});

it('hears, is answered, and measures the turn from the real end of speech', async () => {
  const { voice, view, log, clock, microphone } = await voiceStage();
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
  const latencyTrace = log.find((line) => line.startsWith('event voice_turn')) ?? '';
  expect(JSON.parse(latencyTrace.slice('event voice_turn '.length))).toEqual({
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
  expect(log.at(-1)).toBe('fell silent');
  expect(log.join()).not.toContain('interrupted turn-1');
  expect(voicePresence(view().taking)).toBe('listening');
});

describe('a reply of which nothing was heard yet', () => {
  const segment = (text: string): StreamEvent => ({
    event: 'segment',
    data: { index: 0, total: null, text, pause_ms: 500 },
  });

  it('stopped, it is left at once, and nothing of it sounds', async () => {
    const { voice, view, clock } = await voiceStage();
    voice.asking('turn-1', 'visitor');
    voice.heard('turn-1', segment('Two thousand.'));
    voice.heard('turn-1', audio('Two thousand.'));
    voice.stopSpeaking();
    expect(view().taking.agent).toEqual({ is: 'idle' });
    voice.over('turn-1');
    // By now its pause would be over and its sentence playing.
    await clock.passSlowly(1_000);
    expect(view().taking.agent).toEqual({ is: 'idle' });
  });

  it('that ends without any sound holds up neither the controls nor the next one', async () => {
    const { voice, view, clock } = await voiceStage();
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
      const { voice, view, log, clock } = await voiceStage();
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
