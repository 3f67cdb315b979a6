import type { Ending } from '@understudy/contract/wire';
import { describe, expect, it } from 'vitest';
import { settle } from '../../../platform/testing/fake-clock.ts';
import { voiceStage } from '../testing/voice-stage.ts';

const PAUSE = { quietMs: 110, falls: false, isLong: false };

/** Hands-free, with a visitor who has said these words and paused. */
async function paused(text: string, ending: Ending | undefined, pause: Partial<typeof PAUSE> = {}) {
  const staged = await voiceStage({
    transcribe: async () => ({ text, dropped: null, ...(ending ? { ending } : {}) }),
  });
  staged.voice.switchAuto(true);
  await settle();
  staged.microphone().speechStarted();
  staged.microphone().speechPaused({ ...PAUSE, ...pause });
  await settle();
  const heard = () => staged.log.filter((line) => /^(?:said|prepared|finished)/.test(line));
  /** Lets the silence last until so long after the end of the speech. */
  const silentFor = async (ms: number) => {
    staged.clock.pass(ms - (staged.clock.now() + PAUSE.quietMs));
    await settle();
  };
  return { ...staged, heard, silentFor };
}

describe('words up to a pause', () => {
  it.each([
    ['complete', true, 600],
    ['complete', false, 650],
    ['unsure', true, 800],
    ['unsure', false, 900],
  ] as const)('that are %s (voice falling: %s) end the utterance after %i ms', async (ending, falls, ms) => {
    const { heard, silentFor } = await paused('What do you charge?', ending, { falls });
    expect(heard()).toEqual(['prepared: What do you charge?']);
    await silentFor(ms - 1);
    expect(heard()).toEqual(['prepared: What do you charge?']);
    await silentFor(ms);
    expect(heard()).toEqual(['prepared: What do you charge?', 'finished 1']);
  });

  it('that are open wait for the longest silence, and their reply is begun only when the pause is long', async () => {
    const { heard, silentFor } = await paused('I would like to', 'open');
    expect(heard()).toEqual([]);
    await silentFor(600);
    expect(heard()).toEqual(['prepared: I would like to']);
    await silentFor(5_000);
    expect(heard()).toEqual(['prepared: I would like to']);
  });

  it('whose ending nobody can tell wait for the longest silence', async () => {
    const { heard, silentFor } = await paused('What do you charge?', undefined);
    await silentFor(5_000);
    expect(heard()).toEqual([]);
  });

  it('become a turn with the end of the utterance, and its reply is kept', async () => {
    const { heard, silentFor, microphone } = await paused('What do you charge?', 'complete');
    await silentFor(700);
    microphone().speechEnded(700);
    await settle();
    expect(heard()).toEqual(['prepared: What do you charge?', 'finished 1', 'said: What do you charge?']);
  });

  it('are dropped when the visitor goes on, with the reply and the end', async () => {
    const { heard, silentFor, microphone } = await paused('What do you charge?', 'complete');
    microphone().speechResumed();
    await settle();
    expect(heard()).toEqual(['prepared: What do you charge?', 'prepared in vain']);
    await silentFor(5_000);
    expect(heard()).not.toContain('finished 1');
  });

  it.each(['switched off', 'left', 'no speech'])('are dropped when the voice is %s', async (how) => {
    const { heard, voice, microphone } = await paused('What do you charge?', 'complete');
    if (how === 'switched off') voice.switchVoice(false);
    else if (how === 'left') voice.left();
    else microphone().speechDropped();
    await settle();
    expect(heard()).toEqual(['prepared: What do you charge?', 'prepared in vain']);
  });

  it('prepare nothing while the visitor types', async () => {
    const staged = await voiceStage({
      transcribe: async () => ({ text: 'What do you charge?', dropped: null, ending: 'complete' }),
    });
    staged.voice.switchAuto(true);
    await settle();
    staged.voice.typed();
    staged.microphone().speechStarted();
    staged.microphone().speechPaused(PAUSE);
    await settle();
    expect(staged.log.some((line) => line.startsWith('prepared'))).toBe(false);
  });

  it('are requested at the first short pause, and later only at a long one or after a falling voice', async () => {
    let requests = 0;
    const staged = await voiceStage({
      async transcribe() {
        requests += 1;
        return { text: 'We need', dropped: null, ending: 'open' };
      },
    });
    staged.voice.switchAuto(true);
    await settle();
    const microphone = staged.microphone();
    microphone.speechStarted();
    const pause = async (more: Partial<typeof PAUSE>) => {
      microphone.speechPaused({ ...PAUSE, ...more });
      await settle();
      return requests;
    };
    expect(await pause({})).toBe(1);
    // The same pause, grown longer.
    expect(await pause({ isLong: true })).toBe(1);
    microphone.speechResumed();
    expect(await pause({})).toBe(1);
    expect(await pause({ isLong: true })).toBe(2);
    microphone.speechResumed();
    expect(await pause({ falls: true })).toBe(3);
  });
});
