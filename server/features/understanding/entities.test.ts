import { describe, expect, test } from 'vitest';
import { understand } from '../../testing/understand.ts';
import type { Entity } from './understanding.ts';

/** The entity of a kind that a line contains. */
async function said(line: string, kind: Entity['type']): Promise<string | null> {
  const { entities } = await understand(line, { before: null });
  return entities.findLast(({ type }) => type === kind)?.value ?? null;
}
const introduced = async (line: string) => [await said(line, 'person'), await said(line, 'company')];

describe('somebody of an organisation', () => {
  test.each([
    ['I am Jan Smit of Dekade Bouw', 'Jan Smit', 'Dekade Bouw'],
    ['i am jan smit of dekade bouw', 'Jan Smit', 'Dekade Bouw'],
    ["I'm Ama Serwaa of Volta Cold Stores and our trucks wait", 'Ama Serwaa', 'Volta Cold Stores'],
    ['Jan Smit here, from Dekade Bouw', 'Jan Smit', 'Dekade Bouw'],
    ['jan smit here from dekade bouw', 'Jan Smit', 'Dekade Bouw'],
    ['Maria Chen, CTO at Nordlys AS', 'Maria Chen', 'Nordlys AS'],
    ["I'm the CTO of Nordlys Marine, Maria Chen", 'Maria Chen', 'Nordlys Marine'],
    ['Hello, Fatima Zahra Idrissi here, Head of Operations, Atlas Cargo', 'Fatima Zahra Idrissi', 'Atlas Cargo'],
    ["You're speaking with Ines Coelho from Douro Vinhos.", 'Ines Coelho', 'Douro Vinhos'],
    [
      'Guten Tag, ich bin Klaus Weber, Geschäftsführer der Weber Maschinenbau GmbH in Stuttgart.',
      'Klaus Weber',
      'Weber Maschinenbau GmbH',
    ],
    ['Mein Name ist Klaus Weber von der Weber Maschinenbau GmbH', 'Klaus Weber', 'Weber Maschinenbau GmbH'],
    ["Je m'appelle Claire Dubois, je suis DRH chez Lumière SA", 'Claire Dubois', 'Lumière SA'],
    ["I'm Jan Smit and I own Dekade Bouw in Utrecht", 'Jan Smit', 'Dekade Bouw'],
    ["hi i'm kwame boateng i work at volta logistics in tema", 'Kwame Boateng', 'Volta Logistics'],
    [
      'Please send the offer.\nKind regards\nKofi Mensah\nManaging Director\nMensah Timber Ltd',
      'Kofi Mensah',
      'Mensah Timber Ltd',
    ],
    ["I'm Ada from Hilversum, we have a problem", 'Ada', null],
    ["I'm Lena from Erasmus Uni, writing my thesis", 'Lena', 'Erasmus Uni'],
    ["i'm the owner tomos gwilym we are orchard people", 'Tomos Gwilym', null],
  ])('%j', async (line, name, company) => {
    expect(await introduced(line)).toEqual([name, company]);
  });
});

describe('a name alone', () => {
  test.each([
    ['I am Jan Smit, jan@dekadebouw.example', 'Jan Smit'],
    ['i am jan smit jan at dekadebouw dot example', 'Jan Smit'],
    ["My name's Priya Raghunathan and I run a bakery", 'Priya Raghunathan'],
    ["my name's priya and i run a bakery in leeds", 'Priya'],
    ['People call me Thandi', 'Thandi'],
    ['Nikolaos Papadakis, Papadakis Bakeries, nikos@papadakisbakeries.example', 'Nikolaos Papadakis'],
    ["to me please that's siobhan kearney and the email comes", 'Siobhan Kearney'],
    ['Blessing Gwatidzo is my name', 'Blessing Gwatidzo'],
    ['That answers it. Thank you, Bontle', 'Bontle'],
    ['We are eleven florists. Domingas.', 'Domingas'],
    ['we mend clocks. sotiris, crew planner', 'Sotiris'],
    ["grüß gott wolfram unterlechner i'm a notary", 'Wolfram Unterlechner'],
    ["I'm Austin Clarke, we build boats", 'Austin Clarke'],
  ])('%j', async (line, name) => {
    expect(await said(line, 'person')).toBe(name);
  });

  test.each([
    'Fourteen of us at the studio, and nobody decides.',
    'Reply with your price. Reply now.',
    'Filled. Oddly, the only person locked in is me.',
    'I am Dutch. We are from January on without a manager.',
    'The University of Leeds and the Bank of Ireland use it, they say.',
    'Grazie da Recanati.',
    'buenos días',
    'Hi Orla. Thanks, Orla.',
    'please call me right now',
    'call me oh one six one four nine six oh one seven seven',
    'I am from Jordan, we meet in May.',
    'send the invoice to Petra Lind',
  ])('none in %j', async (line) => {
    expect(await said(line, 'person')).toBe(null);
  });
});

describe('what somebody does, where no position is named', () => {
  test.each([
    ['I run a forestry nursery in Huambo with eighty people', 'I run a forestry nursery'],
    ['I own the place, so nobody else is asked.', 'I own the place'],
    ['I chair the programme; write to me here.', 'I chair the programme'],
    ["I'm the harbour captain. Three tugs.", 'harbour captain'],
    ['I run into trouble each week.', null],
    ['I keep asking and nobody answers.', null],
    ['I manage.', null],
    ['I run a little bike repair shop in Leith.', null],
    ['I run a bike shop.', null],
  ])('%j', async (line, role) => {
    expect(await said(line, 'role')).toBe(role);
  });
});

describe('money that is settled', () => {
  test.each([
    ['Fee of $4,000 is confirmed, flights extra.', '$4,000'],
    ['I can confirm a fee of €6,000 today.', '€6,000'],
    ['Purchase order is for CAD 45,000 and it must start in March', 'CAD 45,000'],
    ['8.000 € stand ready if the vote is good', '8.000 €'],
    ['OK 5400 fits what I may sign for.', '5400'],
    ['5400 agreed w/ my brother', '5400'],
    ['we accept the €5,400.', '€5,400'],
    ['8k is aproved', '8k'],
    ['AI on the shop floor. $10k + travel', '$10k + travel'],
    ['and we can offer three thousand dollars and business class', 'three thousand dollars'],
    ['Temos 20 mil euros para resolver isto', '20 mil euros'],
    ['we have 50k budget, call me on +31 6 12345678 tomorrow', '50k'],
    ['we have a 50k budget', '50k'],
    ['the budget is fixed at $34,000', '$34,000'],
    ['the budget is at most $34,000', 'at most $34,000'],
    ['My phone is 0612345678 and my budget is 25k', '25k'],
    ['budget 25k, 06 1234 5678', '25k'],
    ['i could spend like twenty maybe thirty thousand', 'twenty maybe thirty thousand'],
    ['Das Geld liegt bereit, 7.500 Euro samt Reise', '7.500 Euro'],
  ])('%s', async (line, sum) => expect(await said(line, 'budget')).toBe(sum));

  test.each([
    'Our channel has 8k subscribers',
    'It cost us 40,000 last year and it is gone.',
    'Is 6,800 the price of the Walkthrough?',
    'we have a phone, call me on 06 12345678',
    'my phone is +31 6 12345678, my budget I do not know',
  ])('none in: %s', async (line) => expect(await said(line, 'budget')).toBeNull());
});

describe("somebody else's name", () => {
  test.each([
    'My friend Thaddeus Krummhorn, who lives in Ghent, keeps a zeppelin.',
    'My colleague Gisela Blumenkohl hates meetings.',
    'My dog Rasputin Barksworth ate the invoice.',
    'We have an old neighbour called Bernard who sings.',
    'My friend’s name is Tom Baker.',
    'My friend is Julia Roberts.',
    'My friend said: I am Robert Paulson.',
    'My colleague, her name is Petra Kern, wants a call.',
    'It’s for my colleague: Otto Weber',
    'My teammate named Ivan Petrov asks.',
    'My partner Lisa Monroe runs the shop.',
    'His name is Karl May.',
    "I'm Paul Simon's colleague.",
    'Mein Freund heißt Klaus Meier.',
    'Meine Kollegin Frau Bauer hat mich geschickt.',
    'Mi amigo se llama Pedro Ruiz.',
  ])('is not taken for the visitor: %s', async (line) => {
    const { entities } = await understand(line, { before: null });
    expect(entities.filter(({ type }) => type === 'person')).toEqual([]);
  });

  test.each([
    ['My name is Wendeline Oxbury and my friend is a plumber.', 'Wendeline Oxbury'],
    ["I'm Paula Reyes, my colleague will join later.", 'Paula Reyes'],
    ['My friends call me Bob, Bob Tanner.', 'Bob Tanner'],
    ['My colleague and I like it. My name is Ada Fenwick.', 'Ada Fenwick'],
    ['I am a teacher, Ada Fenwick is my name.', 'Ada Fenwick'],
    ['I told my boss about you. I am Ada Fenwick.', 'Ada Fenwick'],
    ['Mein Name ist Klaus Meier.', 'Klaus Meier'],
    ['Ich heiße Klaus Meier und bin Chef einer Bäckerei.', 'Klaus Meier'],
  ])('beside it does not hide their own: %s', async (line, name) => {
    const { entities } = await understand(line, { before: null });
    expect(entities.filter(({ type }) => type === 'person').map(({ value }) => value)).toContain(name);
  });
});
