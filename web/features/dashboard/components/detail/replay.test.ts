import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ReplayEvent, replayed, timelineOf, utterancesBy } from './replay.tsx';

const at = (seconds: number) => ({ ts: new Date(Date.UTC(2026, 10, 21, 18, 0, seconds)).toISOString() });
const TALK = [at(0), at(4), at(5), at(65)];

describe('a conversation played again', () => {
  it('says each line when it was said', () => {
    const timeline = timelineOf(TALK, false);
    expect(timeline.offsets).toEqual([500, 4500, 5500, 65_500]);
    expect([0, 500, 5000, 65_500, 99_999].map((position) => utterancesBy(timeline, position))).toEqual([0, 1, 2, 4, 4]);
  });

  it('cuts silences short where that was asked for', () => {
    expect(timelineOf(TALK, true).offsets).toEqual([500, 3500, 4500, 7500]);
  });

  it('plays at its speed, stops at the end and begins anew from there', () => {
    const start = { positionMs: 0, isPlaying: false, speed: 1 };
    let replay = replayed(start, { type: 'play' }, 10_000);
    replay = replayed(replay, { type: 'speed', speed: 4 }, 10_000);
    replay = replayed(replay, { type: 'tick', elapsedMs: 1_000 }, 10_000);
    expect(replay).toEqual({ positionMs: 4_000, isPlaying: true, speed: 4 });
    replay = replayed(replay, { type: 'tick', elapsedMs: 60_000 }, 10_000);
    expect(replay).toEqual({ positionMs: 10_000, isPlaying: false, speed: 4 });
    expect(replayed(replay, { type: 'play' }, 10_000).positionMs).toBe(0);
  });

  it('stays within the conversation whatever happens', () => {
    const event: fc.Arbitrary<ReplayEvent> = fc.oneof(
      fc.constant<ReplayEvent>({ type: 'play' }),
      fc.constant<ReplayEvent>({ type: 'pause' }),
      fc.record({ type: fc.constant('seek' as const), positionMs: fc.integer() }),
      fc.record({ type: fc.constant('tick' as const), elapsedMs: fc.integer() }),
    );
    fc.assert(
      fc.property(fc.array(event), fc.nat(), (events, lengthMs) => {
        let replay = { positionMs: 0, isPlaying: false, speed: 2 };
        for (const one of events) replay = replayed(replay, one, lengthMs);
        expect(replay.positionMs).toBeGreaterThanOrEqual(0);
        expect(replay.positionMs).toBeLessThanOrEqual(lengthMs);
      }),
    );
  });
});
