import { setImmediate as others } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { times } from '../../../testing/load.ts';
import { requestsIn } from '../../../testing/requests.ts';
import { type LeadFacts, noFacts } from '../facts.ts';
import type { TimedLine } from '../lines.ts';
import { type HandoffRequests, NO_HANDOFF_REQUESTS } from '../requests/handoff-requests.ts';
import { actionItemsOf, NO_HANDOFF } from './action-items.ts';

const at = new Date('2026-11-21T10:00:00Z');
const line = (seq: number, speaker: 'visitor' | 'agent', text: string): TimedLine => ({ seq, speaker, text, at });
/** The requests understood from these lines. */
const saidIn = async (lines: readonly TimedLine[]) => ({ ...NO_HANDOFF, requests: await requestsIn(lines) });
const found = (value: string, seq = 0) => ({ value, quote: { seq, from: 0, to: value.length, text: value } });

const ana: LeadFacts = {
  ...noFacts(),
  intent: 'consulting_inquiry',
  confidence: 0.9,
  intentQuote: found('can she help', 2).quote,
  painPoints: [found('every order waits for the owner')],
  entities: { person_name: found('Ana Costa'), org_name: found('Costa Bikes'), contact_email: found('ana@costa.test') },
};

describe('what is to be done after a conversation', () => {
  test('an intent that is a mere guess asks for nothing', async () => {
    expect(await actionItemsOf({ ...ana, confidence: 0.3 }, 40, [])).toEqual([]);
  });

  test.each([
    ['purchase_intent', 'Follow up on purchase interest'],
    ['demo_request', 'Schedule product demo'],
    ['consulting_inquiry', 'Prepare consulting proposal'],
  ] as const)('%s asks for it under the title of the specification', async (intent, title) => {
    expect(await actionItemsOf({ ...ana, intent }, 70, [])).toEqual([
      {
        key: `intent:${intent}`,
        title,
        description:
          'Ana Costa of Costa Bikes. In their words: “every order waits for the owner”. Reach them at ana@costa.test.',
        priority: 'medium',
        owner: 'you',
        category: 'sales',
        tags: [intent],
        due_date: null,
        seq: 2,
      },
    ]);
  });

  test('is of high priority only above 70', async () => {
    expect((await actionItemsOf(ana, 70, []))[0]?.priority).toBe('medium');
    expect((await actionItemsOf(ana, 71, []))[0]?.priority).toBe('high');
  });

  test.each(['advice_request', 'general_chat', 'job_inquiry', 'support_request', 'spam'] as const)(
    '%s asks for nothing of this kind',
    async (intent) => {
      expect(await actionItemsOf({ ...ana, intent }, 74, [])).toEqual([]);
    },
  );

  test.each(['advice_request', 'general_chat', 'support_request'] as const)(
    'a hot conversation leaves something to do whatever its intent: %s',
    async (intent) => {
      expect(await actionItemsOf({ ...ana, intent }, 75, [])).toMatchObject([
        {
          title: 'Follow up with Ana Costa, a hot lead',
          description: expect.stringContaining('Reach them at ana@costa.test.'),
          ...{ key: 'intent:hot', priority: 'high', owner: 'you' },
        },
      ]);
      expect(await actionItemsOf({ ...ana, intent: 'spam' }, 90, [])).toEqual([]);
    },
  );

  test.each([
    'Kees agrees. What is the next step for the Cue Sheet Day?',
    'Our board has approved it.',
    'How do we get started?',
  ])('who comes back to go on is to be answered, though nothing was left open: %s', async (words) => {
    const earlier = {
      ...{ at, name: 'Mies', role: 'COO', company: null, email: 'm@stage.test', phone: null, score: 87 },
      ...{ questions: [], called: false, items: [] },
    };
    const lines = [line(0, 'visitor', words)];
    const { requests } = await saidIn(lines);
    const asked = { ...NO_HANDOFF, requests: { ...requests, others: [], interest: null }, earlier };
    expect(await actionItemsOf(noFacts(), 20, lines, asked)).toMatchObject([
      { title: 'Answer Mies, who wants to go on', priority: 'high', seq: 0 },
    ]);
    const idle = [line(0, 'visitor', 'I agree, thank you. They have not agreed yet.')];
    expect(await actionItemsOf(noFacts(), 20, idle, { ...(await saidIn(idle)), earlier })).toEqual([]);
  });

  test('who takes back the call of an earlier conversation is written to, by their words', async () => {
    const words = 'actually no call friday, lets do it by mail instead';
    const lines = [line(0, 'visitor', 'hi its pieter again'), line(2, 'visitor', words)];
    const earlier = {
      ...{ at, name: 'Pieter', role: null, company: null, email: 'p@janssens.test', phone: '0470 12 34 56' },
      ...{ score: 87, questions: [], called: true, items: [] },
    };
    const asked = { ...NO_HANDOFF, requests: { ...NO_HANDOFF_REQUESTS, refused: 2 }, earlier, calledOff: true };
    const [item, ...others] = await actionItemsOf({ ...noFacts(), intent: 'general_chat' }, 18, lines, asked);
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      key: 'request:write',
      title: `Write to Pieter, no call: “${words}”`,
      description: `Pieter wants no call any more: “${words}”. Write to p@janssens.test.`,
      ...{ priority: 'high', owner: 'you', seq: 2 },
    });
    const cancelled = [line(2, 'visitor', 'Please cancel the call.')];
    expect(await actionItemsOf(noFacts(), 18, cancelled, asked)).toEqual([]);
  });

  test.each(['partnership_vendor', 'spam'] as const)('a call for %s is of low priority', async (intent) => {
    const call = { wish: 'Thursday at ten', due_date: null, email: 'sam@boost.test', seq: null };
    const priority = async (facts: Partial<LeadFacts>) =>
      (await actionItemsOf({ ...noFacts(), ...facts }, 60, [], { ...NO_HANDOFF, call }))[0]?.priority;
    expect(await priority({ intent, confidence: 0.9 })).toBe('low');
    expect(await priority({ intent, confidence: 0.3 })).toBe('high');
    expect(await priority({ intent: 'general_chat', confidence: 0.9 })).toBe('high');
  });

  test('who wants no call any more is written to: no number is named, and no word that one comes', async () => {
    const said = [
      line(0, 'agent', 'I will call you on Thursday.'),
      line(1, 'visitor', "Actually don't call, mail me."),
    ];
    const asked = { ...NO_HANDOFF, requests: { ...NO_HANDOFF_REQUESTS, refused: 1 } };
    const items = await actionItemsOf({ ...ana, phone: found('+31 6 1234 5678') }, 80, said, asked);
    expect(items).toMatchObject([
      { key: 'request:write', description: expect.stringMatching(/Write to ana@costa\.test\.$/) },
      { description: expect.stringMatching(/Reach them at ana@costa\.test\.$/) },
    ]);
  });

  test('a complaint presses whatever the score, on the day on which it was made', async () => {
    const complaint = { kind: 'complaint' as const, seq: 2, words: 'I want a refund' };
    const said = [line(2, 'visitor', 'I want a refund')];
    const items = (one: HandoffRequests['complaint']) =>
      actionItemsOf(noFacts(), 20, said, { ...NO_HANDOFF, requests: { ...NO_HANDOFF_REQUESTS, complaint: one } });
    expect(await items(complaint)).toMatchObject([{ priority: 'high', due_date: '2026-11-21' }]);
    expect(await items({ ...complaint, kind: 'person' })).toMatchObject([{ priority: 'medium', due_date: null }]);
  });

  test('nobody who is no lead makes work, not by promises either', async () => {
    const quote = found('our product').quote;
    const lines = [line(0, 'visitor', 'I will send you our brochure tomorrow.')];
    expect(
      await actionItemsOf({ ...ana, disqualified: { kind: 'vendor', quote } }, 30, lines, await saidIn(lines)),
    ).toEqual([]);
  });

  test('takes up what either side promised, with its day, its words and whose it is', async () => {
    const lines = [
      line(3, 'agent', 'Of course. I’ll send you the outline of the method by Tuesday.'),
      line(4, 'visitor', 'Great. I will send you our org chart tomorrow. If it rains I will call.'),
      line(5, 'agent', 'Orla will pass that on. I will ask her. I will send you the outline of the method.'),
    ];
    const items = await actionItemsOf({ ...ana, intent: 'advice_request' }, 40, lines, await saidIn(lines));
    expect(items).toMatchObject([
      {
        title: "The twin promised: “I'll send you the outline of the method by Tuesday”",
        owner: 'you',
        priority: 'medium',
        category: 'promise',
        due_date: '2026-11-24',
        seq: 3,
      },
      { title: 'Ana Costa said: “I will send you our org chart tomorrow”', owner: 'visitor', priority: 'low', seq: 4 },
    ]);
    expect(items[1]?.due_date).toBe('2026-11-22');
    expect(items).toHaveLength(2);
  });

  test('takes up a day that was named for talking again', async () => {
    const lines = [
      line(2, 'visitor', 'Not now. Call me again in two weeks, I decide then.'),
      line(4, 'visitor', 'Call me in two weeks.'),
      line(6, 'visitor', 'Could you call me tomorrow?'),
      line(8, 'visitor', 'My guards have my number and they all call me at night, today too.'),
    ];
    const items = await actionItemsOf({ ...ana, intent: 'general_chat' }, 75, lines, await saidIn(lines));
    expect(items).toMatchObject([
      {
        title: 'Talk with Ana Costa again',
        due_date: '2026-12-05',
        owner: 'you',
        priority: 'high',
        category: 'follow-up',
      },
    ]);
  });

  test('a giant conversation holds up nobody, and a promise that is given in each line is read once', async () => {
    const lines = Array.from({ length: 400 }, (_, seq) => line(seq, 'visitor', 'I will send you the plan on Friday.'));
    const said = await saidIn(lines);
    let isRead = false;
    const reading = actionItemsOf({ ...ana, intent: 'general_chat' }, 50, lines, said).finally(() => {
      isRead = true;
    });
    let turnsOfOthers = 0;
    while (!isRead) {
      await others();
      turnsOfOthers += 1;
    }
    expect(turnsOfOthers).toBeGreaterThanOrEqual(100);
    expect(await reading).toMatchObject([{ due_date: '2026-11-27', seq: 0 }]);
  });

  test('a hostile line costs no time and makes no more than a handful', async () => {
    const lines = Array.from({ length: 50 }, (_, seq) =>
      line(seq, 'visitor', `I will send you paper number ${seq} of ${'x'.repeat(5_000)}. `.repeat(3)),
    );
    expect((await actionItemsOf(ana, 50, lines, await saidIn(lines))).length).toBeLessThanOrEqual(9);
  });

  test('what is cut within a sign is whole text all the same, which a database takes', async () => {
    const fill = 'x'.repeat(134 - 'I will send you '.length);
    // An odd step, since a sign is cut at every other one.
    for (let more = 0; more < 40; more += times(7, 1)) {
      const promise = `I will send you ${fill}${'y'.repeat(more)}${'😀'.repeat(50)}`;
      const said = `${'Well '.repeat(30)}and so on: ${promise}`;
      for (const text of [promise, said]) {
        const lines = [line(0, 'visitor', text)];
        for (const { title, description } of await actionItemsOf(ana, 50, lines, await saidIn(lines))) {
          expect(title.isWellFormed() && description.isWellFormed(), text).toBe(true);
        }
      }
    }
  });
});
