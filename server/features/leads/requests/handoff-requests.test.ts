import { NEXT_QUESTIONS } from '@understudy/contract/leads';
import { describe, expect, test } from 'vitest';
import {
  CALLS,
  COMPLAINTS,
  NO_CALLS,
  NO_COMPLAINTS,
  NO_REFUSALS,
  REFUSALS,
  SETTLED,
  UNSETTLED,
  WISHES_FOR_A_PERSON,
} from '../../../testing/asking-lines.ts';
import { sharedEncoder } from '../../../testing/encoder.ts';
import { times } from '../../../testing/load.ts';
import { requestsIn } from '../../../testing/requests.ts';
import { createUnderstand } from '../../understanding/understand.ts';
import { understandLines } from '../analyser.ts';
import type { UnderstoodLine } from '../lines.ts';
import { NO_HANDOFF_REQUESTS, updateHandoffRequests } from './handoff-requests.ts';

const encoder = sharedEncoder();

/** The requests of these visitor's lines; `t:` is the twin. */
const requests = (...said: string[]) => requestsOfNamed(['Orla Lindqvist', 'Orla'], ...said);

const requestsOfNamed = (names: readonly string[], ...said: string[]) =>
  requestsIn(
    said.map((line, seq) => ({
      seq,
      speaker: line.startsWith('t:') ? ('agent' as const) : ('visitor' as const),
      text: line.replace(/^t: /, ''),
    })),
    createUnderstand(encoder, () => names),
  );

describe('a call that is asked for in words', () => {
  test.each(CALLS)('%s', async (words) => {
    expect((await requests(words)).call).not.toBeNull();
  });

  test.each(NO_CALLS)('and none: %s', async (words) => {
    expect((await requests(words)).call).toBeNull();
  });

  test('is the last that was said: a new day, a refusal', async () => {
    const call = async (...said: string[]) => (await requests(...said)).call;
    expect((await call('Can Orla call me?', 't: When?', 'Thursday after 3'))?.time?.words).toBe('Thursday after 3');
    expect((await call('Call me on Thursday.', 'Actually, make it Friday.'))?.time?.words).toContain('Friday');
    expect(await call('Call me on Thursday.', 'On second thoughts, no call. Just email me.')).toBeNull();
    expect((await call('can she ring me? 020 7946 0500, Monday'))?.time?.words).toContain('Monday');
    expect((await call('Call me on Thursday.', 'And please do call me.'))?.time?.words).toContain('Thursday');
  });

  test.each(REFUSALS)('and is taken back: %s', async (words) => {
    expect(await requests('Call me on Thursday.', words)).toMatchObject({ call: null, refused: 1 });
  });

  test.each(NO_REFUSALS)('and is not taken back: %s', async (words) => {
    expect(await requests('Call me on Thursday.', words)).toMatchObject({ call: {}, refused: null });
  });

  test('is taken up where the twin offers it', async () => {
    const offer = 't: Shall Orla give you a call?';
    expect((await requests('We are stuck.', offer, 'Yes please, tomorrow morning')).call).not.toBeNull();
    expect((await requests('We are stuck.', offer, 'No thanks.')).call).toBeNull();
    expect((await requests('We are stuck.', 't: How many are you?', 'Yes please')).call).toBeNull();
  });
});

describe('the time of a call that is asked for', () => {
  const CALL = 'Please call me on Thursday at 3.';
  const timeAfter = async (...said: string[]) => (await requests(CALL, ...said)).call?.time?.words;

  test.each([
    'We want to start in June.',
    'I have told everyone on Monday already.',
    'On Monday, I told everyone already.',
    'We meet on Mondays with the team.',
    'My meeting with the bank is at three.',
    'The new office opens next month.',
    'We need it by December.',
    'I was there on Friday.',
    'I am going on Monday.',
    'In summer, from June on, we are closed.',
  ])('stays as it was: %s', async (line) => {
    expect(await timeAfter(line)).toBe(CALL);
    expect(await timeAfter('t: I see. How many people work with you?', line)).toBe(CALL);
  });

  test.each([
    'Thursday after three',
    'make it Friday',
    'mondays only, im on the road rest of week',
    'better in the morning',
    'No, Friday at ten please.',
    'Friday works for me',
    'I can do Tuesday at 10',
    'Sorry, Friday would be better.',
  ])('is the new one: %s', async (line) => {
    expect(await timeAfter(line)).toBe(line);
  });

  test('is quoted without what else is said in the line', async () => {
    expect(await timeAfter('Make it Friday. We want to start in June.')).toBe('Make it Friday.');
    const { call } = await requests('Can Orla call me? We want to start in June.');
    expect(call?.time).toBeNull();
  });

  test('is any that is named where the twin has just asked for one, in a line that is little else', async () => {
    const line = 'My desk is mine from nine';
    expect(await timeAfter(line)).toBe(CALL);
    for (const asking of [
      'When would suit you?',
      'I’ve noted that. Leave an address and a time below, and Orla confirms it.',
      'Good. What is the best time to reach you?',
      'When?',
    ]) {
      expect(await timeAfter(`t: ${asking}`, line), asking).toBe(line);
    }
  });

  test('is none that was named for something else the twin asked', async () => {
    const dates = Object.values(NEXT_QUESTIONS).flatMap(({ timeline, event }) => [timeline, event]);
    for (const asking of [...new Set(dates), 'When do you want to start?']) {
      expect(await timeAfter(`t: ${asking}`, 'In June.'), asking).toBe(CALL);
    }
  });

  test('is named within six more lines of the visitor, however much the twin says between them', async () => {
    const talk = (lines: number) =>
      Array.from({ length: lines }, () => ['t: I see.', 'We are 40 people.', 't: Thank you.']).flat();
    expect(await timeAfter(...talk(5), 'Friday at ten')).toBe('Friday at ten');
    expect(await timeAfter(...talk(6), 'Friday at ten')).toBe(CALL);
  });
});

describe('what is kept of a kind', () => {
  const promise = (paper: number) => `I will send you paper ${paper}.`;
  const papers = Array.from({ length: 25 }, (_, at) => promise(at + 1));

  test('is the newest of it', async () => {
    const { promises } = await requests(...papers);
    expect(promises.map(({ words }) => words)).toEqual(papers.slice(-20));
  });

  test('stays the same value where it is full and a line adds nothing', async () => {
    const before = await requests(...papers);
    const lines = await understandLines(createUnderstand(encoder), [
      { seq: 99, text: promise(25), before: null },
      { seq: 100, text: 'We are 40 people.', before: null },
    ]);
    for (const line of lines) expect(updateHandoffRequests(before, line as UnderstoodLine, 99)).toBe(before);
  });
});

describe('messages', () => {
  test('are added up, and one that is said again is one', async () => {
    const contract = 'Please tell Orla that the contract is signed.';
    const venue = 'Please tell Orla that the venue moved to Ghent.';
    const { others } = await requests(contract, venue, contract);
    expect(others.find(({ request }) => request === 'message')?.words).toBe(`${contract} … ${venue}`);
  });

  test('a call that is refused is no withdrawal of consent', async () => {
    const { others } = await requests('please do not call me');
    expect(others.map(({ request }) => request)).not.toContain('withdraw_consent');
  });
});

describe('a complaint', () => {
  test.each(COMPLAINTS)('%s', async (words) => {
    expect((await requests(words)).complaint?.kind).toBe('complaint');
  });

  test.each(WISHES_FOR_A_PERSON)('or the request for a person: %s', async (words) => {
    expect((await requests(words)).complaint?.kind).toBe('person');
  });

  test.each(NO_COMPLAINTS)('and none: %s', async (words) => {
    expect((await requests(words)).complaint).toBeNull();
  });
});

describe('a complaint that the visitor says is settled', () => {
  const REFUND = 'I want a refund';
  test.each(SETTLED)('is none any more: %s', async (words) => {
    expect(await requests(REFUND, words)).toMatchObject({
      complaint: null,
      settled: { seq: 1, complaint: { words: REFUND } },
    });
  });

  test.each(UNSETTLED)('stands: %s', async (words) => {
    expect(await requests(REFUND, words)).toMatchObject({ complaint: {}, settled: null });
  });

  test('is the last that was said', async () => {
    expect((await requests('You charged me twice, but it has been sorted out.')).complaint).toBeNull();
    expect(await requests(REFUND, 'never mind, it is resolved', 'You charged me twice.')).toMatchObject({
      complaint: { words: 'You charged me twice' },
      settled: null,
    });
    expect((await requests('It is resolved, thanks.')).settled).toEqual({ seq: 0, complaint: null });
  });

  test('and so is the request for a person', async () => {
    expect((await requests('Let me talk to a human', 'never mind, found it')).complaint).toBeNull();
  });
});

describe('a plain request', () => {
  test.each([
    ['call me', 'call'],
    ['Please call me.', 'call'],
    ['call me tomorrow at 3', 'call'],
    ['Can Orla call me?', 'call'],
    ['tell her to call me', 'call'],
    ['I want a refund', 'complaint'],
    ['Nobody called me back.', 'complaint'],
    ['let me talk to a human', 'complaint'],
    ['human please', 'complaint'],
  ] as const)('is heard whatever the twin said before: %s', async (words, kind) => {
    for (const before of [
      'Hello, I am the AI twin of Orla Lindqvist. What brings you here?',
      'A Walkthrough takes two days and costs 6,800. It begins with a first call of half an hour.',
      'How many people work with you?',
      'You are welcome.',
    ]) {
      expect((await requests(`t: ${before}`, words))[kind], before).not.toBeNull();
    }
  });

  test.each([
    ['I never got a call, please call me tomorrow.', { call: {}, complaint: {} }],
    ['My customers call me all day, so please call me after 6', { call: {} }],
    ["I'd rather be called than write all this down", { call: {} }],
    ['Is a call possible tomorrow?', { call: {} }],
    ['my name is Alexandra, but call me Alex', { call: null }],
    ['Mostly about the radio. He plays jazz at four in the morning.', { call: null }],
    ['Why Thursday?', { call: null }],
    ["Why don't we talk on Thursday at ten?", { call: expect.anything() }],
    ['Forty of them were croissants nobody bought. Tuesday. Nobody wants butter on a Tuesday.', { call: null }],
    ['That would help us a lot, thank you. Thursday at 3. I can call you then.', { call: {} }],
    ["She didn't want her money back, she just said, 'love, buy a scale.'", { complaint: null }],
    ["Boiler man's coming between eight and next Thursday", { call: null }],
    ['Thursday at 3 works', { call: {} }],
    ['Tuesday afternoon, if possible', { call: {} }],
    ['If I became a client, could I call her any time?', { call: null }],
    ['Do you call people back at weekends?', { call: null }],
    ["don't call", { call: null, refused: 0 }],
    ["you needn't call", { call: null, refused: 0 }],
    ["I'd prefer an email to a call", { call: null, refused: 0 }],
    ['My team is very unhappy with your report.', { complaint: { kind: 'complaint' } }],
    ['The trainer you sent was rude to my team.', { complaint: { kind: 'complaint' } }],
    ['I want this settled before Easter', { complaint: null, settled: null }],
    ["I'm waiting for your next book", { complaint: null }],
    ['How do I calm an angry customer who wants his money back?', { complaint: null }],
    ['are there real people behind this', { complaint: null }],
  ])('is told from what looks like it: %s', async (words, expected) => {
    expect(await requests(words)).toMatchObject(expected);
  });

  test('is quoted by the sentence that makes it', async () => {
    const { call, others } = await requests(
      'We are a bakery in Leeds. Please delete my data. Can Orla call me on Friday?',
    );
    expect(call?.words).toBe('Can Orla call me on Friday?');
    expect(others).toMatchObject([{ request: 'delete_data', words: 'Please delete my data.' }]);
  });

  test('leaves the value as it was where a line makes none', async () => {
    const before = await requests('Call me on Thursday.');
    const [line] = await understandLines(createUnderstand(encoder), [
      { seq: 9, text: 'We are 40 people.', before: null },
    ]);
    expect(updateHandoffRequests(before, line as UnderstoodLine, 2)).toBe(before);
  });
});

describe('a consultant of another name', () => {
  test.each([
    ['Dario Conti', 'Dario'],
    ['Zoë Ng', 'Zoë'],
    ['Jean-Luc de Wit', 'Jean-Luc'],
  ])('is asked for all the same: %s', async (...names) => {
    for (const name of names) {
      // The lines that name nobody are above.
      const said = (lines: readonly string[]) =>
        lines
          .filter((line) => /\borla\b/i.test(line))
          .map((line) => line.replaceAll(/\borla\b/gi, (as) => (as === 'Orla' ? name : name.toLowerCase())));
      const of = (line: string) => requestsOfNamed(names, line);
      for (const line of said(CALLS)) expect((await of(line)).call, line).not.toBeNull();
      for (const line of said(NO_CALLS)) expect((await of(line)).call, line).toBeNull();
      for (const line of said(COMPLAINTS)) expect((await of(line)).complaint?.kind, line).toBe('complaint');
      for (const line of said(NO_COMPLAINTS)) expect((await of(line)).complaint, line).toBeNull();
    }
  });

  test('is quoted by that name, and taken for nobody else', async () => {
    const dario = (...said: string[]) => requestsOfNamed(['Dario Conti', 'Dario'], ...said);
    expect((await dario('Can Dario call me Thursday?')).call?.words).toBe('Can Dario call me Thursday?');
    expect((await dario('I would love to speak with dario')).call).not.toBeNull();
    expect((await dario('I would love to speak with Marta')).call).toBeNull();
    expect((await dario('I am still waiting for Dario.')).complaint).not.toBeNull();
    expect((await dario('We are stuck.', 't: Do you want to talk to Dario?', 'Yes please')).call).not.toBeNull();
  });

  test('whose name is an everyday word changes no sentence', async () => {
    const { call } = await requestsOfNamed(['Will Just', 'Will'], 'Will you call me tomorrow?');
    expect(call).not.toBeNull();
  });
});

test('of the longest line a bounded part is read, and its quotes are short and whole text', async () => {
  const understand = createUnderstand(encoder);
  const pieces = ['😀 please call me ', 'nobody has ever replied ', 'can we have a call? ', 'please call me '];
  for (const piece of pieces.slice(0, times(2, 4))) {
    const text = `${piece.repeat(2_500)} call me tomorrow`;
    const [line] = await understandLines(understand, [{ seq: 0, text, before: null }]);
    const { sentences } = line?.understanding ?? { sentences: [] };
    expect(sentences.length).toBeLessThanOrEqual(16);
    expect(sentences.flatMap(({ text }) => text.split(/\s+/)).length).toBeLessThanOrEqual(500);
    const { call, complaint } = updateHandoffRequests(NO_HANDOFF_REQUESTS, line as UnderstoodLine, 1);
    const quotes = [call?.words, call?.time?.words, complaint?.words].filter((words) => words !== undefined);
    expect(quotes, piece).not.toEqual([]);
    for (const words of quotes) {
      expect(words.isWellFormed(), piece).toBe(true);
      expect(words.length, piece).toBeLessThanOrEqual(145);
    }
  }
});

describe('an offer that is asked for in words', () => {
  const quote = async (...said: string[]) =>
    (await requests(...said)).others.find(({ request }) => request === 'quote') ?? null;
  const ASKED = 'Please send me a quote for the workshop.';

  test.each([
    "Please don't send the quote for now.",
    "Actually, don't send me an offer yet.",
    'No need for a quote any more.',
    'Please hold the proposal for now.',
    "We don't need an offer at the moment.",
  ])('is taken back, and none is asked for: %s', async (words) => {
    expect(await quote(words)).toBeNull();
    expect(await quote(ASKED, words)).toBeNull();
    expect(await quote(ASKED, words, 'The board agreed, so please do send us a quote.')).not.toBeNull();
  });

  test.each(["Don't forget to send me the quote.", "Why don't you send me a quote?", 'We are ten people.'])(
    'and stands: %s',
    async (words) => {
      expect(await quote(ASKED, words)).not.toBeNull();
    },
  );
});
