import { describe, expect, it } from 'vitest';
import { createFakeClock, settle } from '../../platform/testing/fake-clock.ts';
import { createListeningSigns } from './listening-signs.ts';
import { voiceStage } from './testing/voice-stage.ts';
import { voiceStatus } from './voice-store.ts';

const PAUSE = { quietMs: 300, falls: false, isLong: true };

describe('captions', () => {
  it('are off at first, and remembered', async () => {
    const { voice, view, kept } = await voiceStage();
    expect(view().captions).toBe(false);
    voice.switchCaptions(true);
    expect(view().captions).toBe(true);
    expect((await voiceStage({ kept: Object.fromEntries(kept) })).view().captions).toBe(true);
    voice.switchCaptions(false);
    expect((await voiceStage({ kept: Object.fromEntries(kept) })).view().captions).toBe(false);
  });

  it('tell what was heard so far, until it is a message', async () => {
    const { voice, view, microphone } = await voiceStage();
    voice.switchAuto(true);
    await settle();
    microphone().speechStarted();
    microphone().speechPaused(PAUSE);
    await settle();
    expect(view().caption).toEqual({ by: 'visitor', words: 'What do you charge?' });
    microphone().speechEnded(1_000);
    await settle();
    expect(view().caption).toBeNull();
  });

  it('tell the sentence that the twin speaks, until it is silent', async () => {
    const { voice, view, clock } = await voiceStage();
    voice.asking('a', 'visitor');
    const data = { segment: 0, text: 'A day costs little.', audio_base64: 'AAAA', mime: 'audio/wav' } as const;
    voice.heard('a', { event: 'audio', data });
    await clock.passSlowly(100);
    expect(view().caption).toEqual({ by: 'twin', words: 'A day costs little.' });
    voice.heard('a', { event: 'error', data: { error: '', code: 'reply_failed', request_id: '', partial: true } });
    await clock.passSlowly(5_000);
    expect(view().caption).toBeNull();
  });
});

describe('patience', () => {
  it('is asked for after two seconds without a word, and no longer once there is one', async () => {
    const { voice, view, clock } = await voiceStage();
    voice.asking('a', 'visitor');
    clock.pass(1_999);
    expect(voiceStatus(view().taking)).toBeNull();
    clock.pass(1);
    expect(voiceStatus(view().taking)).toBe('One moment, please');
    voice.heard('a', { event: 'delta', data: { text: 'Well' } });
    expect(voiceStatus(view().taking)).toBeNull();
  });

  it('is not asked for when the first word came in time, or the twin spoke unasked', async () => {
    const { voice, view, clock } = await voiceStage();
    voice.asking('a', 'visitor');
    voice.heard('a', { event: 'delta', data: { text: 'Well' } });
    clock.pass(10_000);
    expect(voiceStatus(view().taking)).toBeNull();
    voice.asking('b', 'twin');
    clock.pass(10_000);
    expect(voiceStatus(view().taking)).toBeNull();
  });
});

describe('a sign of listening', () => {
  function scene() {
    const clock = createFakeClock(0);
    const shown: boolean[] = [];
    const signs = createListeningSigns(clock, (is) => shown.push(is));
    return { clock, signs, isShown: () => shown.at(-1) ?? false };
  }

  it('is given in a pause of somebody who speaks for long, for two seconds', () => {
    const { clock, signs, isShown } = scene();
    signs.begin();
    clock.pass(5_000);
    signs.pause();
    expect(isShown()).toBe(false);
    clock.pass(8_000);
    signs.pause();
    expect(isShown()).toBe(true);
    clock.pass(2_000);
    expect(isShown()).toBe(false);
  });

  it('is given at most every 15 s, and never while they speak', () => {
    const { clock, signs, isShown } = scene();
    signs.begin();
    clock.pass(13_000);
    signs.pause();
    clock.pass(500);
    signs.goOn();
    expect(isShown()).toBe(false);
    clock.pass(10_000);
    signs.pause();
    expect(isShown()).toBe(false);
    clock.pass(5_000);
    signs.pause();
    expect(isShown()).toBe(true);
  });
});
