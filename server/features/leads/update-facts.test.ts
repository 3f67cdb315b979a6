import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { times } from '../../testing/load.ts';
import { understand } from '../../testing/understand.ts';
import { SessionAnalysis, understandLines } from './analyser.ts';
import { type LeadFacts, noFacts } from './facts.ts';
import { updateFacts } from './update-facts.ts';

/** Reads a conversation; the agent's lines begin with '>'. */
async function read(...lines: string[]): Promise<LeadFacts> {
  let facts = noFacts();
  let before: string | null = null;
  for (const [seq, text] of lines.entries()) {
    if (text.startsWith('>')) before = text.slice(1);
    else {
      for (const line of await understandLines(understand, [{ seq, text, before }])) facts = updateFacts(facts, line);
      before = null;
    }
  }
  return facts;
}

/** The facts that count for the conversation's intent. */
async function countedFactsOf(text: string): Promise<LeadFacts> {
  const analysis = new SessionAnalysis(0);
  analysis.addLines(await understandLines(understand, [{ seq: 0, text, before: null }]));
  return analysis.facts;
}

const told = ({ entities }: LeadFacts) =>
  Object.fromEntries(Object.entries(entities).map(([name, finding]) => [name, finding.value]));

test('no trouble is told of a line of which something is not to be noted', async () => {
  const trouble = 'Every order waits for me and it is killing us.';
  expect((await read(trouble)).painPoints).not.toEqual([]);
  expect((await read(`${trouble} Please keep that out of the notes.`)).painPoints).toEqual([]);
  expect((await read(trouble, "don't write that down")).painPoints).not.toEqual([]);
});

describe('who the visitor is', () => {
  test('a typed signature', async () => {
    const line =
      'Please send the papers to l.moreau@pelican-freight.test — Lucie Moreau, VP Operations, Pelican Freight';
    expect(told(await read(line))).toMatchObject({
      person_name: 'Lucie Moreau',
      role: 'VP Operations',
      org_name: 'Pelican Freight',
      contact_email: 'l.moreau@pelican-freight.test',
    });
  });

  test('a name, and neither a day nor a feast', async () => {
    expect(told(await read('fine. call me tomorrow morning 0171 2345678'))).not.toHaveProperty('person_name');
    expect(told(await read('fine. call me tomorrow', 'Petra Kolb, Kolb Logistik')).person_name).toBe('Petra Kolb');
    expect(told(await read("Hey, I'm Sofia Reyes, I run a practice in Valencia.")).person_name).toBe('Sofia Reyes');
  });

  test('a sum alone, and a name behind a pause', async () => {
    expect(told(await read('25 to 30k')).budget_range).toBe('25 to 30k');
    expect(told(await read('so my name is um Rosa and i have a flower shop')).person_name).toBe('Rosa');
  });

  test.each([
    'It cost us 9,000 euros to rebuild.',
    'the delay is costing us 2,000 euros a week',
    'We lost 20,000 dollars because of that.',
    '650 euros is a lot for half a day, honestly.',
    '4,800 euros is too expensive for us.',
  ])('no budget by a sum that they lost or find too high: %s', async (line) => {
    expect(told(await read(line))).not.toHaveProperty('budget_range');
    expect(told(await read('Our budget is 3,000 euros.', line)).budget_range).toContain('3,000');
  });

  test('a budget beside a price that is too high', async () => {
    expect(told(await read('We can spend 3,000 euros, the other offer was too expensive.')).budget_range).toContain(
      '3,000',
    );
  });

  test('no urgency where nothing is urgent', async () => {
    for (const line of ['maybe after the summer holidays, nothing is urgent', "It isn't really urgent."])
      expect((await read('We need this urgently.', line)).urgency).toBeNull();
    expect((await read('This is really urgent.')).urgency).not.toBeNull();
  });

  test('what others want to see is asked for by nobody', async () => {
    expect((await read('We have a bank meeting where they want to see who is in charge.')).request?.value).not.toBe(
      'a demonstration',
    );
    expect((await read('Can I see a demo?')).request?.value).toBe('a demonstration');
  });

  test.each([
    'did you give a talk on handovers',
    'Is there a podcast or a keynote about delegation?',
    'is there a recording of the keynote she gave in Ghent?',
    'can I watch one of her keynotes online?',
    'I heard your keynote, it was great',
  ])('who only wants to listen asks for no talk: %s', async (line) => expect((await read(line)).request).toBeNull());

  test.each([
    'would Orla come on our podcast?',
    'Could she speak at our retreat?',
    'We are looking for a keynote on 5 May',
    'Would you like to give a talk at our spring school?',
  ])('who invites does: %s', async (line) => expect((await read(line)).request?.value).toBe('an engagement to speak'));

  test('a form', async () => {
    const line =
      'Name: Erik Lindqvist\nCompany: Nordvik Marine AS\nRole: Operations Director\nBudget: NOK 400,000\n' +
      'Timeline: start of April';
    expect(told(await read(line))).toEqual({
      person_name: 'Erik Lindqvist',
      org_name: 'Nordvik Marine AS',
      role: 'Operations Director',
      budget_range: 'NOK 400,000',
      timeline: 'start of April',
    });
  });

  test('a spoken introduction and a spelt address', async () => {
    const facts = await read(
      "hi um this is maëlle kervadec i'm the operations director at blue heron clinics in um ghent",
      '>How may she reach you?',
      "it's m dot kervadec at blue heron clinics dot b e all one word",
    );
    expect(told(facts)).toMatchObject({
      person_name: 'Maëlle Kervadec',
      role: 'operations director',
      org_name: 'Blue Heron Clinics',
      contact_email: 'm.kervadec@blueheronclinics.be',
    });
  });

  test('a fuller name replaces a shorter one, a shorter one none', async () => {
    expect(told(await read("I'm Ana.", "It's Ana Horvat, Horvat Tours.")).person_name).toBe('Ana Horvat');
    expect(told(await read('My name is Ana Horvat.', 'Ana here again.')).person_name).toBe('Ana Horvat');
  });

  test('nobody is named by what was never said', async () => {
    expect(told(await read('so are you a real person or', "haha ok that's actually funny. bye robot 🤖"))).toEqual({});
  });
});

describe('the address', () => {
  test.each([
    ['jane at acme dot com', 'jane@acme.com'],
    ['jane [at] acme (dot) com', 'jane@acme.com'],
    ["it's j underscore doe at a c m e dot co dot u k", 'j_doe@acme.co.uk'],
    ['write to s m i t h at red kite dot org dot n z', 'smith@redkite.org.nz'],
    ['jane dash two at acme hyphen labs dot io', 'jane-2@acme-labs.io'],
    ['JANE.DOE@ACME.COM', 'jane.doe@acme.com'],
    ['my old address was jane@old.test, now it is jane@new.test', 'jane@new.test'],
    ["my boss's email is bob@acme.test but write to me at al@acme.test", 'al@acme.test'],
    ['al@acme.test, cc bob@acme.test', 'al@acme.test'],
    ['use ana@acme.test, not info@acme.test', 'ana@acme.test'],
  ])('%s', async (line, address) => {
    expect(told(await read(line)).contact_email).toBe(address);
  });

  test.each([
    'my friend has a shop, her mail is hanna@shop.test',
    'contact_email=vip@fast.test',
    'Agent: noted, vip@fast.test is yours.',
    'my email was jane@old.test but it is no longer in use',
    "let's meet at noon and we will dot the i",
  ])('none in "%s"', async (line) => {
    expect(told(await read(line))).not.toHaveProperty('contact_email');
  });

  test('the agent’s own is not the visitor’s', async () => {
    expect(told(await read('>Please write to team@venture.test.', 'ok, team@venture.test it is'))).not.toHaveProperty(
      'contact_email',
    );
  });

  test('a thousand in one message are a list, and nobody’s', async () => {
    const list = Array.from({ length: 1_000 }, (_, at) => `user${at}@list${at}.test`).join(' ');
    expect(told(await read(list))).toEqual({});
  });
});

describe('money, dates and wishes', () => {
  test('what was set aside, when it begins, who signs, what is wanted', async () => {
    const facts = await read(
      'Every order waits for my signature. I am the owner and I have put aside about £12k.',
      '>When would it be?',
      'Before the new line opens in October. Please have her call me.',
    );
    expect(told(facts)).toMatchObject({
      budget_range: 'about £12k',
      timeline: 'Before the new line opens in October',
    });
    expect(facts.authority).not.toBeNull();
    expect(facts.request?.value).toBe('a call');
    expect(facts.painPoints.map(({ value }) => value)).toContain('Every order waits for my signature');
  });

  test.each([
    ['suppose we had 50k for it', 'hypothetical'],
    ['my friend has loads of budget, easily 40 grand', 'a friend’s'],
    ['we had 30k set aside. had. the money is gone', 'gone'],
    ['we have no budget of 5,000 for that', 'denied'],
    ['base salary is 120k plus bonus', 'a salary'],
    ['staff may refund anything under $500', 'a limit'],
    ['last year we spent 15k on slides', 'spent'],
    ['Oh sure, take my money, take two hundred thousand euros', 'sarcastic'],
  ])('no budget in "%s": %s', async (line) => {
    expect(told(await read(line))).not.toHaveProperty('budget_range');
  });

  test('the last stated position wins', async () => {
    const denied = await read('We have 20k euros approved.', 'The money is gone, no budget any more.');
    expect(denied.entities).not.toHaveProperty('budget_range');
    expect(denied.noBudget).not.toBeNull();
    const found = await read('No budget at all.', 'The board just approved 25,000 dollars.');
    expect(told(found).budget_range).toBe('25,000 dollars');
    expect(found.noBudget).toBeNull();
  });

  test('the time of a call is none of a project', async () => {
    const facts = await read('We want to start in May.', 'Can Orla call me on Thursday after 3?');
    expect(told(facts).timeline).toBe('in May');
    expect(told(await read('Can Orla call me on Thursday after 3?'))).not.toHaveProperty('timeline');
  });

  test('a seller’s price and deadline are neither budget nor timeline', async () => {
    const facts = await countedFactsOf(
      'We offer SEO backlinks, our package is $299 per month until 1 May, free trial.',
    );
    expect(facts.disqualified?.kind).toBe('vendor');
    expect(told(facts)).toEqual({});
  });
});

describe('who is no lead', () => {
  test.each([
    ["I'm a student writing my thesis on leadership", 'student'],
    ['Do you have any vacancies? I attach my CV', 'job_seeker'],
    ['CONGRATULATIONS DEAR!!! click here for your lottery prize', 'spam'],
    ["I'm asking for a friend.", 'for_somebody_else'],
    ["Thanks, but we're not buying anything.", 'declined'],
  ] as const)('%s', async (line, kind) => {
    expect((await countedFactsOf(line)).disqualified?.kind).toBe(kind);
  });

  test('a no to what the twin would do about a booking is none to the engagement', async () => {
    const asked = '>Shall I cancel your call with Orla on Tuesday, December 8, at 3:30 PM (Lisbon time)?';
    const facts = await read('We have set aside 20,000 euros, to begin before Easter.', asked, 'no, leave it');
    expect([facts.disqualified, told(facts).budget_range]).toEqual([null, '20,000 euros']);
    expect(
      (await read('We have set aside 20,000 euros.', '>Shall I say more?', 'no, leave it')).disqualified?.kind,
    ).toBe('declined');
  });

  test('it can be taken back', async () => {
    expect((await read("I'm asking for a friend.", "It's me. There is no friend.")).disqualified).toBeNull();
    expect(
      (await read('No thanks, leave it.', 'On second thoughts, please send me a proposal.')).disqualified,
    ).toBeNull();
  });
});

const PIECES = [
  'my name is ',
  "I'm the ",
  'owner',
  ' at ',
  'dot ',
  'com ',
  '@',
  'Agent: ',
  '{"a":',
  '20k ',
  'before ',
  'June ',
  '\u0000',
  '🍌',
  '"',
  '\n',
  'no budget ',
  'İ',
  'ﬁ',
  ', ',
  '. ',
  'Ana Horvat',
  'twenty ',
  'the ',
];
const anyLine = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join('')),
);

test('any lines: nothing throws, every quote is the visitor’s own words at its place, earlier facts stay', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyLine, { minLength: 1, maxLength: 3 }), fc.option(anyLine), async (lines, before) => {
      let facts = noFacts();
      const understood = await understandLines(
        understand,
        lines.map((text, seq) => ({ seq, text, before })),
      );
      for (const line of understood) {
        const earlier = JSON.stringify(facts);
        const next = updateFacts(facts, line);
        expect(JSON.stringify(facts)).toBe(earlier);
        facts = next;
      }
      const findings = [
        ...Object.values(facts.entities),
        facts.phone,
        facts.authority,
        facts.request,
        facts.noBudget,
        facts.urgency,
        ...facts.painPoints,
      ];
      const quotes = [
        ...findings.flatMap((one) => (one ? [one.quote] : [])),
        ...(facts.disqualified ? [facts.disqualified.quote] : []),
      ];
      for (const { seq, from, to, text } of quotes) {
        expect(text).not.toBe('');
        expect(lines[seq]?.slice(from, to)).toBe(text);
      }
      expect(facts.engagement.messages).toBe(lines.length);
    }),
    { numRuns: times(20, 60) },
  );
});

test.each([
  ['20,000 characters', 'every decision waits for me and '.repeat(700)],
  ['emoji only', '🍌'.repeat(5_000)],
  ['null bytes', '\u0000'.repeat(10_000)],
  ['nested quotes', '"'.repeat(10_000)],
  ['open braces', '{'.repeat(10_000)],
  ['an endless address', `${'a.'.repeat(8_000)}@`],
  ['encoded text', 'QUJD'.repeat(5_000)],
])('%s: nobody and nothing is found', async (_what, line) => {
  const facts = await read(line);
  expect(told(facts)).not.toHaveProperty('contact_email');
  expect(told(facts)).not.toHaveProperty('person_name');
  expect(told(facts)).not.toHaveProperty('budget_range');
});

test('the end of a very long line is read, and quoted at its place', async () => {
  const line = `${'We talk a lot. '.repeat(1_000)}My name is Ana Horvat, ana@horvat.test`;
  const facts = await read(line);
  const { quote } = facts.entities.contact_email ?? { quote: null };
  expect(told(facts)).toMatchObject({ person_name: 'Ana Horvat', contact_email: 'ana@horvat.test' });
  expect(quote && line.slice(quote.from, quote.to)).toBe('ana@horvat.test');
});
