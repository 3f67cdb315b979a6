import { expect, it } from 'vitest';
import { fold } from '../../../platform/text/words.ts';
import { phoneIn } from './phone.ts';
import { CALL_WISH, NEWS, WISH_TIME } from './signs.ts';
import { callerIn } from './signs-callers.ts';

it.each([
  ['we help consultants get 40 qualified meetings a month', 'vendor'],
  ['We could do a free pilot for you.', 'vendor'],
  ["We're an agency and would like to white-label Orla's method", 'vendor'],
  ['We print notebooks for consultants. Can I send you a sample?', 'vendor'],
  ["I'm looking for a job as an operations manager", 'work'],
  ['do you have any openings for an assistant?', 'work'],
  ["I'm a recruiter at Hays and I have an excellent COO candidate for you.", 'work'],
  ['Can I send my CV?', 'work'],
  ['We sell websites and every quote waits for me', null],
  ['I run a recruiting firm of 30 people', null],
  ['We are looking for a second-in-command', null],
  ['I am looking for help with delegation', null],
  ['My last consultant was useless', null],
  ['Do you work with agencies?', null],
])('%s: %s', (line, kind) => {
  expect(callerIn(fold(line))).toBe(kind);
});

it('a call is wished for in words, and a trouble with calls is none', () => {
  for (const line of [
    'can orla call me thursday?',
    'call me',
    'ok call me 0161 496 0000',
    'please ring us back',
    'could somebody ring me tomorrow',
    'i am at a@b.test, call me wednesday after 2',
    'when can she call?',
    'give me a call',
  ]) {
    expect(CALL_WISH.test(line), line).toBe(true);
  }
  for (const line of [
    'my managers call me for every complaint',
    'customers call me all day',
    'call me jean',
    "please don't call me",
    'we call it the monday meeting',
    'they want to call me every hour',
  ]) {
    expect(CALL_WISH.test(line), line).toBe(false);
  }
});

it('the time of a wish is taken in their own words', () => {
  expect(WISH_TIME.exec('ring me tomorrow at 10 please')?.[0]).toBe('tomorrow at 10');
  expect(WISH_TIME.exec('any time after five')?.[0]).toBe('any time after five');
  expect(WISH_TIME.exec('call me Thursday afternoon')?.[0]).toBe('Thursday afternoon');
});

it('a number that is said aloud is one', () => {
  expect(phoneIn("it's oh seven seven oh oh nine double oh one two three")).toBe('07700900123');
  expect(phoneIn('plus four four seven seven triple zero one two three')).toBe('+4477000123');
  expect(phoneIn('two or three of us, four at most')).toBeNull();
});

it('asks for news', () => {
  for (const line of ['any news?', 'hi, any update?', 'just checking in', 'did she answer yet?', "what's new"]) {
    expect(NEWS.test(line), line).toBe(true);
  }
  for (const line of ['do you have a newsletter?', 'did she write a book?', 'any tips?', 'is she new to this?']) {
    expect(NEWS.test(line), line).toBe(false);
  }
});
