/** One of the six personalities of the showcase: its mode and the text of its card (sections 2 and 3). */
export interface Personality {
  /** Mode id, as in /chat?mode=. */
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
      'Bring an idea, a market or a company that has stopped growing. It finds the assumption everything rests on, the cheapest way to test it, and what to drop first.',
    traits: ['business strategy', 'innovation', 'market analysis', 'growth planning'],
  },
  {
    id: 'professional',
    name: 'Professional',
    description: 'Knows how work gets done when it takes many people.',
    details:
      'For projects that slip, teams that wait for one person, and plans that only look good on paper. Clear and structured, with an owner and a date for each step.',
    traits: ['leadership', 'project management', 'team building', 'corporate strategy'],
  },
  {
    id: 'mentor',
    name: 'Mentor',
    description: 'Listens first, then asks the question you have been avoiding.',
    details:
      'For decisions only you can make: the next job, the hard conversation, whether to stay. It will not decide for you, and it will not let you hide.',
    traits: ['personal growth', 'career advice', 'life wisdom', 'goal setting'],
  },
  {
    id: 'storyteller',
    name: 'Storyteller',
    description: 'Finds the story in what you say, and the line people will repeat.',
    details:
      'For talks, pitches and anything else you tell people. It looks for who wants what, what stands in the way, and where your story really begins.',
    traits: ['storytelling', 'creative thinking', 'communication', 'narrative structure'],
  },
  {
    id: 'futurist',
    name: 'Futurist',
    description: 'Looks at what is here today and asks what it becomes in five years.',
    details:
      'For decisions that have to outlast today’s tools. It tells trends from noise, says what would prove it wrong, and works back to what to do on Monday.',
    traits: ['technology trends', 'future planning', 'innovation', 'strategic foresight'],
  },
  {
    id: 'interviewer',
    name: 'Interviewer',
    description: 'Curious about you, and comes without assumptions.',
    details:
      'It asks, listens, and asks again one step deeper, until you can put into words what you already know. Good before an application, a book or a new venture.',
    traits: ['deep questions', 'active listening', 'curiosity', 'insight discovery'],
  },
];

/** Properties of every personality. */
export const SELLING_POINTS = [
  {
    title: 'Persistent memory',
    text: 'What you tell one personality, the next one knows. You never have to repeat yourself.',
  },
  {
    title: 'Instant switching',
    text: 'Switch in the middle of a conversation, and the next answer comes from the new personality.',
  },
  {
    title: 'Contextual awareness',
    text: 'Each one takes in the whole conversation before it answers, not just your last message.',
  },
];
