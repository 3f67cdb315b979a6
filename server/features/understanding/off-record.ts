import { signsIn } from './phrase-tables.ts';
import { sentencesOf } from './sentences.ts';
import type { Understanding } from './understanding.ts';

/** The row of tables/signs.yaml for requests to keep something confidential or off the record. */
export const OFF_RECORD = 'off-record';

/** Whether a line asks to be kept off the record. Then nothing of it is quoted or remembered. */
export const isOffRecord = ({ sentences }: Pick<Understanding, 'sentences'>): boolean =>
  sentences.some(({ signs }) => signs.has(OFF_RECORD));

/** {@link isOffRecord} for words that were not understood as a line. */
export const saysOffRecord = (words: string): boolean =>
  sentencesOf(words).some(({ text }) => signsIn(text).includes(OFF_RECORD));
