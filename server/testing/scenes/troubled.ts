import type { Scene } from './scene.ts';

/** What sells, or asks as a seller would. */
const SELLS =
  /first call|thirty minutes|costs nothing|€|how (?:large|many|big)|headcount|your (?:own )?(?:part|role)|what brings|where does work|subject of calls|to read on/i;

/** Clients with whom something went wrong, and people who want a person. */
export const TROUBLED_SCENES: Scene[] = [
  {
    title: 'a client whom nobody called back is heard once, and it is passed on',
    mode: 'mentor',
    kept: true,
    lines: [
      {
        v: 'Nobody called me back. I paid 9,000 and have nothing.',
        says: [/sorry|apologies/i, /Orla reads this conversation|goes to Orla/, /\?$/],
        never: SELLS,
      },
      { v: 'I want a refund.', says: /decide|decision/, never: /guarantee|halves|sorry|apolog/i },
      { v: 'Let me talk to a human.', says: [/\bAI\b|program/, /Orla/], never: SELLS },
      {
        v: "It's under Brandt Logistics, petra@brandt.test",
        says: /petra@brandt\.test/,
        never: /do not want|call suit/,
      },
      { v: 'So what happens now?', says: [/Orla/, /petra@brandt\.test/], asks: false, never: SELLS },
      { v: "How do I know she'll even read it?", says: /Orla/, asks: false, never: SELLS },
      { v: 'What are your payment terms?', knows: 'payment', asks: false, never: /How large|headcount/ },
      { v: 'Fine. Goodbye.', says: /petra@brandt\.test/, never: /first call|good questions/ },
    ],
  },
  {
    title: 'a report that was promised, asked for with strong words',
    mode: 'core',
    kept: true,
    lines: [
      {
        v: "I've been waiting three weeks for the report you promised. This is ridiculous.",
        says: /sorry|apologies/i,
        never: SELLS,
      },
      { v: 'I want my money back', says: /decide|decision/, never: /guarantee/ },
      { v: 'get me a manager', says: /Orla/, never: SELLS },
      { v: 'will she call me today?', says: /Orla/, never: /list what must happen|first aid/ },
      { v: '0171 2345678', says: /0171 2345678/, never: /would like to be called/ },
    ],
  },
  {
    title: 'where nothing is kept, a complaint is told the way that works',
    mode: 'professional',
    kept: false,
    lines: [
      {
        v: 'hello?? I booked a workshop for 5400 and no one showed up!!',
        says: [/sorry|apologies/i, /orla@venstrom\.example/],
        never: SELLS,
      },
      { v: 'give me my money back', says: [/decide|decision/, /orla@venstrom\.example/], never: /guarantee/ },
      { v: 'I want to speak with a real person now', says: /orla@venstrom\.example/, never: /first call|thirty/ },
    ],
  },
  {
    title: 'who wrote twice already is not sent to write once more',
    mode: 'entrepreneur',
    kept: true,
    lines: [
      { v: 'Your invoice is wrong and nobody responds to my emails', says: /sorry|apologies/i, never: SELLS },
      { v: 'I already wrote to that address twice', says: /again|once more|another letter/, never: /line to orla@/ },
      { v: 'What are you going to do about it?', says: /Orla/, never: SELLS },
      { v: 'ok it is sorted now, she called', says: /settled|off the table/ },
      { v: 'What does a keynote cost?', says: /€4,800/ },
    ],
  },
  {
    title: 'what went wrong with others is a trouble like any other',
    mode: 'mentor',
    kept: true,
    lines: [
      {
        v: 'We paid a consultant 40,000 last year and have nothing but slides.',
        never: /I am sorry|apologies/,
      },
      { v: 'I call a meeting every Monday and nobody shows up', never: /I am sorry|apologies/ },
      { v: 'Do you offer a refund if it does not work?', knows: 'payment' },
    ],
  },
  {
    title: 'a person is asked for without any trouble',
    mode: 'mentor',
    kept: true,
    lines: [
      {
        v: 'Can I talk to a real person please?',
        says: [/\bAI\b|program/, /Orla/],
        never: /three things that waited/,
        asks: true,
      },
      { v: 'kim@osprey.test', says: /kim@osprey\.test/ },
    ],
  },
];
