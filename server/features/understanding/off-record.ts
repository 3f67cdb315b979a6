/** Detects requests to keep something confidential or off the record: a row of tables/signs.yaml. */
import { signsIn } from './phrase-tables.ts';
import { sentencesOf } from './sentences.ts';
import type { Understanding } from './understanding.ts';

const OFF_RECORD = 'off-record';

/** Whether any sentence of a line asks for it. Then nothing of the line is quoted or remembered. */
export const isOffRecord = ({ sentences }: Pick<Understanding, 'sentences'>): boolean =>
  sentences.some(({ signs }) => signs.has(OFF_RECORD));

/** The same for words that were not understood as a line. */
export const saysOffRecord = (words: string): boolean =>
  sentencesOf(words).some(({ text }) => signsIn(text).includes(OFF_RECORD));
