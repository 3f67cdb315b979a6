import { describe, expect, test } from 'vitest';
import { loadSampleTwin } from '../../../testing/sample-twin.ts';
import { EMPTY_DIGEST } from '../conversation-digest.ts';
import { noFacts } from '../facts.ts';
import { NO_HANDOFF_REQUESTS } from '../requests/handoff-requests.ts';
import { NO_HANDOFF } from './action-items.ts';
import { type DraftInput, draftByRules } from './followup-draft.ts';

const { persona } = await loadSampleTwin();
const at = new Date('2026-11-21T10:00:00Z');
const WORDS = 'Every order waits for me and my brother. Have you worked in Portugal?';
const quote = { seq: 0, from: 0, to: 40, text: WORDS.slice(0, 40) };
const draft = (changes: Partial<DraftInput> = {}) =>
  draftByRules({
    facts: { ...noFacts(), intent: 'consulting_inquiry', intentQuote: quote },
    score: 60,
    lines: [
      { seq: 0, speaker: 'visitor', text: WORDS, at },
      { seq: 1, speaker: 'agent', text: "I don't know that.", at },
    ],
    digest: { ...EMPTY_DIGEST, lines: 1, questions: [{ seq: 0, text: 'Have you worked in Portugal?' }] },
    items: [],
    topics: [],
    consultant: persona.first_name,
    asked: NO_HANDOFF,
    persona,
    name: null,
    at,
    ...changes,
  });

test('quotes what they said, leaves a place for each open question, and offers the first call', () => {
  const { subject, body } = draft();
  expect(subject).toBe('Your conversation of 21 November');
  expect(body).toBe(
    [
      'Hello,',
      'Thank you for talking with my AI twin on 21 November. ' +
        'You wrote: “Every order waits for me and my brother.” [your thoughts on it]',
      'You asked: “Have you worked in Portugal?” [your answer]',
      `${persona.contact.note?.trim()} If you would like one, simply answer this email with a time that suits you.`,
      `Best regards,\n${persona.name}`,
    ].join('\n\n'),
  );
});

describe('a question', () => {
  const question = 'Have you worked in Portugal before?';
  const only = (answer: string) =>
    draft({
      facts: { ...noFacts(), intent: 'advice_request', intentQuote: { seq: 0, from: 0, to: 35, text: question } },
      lines: [
        { seq: 0, speaker: 'visitor', text: question, at },
        { seq: 1, speaker: 'agent', text: answer, at },
      ],
      digest: { ...EMPTY_DIGEST, lines: 1, questions: [{ seq: 0, text: question }] },
    }).body;

  test('is quoted once, where its answer goes', () => {
    const body = only("I don't know that.");
    expect(body.split(question)).toHaveLength(2);
    expect(body).toContain(`You asked: “${question}” [your answer]`);
  });

  test('that was answered has no place for thoughts or an answer', () => {
    expect(only('Yes, in Porto.')).toContain(`You asked: “${question}”`);
    expect(only('Yes, in Porto.')).not.toContain('[');
  });

  test('is one of two at most, and none that was answered when it was asked again', () => {
    const asked = ['Do you know Revit?', 'Who signs it?', 'Do you come to Faro?', 'Do you really know Revit?'];
    const lines = asked.flatMap((text, at2) => [
      { seq: 2 * at2, speaker: 'visitor' as const, text, at },
      { seq: 2 * at2 + 1, speaker: 'agent' as const, text: at2 === 3 ? 'Yes, since 2014.' : "I don't know that.", at },
    ]);
    const questions = asked.map((text, at2) => ({ seq: 2 * at2, text }));
    const { body } = draft({ lines, digest: { ...EMPTY_DIGEST, lines: 4, questions } });
    expect(body.match(/\[your answer\]/g)).toHaveLength(2);
    expect(body).not.toContain('Revit');
  });
});

test('who wants what is kept deleted is told of that, and offered no call', () => {
  const others = [{ request: 'delete_data' as const, seq: 0, words: 'Please delete everything' }];
  const { subject, body } = draft({ asked: { ...NO_HANDOFF, requests: { ...NO_HANDOFF_REQUESTS, others } } });
  expect(subject).toBe('Your message of 21 November');
  expect(body).toContain('On 21 November you asked me to delete what is kept of you. [what you have done about it]');
  expect(body).not.toMatch(/[Tt]hank you|call takes/);
});

test('greets by the first name, and takes up the call that was asked for in place of an offer', () => {
  const call = { wish: 'Thursday at four', due_date: null, email: 'ana@costa.test', seq: null };
  const { subject, body } = draft({ name: 'Ana Costa', asked: { ...NO_HANDOFF, call } });
  expect(subject).toBe('Our call');
  expect(body).toMatch(/^Hello Ana,\n/);
  expect(body).toContain('You asked for a call: “Thursday at four.” [the time that you offer]');
  expect(body).not.toContain(persona.contact.note?.trim());
});

test('answers a complaint with no offer', () => {
  const complaint = { kind: 'complaint' as const, seq: 0, words: 'nobody called back' };
  const { subject, body } = draft({ asked: { ...NO_HANDOFF, requests: { ...NO_HANDOFF_REQUESTS, complaint } } });
  expect(subject).toBe('Your message of 21 November');
  expect(body).toContain('“nobody called back.” I am sorry about that. [what you do about it]');
  expect(body).not.toMatch(/[Tt]hank you|call takes/);
});
