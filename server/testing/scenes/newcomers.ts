import type { Scene } from './scene.ts';

/** Visitors in a hurry, who ask two things at once and say at once what they have and by when. */
export const NEWCOMER_SCENES: Scene[] = [
  {
    title: 'two questions in one message are both answered',
    mode: 'mentor',
    lines: [
      { v: 'price? and how fast can you start', says: [/€6,800/, /three to four weeks/] },
      { v: 'do you charge VAT and do you work in Hamburg?', says: [/without VAT/, /by train/] },
    ],
  },
  {
    title: 'two questions with their relations, in a long sentence',
    mode: 'professional',
    lines: [
      {
        v: 'Do you charge VAT to a Swedish company, and do you come to Hamburg too, where we have our second site?',
        says: [/without VAT/, /by train/],
        never: /third|Two further points/,
      },
    ],
  },
  {
    title: 'of two questions the one without an answer is named',
    mode: 'mentor',
    lines: [
      { v: 'do you sign NDAs and is lunch included?', knows: 'confidentiality', says: /\bsecond\b/ },
      { v: 'what about parking and is there a sauna?', knowsNothing: true },
    ],
  },
  {
    title: 'a price is asked for with the length of the same work',
    mode: 'core',
    lines: [
      {
        v: 'What would the Rehearsal cost and how long does it take?',
        knows: 'rehearsal',
        says: [/€28,000/, /twelve weeks/],
        never: /\b(?:first|second)\b.{0,30}question/,
      },
    ],
  },
  {
    title: 'money and a date are heard, once and in other words',
    mode: 'mentor',
    kept: true,
    lines: [
      { v: 'We are 40 people and every purchase order waits for my signature.', knows: 'founder-bottleneck' },
      {
        v: 'We have set aside around 30,000 euros for this and want it settled before the summer season starts in May.',
        says: /sum|money|frame/i,
        never: /000 euros|summer season|first call/,
        tells: ['timeline'],
      },
      { v: 'What does a Walkthrough cost?', says: /€6,800/ },
      { v: 'As I said, our budget is 30,000 euros.', never: /A sum and a date|money and time|sum and a date/ },
    ],
  },
  {
    title: 'nothing is offered before anything was answered',
    mode: 'entrepreneur',
    kept: true,
    lines: [
      { v: 'We have 20k and need it done by March, when can she call?', never: /costs nothing/ },
      { v: 'we are 30 people and I approve everything', never: /thirty minutes|first call/i },
    ],
  },
  {
    title: 'who complains is told who can set it right, and is not taught',
    mode: 'core',
    lines: [
      {
        v: 'this is the third time I ask and nobody answers my mails',
        knows: 'existing-clients',
        says: /sorry|apologies/,
        asks: false,
      },
      {
        v: 'I paid for a workshop in September and I still have no summary of it',
        says: /sorry|apologies/,
        never: /Cue Sheet/,
      },
      { v: 'finally', never: /useful/ },
    ],
  },
  {
    title: 'who they are is not said back, nor a sum, nor half of another language',
    mode: 'mentor',
    lines: [
      { v: 'Hello, we are LeadRocket, a platform for consultants.', never: /you are LeadRocket/ },
      { v: 'yeah thats fine we can do maybe ten grand', never: /ten grand/ },
      { v: 'and everything goes über meinen Tisch', never: /über/ },
    ],
  },
  {
    title: 'a service that was dropped is not offered again, nor is a call',
    mode: 'professional',
    kept: true,
    lines: [
      { v: "I'd like to book a workshop for our board in March, budget 6000" },
      {
        v: 'Actually no, forget the workshop, the board said no. I just want to run our weekly meeting better.',
        never: /Cue Sheet|call/,
      },
      { v: 'It takes three hours and nothing gets decided', never: /call|address/ },
    ],
  },
  {
    title: 'a charity without money, and a price that might be haggled over',
    mode: 'mentor',
    lines: [
      { v: 'so you are not Orla?', says: /\bAI\b/ },
      { v: 'Can she help a charity with no money?', says: /Non-profits/ },
      { v: 'We have zero budget honestly', knows: 'discounts', never: /So you have/ },
      { v: 'Who would know about this talk?', knows: 'this-conversation' },
      { v: 'Can I send my CV?', says: /not hiring/ },
    ],
  },
  {
    title: 'an address is taken in any language',
    mode: 'professional',
    kept: true,
    lines: [
      { v: 'Können wir das im März machen?' },
      { v: 'Meine Adresse ist lena.vogt@vogtmedia.example', says: /lena\.vogt@vogtmedia\.example/ },
    ],
  },
  {
    title: 'a client with a wrong invoice is sold nothing',
    mode: 'mentor',
    lines: [
      { v: 'Hi, I am a client of Orla, my invoice from last month is wrong', knows: 'existing-clients', asks: false },
      { v: 'invoice 2291, it has the old address', says: /orla@venstrom\.example/, asks: false },
      { v: 'who do I write to', says: /orla@venstrom\.example/, never: /first call/ },
    ],
  },
  {
    title: 'what can be had for a sum, and what they all cost and take',
    mode: 'entrepreneur',
    lines: [
      { v: 'What do you charge, and can you begin in January?', says: [/€6,800/, /three to four weeks/] },
      { v: 'do you do anything under 1000', knows: 'decision-hour', says: /€420/ },
    ],
  },
];
