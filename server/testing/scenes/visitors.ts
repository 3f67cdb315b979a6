import type { Scene } from './scene.ts';

/** Real visitors as they come: each with a trade, a trouble and a way of writing of their own. */
export const VISITOR_SCENES: Scene[] = [
  {
    title: 'a bakery owner is heard without a word that marks a trouble, and is told honestly about bakeries',
    mode: 'mentor',
    lines: [
      { v: 'Hello! We run a bakery with three shops in Leeds', says: /bakery/ },
      { v: 'about 35 staff', tells: ['size'] },
      {
        v: 'every morning the shop managers ring me to ask what to do with leftover bread and who covers sick people',
        knows: 'founder-bottleneck',
      },
      { v: "I get up at 3 and the phone doesn't stop until 2", knows: 'founder-bottleneck' },
      { v: 'does this work for a bakery at all?', knows: 'who-it-is-for', says: /bakery/, never: /work with bakeries/ },
      { v: 'and what does that cost?', says: /€/ },
      { v: "hm that's a lot for a bakery", knows: 'discounts' },
      { v: 'is there something smaller', knows: 'decision-hour' },
      { v: 'and how long does it take?', says: /75 minutes/ },
      { v: 'would Orla come to Leeds?', knows: 'remote' },
    ],
  },
  {
    title: 'prices in every wording',
    mode: 'professional',
    lines: [
      {
        v: 'What do you charge for a day of advice?',
        says: [/does not sell days/, /€5,400/, /€4,200/],
        never: /receipts/,
      },
      { v: "What's your daily rate?", says: /€5,400/, never: /receipts/ },
      { v: 'how much for an hour', says: /€420/ },
      { v: 'what do I pay per month', says: /€4,200 a month/ },
      { v: 'cost of the keynote?', says: /€4,800/ },
      { v: 'do prices go up next year', knowsNothing: true, never: /€/ },
      { v: 'cheapest thing you have?', says: /€420/ },
      { v: 'most expensive thing?', says: /€28,000/ },
      { v: 'is it tax deductible', knowsNothing: true, never: /€/ },
      { v: 'Is VAT included?', says: /without VAT/ },
    ],
  },
  {
    title: 'a conference organiser is no company to be asked about',
    mode: 'core',
    lines: [
      { v: 'Hi, we organise a conference for 400 HR directors in Vienna on 14 May', knows: 'speaking', asks: false },
      { v: 'What would she talk about?', knows: 'speaking', says: /Who calls the cue/, asks: false },
      { v: 'How long is the talk?', says: /40 minutes/, asks: false },
      { v: 'and what does that cost?', says: /€4,800/, asks: false },
      { v: 'Does that include travel and hotel?', knows: 'prices', says: /Travel is charged/, asks: false },
      { v: 'Could she also do a workshop in the afternoon?', knows: 'cue-sheet-day', asks: false },
      { v: 'what would both cost together', says: [/€4,800/, /€5,400/], asks: false },
      { v: 'Is she free on the 14th of May?', knows: 'availability', asks: false },
    ],
  },
  {
    title: 'an emergency gets the quickest way first, and no promise',
    mode: 'mentor',
    kept: true,
    lines: [
      { v: 'my operations manager walked out this morning and we have a client launch on thursday' },
      { v: 'nobody knows what he promised the client', says: /nobody knows/i },
      { v: 'I need help today', says: [/orla@venstrom\.example/, /a program and not|mine:/], asks: false },
      { v: 'can orla call me today?', says: /orla@venstrom\.example/, never: /, Today|will call/, asks: false },
      { v: 'my number is +31 6 1234 5678', says: /\+31 6 1234 5678/, never: /31 people|will call/ },
      { v: 'what would the hour cost', says: /€420/ },
    ],
  },
  {
    title: 'somebody who misspells is understood',
    mode: 'entrepreneur',
    lines: [
      { v: 'helo', asks: false },
      { v: 'we ar a compny of 45 ppl and im the onwer', says: /company of 45 people/, tells: ['size'] },
      { v: 'evrything gose thru me', knows: 'founder-bottleneck' },
      { v: 'how mutch is the wlakthrough', says: /./, knows: 'walkthrough' },
      { v: 'can u do it remot', knows: 'remote' },
      { v: 'wen can you strat', knows: 'availability' },
      { v: 'who els has done tihs', knows: 'references' },
    ],
  },
  {
    title: 'a voice without punctuation: two owners, one reception',
    mode: 'mentor',
    lines: [
      {
        v: 'hi there um so i have a dental practice with my husband and we have like eighteen people and basically he and i keep giving the staff different instructions',
        knows: 'conflict',
        says: /different instructions/,
      },
      {
        v: "yeah so he says one thing and i say another and then reception doesn't know who to listen to",
        knows: 'conflict',
        never: /say another/,
      },
      { v: 'um what would orla do with that', says: /.{80}/ },
      { v: 'okay and how much would something like that cost', says: /€/ },
      { v: 'and can you do that on a saturday', knows: 'availability' },
      { v: 'does she know dental practices', knows: 'who-it-is-for', says: /dental practices/ },
      { v: "okay and what if my husband doesn't want to do it", knows: 'resistance' },
      { v: 'right um how do we get started then', knows: 'how-to-start' },
    ],
  },
  {
    title: 'the same thing asked in three ways',
    mode: 'mentor',
    lines: [
      { v: 'How do I get my people to decide without me?', knows: 'delegation' },
      { v: 'How can I make my team take decisions on their own?', knows: 'delegation' },
      { v: 'I mean, what makes people decide for themselves instead of asking me?', knows: 'delegation' },
      { v: 'and if they get it wrong?', knows: 'if-it-fails' },
    ],
  },
  {
    title: 'a sceptic about the whole trade of advice',
    mode: 'professional',
    lines: [
      { v: 'consultants borrow your watch to tell you the time', knows: 'on-consultants' },
      { v: 'why would a theatre person know anything about business', knows: 'theatre' },
      { v: 'prove it', knows: 'results' },
      { v: 'those numbers are made up', knows: 'results' },
      { v: 'my last consultant cost 60k and left a binder', never: /€5,400/ },
      { v: 'and what would be different here', knows: 'method' },
      { v: 'ok say I give her two weeks. what do I get', knows: 'walkthrough' },
      { v: "fine. what's the price", says: /€/ },
    ],
  },
  {
    title: 'whether there is a degree nobody has told the twin',
    mode: 'mentor',
    lines: [{ v: 'does she have a degree?', knows: 'studies', says: /I do not know/ }],
  },
  {
    title: 'a journalist and a student are not asked for their headcount',
    mode: 'storyteller',
    lines: [
      { v: "I'm a student writing my bachelor thesis about delegation in family firms", asks: false },
      { v: 'what is the main reason delegation fails', knows: 'delegation', asks: false },
      { v: 'did she study business?', knows: 'studies', says: /logistics/, asks: false },
      { v: 'can i interview orla', says: /orla@venstrom\.example/, never: /three things that waited/, asks: false },
      { v: 'one more thing, does she take interns?', knows: 'team', says: /no interns/, asks: false },
    ],
  },
  {
    title: 'several questions in one breath, each answered',
    mode: 'mentor',
    lines: [
      {
        v: 'Hi, three questions: where are you based, do you work in English, and what is the price of a workshop?',
        says: [/Rotterdam/, /English/, /€5,400/],
      },
      { v: 'Can you invoice after the event?', knows: 'payment' },
      { v: 'who else will be there, only Orla?', knows: 'team' },
    ],
  },
  {
    title: 'a word is enough',
    mode: 'mentor',
    lines: [
      { v: 'workshop', knows: 'cue-sheet-day' },
      { v: 'how many people', knows: 'cue-sheet-day', never: /resistance/ },
      { v: 'where', knows: 'remote' },
      { v: 'cheaper', knows: 'discounts' },
      { v: 'contact', knows: 'how-to-start' },
    ],
  },
  {
    title: 'a client with a wrong invoice is sent to where it can be put right',
    mode: 'mentor',
    lines: [
      { v: "I'm a client and my invoice is wrong", knows: 'existing-clients' },
      { v: 'this is ridiculous', knowsNothing: true, says: /annoyed|let pass|stop at any time/ },
      { v: 'I want my money back', says: [/decide|decision/, /orla@venstrom\.example/], never: /guarantee/ },
    ],
  },
];
