import { describe, expect, test } from 'vitest';
import { requestsIn } from '../../../testing/requests.ts';
import { type ConversationDigest, EMPTY_DIGEST } from '../conversation-digest.ts';
import { type LeadFacts, noFacts } from '../facts.ts';
import type { TimedLine } from '../lines.ts';
import { NO_HANDOFF_REQUESTS } from '../requests/handoff-requests.ts';
import { type Handoff, NO_HANDOFF } from './action-items.ts';
import { type SummaryInput, summarise, summariseForVisitor, type VisitorInput, withNextStep } from './summary.ts';

const at = new Date('2026-11-21T10:00:00Z');
const found = (value: string, text = value, seq = 0) => ({ value, quote: { seq, from: 0, to: text.length, text } });

/** Builds a conversation: `v:` is the visitor, `t:` the twin. */
function talk(...said: string[]): TimedLine[] {
  return said.map((line, seq) => ({
    seq,
    speaker: line.startsWith('v:') ? 'visitor' : 'agent',
    text: line.slice(3),
    at,
  }));
}

const digest = (changes: Partial<ConversationDigest>): ConversationDigest => ({ ...EMPTY_DIGEST, ...changes });

const sum = (facts: Partial<LeadFacts>, lines: TimedLine[], more: Partial<SummaryInput> = {}) =>
  summarise({
    facts: { ...noFacts(), ...facts },
    score: 0,
    lines,
    items: [],
    topics: [],
    consultant: 'Orla',
    ...more,
  });

describe('the summary of a conversation', () => {
  test('of somebody who writes another language it holds their own words, the reasons and where to reach them', () => {
    const lines = talk(
      'v: Guten Tag, ich bin Klaus Weber, Geschäftsführer der Weber Maschinenbau GmbH in Stuttgart.',
      't: Leider spreche ich nur Englisch.',
      'v: Wir haben 80 Mitarbeiter und jede Entscheidung landet bei mir. Das kostet uns Aufträge.',
      'v: Sie erreichen mich unter klaus@weber.example',
    );
    const entities = {
      person_name: found('Klaus Weber'),
      org_name: found('Weber Maschinenbau GmbH'),
      contact_email: found('klaus@weber.example'),
    };
    const reasons = ['Can decide: Geschäftsführer.', 'Left an address: klaus@weber.example.'];
    const told = (more: Partial<SummaryInput>) =>
      sum({ intent: 'consulting_inquiry', entities }, lines, {
        score: 52,
        reasons,
        digest: digest({ languages: { de: 3 } }),
        ...more,
      }).executive_summary;
    expect(told({}).split('\n')).toEqual([
      'Klaus Weber, Weber Maschinenbau GmbH',
      'Wants (in German): “Wir haben 80 Mitarbeiter und jede Entscheidung landet bei mir. Das kostet uns Aufträge”',
      'Score: Can decide: Geschäftsführer; Left an address: klaus@weber.example',
      'A warm lead (52 of 100): write to klaus@weber.example.',
    ]);
    expect(told({ reasons: [] })).not.toContain('Score:');
    expect(told({ digest: digest({ languages: { en: 3, de: 1 } }) })).not.toContain('German');
  });

  test('what somebody does is no position', () => {
    const entities = { person_name: found('Rasmus'), role: found('i run the place'), org_name: found('Nordhavn') };
    expect(sum({ intent: 'general_chat', entities }, talk('v: Hello.')).executive_summary).toMatch(
      /^Rasmus, Nordhavn\n/,
    );
  });

  test('tells who, what for, on which terms, what is open and what to do, in the visitor’s own words', () => {
    const summary = sum(
      {
        intent: 'consulting_inquiry',
        intentQuote: found('', 'Can Orla help us with that?', 2).quote,
        painPoints: [found('every order waits', 'Every order waits for me.')],
        request: found('a call'),
        entities: {
          person_name: found('Ana Costa'),
          role: found('managing director'),
          org_name: found('Costa Bikes'),
          budget_range: found('about 20k'),
          timeline: found('before Easter'),
          contact_email: found('ana@costa.test'),
        },
      },
      talk(
        'v: Every order waits for me. Have you worked in Portugal?',
        't: I do not know of work in Portugal.',
        'v: Fine. Can Orla help us with that? Call me, ana@costa.test',
      ),
      {
        score: 82,
        topics: ['The bottleneck', 'Prices'],
        digest: digest({ questions: [{ seq: 0, text: 'Have you worked in Portugal?' }] }),
      },
    );
    expect(summary).toEqual({
      executive_summary: [
        'Ana Costa, managing director, Costa Bikes',
        'Wants: “Can Orla help us with that?”',
        'Problem: “Every order waits for me”',
        'Terms: budget “about 20k”, time “before Easter”',
        'Asked for: a call',
        'Not answered: “Have you worked in Portugal?”',
        'A hot lead (82 of 100): answer today, at ana@costa.test.',
      ].join('\n'),
      action_items: [],
      topics: ['The bottleneck', 'Prices'],
      open_questions: ['Have you worked in Portugal?'],
      sentiment: 'neutral',
    });
  });

  test('quotes the longest line where the one that tells the intent says nothing by itself', () => {
    const lines = talk('v: Two founders and forty people wait for every yes.', 't: Shall we talk?', 'v: Yes please.');
    const facts = { intentQuote: found('', 'Yes please.', 2).quote };
    expect(sum(facts, lines).executive_summary).toContain('Wants: “Two founders and forty people wait for every yes”');
  });

  test('says so when nothing was said', () => {
    expect(sum({}, []).executive_summary).toBe('The visitor opened the conversation and said nothing.');
    expect(sum({}, talk('t: Hello, I am an AI.')).executive_summary).toContain('said nothing');
  });

  test('is short for a short conversation', () => {
    const summary = sum({ intent: 'general_chat' }, talk('v: hi', 't: Hello.'));
    expect(summary.executive_summary).toBe('A visitor\nA cold lead: nothing presses.');
    expect(summary.open_questions).toEqual([]);
  });

  test('tells abuse and bulk mail as what they are', () => {
    const insult = 'you useless piece of garbage';
    const rude = digest({ lines: 1, rude: 1, insult, mood: -3, last: -3 });
    expect(sum({ intent: 'general_chat' }, talk(`v: ${insult}`, 't: Goodbye.'), { digest: rude })).toMatchObject({
      executive_summary: 'A visitor, hostile: “you useless piece of garbage”\nNo answer is called for.',
      sentiment: 'negative',
    });
    expect(sum({ intent: 'spam' }, talk('v: 100% FREE backlinks? click now')).executive_summary).toBe(
      'Reads like bulk mail: “100% FREE backlinks? click now”\nNothing needs to be done.',
    );
  });

  test('has a line a field, however much was said', () => {
    const lines = talk(...Array.from({ length: 40 }, (_, n) => `v: Could Orla also do part ${n} of it for us?`));
    const summary = sum(
      {
        intent: 'purchase_intent',
        painPoints: [found('a'), found('b'), found('c')],
        noBudget: found('none', 'there is no money'),
        authority: found('I decide'),
        urgency: found('now'),
        phone: found('+351 21 000 000'),
      },
      lines,
      { score: 60, digest: digest({ questions: lines.map(({ seq, text }) => ({ seq, text })) }) },
    );
    expect(summary.executive_summary.split('\n')).toHaveLength(6);
    expect(summary.executive_summary).toContain(
      'Terms: no budget (“there is no money”), urgent (“now”), decides (“I decide”)',
    );
    expect(summary.executive_summary).toContain('A warm lead (60 of 100): call +351 21 000 000.');
    expect(summary.open_questions).toHaveLength(40);
  });

  describe('of who asked something of a person', () => {
    const lines = talk('v: Please ring me', 't: Noted.');
    const call = { wish: 'Please ring me on Thursday', due_date: '2026-11-26', email: null, seq: 0 };
    const asked = (more: Partial<Handoff>): Partial<SummaryInput> => ({
      asked: { ...NO_HANDOFF, ...more },
      score: 40,
    });
    const ana = { person_name: found('Ana Costa') };
    const told = (facts: Partial<LeadFacts>, more: Partial<Handoff>) =>
      sum(facts, lines, asked(more)).executive_summary;

    test('says to call them, when, and at which number', () => {
      expect(told({ intent: 'advice_request', entities: ana, phone: found('+31 6 1234 5678') }, { call })).toBe(
        [
          'Ana Costa',
          'Asked for: a call, “Please ring me on Thursday”',
          'Call them at +31 6 1234 5678 on Thursday 26 November: a cold lead (40 of 100).',
        ].join('\n'),
      );
      expect(told({ entities: { ...ana, contact_email: found('a@costa.test') } }, { call })).toContain(
        'who left no number, so write to a@costa.test for it.',
      );
      expect(told({}, { call })).toContain('left neither a number nor an address');
    });

    test('takes the day of a call for no date of the work, and asks no owner to call who is no lead', () => {
      const facts = { entities: { ...ana, timeline: found('Thursday') }, urgency: found('on Thursday') };
      expect(told(facts, { call })).not.toMatch(/Terms:/);
      const student = { disqualified: { kind: 'student' as const, quote: found('student').quote } };
      expect(told(student, { call })).toMatch(/This is no lead, though they asked for a call\.$/);
    });

    test('says to answer a complaint, which outweighs strong words', () => {
      const complaint = { kind: 'complaint' as const, seq: 0, words: 'nobody called back' };
      const summary = sum({}, talk('v: nobody called back, you useless idiots'), {
        ...asked({ requests: { ...NO_HANDOFF_REQUESTS, complaint } }),
        digest: digest({ lines: 1, rude: 1, insult: 'x' }),
      });
      expect(summary).toMatchObject({
        executive_summary:
          'A visitor\nComplaint: “nobody called back”\n' +
          'Answer the complaint yourself when they are back: they left no address.',
        sentiment: 'negative',
      });
    });

    test('ends a model’s summary with whom to call, within five sentences', () => {
      const input = { facts: { ...noFacts(), phone: found('+31 6 1234 5678') }, lines, items: [], topics: [] };
      const whole = { ...input, consultant: 'Orla', score: 40, asked: { ...NO_HANDOFF, call } };
      const step = 'Call them at +31 6 1234 5678 on Thursday 26 November: a cold lead (40 of 100).';
      expect(withNextStep('One. Two. Three. Four. Five.', whole)).toBe(`One. Two. Three. Four. ${step}`);
      expect(withNextStep('One. Two.', whole)).toBe(`One. Two. ${step}`);
      expect(withNextStep('One. Two.', { ...whole, asked: NO_HANDOFF })).toBe('One. Two.');
    });

    test('tells of who looks in again what was left open, and invents no work where nothing is asked', async () => {
      const earlier = {
        ...{ at: new Date('2026-11-18T10:00:00Z'), name: 'Ana Costa', role: null, company: 'Costa Bikes' },
        email: 'a@costa.test',
        ...{ phone: null, score: 62, questions: ['Have you worked in Portugal?'], called: true },
        items: [{ key: 'request:call', title: 'Call Ana Costa', owner: 'you' as const, due_date: '2026-11-26' }],
      };
      const again = async (words: string) => {
        const said = talk(`v: ${words}`);
        return sum({ intent: 'general_chat' }, said, asked({ earlier, requests: await requestsIn(said) }));
      };
      expect((await again('hi again, any news?')).executive_summary).toBe(
        [
          'Ana Costa, Costa Bikes, back after 3 days',
          'Wants: “hi again, any news?”',
          'Still open from 18 November: Call Ana Costa (by 2026-11-26); “Have you worked in Portugal?”',
          'They wait for an answer: a@costa.test.',
        ].join('\n'),
      );
      expect((await again('Thank you for last time')).executive_summary).toMatch(/Nothing new is to be done\.$/);
    });

    test('tells of who comes back and takes a call back', () => {
      const words = 'actually no call friday, lets do it by mail instead';
      const earlier = {
        ...{ at: new Date('2026-11-18T10:00:00Z'), name: 'Pieter', role: 'owner', company: null },
        ...{ email: 'p@janssens.test', phone: '0470 12 34 56', score: 87, questions: [], called: true, items: [] },
      };
      const requests = { ...NO_HANDOFF_REQUESTS, refused: 1 };
      const said = talk('v: hi its pieter again', `v: ${words}`);
      expect(
        sum({ intent: 'general_chat' }, said, asked({ earlier, requests, calledOff: true })).executive_summary,
      ).toBe(
        [
          'Pieter, back after 3 days',
          `Wants: “${words}”`,
          'Still open from 18 November: nothing',
          'They want no call any more: write to p@janssens.test.',
        ].join('\n'),
      );
    });

    test('says first what is asked for of what is kept, in place of saying that nothing presses', () => {
      const item = (key: string, title: string) => ({
        ...{ key, title, description: '', priority: 'high' as const, owner: 'you' as const },
        ...{ category: 'support' as const, tags: ['asked for'], due_date: null, seq: 0 },
      });
      const items = [item('request:delete_data', 'Delete what is kept: “Please delete it”')];
      const step = (facts: Partial<LeadFacts>, more: Partial<SummaryInput>) =>
        sum({ intent: 'general_chat', ...facts }, lines, { ...asked({}), ...more })
          .executive_summary.split('\n')
          .at(-1);
      expect(step({}, { items })).toBe('A cold lead, but one thing presses: delete what is kept.');
      expect(step({ intent: 'spam' }, { items })).toBe('One thing is to be done: delete what is kept.');
      const known = { entities: { ...ana, contact_email: found('a@costa.test') } };
      expect(step(known, { items, score: 60 })).toBe(
        'First delete what is kept. A warm lead (60 of 100): write to a@costa.test.',
      );
      expect(step({}, { items: [item('request:quote', 'Send an offer: “quote pls”')] })).toBe(
        'A cold lead, but one thing presses: send an offer.',
      );
      expect(step({}, {})).toBe('A cold lead: nothing presses.');
    });

    test('tells of who comes back to go on by what is known of them, and that they wait', async () => {
      const earlier = {
        ...{ at: new Date('2026-11-18T10:00:00Z'), name: null, role: 'COO', company: 'Stage', email: 'm@stage.test' },
        ...{ phone: null, score: 87, questions: [], called: false, items: [] },
      };
      const words = 'Kees agrees. What is the next step?';
      const said = talk(`v: ${words}`);
      const requests = await requestsIn(said);
      expect(sum({ intent: 'general_chat' }, said, asked({ earlier, requests })).executive_summary).toMatch(
        /^COO, Stage, back after 3 days\nWants: “Kees agrees[\s\S]*They wait for an answer: m@stage\.test\.$/,
      );
    });

    test('says to write, and where, to who has taken a call back', () => {
      const refusing = talk('v: Please, no call');
      const facts = {
        ...{ phone: found('+31 6 1234 5678'), request: found('a call') },
        entities: { ...ana, contact_email: found('ana@costa.test') },
      };
      const input = { ...asked({ requests: { ...NO_HANDOFF_REQUESTS, refused: 0 } }), score: 82 };
      expect(sum(facts, refusing, input).executive_summary).toBe(
        'Ana Costa\nNo call: “Please, no call”\n' +
          'A hot lead (82 of 100): write today to ana@costa.test; they want no call.',
      );
      expect(sum({ ...facts, entities: ana }, refusing, input).executive_summary).toMatch(
        /who wants no call and left no address to write to\.$/,
      );
    });
  });

  test.each([
    ['positive', { mood: 1, last: 1 }],
    ['negative', { mood: -1, last: 0 }],
    ['neutral', { mood: 1, last: 0 }],
  ] as const)('hears a %s mood', (mood, told) => {
    expect(sum({ intent: 'general_chat' }, talk('v: Well'), { digest: digest(told) }).sentiment).toBe(mood);
  });
});

test('the visitor reads what they told, asked and were promised, and no score or verdict', () => {
  const input: SummaryInput & VisitorInput = {
    kept: true,
    call: null,
    facts: {
      ...noFacts(),
      intent: 'consulting_inquiry',
      intentQuote: found('', 'Every order waits for me.').quote,
      request: found('a call'),
      entities: { person_name: found('Ana'), budget_range: found('20k'), contact_email: found('ana@costa.test') },
      disqualified: { kind: 'student', quote: found('student').quote },
    },
    score: 82,
    lines: talk('v: Every order waits for me.', 't: I will send you the outline.'),
    items: [
      { title: 'Prepare consulting proposal', category: 'sales', owner: 'you' },
      { title: 'The twin promised: “I will”', category: 'promise', owner: 'you' },
      { title: 'Ana said: “I call”', category: 'follow-up', owner: 'visitor' },
    ].map((item) => ({
      description: '',
      key: '',
      tags: [],
      due_date: null,
      seq: 0,
      priority: 'low',
      ...item,
    })) as never,
    topics: ['Prices'],
    consultant: 'Orla',
  };
  expect(summariseForVisitor(input)).toEqual({
    executive_summary: [
      'You said: “Every order waits for me”',
      'You named: budget “20k”',
      'You asked for: a call',
      'Orla can reach you at ana@costa.test.',
    ].join('\n'),
    action_items: [
      { text: 'The twin promised: “I will”', owner: 'Orla', priority: 'low' },
      { text: 'You said: “I call”', owner: 'you', priority: 'low' },
    ],
    topics: ['Prices'],
    open_questions: [],
    sentiment: 'neutral',
  });
  const unkept = summariseForVisitor({ ...input, kept: false, call: 'You booked.' }).executive_summary;
  expect(unkept).toMatch(/You named: budget “20k”\nYou booked\.$/);
  expect(summariseForVisitor({ ...input, lines: [] }).executive_summary).toBe('Nothing was said yet.');
});
