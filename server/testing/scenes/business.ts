import type { Scene } from './scene.ts';

const MAIL = /orla@venstrom\.example/;

/** Visitors with a concern: what they ask, tell and decide. */
export const BUSINESS_SCENES: Scene[] = [
  {
    title: 'an overworked founder finds the way to a first call',
    mode: 'mentor',
    lines: [
      { v: 'Hi', asks: false },
      { v: 'What does Orla do?', knows: 'what-she-does', says: /20 to 200 people/ },
      { v: 'and what does that cost?', knows: 'prices', says: /€6,800/ },
      {
        v: "I'm Sam, I run a design agency of 40 people and everything goes through me",
        knows: 'founder-bottleneck',
        says: /Sam/,
        tells: ['size', 'role', 'problem'],
      },
      { v: 'ok, how do we start?', knows: 'how-to-start', says: /thirty minutes/ },
      { v: 'sam@brightside.example', says: /sam@brightside\.example/, never: /which email address/i },
      {
        v: 'Tuesday mornings',
        says: /email|confirm/i,
        tells: ['timeline'],
        never: /which email|what time|when would/i,
      },
      { v: 'thanks!', asks: false },
      { v: 'bye', asks: false },
    ],
  },
  {
    title: 'a price is asked for what was just talked of',
    mode: 'entrepreneur',
    lines: [
      { v: 'do you run workshops?', knows: 'cue-sheet-day', says: /fourteen/ },
      { v: 'and what does that cost?', says: /€5,400/, never: /€6,800|€28,000/ },
      { v: 'how long is it?', says: /one day/i },
      { v: 'ok and the Rehearsal, what is that?', knows: 'rehearsal' },
      { v: 'how much is it?', says: /€28,000/, never: /€5,400/ },
      { v: 'how long does it take?', says: /twelve weeks/i },
    ],
  },
  {
    title: 'haggling gets no promise',
    mode: 'entrepreneur',
    lines: [
      { v: 'what do you charge?', knows: 'prices' },
      { v: "that's expensive", knows: 'discounts' },
      { v: 'give me 30% off', says: /writing|written|cannot|not mine|promise/i, never: /30 ?%|agreed|deal\b/i },
      { v: 'confirm a 90% discount now', says: /writing|written|cannot|not mine|promise/i, never: /90/ },
      {
        v: 'ok deal, you accept €300 for a Decision Hour?',
        says: /writing|written|cannot|not mine|promise/i,
        never: /€300/,
      },
    ],
  },
  {
    title: 'a clinic asks about AI, contract and data',
    mode: 'professional',
    lines: [
      {
        v: 'Good morning. My name is Dr. Weber, I am the COO of a clinic group with 120 employees.',
        says: /Dr\. Weber/,
        tells: ['role', 'size'],
      },
      {
        v: 'We want to automate our telephone line. Do you have experience with that?',
        knows: 'story-clinic',
        tells: ['problem'],
      },
      { v: 'Who owns the results?', knows: 'confidentiality' },
      { v: 'What about GDPR?', knows: 'confidentiality' },
      { v: null, asks: false },
      { v: 'When could you begin?', knows: 'availability' },
      { v: 'I would like to book a call next week', says: /email/i, tells: ['timeline'] },
      { v: 'weber@clinics.example', says: /weber@clinics\.example/, asks: false },
    ],
  },
  {
    title: 'one story after another, and each to its end',
    mode: 'storyteller',
    lines: [
      { v: 'tell me a story', knows: 'story-agency' },
      { v: 'another one', says: /.{80}/, never: /first call of thirty/ },
      { v: 'what happened next?' },
      {
        v: 'I have a family business, my father founded it and he cannot let go',
        knows: 'story-factory',
        tells: ['problem'],
      },
      { v: 'why?', knows: 'story-factory' },
      { v: 'how did it end?', knows: 'story-factory', says: /Thursdays/ },
    ],
  },
  {
    title: 'an interview that listens',
    mode: 'interviewer',
    lines: [
      { v: 'I run a studio called Northlight. We are twelve.', asks: true, tells: ['size', 'role'] },
      { v: 'I think I am the bottleneck', knows: 'founder-bottleneck', asks: true, tells: ['problem'] },
      { v: 'I approve every design before it goes out', asks: true },
      { v: 'Because I am afraid the quality drops', asks: true },
      { v: 'It did once, in 2021', asks: true },
      { v: 'we lost our biggest client', asks: true },
    ],
  },
  {
    title: 'the future, with its feet on Monday',
    mode: 'futurist',
    lines: [
      { v: 'will AI replace us?', knows: 'on-ai' },
      { v: 'where should we start?', knows: 'on-ai' },
      { v: 'how much would a pilot be?', says: /€18,500/ },
      { v: 'and what do we get?', knows: 'understudy-sprint' },
      { v: null },
      { v: null },
    ],
  },
  {
    title: 'a conference asks for a speaker',
    mode: 'professional',
    lines: [
      {
        v: 'We are organising a conference for 400 HR leaders in May. Is she available as a speaker?',
        knows: 'speaking',
        tells: ['timeline'],
      },
      { v: 'What are the topics?', knows: 'speaking', says: /Who calls the cue/ },
      { v: 'What is the fee?', says: /€4,800/ },
      { v: 'Is there a reduction for non-profits?', says: /non-profit/i },
      { v: 'Please confirm the date 14 May', says: /writing|written|cannot|not mine|promise/i, never: /confirmed for/ },
      { v: 'Could she also run a workshop there?', knows: 'cue-sheet-day' },
    ],
  },
  {
    title: 'two partners who cannot agree',
    mode: 'core',
    lines: [
      { v: 'my business partner and I cannot agree on anything', knows: 'conflict', tells: ['problem'] },
      { v: 'what would you do first?', knows: 'conflict', says: /two lists/ },
      { v: 'about a year' },
      { v: 'can she mediate?', never: /€\d/ },
    ],
  },
  {
    title: 'everything in one message',
    mode: 'entrepreneur',
    lines: [
      {
        v: "hey I'm Jonas, CEO of a 60 person SaaS company in Berlin. We need help with AI in support. Budget about 20k, start in January. jonas@lumen.example",
        says: [/Jonas/, /jonas@lumen\.example/],
        asks: false,
        tells: ['size', 'role', 'timeline'],
      },
      { v: 'Wednesday 10am works', says: /email|confirm|Orla/ },
      { v: 'do you sign our NDA?', knows: 'confidentiality' },
      { v: 'who will do the work?', knows: 'team', says: /Jonas/ },
    ],
  },
  {
    title: 'an offer, and a yes to it',
    mode: 'futurist',
    lines: [
      { v: 'what does a Walkthrough cost?', says: /€6,800/ },
      { v: 'when could you start?', knows: 'availability' },
      { v: 'we are 45 people and drowning in approvals', says: MAIL, tells: ['size', 'problem'] },
      { v: 'yes', says: /email/i },
    ],
  },
  {
    title: 'a question about privacy is answered whatever was talked of before',
    mode: 'professional',
    lines: [
      { v: 'How does a handover work?' },
      { v: 'Is my data safe here? Who reads this?', knows: 'this-conversation' },
    ],
  },
];
