/** What a visitor asks not to be noted, or to be kept between them: a row of tables/signs.yaml. */
import { signsIn } from './phrase-tables.ts';
import { sentencesOf } from './sentences.ts';
import type { Understanding } from './understanding.ts';

const OFF_RECORD = 'off-record';

/** Whether a line asks for it in any of its sentences. Then nothing of the line is quoted or remembered. */
export const isOffRecord = ({ sentences }: Pick<Understanding, 'sentences'>): boolean =>
  sentences.some(({ signs }) => signs.has(OFF_RECORD));

/** The same of words that were not understood as a line. */
export const saysOffRecord = (words: string): boolean =>
  sentencesOf(words).some(({ text }) => signsIn(text).includes(OFF_RECORD));
