import { describe, expect, test } from 'vitest';
import { isSilenceInvention } from './speech-to-text.ts';

describe('words made up out of silence', () => {
  test.each<[string, number | null]>([
    ['Thank you.', 0.8],
    ['Thank you.', 0.6],
    ['you', 0.7],
    ['Bye.', 0.95],
    ['Thanks for watching!', 0.02],
    ['Thanks for watching!', null],
    ['Please subscribe to my channel.', null],
    ['Subtitles by the Amara.org community', null],
    ['[Music]', null],
    ['(applause)', 0.3],
    ['♪ ♪', null],
    ['no no no no no no no no', 0.7],
    ['hm what', 0.96],
  ])('%j with probability of silence %s', (text, probability) =>
    expect(isSilenceInvention(text, probability)).toBe(true),
  );

  test.each<[string, number | null]>([
    ['Thank you.', 0.1],
    ['Thank you.', null],
    ['Yes.', 0.4],
    ['No.', 0.5],
    ['No.', null],
    ['How much is the Walkthrough?', 0.7],
    ['Thank you for watching over our numbers while we were away', 0.2],
    ['We are forty people in Rotterdam and nothing gets decided', 0.95],
    ['no no no no no no', 0.2],
  ])('%j with probability of silence %s was said', (text, probability) =>
    expect(isSilenceInvention(text, probability)).toBe(false),
  );
});
