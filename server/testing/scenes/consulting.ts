import type { Scene } from './scene.ts';

/** Visitors who describe a situation and expect to be heard in it: what is said back is theirs, and what is asked leads on. */
export const CONSULTING_SCENES: Scene[] = [
  {
    title: 'what a trouble costs is not a question for the price: a baker',
    mode: 'mentor',
    lines: [
      {
        v: 'Every morning at 4 my phone rings because nobody dares decide how much dough to make without me',
        says: /dough to make without you/,
        never: /€/,
        tells: ['problem'],
      },
      { v: 'how much?', says: /€/ },
    ],
  },
  {
    title: 'what a trouble costs is not a question for the price: a joiner',
    mode: 'core',
    lines: [
      {
        v: 'I run a 30 person joinery and I sign every quote myself. It costs us jobs.',
        never: /€|Bastiaan/,
        tells: ['problem', 'size', 'role'],
      },
      { v: 'and what would your help cost us?', says: /€/ },
    ],
  },
  {
    title: 'a call for help without a subject is asked for one',
    mode: 'professional',
    lines: [
      { v: 'need help', never: /Scrum|OKR/, knowsNothing: true, asks: true },
      { v: 'everything waits for my signature', says: /signature/ },
    ],
  },
  {
    title: 'hiring may be a search for people or for work',
    mode: 'mentor',
    lines: [
      { v: 'hiring', says: /people, or|a job yourself/, never: /no interns/, knowsNothing: true, asks: true },
      { v: 'for work', says: /not hiring/ },
    ],
  },
  {
    title: 'who is hiring people is told what is done here and what is not',
    mode: 'core',
    lines: [
      { v: 'hiring', says: /people, or|a job yourself/ },
      { v: 'people', says: /not what Orla does/, never: /resistance|no interns/ },
    ],
  },
  {
    title: 'a line with trouble, number and name is answered in all three',
    mode: 'professional',
    kept: true,
    lines: [
      {
        v: 'I approve every quote and we lose deals. Budget 20k, start in January, please call me: +46 70 123 45 67. Ida',
        says: [/Ida/, /you approve every quote/i, /\+46 70 123 45 67/, /call/],
        tells: ['problem', 'decider', 'timeline'],
      },
    ],
  },
  {
    title: 'nothing is offered right behind strong words',
    mode: 'entrepreneur',
    lines: [
      {
        v: 'everything goes through me and we are 40 people',
        never: /through you are/,
        tells: ['problem', 'size'],
      },
      { v: 'you idiot', never: /venstrom\.example|minute|address/ },
      { v: 'we want to be rid of it in January, what does a workshop cost', never: /venstrom\.example|minute|address/ },
      { v: 'ok and how long is that', says: /venstrom\.example|minute|address/ },
    ],
  },
  {
    title: 'a head of operations is heard in her own words, to an agreed next step',
    mode: 'mentor',
    kept: true,
    lines: [
      {
        v: 'I run operations at a 60 person software firm in Hamburg, and our releases keep slipping',
        says: /your releases keep slipping/i,
        never: /promot|second-in-command|quit|founder/i,
        asks: true,
        tells: ['role', 'size', 'problem'],
      },
      { v: 'we tried scrum twice', says: /scrum/i, knows: 'other-methods', tells: ['tried'] },
      { v: 'what would you do first?', says: /releases/, never: /second-in-command/ },
      { v: 'can it be cheaper?', knows: 'discounts', never: /founder|your part/ },
      { v: 'my CFO will ask for proof it works', knows: 'results', never: /keeps it in place|worries/ },
      { v: "Is it remote? We're all over Europe", knows: 'remote', says: /Rotterdam/ },
      { v: 'What do my engineers have to do?', knows: 'your-part' },
      { v: 'how soon could you start', knows: 'availability' },
      {
        v: 'ok you can write to me: jana.k@nordlicht.de',
        says: /jana\.k@nordlicht\.de/,
        never: /consent|if you agreed|if you did not|otherwise/i,
        asks: true,
      },
      { v: 'Thursday afternoon', says: /email|confirm/i },
      { v: 'ok, bye', says: [/jana\.k@nordlicht\.de/, /Thursday afternoon/, /Orla/], asks: false },
    ],
  },
  {
    title: 'an address in a conversation that is not kept is not said to be kept',
    mode: 'mentor',
    kept: false,
    lines: [
      { v: 'how do I get in touch?', says: /orla@/, never: /which email|at which|where should the answer/i },
      {
        v: 'you can write to me: jana.k@nordlicht.de',
        says: /orla@venstrom\.example/,
        never: /Noted: jana|I have jana|if you agreed|if you did not|otherwise/,
        asks: false,
      },
      { v: 'Tuesday at 10 would suit me', says: /orla@venstrom\.example/, never: /confirms by email/ },
      { v: 'goodbye', says: /orla@venstrom\.example/, never: /writes to you/ },
    ],
  },
  {
    title: 'a situation that no passage speaks to is reflected and asked about, not lectured on',
    mode: 'interviewer',
    lines: [
      { v: 'my best people are leaving', says: /your best people are leaving/i, asks: true, tells: ['problem'] },
      { v: 'three in the last six months', knowsNothing: true, tells: ['since'] },
      { v: 'honestly I check most things before they go to the client', never: /Galway|stage manager/ },
      { v: 'because last year we sent a wrong report', knowsNothing: true, says: /wrong report/ },
      { v: 'what should I do on monday?', says: /.{60}/ },
    ],
  },
  {
    title: 'partners who approve everything: facts that stand in the way are not brought',
    mode: 'professional',
    kept: true,
    lines: [
      {
        v: 'We are a 150-person engineering consultancy. Our partners approve every proposal and it takes two weeks.',
        never: /Bastiaan|vendors|not hiring/,
        says: /your partners approve every proposal/i,
        asks: true,
        tells: ['size', 'problem', 'decider'],
      },
      { v: 'There are six partners.', never: /vendors|not hiring/ },
      { v: 'They have been discussing it since last year.', tells: ['since'], never: /since when|how long has/i },
      { v: 'What would a project with Orla look like for us?', knows: 'walkthrough' },
      { v: 'Our managing partner thinks consultants are a waste of money', knows: 'on-consultants' },
      { v: 'Who would need to be involved from our side?', knows: 'your-part' },
      { v: 'How much of our time does it take?', knows: 'your-part' },
      { v: 'Please send a proposal', says: /first call/, asks: true },
      { v: 'm.huber@ingplan.example', says: /m\.huber@ingplan\.example/ },
      { v: 'Goodbye', says: /m\.huber@ingplan\.example/, asks: false },
    ],
  },
  {
    title: 'three bakeries',
    mode: 'entrepreneur',
    lines: [
      {
        v: "hey. I own three bakeries, 45 staff, and I'm the one who does the roster every sunday night",
        says: /roster/,
        asks: true,
        tells: ['role', 'size'],
      },
      { v: 'my sister helps but she asks me about everything', knows: 'founder-bottleneck', says: /your sister/i },
      { v: 'i gave her the roster once and it went wrong', never: /printing firm/, says: /wrong/ },
      { v: "does that work in a bakery? we're not an office", knows: 'who-it-is-for' },
      { v: 'how much', knows: 'prices' },
      { v: 'hm thats a lot for a bakery', knows: 'discounts' },
      { v: 'will my sister have to be there', knows: 'your-part' },
      { v: 'ok let me think about it', knowsNothing: true, asks: false, never: /think about it, do|customer/ },
    ],
  },
  {
    title: 'what is not known is not dressed with what nobody asked for',
    mode: 'mentor',
    lines: [
      { v: 'Which accounting software does she recommend?', never: /agency|clinic|hinge|Rehearsal/ },
      { v: 'is she good at chess?', knowsNothing: true, never: /agency|clinic|hinge|Rehearsal|workshop/ },
    ],
  },
  {
    title: 'needs and objections that are told are answered',
    mode: 'core',
    lines: [
      { v: 'our legal team will want an NDA', knows: 'confidentiality' },
      { v: 'the board needs references before we sign anything', knows: 'references' },
      { v: "I'm worried that my people will resist it", knows: 'resistance' },
      { v: "honestly I'm afraid it all falls back after three months", knows: 'results' },
      { v: 'my team has no time for this', knows: 'your-part' },
    ],
  },
  {
    title: 'what only sounds like a name, a booking or a free day is none',
    mode: 'core',
    kept: true,
    lines: [
      {
        v: 'I own a restaurant, and my managers call me for every complaint',
        never: /, For\b|address/,
        says: /call you for every complaint/,
      },
      { v: 'three years', never: /honesty|dressing it up/ },
      { v: 'ok so what do i do', says: /call you for every complaint/, never: /nine people/ },
      { v: 'fine lets do it', says: /first call/ },
      { v: 'pia@osteria.example', says: /pia@osteria\.example/ },
      { v: 'Any day in May except Fridays', says: /email|Orla/, never: /don't know|blank|guess/ },
      { v: 'bye', says: /pia@osteria\.example/, never: /Fridays/ },
    ],
  },
];
