/** The generated visitors' lines, in turn: realistic questions, so that recall and prompts do real work. */
export const VISITOR_LINES = [
  'Hello, I run a small design agency and I am looking for some help with our growth.',
  'What would a two day workshop with my team of twelve cost?',
  'And what does that include?',
  'How do you usually begin with a new client?',
  'We tried something like this last year and it went nowhere. Why would it be different with you?',
  'Could you give me an example from a company like ours?',
  'When would you have time for a first call?',
  'Do you also work with teams abroad, in English and in German?',
  'Thanks, that helps. Is there something I should prepare?',
  'My budget is about 15k and I need to decide before March.',
] as const;
