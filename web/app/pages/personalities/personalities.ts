/** One of the six personalities of the showcase: the mode it links to and what the card says (sections 2 and 3). */
export interface Personality {
  /** Mode id, as /chat?mode= takes it. */
  id: string;
  name: string;
  description: string;
  details: string;
  traits: [string, string, string, string];
}

export const PERSONALITIES: Personality[] = [
  {
    id: 'entrepreneur',
    name: 'Entrepreneur',
    description: 'Thinks in bets, margins and what a customer would really pay for.',
    details:
      'Bring an idea, a market or a company that has stopped growing. You get the assumption it stands on, the cheapest way to test it, and what to give up first.',
    traits: ['business strategy', 'innovation', 'market analysis', 'growth planning'],
  },
  {
    id: 'professional',
    name: 'Professional',
    description: 'Knows how work gets done when many people have to do it together.',
    details:
      'For projects that slip, teams that wait for one person and plans that look well only on paper. Clear, structured and short, with an owner and a date for each step.',
    traits: ['leadership', 'project management', 'team building', 'corporate strategy'],
  },
  {
    id: 'mentor',
    name: 'Mentor',
    description: 'Listens first, and asks the question you have been stepping round.',
    details:
      'For decisions that are yours alone: the next position, the hard conversation, whether to stay. It will not decide for you, and it will not let you hide either.',
    traits: ['personal growth', 'career advice', 'life wisdom', 'goal setting'],
  },
  {
    id: 'storyteller',
    name: 'Storyteller',
    description: 'Finds the scene in what you say, and the sentence people will repeat.',
    details:
      'For talks, pitches and everything else that is told. It looks for who wants what, what stands in the way and where your beginning really is, which is rarely where you began.',
    traits: ['storytelling', 'creative thinking', 'communication', 'narrative structure'],
  },
  {
    id: 'futurist',
    name: 'Futurist',
    description: 'Reads what is already here and asks what it becomes in five years.',
    details:
      'For decisions that have to hold longer than the tools they are made with. It tells trends from noise, names what would prove it wrong and works back to what to do on Monday.',
    traits: ['technology trends', 'future planning', 'innovation', 'strategic foresight'],
  },
  {
    id: 'interviewer',
    name: 'Interviewer',
    description: 'Is curious about you, and has read nothing in advance.',
    details:
      'It asks, listens and asks again one step deeper, until what you know without having said it stands in words. Good before an application, a book or a founding.',
    traits: ['deep questions', 'active listening', 'curiosity', 'insight discovery'],
  },
];

/** What holds for all of them. */
export const SELLING_POINTS = [
  {
    title: 'Persistent memory',
    text: 'What you told one personality, the next one knows. Nobody asks for your name twice.',
  },
  {
    title: 'Instant switching',
    text: 'Change in the middle of a conversation. The next answer comes from the other one.',
  },
  {
    title: 'Contextual awareness',
    text: 'Each of them reads the whole history before it answers, not only your last line.',
  },
];
