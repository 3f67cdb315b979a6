import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAcknowledgement, isEchoOf, isStopWord, spokenWords } from './talk-words.ts';

describe('words that do not interrupt', () => {
  test.each([
    'uh-huh',
    'Uh huh.',
    'Yeah.',
    'Right.',
    'right, right',
    'Mm-hmm.',
    'mhm',
    'Hmm',
    'Mmm.',
    'Okay.',
    'OK!',
    'Yes, yes.',
    'I see.',
    'Oh, I see!',
    'got it',
    'Sure, sure',
    "That's right.",
    'that’s true',
    'no problem',
    'Thank you.',
    'Yeah, that makes sense',
    'oh wow, really',
    'of course',
    'go on',
    'aha',
  ])('%s is a mere acknowledgement', (text) => {
    expect(isAcknowledgement(text)).toBe(true);
    expect(isStopWord(text)).toBe(false);
  });

  test.each([
    'Yes, but what does it cost?',
    'Right, and the price?',
    'I see a problem there',
    'and so',
    'please',
    '',
    '...',
    'What?',
    'Tell me about the Walkthrough',
    'yeah yeah yeah yeah yeah yeah yeah yeah yeah',
    'okay so we are forty people',
  ])('%s is more than that', (text) => {
    expect(isAcknowledgement(text)).toBe(false);
  });
});

describe('words that always stop the twin', () => {
  test.each([
    'No',
    'no.',
    'No, no, no!',
    'Stop',
    'STOP!',
    'wait',
    'Wait, wait.',
    'Hold on.',
    'hang on a second',
    'Okay, stop.',
    'Stop, please',
    'Wait a minute',
    'one moment please',
    'Excuse me',
    "that's enough, thank you",
    'yeah no',
    'Shut up!',
    'Okay wait',
    'be quiet',
    'no stop',
  ])('%s stops', (text) => {
    expect(isStopWord(text)).toBe(true);
    expect(isAcknowledgement(text)).toBe(false);
  });

  test.each(['No, I meant the other one', 'I cannot wait to begin', 'no problem', 'stopping', 'know', 'now', 'so', ''])(
    '%s is no stop word by itself',
    (text) => expect(isStopWord(text)).toBe(false),
  );
});

describe('echo', () => {
  const spoken =
    'The Walkthrough takes two weeks. You get a written prompt book of who decides what. ' +
    'Shall we begin with the method or with the price?';

  test.each([
    'You get a written prompt book',
    'a written prompt book of who decides what',
    'get a writen prompt book of who decides what.',
    'You get the written prompt book of who decides what',
    'two weeks',
    'walkthrough',
    spoken,
  ])('heard while the twin speaks, "%s" is its own words', (heard) => expect(isEchoOf(heard, spoken)).toBe(true));

  test.each([
    'And how much is the Walkthrough?',
    'Tell me who decides about the price of that',
    'we are two hundred people',
    'stop',
    'You get a written prompt book, but who writes it for us every month?',
    '',
    '...',
  ])('"%s" is not', (heard) => expect(isEchoOf(heard, spoken)).toBe(false));

  test('an answer that picks a word of the question is no echo once the twin is silent', () => {
    expect(isEchoOf('The price.', spoken, false)).toBe(false);
    expect(isEchoOf('two weeks', spoken, false)).toBe(false);
    expect(isEchoOf('Shall we begin with the method', spoken, false)).toBe(true);
  });

  test('nothing echoes silence', () => expect(isEchoOf('hello there', '')).toBe(false));

  test('scripts without spaces are compared too', () => {
    expect(isEchoOf('二週間かかります', 'これは二週間かかります。')).toBe(true);
    expect(isEchoOf('値段はいくらですか', 'これは二週間かかります。')).toBe(false);
  });
});

describe('properties', () => {
  test('any stretch of the spoken words is an echo of them', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(words, fc.nat(), fc.nat(), (said, from, length) => {
        const start = from % said.length;
        const heard = said.slice(start, start + 1 + (length % (said.length - start)));
        expect(isEchoOf(heard.join(' '), said.join(' '))).toBe(true);
      }),
    );
  });

  test('any text is taken without an error, and never as stop word and acknowledgement both', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
        expect(isStopWord(one) && isAcknowledgement(one)).toBe(false);
        expect(typeof isEchoOf(one, other)).toBe('boolean');
        expect(spokenWords(one).join('')).not.toMatch(/\s/);
      }),
    );
  });
});
