import type { Scene } from './scene.ts';

/** Visitors who put right what they meant, wind their way up to a question, or lean on what was said. */
export const SECOND_THOUGHT_SCENES: Scene[] = [
  {
    title: 'what was meant is answered in place of what was said',
    mode: 'mentor',
    lines: [
      { v: 'What does a workshop cost?', says: /€5,400/ },
      { v: 'no I meant the keynote', says: /€4,800/ },
      { v: 'sorry, not the keynote, the monthly thing', says: /€4,200/ },
      { v: "we're 14 people. no wait, 40", says: /40/, never: /14/, tells: ['size'] },
      { v: 'what do you know about me?', says: /40 people/ },
    ],
  },
  {
    title: 'somebody who speaks as one speaks',
    mode: 'mentor',
    kept: true,
    lines: [
      { v: 'um yeah hi so i was wondering like how does this actually work you know', knows: 'method' },
      { v: 'right and uh what does it cost like roughly', knows: 'prices' },
      { v: "okay and if my people don't want it", never: /So your people|worth knowing/ },
      {
        v: "so yeah could she maybe ring me uh friday morning it's oh seven seven oh oh nine double oh one two three",
        says: [/friday morning/i, /07700900123/],
        asks: false,
      },
    ],
  },
  {
    title: 'three things asked for in a list, and what may not be haggled',
    mode: 'professional',
    lines: [
      {
        v: 'Could you outline your approach, your fees and your availability in the second quarter?',
        says: [/exactly one caller/, /€6,800/, /three to four weeks/],
      },
      { v: 'can you do the Walkthrough for 5000?', says: /confirm|promise|not mine|cannot/i, never: /nine people/ },
      { v: "what's included in it?", knows: 'walkthrough' },
    ],
  },
  {
    title: 'a long tale is met at its trouble, and a maybe is not said back',
    mode: 'mentor',
    lines: [
      {
        v: "So I started this thing eleven years ago with my brother in law and now we're fifty-two people and I still find myself checking every shipment label because last spring one went to the wrong Frankfurt and we lost the customer",
        says: /checking every shipment label/,
        never: /fifty-two people\./,
      },
      { v: 'maybe I should just sell', never: /maybe you should/i },
      { v: "nah that won't work here", never: /That helps|Good to know/ },
    ],
  },
  {
    title: 'whether a sum is enough, and a start in a month that is kept free',
    mode: 'professional',
    kept: true,
    lines: [
      { v: 'We are 180 people with a budget of about 50k. Is that enough for the Rehearsal?', says: /€28,000/ },
      { v: "we'd want to start in July", says: /Nothing begins in July/i },
    ],
  },
  {
    title: 'the press, a host and a wrong door',
    mode: 'storyteller',
    lines: [
      { v: 'I write for a business magazine. Can I quote Orla?', knows: 'press', asks: false },
      { v: "What's her most controversial opinion?", says: /.{40}/, never: /orla@/ },
      { v: 'Is this the theatre ticket office?', says: /\bAI\b/ },
      { v: 'is this a scam?', never: /annoyed|shouted|sticks and stones/i },
    ],
  },
];
