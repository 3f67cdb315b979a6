/** Properties that hold in every show, whatever happens in it: 1,000 random ones here, 10,000 in the soak. */
import {
  CALLBACK_LIFE_MS,
  SHOW_AUTOSAVE_MS,
  SHOW_MODES,
  SHOW_SEGMENT_MS,
  SHOW_TEMPERATURE,
} from '@understudy/contract/constants';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { times } from '../../../testing/load.ts';
import { audienceLine, TestShow, type Untimed } from '../testing/audience-lines.ts';
import { CALLBACK_COOLDOWN_MS, CALLBACK_MIN_TURNS } from './callbacks.ts';
import type { ShowStep } from './show-events.ts';
import { type ShowState, startShow } from './show-state.ts';

const START = 1_800_000_000_000;
const GAMES = [
  { id: 'truths', modes: ['comedy' as const, 'banter' as const], answers: [2, 3, 1, 2, 1] },
  { id: 'advice', modes: ['storytelling' as const], answers: [null, null, null] },
];

const DEBATES = [
  { id: 'chairs', reasons: { for: 3, against: 4 } },
  { id: 'emails', reasons: { for: 3, against: 3 } },
];

const topic = fc.integer({ min: 0, max: 25 }).map((number) => `the thing ${number}`);
/** True once in `n` times, so that most lines do few things at once. */
const oneIn = (n: number) => fc.integer({ min: 1, max: n }).map((drawn) => drawn === n);
const rarely = <Value>(value: fc.Arbitrary<Value>, n: number) =>
  fc.oneof({ weight: 1, arbitrary: value }, { weight: n, arbitrary: fc.constant(null) });
const stance = fc.record({
  id: fc.constantFrom('chairs', 'emails', 'gone'),
  near: fc.double({ min: 0, max: 1, noNaN: true }),
  side: fc.constantFrom('for' as const, 'against' as const, null),
  rebuttals: fc.record({
    for: fc.option(fc.integer({ min: 0, max: 3 })),
    against: fc.option(fc.integer({ min: 0, max: 3 })),
  }),
});
const line = fc
  .record({
    words: fc.integer({ min: 0, max: 80 }),
    latencyMs: fc.integer({ min: 0, max: 120_000 }),
    laughed: oneIn(4),
    asked: oneIn(4),
    ponders: oneIn(6),
    disagreed: oneIn(6),
    declines: oneIn(6),
    heckled: oneIn(10),
    interrupted: oneIn(8),
    isSerious: oneIn(20),
    branch: rarely(topic, 8),
    resume: rarely(topic, 12),
    choice: fc.option(fc.integer({ min: 1, max: 4 })),
    wantsGame: oneIn(12),
    wants: fc.constantFrom('joke' as const, null, null, null, null),
    complained: oneIn(15),
    offersChoice: oneIn(15),
    tells: oneIn(2),
    endsGame: oneIn(12),
    leaves: oneIn(40),
    agreed: oneIn(5),
    wantsMode: rarely(fc.constantFrom('debate' as const, 'comedy' as const, 'storytelling' as const), 15),
    takesSide: fc.constantFrom('for' as const, 'against' as const, null, null, null),
    restsDebate: rarely(fc.constantFrom('conceded' as const, 'even' as const), 15),
    isDelicate: oneIn(20),
    stances: fc.array(stance, { maxLength: 2 }),
    setups: fc.array(fc.record({ text: topic, quality: fc.integer({ min: -5, max: 20 }) }), { maxLength: 2 }),
  })
  .map(audienceLine);

type Deed = Untimed | { kind: 'reply'; usesCallback: boolean };
const heard = fc.record({ kind: fc.constant('heard' as const), line });
const reply = fc.record({ kind: fc.constant('reply' as const), usesCallback: oneIn(5).map((isRare) => !isRare) });
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 1, arbitrary: heard },
  { weight: 2, arbitrary: reply },
  { weight: 1, arbitrary: fc.constant<Deed>({ kind: 'silence' }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('mode' as const),
      mode: fc.constantFrom(...SHOW_MODES),
      by: fc.constantFrom('visitor' as const, 'director' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('energy' as const), delta: fc.double({ noNaN: true }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('engagement' as const), value: fc.double({ noNaN: true }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('use-callback' as const),
      id: fc.option(fc.integer({ min: 1, max: 40 }).map((number) => `callback-${number}`)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('callback' as const),
      setup: topic,
      context: fc.constant(''),
      quality: fc.integer(),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom<Deed>({ kind: 'reset' }, { kind: 'moment', content: 'saved' }) },
  { weight: 1, arbitrary: fc.constantFrom<Deed>({ kind: 'start' }, { kind: 'stop' }, { kind: 'hint', text: 'go' }) },
);
/** Mostly seconds; now and then minutes, hours, or a clock that was set back. */
const wait = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 0, max: 45_000 }) },
  { weight: 3, arbitrary: fc.integer({ min: 60_000, max: 20 * 60_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: -3 * 3_600_000, max: 3 * 3_600_000 }) },
);
const randomShow = fc.record({
  seed: fc.integer(),
  deeds: fc
    .array(
      fc.oneof(
        { weight: 3, arbitrary: fc.tuple(fc.record({ deed: heard, wait }), fc.record({ deed: reply, wait })) },
        { weight: 1, arbitrary: fc.tuple(fc.record({ deed, wait })) },
      ),
      { minLength: 5, maxLength: 25, size: 'max' },
    )
    .map((turns) => turns.flat()),
});

/** Plays a deed; a reply that has not been asked for is left out. */
function play(show: TestShow, deed: Deed, afterMs: number): ShowStep | null {
  if (deed.kind !== 'reply') return show.do(deed, afterMs, { games: GAMES, debates: DEBATES });
  if (!show.order) return null;
  const stepped = show.say(deed.usesCallback ? {} : { callback: null }, afterMs);
  show.order = null;
  return stepped;
}

/** What has happened in a show that its state does not tell. */
class Witness {
  readonly usedIds = new Set<string>();
  /** Show time that has passed since an unordered callback was used; clocks that were set back do not count. */
  sinceUse = Number.POSITIVE_INFINITY;

  check(before: ShowState, deed: Deed, { state, order, messages, isSaveDue }: ShowStep): void {
    this.#mode(before, deed, state, messages);
    this.#callbacks(before, deed, state, order);
    for (const meter of [state.energy, state.engagement]) {
      if (!(meter >= 0 && meter <= 10)) expect.fail(`a meter is at ${meter}`);
    }
    for (const list of [state.responses, state.modes, state.moments]) expect(list.length).toBeLessThanOrEqual(100);
    for (const { depth } of state.threads) if (depth < 0 || depth > 10) expect.fail(`a thread is ${depth} deep`);
    for (const { depth } of state.themes) if (depth < 1 || depth > 10) expect.fail(`a theme is ${depth} deep`);
    if (state.threads.filter(({ status }) => status === 'active').length > 1) expect.fail('two active threads');
    if (order && order.temperature !== SHOW_TEMPERATURE[order.mode]) expect.fail('a temperature is not the mode’s');
    if (order && !(order.wordsPerMinute >= 120 && order.wordsPerMinute <= 180)) expect.fail('a pace is out of bounds');
    if (!isSaveDue && state.clock - state.savedAt >= SHOW_AUTOSAVE_MS) expect.fail('a save is overdue');
    if (before.active && !state.active && !isSaveDue) expect.fail('an end was not saved');
  }

  #mode(before: ShowState, deed: Deed, state: ShowState, messages: ShowStep['messages']): void {
    const isChanged = state.mode !== before.mode;
    expect(SHOW_MODES).toContain(state.mode);
    if (isChanged && deed.kind !== 'heard' && deed.kind !== 'mode') expect.fail(`${deed.kind} changed the mode`);
    if (isChanged !== messages.some(({ type }) => type === 'mode-change')) expect.fail('a mode change was not told');
    if (isChanged && state.segmentStartedAt !== state.clock) expect.fail('a change did not restart the segment');
    if (isChanged && !before.active) expect.fail('a stopped show changed its mode');
    if (isChanged && deed.kind === 'heard' && before.ordered.segueFrom !== null) expect.fail('a chosen mode was lost');
    if (deed.kind === 'heard' && state.active && state.clock - state.segmentStartedAt >= SHOW_SEGMENT_MS)
      expect.fail('a segment is longer than 5 minutes');
    if (state.segmentStartedAt > state.clock) expect.fail('a segment begins in the future');
    if (state.modes.at(-1)?.mode !== state.mode) expect.fail('the history does not end in the mode');
  }

  #callbacks(before: ShowState, deed: Deed, state: ShowState, order: ShowStep['order']): void {
    if (state.clock > before.clock) this.sinceUse += state.clock - before.clock;
    for (const { quality, timestamp, expiresAt, used, id } of state.callbacks) {
      if (!(Number.isInteger(quality) && quality >= 1 && quality <= 10)) expect.fail(`a quality is ${quality}`);
      if (expiresAt - timestamp !== CALLBACK_LIFE_MS) expect.fail('a callback does not live for 30 minutes');
      if (used && !before.callbacks.find((one) => one.id === id)?.used) {
        if (deed.kind !== 'reply') expect.fail(`${deed.kind} used a callback`);
        if (this.usedIds.has(id)) expect.fail('a callback was used twice');
        this.usedIds.add(id);
        this.sinceUse = 0;
      }
      if (!used && this.usedIds.has(id)) expect.fail('a used callback is open again');
    }
    const setups = state.callbacks.map(({ setup }) => setup.toLowerCase());
    if (new Set(setups).size < setups.length) expect.fail('a setup is in the ledger twice');
    const next = order?.callback && state.callbacks.find(({ id }) => id === order.callback?.id);
    if (!order?.callback) return;
    if (!next || next.used || next.expiresAt <= state.clock) expect.fail('a callback is not open');
    if (order.isSerious) expect.fail('a serious line got a callback');
    if (before.ordered.callback === next.id) return;
    if (this.sinceUse < CALLBACK_COOLDOWN_MS) expect.fail(`a callback came ${this.sinceUse} ms after another`);
    if (state.turns - next.turn < CALLBACK_MIN_TURNS) expect.fail('a callback came as an echo');
  }
}

test('no mode change and no callback leaves the bounds of the specification in any show', { timeout: 120_000 }, () => {
  let changes = 0;
  let callbacks = 0;
  fc.assert(
    fc.property(randomShow, ({ seed, deeds }) => {
      const show = new TestShow(startShow(START, seed));
      const witness = new Witness();
      for (const { deed, wait: afterMs } of deeds) {
        const before = show.state;
        const stepped = play(show, deed, afterMs);
        if (stepped) witness.check(before, deed, stepped);
        if (show.state.mode !== before.mode) changes += 1;
      }
      callbacks += witness.usedIds.size;
    }),
    { numRuns: times(1_000, 10_000), seed: 20_261_126 },
  );
  // The random shows do reach what they are to prove.
  expect(changes).toBeGreaterThan(times(1_000, 10_000));
  expect(callbacks).toBeGreaterThan(times(200, 2_000));
});

test('the same seed and events give the same show, by way of a row or not, and change nothing that was given', () => {
  fc.assert(
    fc.property(randomShow, ({ seed, deeds }) => {
      const one = new TestShow(startShow(START, seed));
      const other = new TestShow(startShow(START, seed));
      for (const { deed, wait: afterMs } of deeds) {
        const given = JSON.stringify(one.state);
        const kept = one.state;
        play(one, deed, afterMs);
        expect(JSON.stringify(kept)).toBe(given);
        other.state = JSON.parse(JSON.stringify(other.state));
        play(other, deed, afterMs);
        // Turn ids are drawn by the test.
        const plain = ({ state }: TestShow) => JSON.stringify(state).replaceAll(/"[0-9a-f-]{36}"/g, '""');
        expect(plain(one)).toBe(plain(other));
      }
    }),
    { numRuns: 50, seed: 20_261_126 },
  );
});
