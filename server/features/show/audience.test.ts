import { describe, expect, test } from 'vitest';
import { holdsSecret, isSensitive } from '../memory/index.ts';
import { nounPhrases } from './noun-phrases.ts';
import { AUDIENCE_ROWS, type AudienceReading, audienceTable, choiceIn, readAudience } from './read-audience.ts';

describe('phrases of the audience', () => {
  test.each(AUDIENCE_ROWS.flatMap(({ row, examples }) => examples.map((line) => [row, line])))(
    '%s: %s',
    (row, line) => {
      expect(audienceTable.rowsIn(line)).toContain(row);
    },
  );

  test.each(AUDIENCE_ROWS.flatMap(({ row, others }) => others.map((line) => [row, line])))(
    'not %s: %s',
    (row, line) => {
      expect(audienceTable.rowsIn(line)).not.toContain(row);
    },
  );
});

describe('a line of the audience', () => {
  const read = (text: string, changes: Partial<AudienceReading['line']> = {}) =>
    readAudience({
      line: {
        text,
        plain: text,
        vector: null,
        acts: new Set(),
        flags: new Set(),
        language: 'en',
        entities: [],
        sentences: [],
        probabilities: {} as never,
        ...changes,
      } as AudienceReading['line'],
      latencyMs: null,
      interrupted: false,
      isSensitive: (words) => /password|cancer/.test(words),
      holdsSecret: (words) => words.includes('password'),
      names: ['Orla Venstrom', 'Orla'],
    });

  test.each([
    ['But what about the harbour?', 'the harbour'],
    ['Speaking of boats, we have one.', 'boats'],
    ['That reminds me, my sister called.', 'your sister'],
    ['On a different note: a new lift!', 'the new lift'],
    ['Changing topics, our printer died.', 'your printer'],
    ['We were speaking offhand.', null],
    ['I reminded me of it.', null],
  ])('branches by a phrase: %s', async (text, topic) => {
    expect((await read(text)).branch).toBe(topic);
  });

  test.each([
    ['Where were we?', ''],
    ['Anyway, back to the harbour.', 'the harbour'],
    ['Back to the beakers.', 'the beakers'],
    ["Let's go back to my uncle", 'your uncle'],
    ['So what is it?', null],
    ['I have to go back to work.', null],
  ])('resumes: %s', async (text, topic) => {
    expect((await read(text)).resume).toBe(topic);
  });

  test.each([
    ['We have a plant that nobody waters.', ['the plant that nobody waters']],
    ['My uncle once sold an elevator without a floor to a bank.', ['the elevator without a floor to a bank']],
    ['What do you charge?', []],
    ['My password is a purple elephant that sings.', []],
    ['It was the weekend.', []],
  ])('sets up what is worth returning to: %s', async (text, setups) => {
    const found = (await read(text)).setups;
    for (const setup of setups) expect(found.map((one) => one.text)).toContain(setup);
    if (setups.length === 0) expect(found.filter(({ text: words }) => words.includes('password'))).toEqual([]);
    for (const { quality } of found) expect(quality).toBeGreaterThanOrEqual(4);
  });

  test.each([
    ["That's the kettle, and I'm up at four. Goodnight, and thanks for having us.", true],
    ['Goodbye, and give my regards to Orla.', true],
    ['We said goodbye to the old van.', false],
    ['Good night nurses have quiet shoes.', false],
  ])('is a goodbye or not: %s', async (text, leaves) => {
    expect((await read(text)).leaves).toBe(leaves);
  });

  test.each([
    ['Ooh. No idea. A piano delivery man?', true],
    ['The cat?', true],
    ['Who else would it be?', false],
    ['Is it the cat?', false],
    ['The cat. Everybody in the street knew about that cat, and so did the butcher?', false],
    ['The cat.', false],
  ])('may be a guess: %s', async (text, guess) => {
    expect((await read(text)).isGuess).toBe(guess);
  });

  test.each([
    ['For. By noon I have been up nine hours.', 'for'],
    ["I'm against it. Without my list the ovens don't get lit.", 'against'],
    ['We argued for an hour.', null],
  ])('takes a side: %s', async (text, side) => {
    expect((await read(text)).takesSide).toBe(side);
  });

  test.each([
    ['Only that Derek brought an egg sandwich.', 'Derek'],
    ["My list has had 'ring Tomas' since the spring.", 'Tomas'],
  ])('names people without an article or a verb: %s', async (text, name) => {
    expect((await nounPhrases(text)).map((phrase) => phrase.text)).toContain(name);
    expect((await nounPhrases(text)).find((phrase) => phrase.text === name)?.isBare).toBe(false);
  });

  test("the visitor's own name is nothing to return to", async () => {
    const entities = [{ type: 'person', value: 'Priya', from: 4, to: 9, probability: 1 }] as never;
    const { names, setups } = await read('I am Priya and I keep a brass elephant', { entities });
    expect(names).toEqual(['Priya']);
    expect(setups.map(({ text }) => text)).toEqual(['the brass elephant']);
    expect((await read('Priya said the elephant has to go', { entities })).setups.map(({ text }) => text)).toEqual([
      'the elephant',
    ]);
  });

  test('of grief or danger sets up nothing', async () => {
    const line = await read('My dog that everybody loved died.', { flags: new Set(['grief']) as never });
    expect(line).toMatchObject({ isSerious: true, setups: [] });
  });

  test.each([
    ['two', 2],
    ['I think it is the second one', 2],
    ['not one, three', 3],
    ['B', 2],
    ['A game, out of nowhere? Fine. One, go. We had a good year.', 1],
    ['we had a good year', null],
    ['one of our people said that he would rather have the other one here', null],
  ])('names a choice: %s', (text, choice) => {
    expect(choiceIn(text)).toBe(choice);
  });
});

describe('what must not come back', () => {
  const read = (text: string, language = 'en') =>
    readAudience({
      line: {
        text,
        plain: text,
        vector: null,
        acts: new Set(),
        flags: new Set(),
        entities: [],
        sentences: [],
        language,
      } as never,
      latencyMs: null,
      interrupted: false,
      isSensitive,
      holdsSecret,
      names: ['Orla Venstrom', 'Orla'],
    });

  test.each([
    ["Speaking of my wife's breast cancer, she starts chemo on Monday", true],
    ['That reminds me, my password for everything is hunter2', false],
  ])('is neither topic nor setup: %s', async (text, isSerious) => {
    const line = await read(text);
    expect(line).toMatchObject({ branch: '', setups: [], isPrivate: true });
    expect(line.isSerious || line.isDelicate).toBe(isSerious);
  });

  test.each([
    'My daughter Mia plays the drums in a band called Thunder',
    'My boss Klaus Weber keeps a stuffed owl',
    'We meet at 14 Rosebery Avenue by the blue door',
    'Orla told us about it',
    'Meine Katze frisst die Rechnungen, die niemand bezahlt',
  ])('is no setup: %s', async (text) => {
    const { setups } = await read(text, text.startsWith('Meine') ? 'de' : 'en');
    expect(setups.map((setup) => setup.text).filter((words) => /Mia|Klaus|Rosebery|Orla|Katze/.test(words))).toEqual(
      [],
    );
  });

  test('names of objects are no words of a program', async () => {
    expect((await read('Speaking of constructor theory')).branch).not.toContain('native code');
    expect(choiceIn('constructor')).toBeNull();
  });
});
