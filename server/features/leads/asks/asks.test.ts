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
import { type Asks, asksOf } from './asks.ts';

const at = new Date('2026-11-21T10:00:00Z');

/** What these lines of a visitor's ask for; `t:` is the twin. */
const asks = (...said: string[]): Asks => asksOfNamed(['Orla Lindqvist', 'Orla'], ...said);

function asksOfNamed(names: readonly string[], ...said: string[]): Asks {
  let before: string | null = null;
  const lines = [];
  for (const [seq, line] of said.entries()) {
    if (line.startsWith('t:')) before = line.slice(3);
    else lines.push({ seq, text: line, before, at });
  }
  return asksOf(lines, names);
}

describe('a call that is asked for in words', () => {
  test.each(CALLS)('%s', (words) => {
    expect(asks(words).call).not.toBeNull();
  });

  test.each(NO_CALLS)('and none: %s', (words) => {
    expect(asks(words).call).toBeNull();
  });

  test('is the last that was said: a new day, a refusal', () => {
    expect(asks('Can Orla call me?', 't: When?', 'Thursday after 3').call?.time?.words).toBe('Thursday after 3');
    expect(asks('Call me on Thursday.', 'Actually, make it Friday.').call?.time?.words).toContain('Friday');
    expect(asks('Call me on Thursday.', 'On second thoughts, no call. Just email me.').call).toBeNull();
    expect(asks('can she ring me? 020 7946 0500, Monday').call?.time?.words).toContain('Monday');
    expect(asks('Call me on Thursday.', 'And please do call me.').call?.time?.words).toContain('Thursday');
  });

  test.each(REFUSALS)('and is taken back: %s', (words) => {
    expect(asks('Call me on Thursday.', words)).toMatchObject({ call: null, refused: 1 });
  });

  test.each(NO_REFUSALS)('and is not taken back: %s', (words) => {
    expect(asks('Call me on Thursday.', words)).toMatchObject({ call: {}, refused: null });
  });

  test('is taken up where the twin offers it', () => {
    const offer = 't: Shall Orla give you a call?';
    expect(asks('We are stuck.', offer, 'Yes please, tomorrow morning').call).not.toBeNull();
    expect(asks('We are stuck.', offer, 'No thanks.').call).toBeNull();
    expect(asks('We are stuck.', 't: How many are you?', 'Yes please').call).toBeNull();
  });
});

describe('a complaint', () => {
  test.each(COMPLAINTS)('%s', (words) => {
    expect(asks(words).complaint?.kind).toBe('complaint');
  });

  test.each(WISHES_FOR_A_PERSON)('or the wish for a person: %s', (words) => {
    expect(asks(words).complaint?.kind).toBe('person');
  });

  test.each(NO_COMPLAINTS)('and none: %s', (words) => {
    expect(asks(words).complaint).toBeNull();
  });
});

describe('a complaint that the visitor says is settled', () => {
  const REFUND = 'I want a refund';
  test.each(SETTLED)('is none any more: %s', (words) => {
    expect(asks(REFUND, words)).toMatchObject({ complaint: null, settled: { seq: 1, complaint: { words: REFUND } } });
  });

  test.each(UNSETTLED)('stands: %s', (words) => {
    expect(asks(REFUND, words)).toMatchObject({ complaint: {}, settled: null });
  });

  test('is the last that was said', () => {
    expect(asks('You charged me twice, but it has been sorted out.').complaint).toBeNull();
    expect(asks(REFUND, 'never mind, it is resolved', 'You charged me twice.')).toMatchObject({
      complaint: { words: 'You charged me twice' },
      settled: null,
    });
    expect(asks('It is resolved, thanks.').settled).toEqual({ seq: 0, complaint: null });
  });

  test('and so is the wish for a person', () => {
    expect(asks('Let me talk to a human', 'never mind, found it').complaint).toBeNull();
  });
});

describe('a consultant of another name', () => {
  test.each([
    ['Dario Conti', 'Dario'],
    ['Zoë Ng', 'Zoë'],
    ['Jean-Luc de Wit', 'Jean-Luc'],
  ])('is asked for all the same: %s', (...names) => {
    for (const name of names) {
      const said = (lines: readonly string[]) =>
        lines.map((line) => line.replaceAll(/\b[Oo]rla\b/g, (as) => (as === 'Orla' ? name : name.toLowerCase())));
      for (const line of said(CALLS)) expect(asksOfNamed(names, line).call, line).not.toBeNull();
      for (const line of said(NO_CALLS)) expect(asksOfNamed(names, line).call, line).toBeNull();
      for (const line of said(COMPLAINTS)) expect(asksOfNamed(names, line).complaint?.kind, line).toBe('complaint');
      for (const line of said(NO_COMPLAINTS)) expect(asksOfNamed(names, line).complaint, line).toBeNull();
    }
  });

  test('is quoted by that name, and taken for nobody else', () => {
    const dario = ['Dario Conti', 'Dario'];
    expect(asksOfNamed(dario, 'Can Dario call me Thursday?').call?.words).toBe('Can Dario call me Thursday?');
    expect(asksOfNamed(dario, 'I would love to speak with dario').call).not.toBeNull();
    expect(asksOfNamed(dario, 'I would love to speak with Marta').call).toBeNull();
    expect(asksOfNamed(dario, 'I am still waiting for Dario.').complaint).not.toBeNull();
    expect(asksOfNamed(dario, 'I am still waiting for dario@shop.example.').complaint).toBeNull();
    expect(asksOfNamed(dario, 'We are stuck.', 't: Do you want to talk to Dario?', 'Yes please').call).not.toBeNull();
  });

  test('whose name is an everyday word changes no sentence', () => {
    expect(asksOfNamed(['Will Just', 'Will'], 'Will you call me tomorrow?').call).not.toBeNull();
  });
});

test('the longest line costs little, and its quote is whole text', () => {
  for (const piece of ['call me ', 'can we have a ', 'nobody has ever ', 'I am still waiting for ', '😀 please ']) {
    const found = asks(`${piece.repeat(2_500)} call me tomorrow`);
    expect(found.call?.words.isWellFormed() ?? true).toBe(true);
  }
});
