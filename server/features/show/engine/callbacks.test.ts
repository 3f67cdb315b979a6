import { CALLBACK_LIFE_MS } from '@understudy/contract/constants';
import { describe, expect, test } from 'vitest';
import { TestShow } from '../testing/audience-lines.ts';
import { CALLBACK_COOLDOWN_MS, CALLBACK_MIN_TURNS, nextCallback, recallThemes } from './callbacks.ts';
import { startShow } from './show-state.ts';

const START = 1_800_000_000_000;
const MINUTE = 60_000;
const PLANT = { text: 'the plant that nobody waters', quality: 10 };

/** A comedy, in which the best callback is always apt, with a setup in its first line. */
function show(setups = [PLANT]): TestShow {
  const made = new TestShow({ ...startShow(START, 3), mode: 'comedy' });
  made.hear({ setups, text: 'we have a plant that nobody waters' });
  made.say();
  return made;
}

/** Lines until one brings a callback. @returns it, with the number of lines */
function untilCallback(made: TestShow, afterMs = 10_000) {
  for (let lines = 1; lines <= 20; lines += 1) {
    const { callback } = made.hear({}, afterMs);
    if (callback) return { callback, lines };
    made.say();
  }
  throw new Error('no callback came');
}

describe('a callback', () => {
  test('is entered with its setup, its line, a quality from 1 to 10, and 30 minutes to live', () => {
    const made = show([PLANT, { text: 'the lift', quality: 99 }, { text: 'the weak one', quality: 3 }]);
    made.do({ kind: 'callback', setup: 'a stair', context: '', quality: -3 });
    const { state } = made;
    expect(state.callbacks[0]).toEqual({
      id: 'callback-1',
      setup: PLANT.text,
      context: 'we have a plant that nobody waters',
      timestamp: START,
      turn: 1,
      used: false,
      quality: 10,
      expiresAt: START + 30 * MINUTE,
      outcome: null,
    });
    expect(state.callbacks.map(({ quality }) => quality)).toEqual([10, 10, 1]);
  });

  test('comes back at the earliest three turns after its setup', () => {
    const { callback, lines } = untilCallback(show());
    expect(lines).toBeGreaterThanOrEqual(CALLBACK_MIN_TURNS);
    expect(callback).toEqual({
      ...{ id: 'callback-1', setup: PLANT.text, context: 'we have a plant that nobody waters' },
      isOrdered: false,
    });
  });

  test('is no word of the twin', () => {
    const made = show();
    made.say({ text: 'The long version, please.' });
    expect(made.hear({ tells: true, setups: [{ text: 'the long version', quality: 9 }] }).echo).toBeNull();
    expect(made.state.callbacks.map(({ setup }) => setup)).not.toContain('the long version');
  });

  test('is the same with another article', () => {
    const made = show([{ text: 'the second mate', quality: 6 }]);
    made.hear({ setups: [{ text: 'your second mate', quality: 6 }] });
    expect(made.state.callbacks.map(({ setup }) => setup)).toEqual(['the second mate']);
  });

  test('the best comes first', () => {
    const made = show([{ text: 'the lift', quality: 9 }, PLANT, { text: 'the stairs', quality: 4 }]);
    expect(untilCallback(made).callback.setup).toBe(PLANT.text);
  });

  test('is never used twice', () => {
    const made = show();
    untilCallback(made);
    made.say();
    expect(made.state.callbacks[0]?.used).toBe(true);
    for (let turn = 0; turn < 20; turn += 1) {
      expect(made.hear({ setups: [PLANT] }, MINUTE).callback).toBeNull();
      made.do({ kind: 'use-callback', id: 'callback-1' });
      made.say();
    }
  });

  test('is not used before the cool-down is over, unless somebody orders it', () => {
    const setups = Array.from({ length: 6 }, (_, index) => ({ text: `the lift ${index}`, quality: 10 }));
    const made = show(setups);
    untilCallback(made, 1_000);
    made.say();
    const usedAt = made.state.callbackUsedAt ?? 0;
    while (made.now + 5_000 - usedAt < CALLBACK_COOLDOWN_MS) {
      expect(made.hear({}, 5_000).callback).toBeNull();
      made.say();
    }
    expect(untilCallback(made).lines).toBe(1);
    made.say();
    made.do({ kind: 'use-callback', id: null });
    expect(made.hear({}, 1_000).callback).not.toBeNull();
  });

  test('a reply that does not use it leaves it for a later one', () => {
    const made = show();
    const { callback } = untilCallback(made);
    made.say({ callback: null });
    expect(untilCallback(made).callback).toEqual(callback);
  });

  test('expires 30 minutes after its setup', () => {
    const made = show();
    made.state.turns = 10;
    made.state.clock = START + CALLBACK_LIFE_MS - 1;
    expect(nextCallback(made.state)?.setup).toBe(PLANT.text);
    made.state.clock = START + CALLBACK_LIFE_MS;
    expect(nextCallback(made.state)).toBeNull();
    made.do({ kind: 'use-callback', id: 'callback-1' }, CALLBACK_LIFE_MS);
    expect(made.hear().callback).toBeNull();
  });

  test('expired and said again, it begins anew', () => {
    const made = show();
    made.hear({ setups: [{ ...PLANT, quality: 5 }] }, CALLBACK_LIFE_MS);
    expect(made.state.callbacks).toMatchObject([{ id: 'callback-3', quality: 5, expiresAt: made.now + 30 * MINUTE }]);
  });

  test('said again it is worth more, and more again where the audience laughed after it', () => {
    const made = show([{ text: 'the lift', quality: 4 }]);
    made.hear({ setups: [{ text: 'The Lift', quality: 4 }] });
    expect(made.state.callbacks).toMatchObject([{ setup: 'the lift', quality: 5 }]);
    const laughed = show([{ text: 'the lift', quality: 4 }]);
    laughed.hear({ laughed: true });
    expect(laughed.state.callbacks).toMatchObject([{ quality: 6 }]);
  });

  test.each([
    ['landed', { laughed: true }],
    ['landed', { words: 30, asked: true, latencyMs: 1_000 }],
    ['flat', { words: 1 }],
    ['flat', { words: 30, asked: true, latencyMs: 1_000, heckled: true }],
    ['flat', { words: 60, isSerious: true }],
  ] as const)('has %s, by the reaction %j', (outcome, reaction) => {
    const made = show();
    untilCallback(made);
    made.say();
    expect(made.state.callbacks[0]?.outcome).toBeNull();
    made.hear(reaction);
    expect(made.state.callbacks[0]?.outcome).toBe(outcome);
    expect(made.state.moments.some(({ type }) => type === 'callback')).toBe(outcome === 'landed');
  });

  test('ordered by hand comes in the next reply, too early or not, and only once', () => {
    const made = show([{ text: 'the lift', quality: 4 }, PLANT]);
    made.do({ kind: 'use-callback', id: 'callback-1' });
    expect(made.hear().callback?.setup).toBe('the lift');
    made.say();
    made.do({ kind: 'use-callback', id: 'callback-99' });
    expect(made.state.ordered.callback).toBeNull();
    made.do({ kind: 'use-callback', id: null });
    expect(made.hear().callback?.setup).toBe(PLANT.text);
  });

  test('ordered while a reply is written, it comes in the one after it', () => {
    const made = show();
    made.hear();
    made.do({ kind: 'use-callback', id: 'callback-1' });
    made.say({ callback: null });
    expect(made.hear().callback?.id).toBe('callback-1');
  });

  test('entered by hand is in the ledger as any other', () => {
    const made = show([]);
    const { messages } = made.do({ kind: 'callback', setup: 'the red stapler', context: '', quality: 7 });
    expect(messages).toMatchObject([{ type: 'callback-available', data: { setup: 'the red stapler', quality: 7 } }]);
    expect(made.do({ kind: 'callback', setup: 'The red stapler', context: '', quality: 7 }).messages).toEqual([]);
  });

  test('a full ledger drops what has expired, then the weakest, and keeps the newest and what was used', () => {
    const made = show();
    made.do({ kind: 'use-callback', id: 'callback-1' });
    made.hear();
    made.say();
    made.do({ kind: 'callback', setup: 'a weak one', context: '', quality: 1 });
    for (let index = 0; index < 59; index += 1)
      made.do({ kind: 'callback', setup: `thing ${index}`, context: '', quality: 3 });
    const setups = made.state.callbacks.map(({ setup }) => setup);
    expect(setups).toHaveLength(60);
    expect(setups).toContain(PLANT.text);
    expect(setups).toContain('thing 58');
    expect(setups).not.toContain('a weak one');
  });

  test('nothing serious becomes one, and none follows it', () => {
    const made = show([]);
    made.hear({ isSerious: true, setups: [PLANT] });
    expect(made.state.callbacks).toEqual([]);
    const other = show();
    other.do({ kind: 'use-callback', id: null });
    expect(other.hear({ isSerious: true }).callback).toBeNull();
    for (let turn = 0; turn < 3; turn += 1) {
      other.say();
      expect(other.hear().callback).toBeNull();
    }
    other.say();
    expect(other.hear().callback?.setup).toBe(PLANT.text);
    // What was serious never comes back, nor anything that holds its words.
    const third = show();
    third.hear({ isSerious: true, text: 'The plant died with my father in the room' });
    expect(third.state.callbacks).toEqual([]);
  });

  test('an episode begins with some of the themes of the one before', () => {
    const earlier = ['the boat', 'the lift', 'the plant', 'the stairs'].map((topic) => ({ topic, depth: 3 }));
    const made = new TestShow(startShow(START, 3, { episode: 2, earlier }));
    recallThemes(made.state);
    expect(made.state.callbacks.map(({ setup }) => setup)).toEqual(['the boat', 'the lift', 'the plant']);
    made.hear({ setups: [PLANT] });
    expect(new Set(made.state.callbacks.map(({ id }) => id)).size).toBe(4);
  });
});
