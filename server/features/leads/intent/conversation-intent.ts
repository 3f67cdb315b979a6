/**
 * Classifies a conversation's intent from the meaning of its lines (mean, first, recent, strongest) and their words:
 * logistic regression over the ten intents, fitted to labelled conversations and first messages. No patterns.
 */

import { INTENTS } from '@understudy/contract/leads';
import { fold } from '../../../platform/text/words.ts';
import { VECTOR_SIZE } from '../../../providers/embedder/encoder/transformer.ts';
import type { Act, Features, FitOptions, Understanding } from '../../understanding/index.ts';

/** The parts of a line that the model uses. The twin's words are never used, for they differ from twin to twin. */
export interface HeardLine extends Pick<Understanding, 'plain' | 'vector' | 'acts'> {
  sentences: readonly Pick<Understanding, 'vector'>[];
}

/** Acts that say nothing about the intent. */
const COURTESIES: ReadonlySet<Act> = new Set(['greet', 'thank', 'bye', 'filler']);

/** Whether a line is only polite. */
const isCourtesy = ({ acts }: Pick<HeardLine, 'acts'>): boolean =>
  acts.size > 0 && [...acts].every((act) => COURTESIES.has(act));

/** Label of lines that show no intent, such as a name or a yes. */
export const NO_INTENT = 'none';
export const INTENT_LABELS = [...INTENTS, NO_INTENT];

export const INTENT_FIT: FitOptions = { rounds: 8, decay: 3e-3, emphasis: 1, leastExamples: 3 };

/** Weight of each earlier sentence relative to the next. */
const FADING = 0.8;
const DENSE_SCALE = 5;
const WORD_SCALE = 6;
const FIRST_SCALE = 2;
/** Limits on the words used of one line and on the distinct word features of a conversation. */
const MAX_LINE_WORDS = 200;
const MAX_WORDS = 3_000;

const WORD = /[\p{L}\p{N}]+(?:'\p{L}+)*|[?!@€£$]/gu;

function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [word] of fold(text.slice(0, 4_000)).matchAll(WORD)) {
    words.push(word.replace(/\d/g, '9').slice(0, 20));
    if (words.length === MAX_LINE_WORDS) break;
  }
  return words;
}

const unigramsAndBigrams = (words: readonly string[]): string[] =>
  words.flatMap((word, at) => (at + 1 < words.length ? [word, `${word} ${words[at + 1]}`] : [word]));

/** Running sums over a conversation, so that a late line costs as much as the first. */
export class IntentFeaturizer {
  readonly #sum = new Float32Array(VECTOR_SIZE);
  readonly #first = new Float32Array(VECTOR_SIZE);
  readonly #recent = new Float32Array(VECTOR_SIZE);
  readonly #strongest = new Float32Array(VECTOR_SIZE).fill(-1);
  readonly #words = new Map<string, number>();
  #firstWords: string[] = [];
  /** Whether there were only courtesies so far. */
  #courtesy = false;
  #lines = 0;
  #sentences = 0;
  #recentWeight = 0;

  /** Number of lines that are more than a courtesy. */
  get lines(): number {
    return this.#lines;
  }

  hear(line: HeardLine): void {
    const { plain, vector } = line;
    // Beside a name, a company and an address, a line's vector hardly shows what is wanted; the sentences' vectors do.
    const sentences = line.sentences.length > 0 ? line.sentences : [line];
    // A greeting counts only until something else is said.
    if (this.#courtesy && !isCourtesy(line)) this.#forget();
    else if (!this.#courtesy && this.#lines > 0 && isCourtesy(line)) return;
    this.#courtesy = isCourtesy(line);
    const words = wordsOf(plain);
    if (this.#lines === 0) this.#firstWords = words;
    for (const word of unigramsAndBigrams(words))
      if (this.#words.has(word) || this.#words.size < MAX_WORDS)
        this.#words.set(word, (this.#words.get(word) ?? 0) + 1);
    this.#lines += 1;
    this.#sentences += sentences.length;
    for (const _ of sentences) this.#recentWeight = this.#recentWeight * FADING + 1;
    for (let at = 0; at < VECTOR_SIZE; at += 1) {
      const value = vector?.[at] ?? 0;
      for (const { vector: own } of sentences) {
        const part = own?.[at] ?? 0;
        (this.#sum[at] as number) += part;
        this.#strongest[at] = Math.max(this.#strongest[at] as number, part);
        this.#recent[at] = (this.#recent[at] as number) * FADING + part;
      }
      if (this.#lines === 1) this.#first[at] = value;
    }
  }

  #forget(): void {
    for (const sums of [this.#sum, this.#first, this.#recent]) sums.fill(0);
    this.#strongest.fill(-1);
    this.#words.clear();
    this.#lines = 0;
    this.#sentences = 0;
    this.#recentWeight = 0;
  }

  /** The conversation so far, as input of the model. */
  features(): Features {
    const dense = new Float32Array(4 * VECTOR_SIZE);
    for (let at = 0; at < VECTOR_SIZE; at += 1) {
      dense[at] = (DENSE_SCALE * (this.#sum[at] as number)) / Math.max(1, this.#sentences);
      dense[VECTOR_SIZE + at] = (DENSE_SCALE / 2) * (this.#first[at] as number);
      dense[2 * VECTOR_SIZE + at] = (DENSE_SCALE * (this.#recent[at] as number)) / Math.max(1, this.#recentWeight);
      dense[3 * VECTOR_SIZE + at] = this.#lines === 0 ? 0 : DENSE_SCALE * (this.#strongest[at] as number);
    }
    const squares = [...this.#words.values()].reduce((sum, count) => sum + (1 + Math.log(count)) ** 2, 0);
    const first = [...new Set(unigramsAndBigrams(this.#firstWords))];
    return {
      dense,
      sparse: [
        ...Array.from(this.#words, ([word, count]): [string, number] => [
          word,
          (WORD_SCALE * (1 + Math.log(count))) / Math.sqrt(squares),
        ]),
        ...first.map((word): [string, number] => [`^${word}`, FIRST_SCALE / Math.sqrt(first.length)]),
        [this.#lines === 1 ? '#1' : this.#lines < 4 ? '#2' : '#4', 1],
      ],
    };
  }
}
