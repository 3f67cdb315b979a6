import { describe, expect, it } from 'vitest';
import { fold } from '../../../platform/text/words.ts';
import { complains, triedBefore, UNANSWERED, WANTS_HUMAN, wantsMoneyBack } from './complaint-signs.ts';

describe('a complaint', () => {
  it.each([
    'Nobody called me back. I paid 9,000 and have nothing.',
    "I've been waiting three weeks for the report you promised.",
    'hello?? I booked a workshop for 5400 and no one showed up!!',
    'Your invoice is wrong',
    'I was charged twice for the Decision Hour.',
    'I left my number last week and never got a call.',
    'this is the third time I ask',
    'I have emailed three times about my certificate and heard nothing.',
    'You charged me twice for the workshop',
    'She never wrote back to me',
    'I was told somebody would ring me, and nothing',
    'We paid for two days and got one. Give us our money back',
  ])('is one: %s', (line) => {
    expect(complains(fold(line))).toBe(true);
  });

  it.each([
    'We paid a consultant 40,000 last year and have nothing but slides.',
    'We never got an answer from our supplier',
    'I call a meeting every Monday and nobody shows up',
    'My team never answers my emails',
    'Our customers are waiting three weeks for a quote',
    'Do you offer a refund if it does not work?',
    'Is there a money-back guarantee?',
    'Nobody decides anything here without me',
    'How do I get my managers to decide on refunds?',
    'I want to hand over our invoices',
    'What happens if nobody answers the phone?',
  ])('is none: %s', (line) => {
    expect(complains(fold(line))).toBe(false);
  });
});

it('money is asked back, and not only asked about', () => {
  for (const line of ['I want a refund.', 'refund me', 'can I have my money back', 'Refund!']) {
    expect(wantsMoneyBack(fold(line)), line).toBe(true);
  }
  for (const line of [
    'is there a refund',
    'would I get my money back if we stop',
    'how do refunds work at your clients',
  ]) {
    expect(wantsMoneyBack(fold(line)), line).toBe(false);
  }
});

it('who wrote before says so', () => {
  expect(triedBefore('i already wrote to that address twice')).toBe(true);
  expect(triedBefore('we called her five times')).toBe(true);
  expect(triedBefore('i wrote down the decisions')).toBe(false);
});

it('that nobody called is no wish not to be called', () => {
  for (const line of ['nobody called me back', 'she has not phoned', 'i was never contacted']) {
    expect(UNANSWERED.test(line), line).toBe(true);
  }
  for (const line of ["please don't call me", 'i never want to be called', 'no calls please', 'do not contact me']) {
    expect(UNANSWERED.test(line), line).toBe(false);
  }
});

it('a person is asked for in many words', () => {
  for (const line of [
    'let me talk to a human.',
    'get me a manager',
    'i want to speak with a real person now',
    'shut up and give me a human',
    'is there a human i can talk to?',
    'who is in charge?',
  ]) {
    expect(WANTS_HUMAN.test(line), line).toBe(true);
  }
  for (const line of [
    'we need a manager who decides',
    'i want human resources to decide',
    'nobody knows who is in charge of quotes',
    'can i talk to her about my managers',
  ]) {
    expect(WANTS_HUMAN.test(line), line).toBe(false);
  }
});
