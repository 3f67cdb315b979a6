import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SentenceVector } from '../../../providers/embedder/encoder/sentence-encoder.ts';
import { VECTOR_SIZE } from '../../../providers/embedder/encoder/transformer.ts';
import { loadTwin } from '../../twin/load-twin.ts';
import type { PerformOrder } from '../engine/show-events.ts';
import { startShow } from '../engine/show-state.ts';
import { libraryOf, type ShowLibrary } from '../library.ts';
import { type audienceLine, TestShow } from '../testing/audience-lines.ts';
import { type PlainReply, perform } from './perform.ts';

/** A vector of length 1 whose cosine to `axis(0)` is the first argument. */
const near = (cosine: number): SentenceVector => {
  const vector = new Float32Array(VECTOR_SIZE);
  vector[0] = cosine;
  vector[1] = Math.sqrt(1 - cosine * cosine);
  return vector;
};

/** A vector that only a situation is near to. */
const broken = (cosine: number): SentenceVector => {
  const vector = new Float32Array(VECTOR_SIZE);
  vector[2] = cosine;
  vector[3] = Math.sqrt(1 - cosine * cosine);
  return vector;
};

const NOTHING: PlainReply = { text: 'The plain reply.', knowledge: [], moves: [] };
const own = libraryOf(await loadTwin(path.resolve(import.meta.dirname, '../../../../twin')), null);
const REPLY = { id: 'oven', kind: 'tells' as const, lines: ['The oven is cold.'], say: ['A reply about ovens.'] };
const BIT = { id: 'ovens', modes: ['comedy' as const], energy: 'middle' as const, tags: ['ovens'], text: 'A piece.' };
/** A situation with a reply that names what was said, and one that does not. */
const SITUATION = {
  ...{ id: 'any-broke', kind: 'situation' as const },
  ...{ lines: ['It broke.', 'It is broken.', 'It broke down.'], say: ['So much for {setup}.', 'It had to be now.'] },
};
const ANSWER = {
  to: 'How so?',
  answered: ['Because of {setup}, then.', 'That explains it.'],
  declined: ['Then nobody knows.'],
};
const library: ShowLibrary = {
  ...own,
  answers: new Map([['how so?', ANSWER]]),
  bits: [BIT],
  encoded: {
    demos: [],
    debates: [],
    bits: [{ value: BIT, vectors: [near(0)] }],
    replies: [
      { value: REPLY, vectors: [near(1)] },
      { value: SITUATION, vectors: [broken(1), broken(1), near(0)] },
    ],
  },
};
const { followups, echoes, beats, callbacks } = library.material;

/** The order for a line in a show that has begun, with changes. */
function orderFor(line: Parameters<typeof audienceLine>[0], changes: Partial<PerformOrder> = {}): PerformOrder {
  const show = new TestShow({ ...startShow(0, 7), mode: 'comedy' });
  show.do({ kind: 'start' });
  show.do({ kind: 'opened' });
  show.say();
  return { ...show.hear(line), segueFrom: null, ...changes };
}

const spoken = (text: string): string => text.replaceAll(/ ?\[pause:[\d.]+s\]/g, '').toLowerCase();
const performed = (order: PerformOrder, plain = NOTHING, vector: SentenceVector | null = null) =>
  perform(order, library, plain, { demos: [], vector });
/** Whether a text holds one of these lines, with a capital or without. */
const isOneOf = (text: string, lines: readonly string[], setup = '') =>
  lines.some((line) => spoken(text).includes(spoken(line.replaceAll('{setup}', setup))));

describe('what is told', () => {
  test('gets the written reply to such a line, once', () => {
    const order = orderFor({ tells: true });
    const first = performed(order, NOTHING, near(0.9));
    expect(first.text).toBe('A reply about ovens.');
    expect(performed({ ...order, told: first.told }, NOTHING, near(0.9)).text).not.toContain('ovens.');
  });

  test('that only resembles such a line does not get it', () => {
    expect(performed(orderFor({ tells: true }), NOTHING, near(0.6)).text).not.toContain('ovens.');
  });

  test('gets an echo of the thing in it, or else a question about it, and never a piece', () => {
    const setups = [{ text: 'the cold oven', quality: 3 }];
    expect(isOneOf(performed(orderFor({ tells: true, setups })).text, echoes, 'the cold oven')).toBe(true);
    const { text } = performed(orderFor({ tells: true }));
    expect(followups.told).toContain(text);
    expect(isOneOf(performed(orderFor({ tells: true }, { question: 'why?' })).text, followups.answered ?? [])).toBe(
      true,
    );
  });

  test('waits for no callback when a reply fits it; one in a gap comes back there', () => {
    const callback = { id: 'callback-1', setup: 'the lift', context: '', isOrdered: false };
    const order = orderFor({ tells: true }, { callback });
    expect(performed(order, NOTHING, near(0.9)).callback).toBeNull();
    const { text, callback: used } = performed(order);
    expect(used).toBe('callback-1');
    expect(isOneOf(text, callbacks, 'the lift')).toBe(true);
    expect(performed({ ...order, callback: { ...callback, isOrdered: true } }, NOTHING, near(0.9)).callback).toBe(
      'callback-1',
    );
  });
});

test('an objection is yielded to and asked about', () => {
  const { text } = performed(orderFor({ tells: true, disagreed: true }));
  expect(isOneOf(text, beats.disagreed ?? [])).toBe(true);
  expect(isOneOf(text, followups.disagreed ?? [])).toBe(true);
});

describe('what is asked', () => {
  test('gets what the knowledge has', () => {
    const plain = { ...NOTHING, knowledge: ['prices'] };
    expect(performed(orderFor({ asked: true, asksBusiness: true }), plain).text).toBe('The plain reply.');
  });

  test('about the work and not known is told so; about anything else, the show says that it does not know', () => {
    const plain: PlainReply = { ...NOTHING, moves: ['work_only'] };
    expect(performed(orderFor({ asked: true, asksBusiness: true, surelyBusiness: true }), plain).text).toBe(
      'The plain reply.',
    );
    expect(followups.asked).toContain(performed(orderFor({ asked: true }), plain).text);
    const near: PlainReply = { ...plain, knowledge: ['a passage that only comes close'] };
    expect(followups.asked).toContain(performed(orderFor({ asked: true, asksBusiness: true }), near).text);
  });

  test('about what the twin has told itself is owned, and so is what missed', () => {
    const plain: PlainReply = { ...NOTHING, moves: ['said'] };
    expect(followups.own).toContain(performed(orderFor({ asked: true }, { asksBack: true }), plain).text);
    expect(followups.puzzled).toContain(performed(orderFor({ asked: true, puzzled: true }), plain).text);
    const known = { ...plain, knowledge: ['prices'] };
    const work = { asked: true, asksBusiness: true };
    expect(performed(orderFor(work, { asksBack: true }), known).text).toBe('The plain reply.');
  });

  test('and offered topics instead, takes the one that is chosen', () => {
    const unsure: PlainReply = { ...NOTHING, moves: ['work_only'] };
    const work = { asked: true, asksBusiness: true, surelyBusiness: true };
    expect(performed(orderFor(work), unsure).offersTopics).toBe(true);
    const chosen = performed(orderFor({ tells: true }, { choosesTopic: true }), { ...NOTHING, knowledge: ['theatre'] });
    expect(chosen).toMatchObject({ text: 'The plain reply.', offersTopics: false });
  });

  test('twice without an answer is followed by a piece the second time', () => {
    const first = performed(orderFor({ asked: true }));
    expect(followups.asked).toContain(first.text);
    const { text } = performed(orderFor({ asked: true }, { told: first.told }));
    expect(isOneOf(text, followups.passed ?? [])).toBe(true);
    expect(text).toMatch(/A piece\.$/);
  });

  test('of the machine, such as to delete something, is done whatever the line is taken for', () => {
    const plain: PlainReply = { ...NOTHING, moves: ['said'] };
    expect(performed(orderFor({ wants: 'any' }), plain).text).toBe('The plain reply.');
  });
});

test('an answer is taken as one: neither a piece nor a callback may follow it', () => {
  const callback = { id: 'callback-1', setup: 'the lift', context: '', isOrdered: false };
  const reacting = orderFor({}, { question: 'why?', callback, asks: false });
  expect(isOneOf(performed(reacting).text, followups.answered ?? [])).toBe(true);
});

test('who complains and says it again hears it said back', () => {
  const complaint = { tells: true, complained: true, setups: [{ text: 'a spaniel', quality: 3 }] };
  expect(isOneOf(performed(orderFor(complaint)).text, followups.corrected ?? [], 'a spaniel')).toBe(true);
  expect(isOneOf(performed(orderFor({ complained: true })).text, followups.complained ?? [])).toBe(true);
});

describe('the answer to a question of the show', () => {
  const answering = (line: Parameters<typeof audienceLine>[0], changes: Partial<PerformOrder> = {}) =>
    orderFor(line, { question: 'how so?', asks: false, ...changes });
  const setups = [{ text: 'the cold oven', quality: 3 }];

  test('gets what is written for it, and the thing in it is named', () => {
    expect(performed(answering({ tells: true })).text).toBe('That explains it.');
    expect(performed(answering({ tells: true, setups })).text).toBe('Because of the cold oven, then.');
    expect(performed(answering({ words: 1 })).text).toBe('That explains it.');
  });

  test('names nothing twice in a row', () => {
    const told = performed(answering({ tells: true, setups })).told;
    expect(performed(answering({ tells: true, setups }, { told })).text).toBe('That explains it.');
  });

  test('that is a no gets the words for that', () => {
    expect(performed(answering({ words: 1, declines: true })).text).toBe('Then nobody knows.');
  });

  test('that is about something with a reply of its own gets that reply', () => {
    expect(performed(answering({ tells: true }), NOTHING, near(0.7)).text).toBe('That explains it.');
    expect(performed(answering({ tells: true }), NOTHING, near(0.8)).text).toBe('A reply about ovens.');
  });

  test('is no laugh, compliment or silence by itself; a laugh with a thing in it is one', () => {
    for (const beat of ['laughed', 'complimented', 'silence'] as const)
      expect(isOneOf(performed(answering({ words: 1 }, { beat })).text, ['That explains it.'])).toBe(false);
    expect(performed(answering({ laughed: true }, { beat: 'laughed', echo: 'the cold oven' })).text).toContain(
      'the cold oven',
    );
  });

  test('that asks something back is a question', () => {
    expect(followups.asked).toContain(performed(answering({ asked: true })).text);
  });
});

test('what is told gets a reply of its situation when none is nearer, by the nearest samples together', () => {
  const order = orderFor({ tells: true }, { beat: null });
  expect(performed(order, NOTHING, broken(0.9)).text).toBe('It had to be now.');
  const far = performed(order, NOTHING, broken(0.1)).text;
  expect(SITUATION.say).not.toContain(far);
});

test('who begins by telling something hears who speaks and a reply, and is asked nothing else', () => {
  const order = orderFor({ tells: true }, { isOpening: true, beat: null });
  const { text } = performed(order, NOTHING, near(0.9));
  expect(text).toMatch(/\bAI\b.*A reply about ovens\.$/s);
  expect(text).not.toContain('?');
});

test('whoever leaves an address or tells of a budget gets the plain reply', () => {
  expect(performed(orderFor({ tells: true, isLead: true })).text).toBe('The plain reply.');
});

test('a debate takes the other side', () => {
  expect(followups['told-debate']).toContain(performed(orderFor({ tells: true }, { mode: 'debate' })).text);
});

test('shortly after a serious line there is no joke; what has to be said is', () => {
  const sober = orderFor({ tells: true }, { isSerious: true, isSober: true });
  expect(followups.sober).toContain(performed(sober).text);
  expect(performed(sober, { ...NOTHING, moves: ['said'] }).text).toBe('The plain reply.');
  expect(followups.sober).toContain(performed({ ...sober, isSober: false }).text);
  expect(performed({ ...sober, isClosing: true }).text).toBe('The plain reply.');
});

test('a complaint about the reply is owned', () => {
  expect(followups.complained).toContain(performed(orderFor({ complained: true })).text);
});

test('of two, one is chosen', () => {
  expect(followups.choice).toContain(performed(orderFor({ asked: true, offersChoice: true })).text);
});

test('whoever wants a piece gets one', () => {
  expect(performed(orderFor({ wants: 'joke' })).text).toBe('A piece.');
});

test('what is not said is not told, and a hint or a new mode that was not said stays ordered', () => {
  const order = orderFor({ tells: true }, { hint: 'talk about boats', segueFrom: 'comedy', beat: 'laughed' });
  expect(performed(order)).toMatchObject({ saysHint: false, saysSegue: true });
  expect(performed(orderFor({ tells: true }, { hint: 'talk about ovens' }), NOTHING, near(0.9)).saysHint).toBe(true);
  const complaint = orderFor({ complained: true }, { segueFrom: 'comedy' });
  expect(performed(complaint).saysSegue).toBe(false);
  const answered = performed(orderFor({ tells: true }, { beat: 'complimented' }), NOTHING, near(0.9));
  expect(answered.told.filter((key) => beats.complimented?.some((line) => line.startsWith(key)))).toEqual([]);
});

test('a hint of the director brings the piece with most of its words', () => {
  expect(performed(orderFor({ tells: true }, { hint: 'talk about ovens' }), NOTHING, near(0.9)).text).toBe('A piece.');
  expect(performed(orderFor({ tells: true }, { hint: 'talk about boats' })).text).not.toBe('A piece.');
});
