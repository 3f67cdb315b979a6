/** One sentence is read twice: for the owner's notes, and for the twin's reply. The twin passes on what is noted, and no more. */
import { describe, expect, test } from 'vitest';
import { asksOf } from '../features/leads/asks/asks.ts';
import { classify } from '../providers/language-model/embedded/classify.ts';
import { CALLS, COMPLAINTS, NO_CALLS, NO_COMPLAINTS, WISHES_FOR_A_PERSON } from '../testing/asking-lines.ts';

const NAMES = ['Orla Venstrom', 'Orla'];

const noted = (text: string) => asksOf([{ seq: 0, text, before: null, at: new Date() }], NAMES);
const heard = (text: string) => classify(text, NAMES).act;

/** What the twin answers by passing something on to the consultant. */
const PASSED_ON = ['call_wish', 'complaint', 'human'];

describe('what is noted for the owner is what the twin says it passes on', () => {
  // Behind 'book' it says how a call is arranged, and takes the address for it.
  test.each(CALLS)('a call: %s', (line) => {
    expect(noted(line).call).not.toBeNull();
    expect(['call_wish', 'book']).toContain(heard(line));
  });

  test.each(COMPLAINTS)('a complaint: %s', (line) => {
    expect(noted(line).complaint?.kind).toBe('complaint');
    expect(heard(line)).toBe('complaint');
  });

  test.each(WISHES_FOR_A_PERSON)('a person: %s', (line) => {
    expect(noted(line).complaint?.kind).toBe('person');
    expect(heard(line)).toBe('human');
  });

  test.each([...NO_CALLS, ...NO_COMPLAINTS])('nothing: %s', (line) => {
    expect(noted(line)).toMatchObject({ call: null, complaint: null });
    expect(PASSED_ON).not.toContain(heard(line));
  });
});
