import type { EncoderProblem } from './encoder/sentence-encoder.ts';

/** Tells the owner what it means that the sentence encoder cannot be loaded, and what to do. */
export const encoderSentence = ({ message }: Pick<EncoderProblem, 'message'>): string =>
  'The sentence encoder cannot be loaded, so that visitors are understood and answered by words alone, which is ' +
  `clearly worse: run "npm install" and start again. (${message.split('\n')[0]})`;
