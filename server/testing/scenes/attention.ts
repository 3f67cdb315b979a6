import type { Scene } from './scene.ts';

/** Visitors who would notice a twin that does not listen: changes of subject, refusals, several things at once. */
export const ATTENTION_SCENES: Scene[] = [
  {
    title: 'a short question with a new subject is not taken for one about the old',
    mode: 'mentor',
    lines: [
      { v: 'What is the Rehearsal?', knows: 'rehearsal' },
      { v: 'What if it does not work?', knows: 'if-it-fails', says: /no guarantee/ },
      { v: 'And who does it?', knows: 'team' },
      { v: 'Does it work with remote teams?', knows: 'on-remote-teams' },
      { v: 'Can we stop it early?', knows: 'payment', says: /stop a Rehearsal/ },
      { v: 'Who owns it?', says: /belongs to you|contract/ },
    ],
  },
  {
    title: 'who comes back is told where the talk stood',
    mode: 'core',
    lines: [
      { v: "I'm Ada, we are 30 people and our projects are always late", knows: 'growth', tells: ['size', 'problem'] },
      { v: 'How do I delegate better?', knows: 'delegation' },
      { v: 'I am back, where were we?', says: [/handing decisions over/, /Ada/, /30/] },
      { v: 'yes', knows: 'delegation' },
    ],
  },
  {
    title: 'nobody comes back to a talk that was not',
    mode: 'mentor',
    lines: [{ v: 'where were we?', knowsNothing: true, never: /were at|spoke of|come as far/ }],
  },
  {
    title: 'help is offered for what was described',
    mode: 'professional',
    lines: [
      {
        v: 'I run an agency of 40 people and everything goes through me',
        knows: 'founder-bottleneck',
        tells: ['size', 'role', 'problem'],
      },
      {
        v: 'Can you help?',
        knows: 'founder-bottleneck',
        says: [/\byes\b|sounds like/i, /Walkthrough/],
        never: /says no to/,
      },
    ],
  },
  {
    title: 'help before anything was described',
    mode: 'mentor',
    lines: [{ v: 'Can you help me?', knows: 'what-she-does' }],
  },
  {
    title: 'a question is found among the words beside it',
    mode: 'entrepreneur',
    lines: [
      { v: 'Do you work remotely? We are in Berlin', knows: 'remote', says: /Rotterdam/ },
      { v: 'We are in Berlin. What happens in the first two weeks?', knows: 'walkthrough' },
      {
        v: 'CTO here. What do you do? What does it cost? When can you start?',
        says: [/€6,800/, /three to four weeks/],
      },
    ],
  },
  {
    title: 'a story of failure is asked for and told',
    mode: 'storyteller',
    lines: [
      { v: 'Tell me of an example that failed', knows: 'failure' },
      { v: 'Do you have an example from a submarine shipyard?', says: /no story|not have|none of the stories/i },
    ],
  },
  {
    title: 'a workshop for more than the room holds',
    mode: 'mentor',
    lines: [
      { v: 'Do you do a workshop for a team of 20?', knows: 'cue-sheet-day', says: [/up to fourteen/, /second room/] },
      { v: 'what does it cost?', says: /€5,400/ },
    ],
  },
  {
    title: 'questions hang on something that was said',
    mode: 'interviewer',
    lines: [
      { v: 'Are you ChatGPT?', knowsNothing: true, says: /\bAI\b/, asks: false },
      { v: 'are you a bot?', says: /\bAI\b/, asks: false },
      {
        v: 'What does she do?',
        knows: 'what-she-does',
        never: /last different|makes you say that|lose if it were|taught you|like about it/,
      },
      { v: 'do you like music?', knowsNothing: true, never: /orla@/ },
    ],
  },
  {
    title: 'who does not want to be contacted is not',
    mode: 'entrepreneur',
    lines: [
      { v: 'Please do not contact me. I only want to read about it.', asks: false, knowsNothing: true },
      { v: 'What does a Walkthrough cost?', says: /€6,800/ },
      { v: 'When could you start?', never: /leave (an|your) address/i },
      { v: 'We are 45 people and drowning in approvals', never: /thirty minutes|address and a|first call/i },
      { v: 'joe@x.example, only for the record', asks: false, never: /call suit|days and hours|time of the week/ },
      { v: 'Tuesday is always our worst day', never: /settles the exact hour|confirms by email/ },
      { v: 'On second thoughts, please call me', says: /address|email/i },
    ],
  },
  {
    title: 'a lonely visitor is heard and not sold to',
    mode: 'mentor',
    lines: [
      { v: "I'm so bored at work", knowsNothing: true, never: /€|orla@/ },
      { v: 'nobody talks to me there', knowsNothing: true, never: /€|orla@|speaking/ },
      { v: 'haha you are funny', knowsNothing: true },
      { v: 'are you still there?', knowsNothing: true, says: /here|hurry/i },
    ],
  },
  {
    title: 'a doubter gets grounds',
    mode: 'professional',
    lines: [
      { v: 'give me references I can call', knows: 'references' },
      { v: 'sounds like empty words', knows: 'results' },
      { v: 'prove it', knows: 'results' },
      { v: 'send me a brochure', knowsNothing: true, says: /orla@/ },
    ],
  },
  {
    title: 'only the price, please',
    mode: 'core',
    lines: [
      { v: 'price', knows: 'prices', says: /€6,800/ },
      { v: 'how much for a workshop', says: /€5,400/ },
      { v: 'and for the Rehearsal?', says: /€28,000/ },
      { v: 'total for workshop and keynote?', says: [/€5,400/, /€4,800/] },
      { v: 'too much', knows: 'discounts' },
    ],
  },
  {
    title: 'corrections are taken',
    mode: 'mentor',
    lines: [
      { v: "I'm Tom from Acme, 50 people", says: /Tom/, tells: ['size'] },
      {
        v: 'sorry, we are 65 people now',
        says: /65|Noted|know|mind|helps|useful|telling/,
        never: /heavy|why that has been|openly/,
      },
      { v: "and it's Acme Labs, not Acme", never: /, Acme/ },
      { v: 'actually my name is Tim' },
      { v: 'what do you know about me?', says: [/Tim/, /Acme Labs/, /65/], never: /Tom|50/ },
    ],
  },
  {
    title: 'suspicion is not met with a sales talk',
    mode: 'entrepreneur',
    lines: [
      { v: 'this is a scam right?', knowsNothing: true, asks: false, never: /€|thirty minutes/ },
      { v: 'you just want my money', knowsNothing: true, asks: false, never: /€|thirty minutes/ },
      { v: 'stop selling', knowsNothing: true, asks: false },
      { v: 'what data do you have on me', knows: 'this-conversation' },
    ],
  },
  {
    title: 'English as a second language',
    mode: 'professional',
    lines: [
      { v: 'Hello, we are company from Poland, 35 person. How is cost?', knows: 'prices', tells: ['size'] },
      { v: 'is possible in English only?', knows: 'languages' },
      { v: 'when is possible begin?', knows: 'availability' },
      { v: 'we have not much money', knows: 'discounts' },
      { v: 'what is smallest thing', knows: 'decision-hour' },
      { v: 'ok I want this. how?', says: /email|address/i },
    ],
  },
  {
    title: 'a hurried visitor asks two things in one breath, and puts a number right',
    mode: 'entrepreneur',
    lines: [
      { v: 'What exactly do you sell?', knows: 'what-she-does' },
      { v: 'How much and how long?', says: [/€6,800/, /two weeks/] },
      { v: 'We are 12 people', tells: ['size'] },
      { v: 'sorry I meant 120' },
      { v: 'what do you know about me?', says: /120/ },
      { v: 'could you summarise what you said?', says: /talked about/ },
      { v: 'shut up and give me a human', says: /email|address|orla@/ },
    ],
  },
  {
    title: 'small talk about a cat leads nowhere it should not',
    mode: 'mentor',
    lines: [
      { v: 'I have a lot of time today' },
      { v: 'the cat is called Biscuit', knowsNothing: true },
      { v: 'do you have a cat?', knowsNothing: true, never: /orla@/ },
    ],
  },
];
