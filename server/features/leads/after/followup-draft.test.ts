import { expect, test } from 'vitest';
import { loadSampleTwin } from '../../../testing/sample-twin.ts';
import { NO_ACCOUNT } from '../account.ts';
import { noFacts } from '../facts.ts';
import { NO_REQUESTS } from '../requests/handoff-requests.ts';
import { NOTHING_ASKED } from './action-items.ts';
import { type DraftInput, draftByRules } from './followup-draft.ts';

const { persona } = await loadSampleTwin();
const at = new Date('2026-11-21T10:00:00Z');
const WORDS = 'Every order waits for me. Have you worked in Portugal?';
const quote = { seq: 0, from: 0, to: WORDS.length, text: WORDS };
const draft = (changes: Partial<DraftInput> = {}) =>
  draftByRules({
    facts: { ...noFacts(), intent: 'consulting_inquiry', intentQuote: quote },
    score: 60,
    lines: [
      { seq: 0, speaker: 'visitor', text: WORDS, at },
      { seq: 1, speaker: 'agent', text: "I don't know that.", at },
    ],
    account: { ...NO_ACCOUNT, lines: 1, questions: [{ seq: 0, text: 'Have you worked in Portugal?' }] },
    items: [],
    topics: [],
    consultant: persona.first_name,
    asked: NOTHING_ASKED,
    persona,
    name: null,
    at,
    ...changes,
  });

test('quotes what they said, leaves a place for each open question, and offers the first call', () => {
  const { subject, body } = draft();
  expect(subject).toBe('Your conversation of 21 November');
  expect(body).toMatch(/^Hello,\n\nthank you for talking with my AI twin on 21 November\. You wrote: “Every order/);
  expect(body).toContain('You asked “Have you worked in Portugal?”. [your answer]');
  expect(body).toContain(persona.contact.note.trim());
  expect(body).toMatch(new RegExp(`Best regards,\\n${persona.name}$`));
});

test('greets by the first name, and takes up the call that was asked for in place of an offer', () => {
  const call = { wish: 'Thursday at four', due_date: null, email: 'ana@costa.test', seq: null };
  const { subject, body } = draft({ name: 'Ana Costa', asked: { ...NOTHING_ASKED, call } });
  expect(subject).toBe('Our call');
  expect(body).toMatch(/^Hello Ana,\n/);
  expect(body).toContain('You asked for a call: “Thursday at four”. [the time that you offer]');
  expect(body).not.toContain(persona.contact.note.trim());
});

test('answers a complaint with no offer', () => {
  const complaint = { kind: 'complaint' as const, seq: 0, words: 'nobody called back' };
  const { subject, body } = draft({ asked: { ...NOTHING_ASKED, requests: { ...NO_REQUESTS, complaint } } });
  expect(subject).toBe('Your message of 21 November');
  expect(body).toContain('“nobody called back”. I am sorry about that. [what you do about it]');
  expect(body).not.toMatch(/thank you|call takes/);
});
