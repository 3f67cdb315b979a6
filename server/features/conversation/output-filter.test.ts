import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OutputFilter, readPrivateText } from './output-filter.ts';

const PRIVATE =
  'You are a mentor. Speak in short sentences and never promise a discount. When somebody asks for a price, name ' +
  'the range and offer a call with the consultant instead of a binding figure.';

function served(filter: OutputFilter, pieces: string[]): string {
  return pieces.map((piece) => filter.push(piece)).join('');
}

describe('output filter', () => {
  test('ordinary words pass as they are, however they are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.lorem({ maxCount: 3 }), { maxLength: 30 }), (pieces) => {
        expect(served(new OutputFilter(readPrivateText(PRIVATE), 'canary-7f3a'), pieces)).toBe(pieces.join(''));
      }),
    );
  });

  test('a recitation is stopped before 48 letters of it are out, however it is cut, spaced or capitalised', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.boolean(), fc.nat(60), (size, upper, from) => {
        const recital = upper ? PRIVATE.slice(from).toUpperCase() : PRIVATE.slice(from).replaceAll(' ', '  ');
        const text = `Of course, here it is: ${recital}`;
        const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
          text.slice(i * size, (i + 1) * size),
        );
        const filter = new OutputFilter(readPrivateText(PRIVATE), '');
        const out = served(filter, pieces);
        expect(filter.stopped).toBe('withheld');
        expect(out.replace(/\W/g, '').length).toBeLessThan('Ofcoursehereitis'.length + 48);
      }),
    );
  });

  test('the canary is never served whole', () => {
    const filter = new OutputFilter(readPrivateText(''), 'canary-7f3a');
    const out = served(filter, ['My mark is can', 'ary-7', 'f3a, you', ' see']);
    expect(filter.stopped).toBe('withheld');
    expect(out).not.toContain('7f3a');
  });

  test('what is public within a private text may be said, what stands around it not', () => {
    const name = 'Karl-Theodor Maria Nikolaus Johann Jacob Philipp Buhl-Freiherr von und zu Guttenberg';
    const notes = readPrivateText(`You are the AI twin of ${name}. ${PRIVATE}`, [name, 'You']);
    const filter = new OutputFilter(notes, '');
    expect(served(filter, ['I am an AI, the twin of ', name, '. What brings you here?'])).toContain('brings');
    filter.push(PRIVATE);
    expect(filter.stopped).toBe('withheld');
  });

  test('words that are the program’s own may be said', () => {
    const own = 'Well: never promise a discount. When somebody asks for a price, name it.';
    const filter = new OutputFilter(readPrivateText(PRIVATE), 'canary-7f3a', own);
    expect(served(filter, own.split(/(?= )/))).toBe(own);
    expect(filter.push(' Speak in short sentences and never promise a discount.')).toBe('');
    expect(filter.stopped).toBe('withheld');
  });

  test('control and tag characters go', () => {
    expect(new OutputFilter(readPrivateText(''), '').push('a\u0000b\u{E0041}c\nd')).toBe('abc\nd');
  });

  test('a reply without end is cut', () => {
    const filter = new OutputFilter(readPrivateText(''), '');
    expect(served(filter, Array<string>(3000).fill('again ')).length).toBe(8_000);
    expect(filter.stopped).toBe('too_long');
  });
});
