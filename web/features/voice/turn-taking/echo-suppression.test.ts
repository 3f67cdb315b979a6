import { describe, expect, it } from 'vitest';
import { scene } from './testing/scene.ts';
import { suppressionMs } from './timing.ts';

const STORY = 'I once built a company that sold paper';

describe('suppressed ears', () => {
  const ears = (talk: ReturnType<typeof scene>) => {
    const state = talk.state();
    return state.voice === 'on' ? state.ears : null;
  };

  it('are suppressed for 3 s at least, 50 ms for each thousand of the audio, while it plays', () => {
    expect([0, 60_000, 61_000, 200_000].map(suppressionMs)).toEqual([3_000, 3_000, 3_050, 10_000]);
  });

  it('open 500 ms after playback ends, and at once on an interruption', () => {
    const talk = scene();
    talk.twinBegins(STORY);
    expect(ears(talk)).toBe('suppressed');
    talk.twinEnds();
    talk.silence(499);
    expect(ears(talk)).toBe('suppressed');
    talk.silence(1);
    expect(ears(talk)).toBe('open');
    talk.twinBegins(STORY);
    talk.untilWord(4);
    talk.types();
    expect(ears(talk)).toBe('open');
  });

  it('take what begins in the tail of a reply for a turn, unless it repeats the reply', () => {
    const talk = scene();
    talk.twinBegins('Would you like the method or the price');
    talk.twinEnds();
    talk.silence(200);
    talk.visitorSays('like the method or the price');
    talk.twinBegins('Would you like the method or the price');
    talk.twinEnds();
    talk.silence(200);
    talk.visitorSays('Tell me about your clients');
    expect(talk.script.filter((line) => line.startsWith('visitor'))).toEqual(['visitor: Tell me about your clients']);
  });
});
