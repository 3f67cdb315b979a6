import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bandOf, type CountedSession, FIGURES, figuresOf, keyOf } from './figures.ts';

const NOTHING: CountedSession = {
  intent: null,
  score: 0,
  messages: 0,
  contact: false,
  cta: false,
  booked: false,
  pains: [],
  topics: [],
  replies: [],
  voiceTurns: [],
  usage: [],
  speech: [],
};

test('an empty conversation is one conversation about nothing', () => {
  expect(figuresOf(NOTHING)).toEqual([
    ['score', '0', 1, 0],
    ['sessions', 'none', 1, 0],
    ['start', '', 1, 0],
  ]);
});

test('the funnel narrows: of contacts and calls to action those are counted that had three messages', () => {
  const steps = (more: Partial<CountedSession>) =>
    figuresOf({ ...NOTHING, ...more })
      .filter(([name]) => name === FIGURES.funnel)
      .map(([, step]) => step);
  expect(steps({ messages: 2, contact: true, cta: true })).toEqual([]);
  expect(steps({ messages: 3 })).toEqual(['three_turns']);
  expect(steps({ messages: 3, cta: true })).toEqual(['cta', 'three_turns']);
  expect(steps({ messages: 9, contact: true, cta: true })).toEqual(['contact', 'cta', 'three_turns']);
  expect(steps({ messages: 1, booked: true })).toEqual(['booked', 'contact', 'cta', 'three_turns']);
});

test('bands of scores are ten wide, the last one eleven', () => {
  expect([0, 9, 10, 69, 70, 89, 90, 99, 100].map(bandOf)).toEqual([0, 0, 10, 60, 70, 80, 90, 90, 90]);
});

test('spoken turns are counted by who transcribed, wrote and spoke, each once, and nothing that is none', () => {
  const turnId = '0b6b3b1e-7d5c-4f0e-9a53-000000000001';
  const told = { turn_id: turnId, utterance_sent: 10, transcribed: 200, first_word: 400, first_audio: 600 };
  const session: CountedSession = {
    ...NOTHING,
    replies: [{ turnId, provider: 'groq', ms: 1_000 }],
    voiceTurns: [told, told, null, 'x', { ...told, turn_id: 'another' }, { turn_id: 7, first_word: 1 }],
    speech: [
      { kind: 'voice', provider: 'openai', model: 'tts-1', amount: 120 },
      { kind: 'voice', provider: 'embedded', model: 'embedded', amount: 4 },
    ],
  };
  const keys = figuresOf(session).flatMap(([name, key, count]) => (name === FIGURES.latency ? [[key, count]] : []));
  expect(keys.map(([key]) => String(key).split('\t').slice(0, 2).join(' '))).toEqual([
    'first_audio several',
    'first_word groq',
    'reply groq',
    'transcribed browser',
    'utterance_sent browser',
  ]);
  expect(keys.every(([, count]) => count === 1)).toBe(true);
});

test('tokens are summed by model, terms and the same model twice are one figure', () => {
  const call = { provider: 'p', model: 'm', prompt_tokens: 10, completion_tokens: 3, estimated: false };
  const figures = figuresOf({
    ...NOTHING,
    usage: [
      { ...call, cached_tokens: 4 },
      { ...call, estimated: true },
    ],
    pains: ['Orders  are late', 'orders are LATE', ' '],
    topics: ['Prices'],
  });
  expect(figures).toContainEqual([FIGURES.chat, 'p\tm', 20, 6]);
  expect(figures).toContainEqual([FIGURES.cached, 'p\tm', 4, 0]);
  expect(figures).toContainEqual([FIGURES.estimated, 'p\tm', 1, 0]);
  expect(figures.filter(([name]) => name === FIGURES.pain)).toEqual([[FIGURES.pain, 'Orders are late', 1, 0]]);
});

test('whatever a page told, figures are whole numbers under keys without line ends', () => {
  const session = fc.record({
    voiceTurns: fc.array(
      fc.record({ turn_id: fc.constant('a'), first_word: fc.anything(), transcribed: fc.anything() }),
    ),
    topics: fc.array(fc.string({ unit: 'binary' })),
    intent: fc.option(fc.string()),
  });
  fc.assert(
    fc.property(session, (given) => {
      const figures = figuresOf({ ...NOTHING, replies: [{ turnId: 'a', provider: 'x\ty', ms: 5 }], ...given });
      expect(figures.every(([, , count, sum]) => Number.isInteger(count) && Number.isInteger(sum))).toBe(true);
      expect(new Set(figures.map(([name, key]) => `${name}\n${key}`)).size).toBe(figures.length);
    }),
  );
});

test('what is cut within a sign is whole text all the same, which a database takes', () => {
  const long = `${'x'.repeat(199)}😀`;
  const keys = figuresOf({ ...NOTHING, pains: [long], topics: [long] }).map(([, key]) => key);
  expect(keys.every((key) => key.isWellFormed())).toBe(true);
  expect(keyOf(long, 1).isWellFormed()).toBe(true);
});
