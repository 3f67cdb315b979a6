import type { Scene } from './scene.ts';

/** People who ask for a call in words, and people who offer something or look for work. */
export const CALLER_SCENES: Scene[] = [
  {
    title: 'a call asked for in words is noted, a number asked for, and no hour promised',
    mode: 'mentor',
    kept: true,
    lines: [
      {
        v: 'can Orla call me Thursday?',
        says: [/Thursday/, /number/, /confirm|promise/],
        never: /three things that waited|email address may/,
        asks: true,
      },
      { v: '+44 7700 900123', says: [/\+44 7700 900123/, /Thursday/] },
      {
        v: "so she'll call Thursday?",
        says: [/wish|confirm/, /Thursday/],
        never: /two lines about the company/,
        asks: false,
      },
    ],
  },
  {
    title: 'a call that is taken back is no call, and is not brought up again',
    mode: 'mentor',
    kept: true,
    lines: [
      { v: 'Can Orla ring me tomorrow? ana@costa.test' },
      {
        v: 'Actually no, cancel the call please, just email me.',
        says: [/no call|without a call/, /ana@costa\.test/],
        never: /tomorrow|that is worth knowing|nine people/,
        asks: false,
      },
      { v: 'thanks, bye', never: /first call|tomorrow/ },
    ],
  },
  {
    title: 'who looks for work and leaves an address is told how that stands, and not offered a call',
    mode: 'mentor',
    kept: true,
    lines: [
      {
        v: 'Are you hiring? I am a facilitator with ten years of experience, ken@mail.example',
        says: [/not hiring/, /ken@mail\.example/],
        never: /half-hour call|time of the week/,
      },
    ],
  },
  {
    title: 'a keynote is known whatever the place and the day',
    mode: 'mentor',
    lines: [
      {
        v: 'Would Orla give a keynote at our logistics congress in Antwerp on 12 May? 300 people. We pay 5,000 euros.',
        says: /eight talks a year|€4,800/,
        never: /outside what I was given/,
      },
    ],
  },
  {
    title: 'whose address is known is not asked for a number',
    mode: 'entrepreneur',
    kept: true,
    lines: [
      { v: "We're 60 people and every quote waits for me. I'm at tom@harbor.test" },
      {
        v: 'can she call me on Thursday afternoon?',
        says: [/Thursday afternoon/, /tom@harbor\.test/],
        never: /which number|what number/i,
      },
      { v: 'what time exactly?', says: /confirm|Orla/, never: /20 to 200/ },
      { v: "and if she's busy?", says: /another|other/, never: /nine people/ },
    ],
  },
  {
    title: 'a call with hour and number, in one breath',
    mode: 'core',
    kept: true,
    lines: [
      {
        v: 'Could somebody ring me tomorrow at 10 on 0171 2345678?',
        says: [/0171 2345678/, /tomorrow at 10/],
        asks: false,
      },
      { v: "ok and if she's busy?", says: /another|other/, never: /nine people/ },
    ],
  },
  {
    title: 'where nothing is kept, a call in words is not noted',
    mode: 'mentor',
    kept: false,
    lines: [
      {
        v: 'can Orla call me Thursday?',
        says: /orla@venstrom\.example/,
        never: /noted|three things that waited/,
        asks: false,
      },
      { v: 'my number is 0171 2345678', says: /orla@venstrom\.example/ },
    ],
  },
  {
    title: 'a vendor is told where offers go, and not asked about a company',
    mode: 'mentor',
    kept: true,
    lines: [
      {
        v: "Hi, I'm with LeadRocket, we help consultants get 40 qualified meetings a month. Who handles marketing at your company?",
        says: /orla@venstrom\.example/,
        never: /She does not do marketing/,
        asks: false,
      },
      { v: 'We could do a free pilot for you.', asks: false, never: /been on your mind|Sprint/ },
      { v: "What's your current lead volume?", knowsNothing: true, asks: false },
    ],
  },
  {
    title: 'a recruiter with a candidate is answered as one',
    mode: 'professional',
    kept: true,
    lines: [
      {
        v: "I'm a recruiter at Hays and I have an excellent COO candidate for you.",
        says: [/not hiring/, /orla@venstrom\.example/],
        asks: false,
      },
      { v: 'Is she hiring at the moment?', knows: 'team', asks: false },
    ],
  },
  {
    title: 'who looks for a job is told how that stands',
    mode: 'entrepreneur',
    kept: true,
    lines: [
      {
        v: "I'm looking for a job as an operations manager, I have 8 years of experience",
        says: [/not hiring/, /orla@venstrom\.example/],
        asks: false,
        never: /second-in-command after/,
      },
      { v: 'How many people work for her?', knows: 'team', asks: false },
    ],
  },
  {
    title: 'a podcast, a video or a book is asked for and no talk is sold',
    mode: 'mentor',
    lines: [
      { v: 'Is there a podcast about delegation?', knows: 'writing', says: /podcast/, never: /Most delegation fails/ },
      { v: 'Any videos I could watch?', says: /video/i, never: /by train|on site/ },
      { v: 'Has she written a book on this?', says: /book/, never: /by train/ },
    ],
  },
  {
    title: 'money, a date and what it would look like, in one question',
    mode: 'mentor',
    lines: [
      {
        v: 'We have €30,000 and want to begin in January. What would the Rehearsal look like for us?',
        knows: 'rehearsal',
        says: [/twelve weeks in which the team takes over/i, /€28,000/],
        never: /nine working days/,
      },
    ],
  },
  {
    title: 'the same without a mark between, of another piece of work',
    mode: 'professional',
    lines: [
      {
        v: "budget is about 20k, we'd need it done by March, what would an AI pilot look like?",
        knows: 'understudy-sprint',
        says: [/one recurring piece of work to AI/, /€18,500/],
      },
    ],
  },
  {
    title: 'facts come without remarks behind them',
    mode: 'mentor',
    lines: [
      { v: 'Does she travel?', knows: 'remote', never: /settle for a moment|No need to act|best known/ },
      { v: 'Do you sign NDAs?', knows: 'confidentiality', never: /careful with whom/ },
      { v: 'What happens in a first call?', knows: 'how-to-start', says: /thirty minutes/ },
      { v: 'What does a keynote cost?', says: /€4,800/, never: /Take your time|sum feels|fair worry/ },
    ],
  },
];
