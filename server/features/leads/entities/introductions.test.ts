import { describe, expect, test } from 'vitest';
import { noFacts } from '../facts.ts';
import { learnLine, type ReadFacts } from './learn-line.ts';

/** Who the visitor is and for whom they speak, after lines of theirs. */
function introduced(line: string): [string | null, string | null] {
  let facts: ReadFacts = noFacts();
  for (const [seq, text] of line.split(' / ').entries()) facts = learnLine(facts, { seq, text, before: null });
  return [facts.entities.person_name?.value ?? null, facts.entities.org_name?.value ?? null];
}

describe('somebody of an organisation', () => {
  test.each([
    ['I am Jan Smit of Dekade Bouw', 'Jan Smit', 'Dekade Bouw'],
    ['i am jan smit of dekade bouw', 'Jan Smit', 'Dekade Bouw'],
    ["I'm Ama Serwaa of Volta Cold Stores and our trucks wait", 'Ama Serwaa', 'Volta Cold Stores'],
    ['Jan Smit here, from Dekade Bouw', 'Jan Smit', 'Dekade Bouw'],
    ['jan smit here from dekade bouw', 'Jan Smit', 'Dekade Bouw'],
    ['This is Maria Chen with Nordlys AS', 'Maria Chen', 'Nordlys AS'],
    ['Maria Chen, CTO at Nordlys AS', 'Maria Chen', 'Nordlys AS'],
    ['maria chen cto at nordlys logistics', 'Maria Chen', 'Nordlys Logistics'],
    ["I'm the CTO of Nordlys Marine, Maria Chen", 'Maria Chen', 'Nordlys Marine'],
    ['Hello, Fatima Zahra Idrissi here, Head of Operations, Atlas Cargo', 'Fatima Zahra Idrissi', 'Atlas Cargo'],
    ["You're speaking with Ines Coelho from Douro Vinhos.", 'Ines Coelho', 'Douro Vinhos'],
    [
      'Guten Tag, ich bin Klaus Weber, Geschäftsführer der Weber Maschinenbau GmbH in Stuttgart.',
      'Klaus Weber',
      'Weber Maschinenbau GmbH',
    ],
    ['Mein Name ist Klaus Weber von der Weber Maschinenbau GmbH', 'Klaus Weber', 'Weber Maschinenbau GmbH'],
    ['Soy Carmen Ruiz, gerente de Hotel Alameda', 'Carmen Ruiz', 'Hotel Alameda'],
    ['Me llamo José García, de Transportes del Sur', 'José García', 'Transportes del Sur'],
    ["Je m'appelle Claire Dubois, je suis DRH chez Lumière SA", 'Claire Dubois', 'Lumière SA'],
    ["I'm Jan Smit and I own Dekade Bouw in Utrecht", 'Jan Smit', 'Dekade Bouw'],
    ["hi i'm kwame boateng i work at volta logistics in tema", 'Kwame Boateng', 'Volta Logistics'],
    ['We keep losing orders.\n\nBest,\nMaria Chen\nHead of Ops, Nordlys AS', 'Maria Chen', 'Nordlys AS'],
    [
      'Please send the offer.\nKind regards\nKofi Mensah\nManaging Director\nMensah Timber Ltd',
      'Kofi Mensah',
      'Mensah Timber Ltd',
    ],
    ["Hi I'm Ada from Zeno, we have 50k budget", 'Ada', 'Zeno'],
    ['I was charged twice for the Decision Hour. My name is Noor Said', 'Noor Said', null],
    ["I'm Ada from Hilversum, we have a problem", 'Ada', null],
    ["i'm lena from erasmus uni writing my thesis on delegation", 'Lena', 'Erasmus Uni'],
    ["I'm Lena from Erasmus Uni, writing my thesis", 'Lena', 'Erasmus Uni'],
    ["i'm the owner tomos gwilym we are orchard people", 'Tomos Gwilym', null],
    ["I'm the director, Washington Etcheverry. We bury people.", 'Washington Etcheverry', null],
  ])('%j', (line, name, company) => {
    expect(introduced(line)).toEqual([name, company]);
  });
});

describe('a name alone', () => {
  test.each([
    ['I am Jan Smit, jan@dekadebouw.example', 'Jan Smit'],
    ['i am jan smit jan at dekadebouw dot example', 'Jan Smit'],
    ["My name's Priya Raghunathan and I run a bakery", 'Priya Raghunathan'],
    ["my name's priya and i run a bakery in leeds", 'Priya'],
    ['April Jones here. We are late again.', 'April Jones'],
    ['People call me Thandi', 'Thandi'],
    ['Nikolaos Papadakis, Papadakis Bakeries, nikos@papadakisbakeries.example', 'Nikolaos Papadakis'],
    ["to me please that's siobhan kearney and the email comes", 'Siobhan Kearney'],
    ['Blessing Gwatidzo is my name', 'Blessing Gwatidzo'],
    ['tell her munkhbayar is my name', 'Munkhbayar'],
    ['That answers it. Thank you, Bontle', 'Bontle'],
    ['We are eleven florists. Domingas.', 'Domingas'],
    ['we mend clocks. sotiris, crew planner', 'Sotiris'],
    ['selamlar serhat günday general coordinator at kuzey yapı', 'Serhat Günday'],
    ["grüß gott wolfram unterlechner i'm a notary", 'Wolfram Unterlechner'],
    ["i'm salma salma el naggar", 'Salma El Naggar'],
    ["I'm Austin Clarke, we build boats", 'Austin Clarke'],
  ])('%j', (line, name) => {
    expect(introduced(line)[0]).toBe(name);
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
  ])('none in %j', (line) => {
    expect(introduced(line)[0]).toBe(null);
  });
});

describe('what somebody does, where no position is named', () => {
  test.each([
    ['I run a forestry nursery in Huambo with eighty people', 'I run a forestry nursery'],
    ['hi i mend shoes and my girls ask me about every heel', 'i mend shoes'],
    ['I own the place, so nobody else is asked.', 'I own the place'],
    ['I chair the programme; write to me here.', 'I chair the programme'],
    ["I'm the harbour captain. Three tugs.", 'harbour captain'],
    ['I run Saint Anne Pilotage, and we wait.', null],
    ['I run into trouble each week.', null],
    ['I keep asking and nobody answers.', null],
    ['I manage.', null],
  ])('%j', (line, role) => {
    const facts = learnLine(noFacts(), { seq: 0, text: line, before: null });
    expect(facts.entities.role?.value ?? null).toBe(role);
  });
});
