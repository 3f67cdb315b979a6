import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ActivityEvent, finish, type SegmenterRules, SILENT, segment } from './segmenter.ts';

const RULES: SegmenterRules = {
  minSpeechMs: 250,
  silenceMs: 1000,
  pausesMs: [500],
  lapseMs: 300,
  backDateMs: 320,
  releaseMs: 0,
  hintMs: 64,
};
const HOP_MS = 32;

/** A sound in a scene, with its length in hops. */
type Sound = [score: number, hops: number];
const speech = (hops: number): Sound => [0.9, hops];
const silence = (hops: number): Sound => [0, hops];
/** The breath and soft consonant at the start of a word. */
const breath = (hops: number): Sound => [0.2, hops];
/** The voice at the end of a sentence: too weak to begin, strong enough to continue. */
const mumbling = (hops: number): Sound => [0.4, hops];

function hear(sounds: Sound[], rules = RULES): ActivityEvent[] {
  let state = SILENT;
  const events: ActivityEvent[] = [];
  for (const score of sounds.flatMap(([value, hops]) => Array.from({ length: hops }, () => value))) {
    const step = segment(state, { score, start: 0.5, stop: 0.35, hint: 0.1 }, HOP_MS, rules);
    state = step.state;
    events.push(...step.events);
  }
  return [...events, ...finish(state, rules)];
}

const utterances = (events: ActivityEvent[]) =>
  events.flatMap((event) => (event.type === 'speech-end' ? [[event.startMs / HOP_MS, event.endMs / HOP_MS]] : []));

describe('cutting speech into utterances', () => {
  it('reports the bounds of the speech itself', () => {
    expect(utterances(hear([silence(20), speech(40), silence(60)]))).toEqual([[20, 60]]);
  });

  it('says at once that somebody may be speaking, then that it is so, then that it is over', () => {
    expect(hear([silence(10), speech(20), silence(40)])).toEqual([
      { type: 'speech-start', atMs: 320 },
      { type: 'speech-confirm', atMs: 576 },
      { type: 'speech-pause', endMs: 960, isLong: true },
      { type: 'speech-end', startMs: 320, endMs: 960 },
    ]);
  });

  it('tells once of what might become speech, and not of a single hop', () => {
    expect(hear([silence(10), breath(1), silence(5), breath(4), silence(10)])).toEqual([
      { type: 'speech-hint', atMs: 512 },
    ]);
    expect(hear([silence(10), breath(2), speech(20), silence(40)]).map(({ type }) => type)).toEqual([
      'speech-hint',
      'speech-start',
      'speech-confirm',
      'speech-pause',
      'speech-end',
    ]);
  });

  it('tells of each pause that may become the end once, and not of one in an onset that is no speech yet', () => {
    const pauses = (sounds: Sound[]) =>
      hear(sounds).flatMap((event) => (event.type === 'speech-pause' ? [event.endMs] : []));
    expect(pauses([speech(20), silence(15), speech(20), silence(20), speech(10), silence(40)])).toEqual([1_760, 2_720]);
    expect(pauses([speech(5), silence(40)])).toEqual([]);
  });

  it('counts the silence from where the voice ended, not from where the detector let go of it', () => {
    const rules = { ...RULES, releaseMs: 64 };
    expect(utterances(hear([speech(32), silence(28), speech(32), silence(40)], rules))).toEqual([[0, 90]]);
    expect(utterances(hear([speech(32), silence(30), speech(32), silence(40)], rules))).toEqual([
      [0, 30],
      [62, 92],
    ]);
  });

  it('does not cut a sentence in two at a pause for thought', () => {
    expect(utterances(hear([speech(30), silence(30), speech(30), silence(40)]))).toEqual([[0, 90]]);
  });

  it('does not merge two sentences with a second between them', () => {
    expect(utterances(hear([speech(30), silence(32), speech(30), silence(40)]))).toEqual([
      [0, 30],
      [62, 92],
    ]);
  });

  it('keeps a short yes', () => {
    expect(utterances(hear([silence(50), speech(8), silence(50)]))).toEqual([[50, 58]]);
  });

  it('drops a click, soon', () => {
    expect(hear([silence(10), speech(2), silence(10)])).toEqual([
      { type: 'speech-start', atMs: 320 },
      { type: 'speech-drop', reason: 'too-short' },
    ]);
  });

  it('does not let a click before the first word lengthen it', () => {
    expect(utterances(hear([speech(2), silence(15), speech(30), silence(40)]))).toEqual([[17, 47]]);
  });

  it('dates the start back to the breath before the first word, but not for long', () => {
    expect(utterances(hear([silence(30), breath(3), speech(20), silence(40)]))).toEqual([[30, 53]]);
    expect(utterances(hear([silence(30), breath(50), speech(20), silence(40)]))).toEqual([[70, 100]]);
    expect(utterances(hear([breath(3), silence(1), speech(20), silence(40)]))).toEqual([[4, 24]]);
  });

  it('goes on through a voice that fades, which would not have begun anything', () => {
    expect(utterances(hear([speech(20), mumbling(20), silence(40)]))).toEqual([[0, 40]]);
    expect(hear([mumbling(200)])).toEqual([{ type: 'speech-hint', atMs: 0 }]);
  });

  it('ends with the sound', () => {
    expect(utterances(hear([silence(5), speech(30), silence(3)]))).toEqual([[5, 35]]);
    expect(hear([silence(5), speech(3)]).at(-1)).toEqual({ type: 'speech-drop', reason: 'too-short' });
  });

  it('gives utterances that are ordered, apart and never negative, whatever is heard', () => {
    const sounds = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 60 })));
    fc.assert(
      fc.property(sounds, (scene) => {
        const events = hear(scene);
        let earliest = 0;
        for (const event of events) {
          if (event.type !== 'speech-end') continue;
          expect(event.startMs).toBeGreaterThanOrEqual(earliest);
          expect(event.endMs - event.startMs).toBeGreaterThanOrEqual(RULES.minSpeechMs);
          earliest = event.endMs;
        }
        // Everything that begins also ends, exactly once.
        const starts = events.filter(({ type }) => type === 'speech-start').length;
        const ends = events.filter(({ type }) => type === 'speech-end' || type === 'speech-drop').length;
        expect(ends).toBe(starts);
      }),
    );
  });
});
