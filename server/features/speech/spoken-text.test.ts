import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spokenText } from './sentences.ts';

describe('what is spoken of a shown text', () => {
  test.each([
    ['Well. [pause:2s] Then we begin.', 'Well. Then we begin.'],
    ['[pause:1s]', ''],
    ['**Bold** and *soft* and `code`', 'Bold and soft and code'],
    ['# Heading\n- one\n- two\n1. three', 'Heading one two three'],
    ['See [the method](https://venstrom.example/method).', 'See the method.'],
    ['Look at https://www.venstrom.example/notes?id=4#x.', 'Look at venstrom dot example.'],
    ['Write to orla@venstrom.example.', 'Write to orla at venstrom dot example.'],
    ['It costs €6,800, fixed.', 'It costs 6,800 euros, fixed.'],
    ['From $28k to £1.2m', 'From 28 thousand dollars to 1.2 million pounds'],
    ['€1 or €20.50 or 30 €', '1 euro or 20 euros 50 or 30 euros'],
    ['It takes 10–20 days', 'It takes 10 to 20 days'],
    ['Tools, e.g. Ollama, and/or others', 'Tools, for example Ollama, and or others'],
    ['Research & development', 'Research and development'],
    ['Great 🎉👍🏽 work 👩‍💻!', 'Great work!'],
    ['What?!!', 'What?'],
    ['So — I think – it works', 'So, I think, it works'],
    ['<speak><break time="99s"/>Hi</speak> you', 'Hi you'],
    ['5 < 6 and a > b', '5 6 and a b'],
    ['snake_case_name and __init__', 'snake case name and init'],
    ['🙂 ... !!!', ''],
    ['“Quoted” and ‘single’…', '"Quoted" and \'single\'...'],
    ['Hidden\u202e\u200b text\0', 'Hidden text'],
  ])('%j is spoken as %j', (shown, spoken) => expect(spokenText(shown)).toBe(spoken));

  test('no mark-up and no marker is ever left, and the words stay', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const spoken = spokenText(`${text} [pause:3s] word`);
        expect(spoken).not.toMatch(/[<>{}[\]|\\^=_@#*~`&]|\p{Cc}/u);
        expect(spoken).toMatch(/word/);
      }),
      { numRuns: 500 },
    );
  });
});
