import { expect, test } from 'vitest';
import { readIn } from '../platform/testing/read-in.ts';
import { fixedWords, memoryWords, reasonWords } from './fixed-words.ts';

test.each([
  ['en', 'Names a budget: 20k.', 'Names a budget: 20k.'],
  ['de', 'Names a budget: 20k.', 'Nennt ein Budget: 20k.'],
  ['es', 'Came back: 3 earlier conversations.', 'Ha vuelto: 3 conversaciones anteriores.'],
  ['de', 'Reads like spam: at most 5 points.', 'Liest sich wie Spam: höchstens 5 Punkte.'],
  ['de', 'Asked for a call.', 'Hat um einen Anruf gebeten.'],
  ['de', 'Asked for an offer.', 'Hat um etwas gebeten: ein Angebot.'],
  ['de', 'A reason of another release.', 'A reason of another release.'],
] as const)('a reason is told in the page’s language: %s, %s', async (language, sentence, words) => {
  await readIn(language);
  expect(reasonWords(sentence)).toBe(words);
});

test.each([
  ['en', 'Call Mia Kern on +49 30 123', 'Call Mia Kern on +49 30 123'],
  ['de', 'Follow up on purchase interest', 'Auf das Kaufinteresse zurückkommen'],
  ['de', 'Call the visitor', 'Anrufen: der Besucher'],
  ['es', 'Call Mia Kern on +49 30 123', 'Llamar: Mia Kern, +49 30 123'],
  ['de', 'Send an offer: “Send me: prices. Now”', 'Angebot senden: “Send me: prices. Now”'],
  ['de', 'Mia Kern said: “I will write.”', 'Mia Kern sagte: “I will write.”'],
  [
    'de',
    "Answer the visitor's wish for a call: mia@kern.test",
    'Auf einen Wunsch antworten (ein Anruf): der Besucher, mia@kern.test',
  ],
  ['de', 'Bring cake: “please”', 'Bring cake: “please”'],
  ['de', 'Write down what they said', 'Write down what they said'],
] as const)(
  'a title is told in the page’s language, the visitor’s words stay: %s, %s',
  async (language, title, words) => {
    await readIn(language);
    expect(fixedWords(title)).toBe(words);
  },
);

test.each([
  [
    'de',
    'Mia Kern, CTO of Kern AG. In their words: “No address was left. Help.”. Named: budget “20k”, time “in May”. ' +
      'Reach them at mia@kern.test or +49 30 123.',
    'Mia Kern, CTO of Kern AG. In eigenen Worten: “No address was left. Help.”. ' +
      'Genannt: Budget “20k”, Zeit “in May”. Erreichbar unter mia@kern.test oder +49 30 123.',
  ],
  [
    'es',
    'The visitor asked for it: “all of it”. No address was left.',
    'El visitante lo pidió: “all of it”. No dejó ninguna dirección.',
  ],
  [
    'de',
    'They came back and asked: “any news?”. Still open: Send an offer: “a; b. C” (by 2026-12-01); Bring cake. ' +
      'No address was left.',
    'Kam wieder und fragte: “any news?”. Noch offen: Angebot senden: “a; b. C” (bis 1. Dez. 2026); Bring cake. ' +
      'Es gibt keine Adresse.',
  ],
] as const)('a description is told sentence by sentence: %s', async (language, description, words) => {
  await readIn(language);
  expect(fixedWords(description)).toBe(words);
});

test.each([
  ['de', 'Is called Mia Kern', 'Heißt Mia Kern'],
  ['de', 'Is with Kern AG', 'Ist bei Kern AG'],
  ['es', 'Is managing director', 'Es managing director'],
  ['de', 'Said: “I run a bakery”', 'Sagte: “I run a bakery”'],
  ['de', 'I run a bakery', 'I run a bakery'],
] as const)('a memory is told in the page’s language: %s, %s', async (language, memory, words) => {
  await readIn(language);
  expect(memoryWords(memory)).toBe(words);
});

const SUMMARY = [
  'A returning visitor, back after 3 days',
  'Wants (in French): “a price: soon”',
  'Terms: budget “20k, firm”, urgent (“now; please”)',
  'Asked for: a call, “on Monday”; the answer goes to mia@kern.test',
  'Score: Wants to buy or asks for a price; Names a budget: 20k',
  'Still open from 12 March: Send an offer: “now”; “what else?”',
  'Not answered: “why?” and 2 more',
  'Budget line: 20k',
  'First delete what is kept. Call them at +49 30 123 on Thursday 26 November: a hot lead (80 of 100).',
  'Since then: they want no call any more.',
].join('\n');

test('a summary is told in the page’s language, what others wrote stays', async () => {
  expect(fixedWords(SUMMARY)).toBe(SUMMARY);
  await readIn('de');
  expect(fixedWords(SUMMARY).split('\n')).toEqual([
    'Ein wiederkehrender Besucher, nach 3 Tagen wieder da',
    'Möchte (auf Französisch): “a price: soon”',
    'Bedingungen: Budget “20k, firm”, dringend (“now; please”)',
    'Hat gebeten um: ein Anruf, “on Monday”; die Antwort geht an mia@kern.test',
    'Bewertung: Möchte kaufen oder fragt nach einem Preis; Nennt ein Budget: 20k',
    'Noch offen vom 12. März: Angebot senden: “now”; “what else?”',
    'Nicht beantwortet: “why?” und 2 weitere',
    'Budget line: 20k',
    'Zuerst: Gespeichertes löschen. ' +
      'Rufen Sie am Donnerstag, 26. November unter +49 30 123 an: ein heißer Lead (80 von 100).',
    'Seitdem: Kein Anruf mehr erwünscht.',
  ]);
});

test('a model’s summary stays, and the next step after it is told', async () => {
  await readIn('es');
  expect(fixedWords('Mia runs a bakery. She wants help? A hot lead (80 of 100): answer today, at mia@kern.test.')).toBe(
    'Mia runs a bakery. She wants help? Un lead caliente (80 de 100): responda hoy, mia@kern.test.',
  );
});
