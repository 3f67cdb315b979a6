import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutSentences, endsWithClause, SentenceCutter } from './sentences.ts';

describe('sentences', () => {
  test.each([
    ['Fair question. It takes two weeks.', ['Fair question.', 'It takes two weeks.']],
    ['Hello! How are you? Fine.', ['Hello!', 'How are you?', 'Fine.']],
    ['Mr. Smith and Dr. Jones met. They spoke.', ['Mr. Smith and Dr. Jones met.', 'They spoke.']],
    ['It costs €3.50 or 1.000 in total. Really.', ['It costs €3.50 or 1.000 in total.', 'Really.']],
    ['Tools, e.g. Ollama, run here. Good.', ['Tools, e.g. Ollama, run here.', 'Good.']],
    ['I thought ... perhaps not. Well...', ['I thought ... perhaps not.', 'Well...']],
    ['Well... Then we begin.', ['Well...', 'Then we begin.']],
    ['Come at 9 a.m. on Monday. Or at 5 p.m. We wait.', ['Come at 9 a.m. on Monday.', 'Or at 5 p.m.', 'We wait.']],
    ['See No. 5 first. No. That is wrong.', ['See No. 5 first.', 'No.', 'That is wrong.']],
    ['"Stop!" she said. "Why?" he asked.', ['"Stop!" she said.', '"Why?" he asked.']],
    ['She said "go." Then (at last.) He went.', ['She said "go."', 'Then (at last.)', 'He went.']],
    ['First point\nSecond point\n\nThird', ['First point', 'Second point', 'Third']],
    ['J. R. Tolkien wrote it. So did I. Yes.', ['J. R. Tolkien wrote it.', 'So did I.', 'Yes.']],
    [
      'Write to a@b.example. Or see www.venstrom.example/notes.',
      ['Write to a@b.example.', 'Or see www.venstrom.example/notes.'],
    ],
    ['何日ですか？二週間です。', ['何日ですか？', '二週間です。']],
    ['What?! No way.', ['What?!', 'No way.']],
    ['... !!! 🙂', []],
    ['', []],
    ['no end', ['no end']],
  ])('%j is %j', (text, sentences) => expect(cutSentences(text)).toEqual(sentences));

  test('a sentence comes as soon as the next one begins', () => {
    const cutter = new SentenceCutter();
    expect(cutter.push('Fair ques')).toEqual([]);
    expect(cutter.push('tion.')).toEqual([]);
    expect(cutter.push(' I')).toEqual(['Fair question.']);
    expect(cutter.push('t takes two weeks')).toEqual([]);
    expect(cutter.end()).toEqual(['It takes two weeks']);
  });

  test('the first clause of a long first sentence is spoken by itself, as soon as it is long', () => {
    const cutter = new SentenceCutter();
    const [first = '', rest = ''] = ['If the prices look large at first,', ' begin with the smallest useful piece.'];
    expect(cutter.push(first)).toEqual([]);
    expect(cutter.push(`${rest} Or, with`)).toEqual([first, rest.trim()]);
    expect(cutter.push(' a longer sentence that is not the first one of this text, without a cut. ')).toEqual([]);
    expect(cutter.end()).toHaveLength(1);
    expect(endsWithClause(first)).toBe(true);
    expect(endsWithClause('It "ends." ')).toBe(false);
  });

  test('a sentence without an end is parted behind a clause, the first one sooner', () => {
    const clauses = Array.from({ length: 30 }, (_, at) => `and clause number ${at} follows, `).join('');
    const [first = '', second = ''] = cutSentences(clauses);
    expect(first.length).toBeLessThanOrEqual(60);
    expect(second.length).toBeGreaterThan(120);
    expect(second.length).toBeLessThanOrEqual(220);
    expect([first, second].every((sentence) => sentence.endsWith(','))).toBe(true);
    expect(cutSentences('x'.repeat(1_000)).map((part) => part.length)).toEqual([120, 220, 220, 220, 220]);
  });

  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom(
        '. ',
        '.',
        '! ',
        '? ',
        '...',
        ', ',
        '\n',
        ' ',
        '"',
        ')',
        'Mr.',
        'e.g.',
        'a.m.',
        '5',
        'Yes',
        'no',
        'X',
      ),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    ),
    { maxLength: 60 },
  );

  test('the sentences are the same however the text arrives, and hold all its words', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const whole = parts.join('');
        const cutter = new SentenceCutter();
        const streamed = [...parts.flatMap((part) => cutter.push(part)), ...cutter.end()];
        expect(streamed).toEqual(cutSentences(whole));
        const words = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '');
        expect(words(streamed.join(' '))).toBe(words(whole));
      }),
      { numRuns: 500 },
    );
  });

  test('marks of one end that arrive apart stay together', () => {
    const cutter = new SentenceCutter();
    const streamed = [...['好！', '. ', 'Yes'].flatMap((part) => cutter.push(part)), ...cutter.end()];
    expect(streamed).toEqual(cutSentences('好！. Yes'));
    expect(streamed).toEqual(['好！.', 'Yes']);
  });

  test('a character of two halves is never parted', () => {
    const letters = '𝐀'.repeat(1_000);
    for (const text of [letters, `a${letters}`]) {
      const sentences = cutSentences(text);
      expect(sentences.every((sentence) => sentence.isWellFormed())).toBe(true);
      expect(sentences.join('')).toBe(text);
    }
  });

  // Takes minutes if the row is scanned again for each mark.
  test('a row of marks of any length is passed over', () => {
    const marks = '.'.repeat(100_000);
    expect(cutSentences(`a${marks}b${marks} C`).join('').replaceAll('.', '')).toBe('abC');
  });
});
