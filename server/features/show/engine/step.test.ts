import { describe, expect, test } from 'vitest';
import { audienceLine, TestShow } from '../testing/audience-lines.ts';
import { engagementOf } from './audience-line.ts';
import { type ShowState, startShow } from './show-state.ts';

const START = 1_800_000_000_000;
const MINUTE = 60_000;
const newShow = (changes: Partial<ShowState> = {}) => new TestShow({ ...startShow(START, 1), ...changes });

describe('a question', () => {
  test('is an answer where the twin has asked something and it is a guess', () => {
    const show = newShow();
    show.say({ text: 'Three knocks. Who do you think it was?' });
    const guess = { asked: true, asksBusiness: true, isGuess: true, words: 4 };
    expect(show.hear(guess)).toMatchObject({ asked: false, asksBusiness: false });
    show.say({ text: 'It was the author.' });
    expect(show.hear(guess)).toMatchObject({ asked: true });
  });

  test('may ask back about what the twin has told', () => {
    const show = newShow();
    show.say({ text: 'The king was in the lift.' });
    show.hear({});
    show.say({ text: 'Well.' });
    const asking = { asked: true, words: 6 };
    expect(show.hear({ ...asking, text: 'why was the king in there' }).asksBack).toBe(true);
    expect(show.hear({ ...asking, text: 'why do you do this' }).asksBack).toBe(false);
    expect(show.hear({ ...asking, text: 'how would a king price consulting' }).asksBack).toBe(false);
    expect(show.hear({ ...asking, words: 30, text: 'why was the king in there' }).asksBack).toBe(false);
  });
});

test('a topic may be chosen right after the twin has offered some', () => {
  const show = newShow();
  show.say({ offersTopics: true });
  expect(show.hear({ tells: true }).choosesTopic).toBe(true);
  show.say({});
  expect(show.hear({ tells: true }).choosesTopic).toBe(false);
});

describe('meters', () => {
  test('engagement and energy start at 5 and stay from 0 to 10, to a tenth', () => {
    const show = newShow();
    expect(show.state).toMatchObject({ engagement: 5, energy: 5 });
    show.do({ kind: 'energy', delta: 99 });
    show.do({ kind: 'engagement', value: 99 });
    expect(show.state).toMatchObject({ engagement: 10, energy: 10 });
    show.do({ kind: 'energy', delta: -99 });
    show.do({ kind: 'engagement', value: -99 });
    expect(show.state).toMatchObject({ engagement: 0, energy: 0 });
    show.do({ kind: 'energy', delta: 1.26 });
    expect(show.state.energy).toBe(1.3);
  });

  test.each([
    ['a longer line', { words: 20 }, { words: 4 }],
    ['laughter', { laughed: true }, {}],
    ['a question', { asked: true }, {}],
    ['an interruption', { interrupted: true }, {}],
    ['a compliment', { complimented: true }, {}],
    ['a quick reply', { latencyMs: 3_000 }, { latencyMs: 10_000 }],
    ['a reply that is not slow', { latencyMs: 10_000 }, { latencyMs: 40_000 }],
    ['anything but heckling', {}, { heckled: true }],
    ['more than a word', { words: 3 }, { words: 2 }],
  ])('%s engages more', (_, more, less) => {
    expect(engagementOf(audienceLine(more))).toBeGreaterThan(engagementOf(audienceLine(less)));
  });

  test('silence engages least', () => {
    const show = newShow();
    show.say();
    const before = show.state.engagement;
    expect(show.do({ kind: 'silence' }).order).toMatchObject({ beat: 'silence', asks: true });
    expect(show.state.engagement).toBeLessThan(before);
  });

  test('the newest 100 responses are kept', () => {
    const show = newShow();
    for (let turn = 0; turn < 130; turn += 1) show.hear({ words: turn }, 1_000);
    expect(show.state.responses).toHaveLength(100);
    expect(show.state.responses[0]?.at).toBe(START + 31_000);
  });
});

describe('moments', () => {
  test('a laugh keeps what it laughed at, with its turn', () => {
    const show = newShow();
    show.hear({ branch: 'the boat' });
    show.say({ text: 'A good line.', turnId: 'turn-1' });
    const { messages } = show.do({ kind: 'heard', line: audienceLine({ laughed: true }) });
    expect(messages.some(({ type }) => type === 'moment-registered')).toBe(true);
    expect(show.state.moments).toMatchObject([
      {
        type: 'laugh',
        content: 'A good line.',
        speaker: 'twin',
        context: 'banter',
        timestamp: START,
        audienceReaction: 'laughed',
        tags: ['the boat'],
        turnId: 'turn-1',
      },
    ]);
  });

  test('saved by hand without words, it is the newest line; before any line, there is none', () => {
    const show = newShow();
    expect(show.do({ kind: 'moment', content: null }).messages).toEqual([]);
    show.hear();
    show.say({ text: 'A good line.' });
    show.do({ kind: 'moment', content: null });
    show.do({ kind: 'moment', content: 'What I said.' });
    expect(show.state.moments.map(({ type, content, speaker }) => [type, content, speaker])).toEqual([
      ['saved', 'A good line.', 'twin'],
      ['saved', 'What I said.', 'twin'],
    ]);
  });

  test('an engaged story is one; nothing serious is', () => {
    const show = newShow();
    show.hear({ words: 60, asked: true, latencyMs: 1_000, complimented: true });
    show.hear({ words: 60, asked: true, latencyMs: 1_000, complimented: true, isSerious: true });
    expect(show.state.moments).toMatchObject([{ type: 'story', speaker: 'visitor' }]);
  });

  test('the newest 100 are kept', () => {
    const show = newShow();
    for (let index = 0; index < 120; index += 1) show.do({ kind: 'moment', content: `moment ${index}` });
    expect(show.state.moments).toHaveLength(100);
    expect(show.state.moments.at(-1)?.content).toBe('moment 119');
  });
});

describe('a reply', () => {
  test('waits for laughter, and changes its mode on air', () => {
    const show = newShow();
    expect(show.hear({ laughed: true })).toMatchObject({ beat: 'laughed', holdMs: 1_500 });
    show.say();
    show.do({ kind: 'mode', mode: 'storytelling', by: 'director' });
    expect(show.hear()).toMatchObject({ mode: 'storytelling', holdMs: 0 });
    expect(show.order?.segueFrom).not.toBeNull();
    show.say();
    expect(show.state.ordered.segueFrom).toBeNull();
  });

  test('stays sober over a silence and at the end, until somebody lightens it', () => {
    const show = newShow({ turns: 3, saidAt: START });
    show.hear({ isSerious: true });
    show.say();
    expect(show.do({ kind: 'silence' }).order).toMatchObject({ isSerious: true, isSober: true });
    for (let line = 0; line < 3; line += 1) expect(show.hear()).toMatchObject({ isSerious: true, isSober: true });
    expect(show.hear()).toMatchObject({ isSerious: false });
    show.hear({ isSerious: true });
    show.say();
    show.do({ kind: 'stop' });
    expect(show.do({ kind: 'silence' }).order).toMatchObject({ isClosing: true, isSerious: true });
    const other = newShow({ turns: 3, saidAt: START });
    other.hear({ isSerious: true });
    expect(other.hear({ lightens: true }).isSerious).toBe(false);
  });

  test('what only may be an emergency keeps energy and mood, and the show goes on three lines later', () => {
    const show = newShow({ turns: 3, saidAt: START });
    const { energy } = show.state;
    show.hear({ isSerious: true, mayBeEmergency: true });
    expect(show.order).toMatchObject({ isSerious: true, mayBeEmergency: true, callback: null });
    expect(show.state.energy).toBeGreaterThanOrEqual(energy);
    expect(show.state.emotion).not.toBe('supportive');
    for (let line = 0; line < 2; line += 1)
      expect(show.hear()).toMatchObject({ isSerious: true, isSober: true, mayBeEmergency: false });
    expect(show.hear()).toMatchObject({ isSerious: false });
  });

  test('after something serious names none of its words in threads and themes', () => {
    const show = newShow();
    show.hear({ setups: [{ text: 'the harbour', quality: 8 }] });
    expect(show.state.themes).toEqual([{ topic: 'the harbour', depth: 1 }]);
    show.hear({ isSerious: true, text: 'He drowned in the harbour', setups: [{ text: 'the harbour', quality: 8 }] });
    show.hear({ isSerious: false, laughed: true, setups: [{ text: 'the harbour wall', quality: 8 }] });
    expect(JSON.stringify([show.state.themes, show.state.threads, show.state.callbacks])).not.toContain('harbour');
  });

  test('to something serious has no beat, game, callback, hint or segue; the hint waits until it is over', () => {
    const show = newShow();
    show.hear();
    show.say();
    show.do({ kind: 'hint', text: 'mention the boat' });
    show.do({ kind: 'mode', mode: 'comedy', by: 'director' });
    expect(show.hear({ isSerious: true, laughed: true })).toMatchObject({
      isSerious: true,
      emotion: 'supportive',
      ...{ beat: null, game: null, callback: null, hint: null, segueFrom: null, holdMs: 0 },
    });
    for (let turn = 0; turn < 3; turn += 1) {
      show.say();
      expect(show.hear({ complimented: true })).toMatchObject({ isSerious: true, isSober: true, beat: null });
    }
    show.say();
    expect(show.hear()).toMatchObject({ isSerious: false, hint: 'mention the boat' });
    show.hear({ isSerious: true });
    show.say();
    // Laughter means: go on.
    expect(show.hear({ laughed: true })).toMatchObject({ isSerious: false, beat: 'laughed' });
  });

  test('what a director orders while it is written is for the next one', () => {
    const show = newShow();
    show.hear();
    show.do({ kind: 'hint', text: 'mention the boat' });
    show.do({ kind: 'mode', mode: 'debate', by: 'director' });
    show.say();
    expect(show.hear()).toMatchObject({ hint: 'mention the boat', mode: 'debate', segueFrom: 'banter' });
    show.say();
    expect(show.hear()).toMatchObject({ hint: null, segueFrom: null });
  });

  test("a reset begins meters, threads and callbacks anew, and keeps the show's moments", () => {
    const show = newShow({ energy: 9, engagement: 1 });
    show.hear({ branch: 'the boat', setups: [{ text: 'the boat', quality: 9 }] });
    show.do({ kind: 'moment', content: 'kept' });
    show.do({ kind: 'reset' }, MINUTE);
    expect(show.state).toMatchObject({
      ...{ energy: 5, engagement: 5, threads: [], callbacks: [], segmentStartedAt: START + MINUTE },
      moments: [{ content: 'kept' }],
    });
  });
});

describe('start and stop', () => {
  test('a show is active from its start; it stops, says last words once, and may start again', () => {
    const show = newShow();
    expect(show.do({ kind: 'start' }).messages).toMatchObject([{ type: 'podcast-started', data: { episode: 1 } }]);
    show.hear();
    show.say();
    expect(show.do({ kind: 'start' }).messages).toEqual([]);
    const stopped = show.do({ kind: 'stop' }, MINUTE);
    expect(stopped.messages).toMatchObject([{ type: 'podcast-stopped' }]);
    expect(show.state).toMatchObject({ active: false, endedAt: START + MINUTE });
    expect(show.do({ kind: 'stop' }).messages).toEqual([]);
    // Nobody is sent away with a joke after bad news.
    expect(show.do({ kind: 'heard', line: audienceLine({ isSerious: true }) }).order).toBeNull();
    expect(show.do({ kind: 'silence' }).order).toMatchObject({ isClosing: true, asks: false });
    show.say();
    expect(show.do({ kind: 'heard', line: audienceLine() }).order).toBeNull();
    expect(show.do({ kind: 'start' }).messages).toHaveLength(1);
    expect(show.state).toMatchObject({ active: true, endedAt: null });
  });

  test('stopped before any word, it has no last words', () => {
    const show = newShow();
    show.do({ kind: 'stop' });
    expect(show.do({ kind: 'silence' }).order).toBeNull();
  });

  test('the first words are an opening', () => {
    const show = newShow();
    expect(show.do({ kind: 'opened' }).order).toMatchObject({ isOpening: true });
    show.say();
    expect(show.hear().isOpening).toBe(false);
  });
});

describe('saving', () => {
  test('is due every 5 minutes, and at the end', () => {
    const show = newShow();
    expect(show.do({ kind: 'silence' }, 5 * MINUTE - 1).isSaveDue).toBe(false);
    expect(show.do({ kind: 'silence' }, 1).isSaveDue).toBe(true);
    expect(show.do({ kind: 'silence' }, 5 * MINUTE - 1).isSaveDue).toBe(false);
    expect(show.do({ kind: 'stop' }).isSaveDue).toBe(true);
    expect(show.do({ kind: 'stop' }).isSaveDue).toBe(false);
  });

  test('the state is plain JSON, so that a row can hold it', () => {
    const show = newShow();
    show.hear({ branch: 'the boat', setups: [{ text: 'the boat', quality: 9 }], laughed: true });
    show.say({ told: ['a line'], demos: ['a demo'] });
    expect(JSON.parse(JSON.stringify(show.state))).toEqual(show.state);
  });
});

describe('the clock', () => {
  test('set back by an hour, it moves all times of the show with it', () => {
    const show = newShow();
    show.hear({ branch: 'the boat', setups: [{ text: 'the boat', quality: 9 }] }, MINUTE);
    show.say({ demos: ['a demo'] }, 1_000);
    show.do({ kind: 'moment', content: 'kept' });
    const before = show.state;
    show.do({ kind: 'energy', delta: 0 }, -60 * MINUTE);
    const hour = (at: number | null | undefined) => (at ?? 0) - 60 * MINUTE;
    expect(show.state).toMatchObject({
      clock: hour(before.clock),
      startedAt: hour(before.startedAt),
      segmentStartedAt: hour(before.segmentStartedAt),
      savedAt: hour(before.savedAt),
      saidAt: hour(before.saidAt),
      demoUsedAt: hour(before.demoUsedAt),
      modes: [{ at: hour(before.modes[0]?.at) }],
      responses: [{ at: hour(before.responses[0]?.at) }],
      threads: [{ startedAt: hour(before.threads[0]?.startedAt) }],
      moments: [{ timestamp: hour(before.moments[0]?.timestamp) }],
      callbacks: [{ timestamp: hour(before.callbacks[0]?.timestamp), expiresAt: hour(before.callbacks[0]?.expiresAt) }],
    });
  });

  test('of two machines that differ by less than a minute never goes back', () => {
    const show = newShow();
    show.hear({}, MINUTE);
    show.hear({}, -30_000);
    expect(show.state).toMatchObject({ clock: START + MINUTE, startedAt: START });
  });

  test('that jumps a day ahead and back leaves the show able to go on', () => {
    const show = newShow();
    show.hear({ setups: [{ text: 'the boat', quality: 9 }] });
    show.say();
    show.hear({}, 24 * 60 * MINUTE);
    expect(show.state.segmentStartedAt).toBe(show.state.clock);
    show.say();
    show.hear({ setups: [{ text: 'the lift', quality: 9 }] }, -24 * 60 * MINUTE);
    expect(show.state.segmentStartedAt).toBe(show.state.clock);
    expect(show.state.callbacks.at(-1)?.expiresAt).toBe(show.state.clock + 30 * MINUTE);
  });
});

test('a line that is cut keeps whole characters, and of a private one nothing is kept', () => {
  const show = newShow();
  show.do({
    kind: 'said',
    turnId: '00000000-0000-4000-8000-000000000001',
    text: `${'a'.repeat(399)}😀`,
    callback: null,
    told: [],
    demos: [],
    order: { segueFrom: null, hint: null },
  });
  expect(show.state.newestLine.isWellFormed()).toBe(true);
  show.hear({ isPrivate: true, text: 'the card in the blue drawer', words: 60, laughed: false, asked: true });
  expect(show.state.moments).toEqual([]);
  show.hear({ setups: [{ text: 'the blue drawer', quality: 8 }] });
  expect(show.state.callbacks).toEqual([]);
});
