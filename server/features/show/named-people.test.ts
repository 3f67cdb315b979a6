import { describe, expect, test } from 'vitest';
import { understand } from '../../testing/understand.ts';
import { namesIn } from './named-people.ts';

const namesOf = async (lines: string[], before: string | null = null) =>
  (await namesIn(await Promise.all(lines.map((line) => understand(line, { before }))), ['Orla Venstrom', 'Orla']))
    .join(' ')
    .toLowerCase();

describe('the visitor’s own name is found however it is written', () => {
  test.each([
    ['I am margarethe', 'margarethe'],
    ['i am margarethe and i live in ghent, hallo', 'margarethe'],
    ['hi, my name is margarethe van dijk', 'margarethe van dijk'],
    ['im pete', 'pete'],
    ['im pete. nice to meet you', 'pete'],
    ['hello, its bartholomew here', 'bartholomew'],
    ['this is joanna speaking', 'joanna'],
    ['its wilma again', 'wilma'],
    ['call me zeb', 'zeb'],
    ['HI, MY NAME IS ROSAMUND PIKE', 'rosamund'],
    ['Mein Name ist Horst', 'horst'],
    ['ich heiße annegret poppelreuter', 'annegret'],
    ['Ich bin der Jürgen aus Köln', 'jürgen'],
    ['Hallo, ich bin Annegret und mag Enten', 'annegret'],
    ['mi nombre es lucía', 'lucía'],
    ['Soy Guillermina Etxeberria y tengo un loro.', 'guillermina'],
    ['je m’appelle marie', 'marie'],
  ])('%s', async (line, name) => {
    expect(await namesOf([line])).toContain(name);
  });

  test('also as the answer to a question for it', async () => {
    expect(await namesOf(['wendeline'], 'What is your name?')).toBe('wendeline');
  });
});

describe('what is no name is none', () => {
  test.each([
    'I am exhausted',
    'i am a nurse and tired',
    'im hungry',
    'I am ready. It is fun again.',
    'call me tomorrow',
    'My name is not important',
    'this is ridiculous',
    'I am Orla',
    'Ich bin müde',
    'Ich bin Lehrer und das reicht',
    'Mein Name ist egal',
    'soy profesora y feliz',
  ])('%s', async (line) => {
    expect(await namesOf([line])).toBe('');
  });
});

describe('other people’s names', () => {
  const german = [
    'Mein Hund hat gestern den Kuchen meiner Oma gegessen, und der Nachbar war dabei.',
    'Im Büro steht eine Pflanze, die niemand gießt.',
    'Meine Oma sagt immer: Wer nicht hört, muss fühlen. Das Zitat hängt im Flur.',
    'In der Küche',
    'Der Ausschuss!',
    'Erzähl mir einen Witz über Besprechungen',
  ];
  test('are not seen in German nouns', async () => {
    expect(await namesOf(german)).toBe('');
  });

  test.each([
    ['Die Katze von Thomas Müller schläft im Drucker.', 'thomas müller'],
    ['Und der Nachbar Herr Schulze war wieder dabei.', 'schulze'],
    ['Meine Kollegin Uschi redet mit der Pflanze.', 'uschi'],
    ['Wir haben im Büro einen Hund namens Waldi.', 'waldi'],
    ['Da kommt Sabine in den Raum und schweigt.', 'sabine'],
  ])('are found in %s', async (line, name) => {
    expect(await namesOf([...german, line])).toBe(name);
  });

  test('are found by their capitals elsewhere, but not at the beginning of a sentence', async () => {
    expect(await namesOf(['Ayer mi perro se comió la tarta. Mi vecino Ramón lo vio.'])).toBe('ramón');
    expect(await namesOf(['At work it was Desmond, and a guy called Marek who left Orla a note.'])).toBe(
      'desmond marek',
    );
  });
});
