import { describe, expect, it } from 'vitest';
import { createFakeClock, settle } from '../../../platform/testing/fake-clock.ts';
import type { Output, Sound } from './output.ts';
import { createPlayer } from './player.ts';

/** An output that records what it plays. The audio data itself encodes the sound's length in milliseconds. */
function stage() {
  const clock = createFakeClock(0);
  let asleep = false;
  /** From and to in seconds on the output's clock, and the offset into the sound. */
  const played: { from: number; to: number; offset: number }[] = [];
  const told: string[] = [];
  const now = () => clock.now() / 1000;
  const output: Output = {
    now,
    latency: () => 0,
    isRunning: () => !asleep,
    async decode(bytes) {
      const text = new TextDecoder().decode(bytes);
      if (text === 'broken') throw new Error('no sound');
      return { duration: Number(text) / 1000 };
    },
    play(sound: Sound, at, offset) {
      const one = { from: at, to: at + sound.duration - offset, offset };
      played.push(one);
      return () => {
        one.to = Math.max(one.from, Math.min(one.to, now()));
      };
    },
    duck: () => {},
    level: () => 0,
  };
  const at = () => Math.round(clock.now() / 10) * 10;
  const player = createPlayer(output, clock, {
    said: () => undefined,
    started: (turnId, length) => told.push(`${at()} ${turnId} started ${length}`),
    ended: (turnId) => told.push(`${at()} ${turnId} ended`),
  });
  const round = (seconds: number) => Math.round(seconds * 1000);
  return {
    player,
    clock,
    told,
    add: (turnId: string, segment: number, text: string, ms: number | 'broken') =>
      player.add(turnId, { segment, text, audioBase64: btoa(String(ms)) }),
    pass: async (ms: number) => {
      await settle();
      await clock.passSlowly(ms);
    },
    /** Audible stretches: from, to, in milliseconds. */
    heard: () => played.filter(({ from, to }) => to > from).map(({ from, to }) => [round(from), round(to)]),
    offsets: () => played.map(({ offset }) => round(offset)),
    sleep: (is: boolean) => {
      asleep = is;
    },
  };
}

describe('one reply', () => {
  it("plays its sentences back to back, with nothing between them but each segment's pause", async () => {
    const { player, add, pass, heard, told } = stage();
    player.pause('a', 1, 700);
    add('a', 0, 'One.', 1_000);
    add('a', 0, 'Two.', 500);
    add('a', 1, 'Three.', 250);
    player.complete('a');
    await pass(5_000);
    expect(heard()).toEqual([
      [20, 1_020],
      [1_020, 1_520],
      [2_220, 2_470],
    ]);
    expect(told).toEqual(['20 a started 16', '2470 a ended']);
  });

  it('waits for a pause that is not known yet, and for a sentence that has not come', async () => {
    const { player, add, pass, heard } = stage();
    add('a', 0, 'One.', 1_000);
    add('a', 1, 'Two.', 500);
    await pass(1_200);
    player.pause('a', 1, 300);
    await pass(2_000);
    add('a', 1, 'Three.', 500);
    player.complete('a');
    await pass(2_000);
    expect(heard().map(([from]) => from)).toEqual([20, 1_320, 3_220]);
  });

  it('goes on without a sentence whose sound cannot be read', async () => {
    const { player, add, pass, heard, told } = stage();
    add('a', 0, 'One.', 1_000);
    add('a', 0, 'Two.', 'broken');
    add('a', 0, 'Three.', 400);
    player.complete('a');
    await pass(3_000);
    expect(heard()).toEqual([
      [20, 1_020],
      [1_020, 1_420],
    ]);
    expect(told.at(-1)).toBe('1420 a ended');
  });
});

describe('holding', () => {
  it('goes on where it was', async () => {
    const { player, add, pass, heard, offsets, told } = stage();
    add('a', 0, 'One two three four.', 2_000);
    player.complete('a');
    await pass(520);
    player.hold();
    await pass(1_500);
    player.resume();
    await pass(5_000);
    expect(heard()).toEqual([
      [20, 520],
      [2_040, 3_540],
    ]);
    expect(offsets()).toEqual([0, 500]);
    expect(told.at(-1)).toBe('3540 a ended');
  });

  it('does not begin while it is held', async () => {
    const { player, add, pass, told } = stage();
    player.hold();
    add('a', 0, 'One.', 1_000);
    await pass(1_000);
    expect(told).toEqual([]);
    player.resume();
    await pass(100);
    expect(told[0]).toBe('1020 a started 8');
  });
});

describe('interruption', () => {
  it('drops what still comes of the reply, and speaks the next one', async () => {
    const { player, add, pass, heard, told } = stage();
    add('a', 0, 'One.', 1_000);
    await pass(520);
    player.hold();
    player.drop('a');
    add('a', 0, 'Two.', 1_000);
    player.complete('a');
    await pass(1_000);
    add('b', 0, 'Three.', 300);
    player.complete('b');
    await pass(1_000);
    expect(heard()).toEqual([
      [20, 520],
      [1_540, 1_840],
    ]);
    expect(told.at(-1)).toBe('1840 b ended');
  });

  it('remembers for a while what it said', async () => {
    const { player, add, pass } = stage();
    add('a', 0, 'One.', 1_000);
    add('a', 0, 'Two.', 1_000);
    player.complete('a');
    await pass(1_500);
    expect(player.spokenWithin(10_000)).toBe('One. Two.');
    await pass(10_000);
    expect(player.spokenWithin(10_000)).toBe('Two.');
    await pass(1_000);
    expect(player.spokenWithin(10_000)).toBe('');
  });
});

describe('the queue', () => {
  it('leaves 200 ms between replies, and of more than two waiting keeps the latest', async () => {
    const { player, add, pass, heard, told } = stage();
    for (const turnId of ['a', 'b', 'c', 'd']) {
      add(turnId, 0, turnId, 1_000);
      player.complete(turnId);
      if (turnId === 'a') await pass(100);
    }
    await pass(5_000);
    expect(told.filter((line) => line.includes('started')).map((line) => line.split(' ')[1])).toEqual(['a', 'd']);
    expect(heard()).toEqual([
      [20, 1_020],
      [1_220, 2_220],
    ]);
  });
});

it('gives up on sound that stays asleep, so that nobody waits for it', async () => {
  const { player, add, pass, told, sleep } = stage();
  sleep(true);
  add('a', 0, 'One.', 1_000);
  player.complete('a');
  await pass(10_000);
  expect(told.at(-1)).toContain('a ended');
  expect(player.has('a')).toBe(false);
});
