import type { EncoderProblem } from '../providers/embedder/encoder/sentence-encoder.ts';

/** What the owner is told where the sentence encoder cannot be loaded: what it means, and what to do. */
export const encoderSentence = ({ message }: Pick<EncoderProblem, 'message'>): string =>
  'The sentence encoder cannot be loaded, so that visitors are understood and answered by words alone, which is ' +
  `clearly worse: run "npm install" and start again. (${message.split('\n')[0]})`;
