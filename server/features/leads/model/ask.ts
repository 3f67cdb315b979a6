import type { Complete } from '../../../providers/language-model/completions.ts';
import type { TokenUsage } from '../../../providers/language-model/port.ts';
import { askForReading, askForRepair } from './prompt.ts';
import { readAnswer } from './read.ts';
import { locate, type ModelReading } from './reading.ts';
import type { Transcript } from './transcript.ts';

/** How a model is asked. */
export interface CompletionOptions {
  complete: Complete;
  onUsage(usage: TokenUsage): void;
  signal: AbortSignal;
}

/** A model's reading, with what an owner would want to see about it. */
export interface ModelReadingResult {
  /** Null when nothing is usable. */
  reading: ModelReading | null;
  events: { kind: 'analysis_rejected' | 'analysis_dropped'; payload: Record<string, unknown> }[];
}

/** Makes answers as repeatable as a model allows. */
const TEMPERATURE = 0;
/** An answer has about 500 tokens; some models reason before it. */
const MAX_TOKENS = 1_500;

/**
 * Asks a model for the facts of a conversation. An unusable answer is retried once, with its faults listed; the valid
 * fields of a second faulty answer are used, and nothing of one that is no JSON object.
 *
 * @throws ProviderError when no provider answers, the signal's reason when it aborts
 */
export async function askForFacts(
  transcript: Transcript,
  { complete, onUsage, signal }: CompletionOptions,
): Promise<ModelReadingResult> {
  const params = { json: true, temperature: TEMPERATURE, maxTokens: MAX_TOKENS, onUsage };
  const asked = askForReading(transcript);
  let { text, provider } = await complete(asked, params, signal);
  let read = readAnswer(text);
  let repaired = false;
  if (read.faults.length > 0) {
    const again = await complete(askForRepair(asked, text, read.faults), params, signal);
    const second = readAnswer(again.text);
    ({ text, provider } = again);
    repaired = true;
    // A worse second answer does not replace what was good in the first.
    if (second.answer || !read.answer) read = second;
  }
  if (!read.answer) {
    const payload = { provider, reason: 'not a JSON object', tries: repaired ? 2 : 1 };
    return { reading: null, events: [{ kind: 'analysis_rejected', payload }] };
  }
  const { reading, dropped } = locate(read.answer, transcript);
  const all = [...read.dropped, ...dropped];
  const payload = { provider, seq: transcript.seq, dropped: all, repaired };
  return { reading, events: all.length > 0 ? [{ kind: 'analysis_dropped', payload }] : [] };
}

/** Readings in a row that come to nothing and start the cooldown. */
const MAX_FRUITLESS = 3;
/** Length of the cooldown. The model is then tried once, and cools down again if that is fruitless too. */
const COOLDOWN_MS = 10 * 60_000;

/**
 * Whether a model is worth asking. Without a cooldown, a model that does not answer in the requested shape would be
 * asked, and paid for, twice after each of a visitor's messages.
 */
export class ModelCooldown {
  readonly #now: () => number;
  #fruitless = 0;
  #cooldownUntil = Number.NEGATIVE_INFINITY;

  /** @param now a monotonic clock, in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether the model may be asked now. */
  get isOver(): boolean {
    return this.#now() >= this.#cooldownUntil;
  }

  /** Records a reading. @param fruitful whether anything of it was usable */
  record(fruitful: boolean): void {
    this.#fruitless = fruitful ? 0 : this.#fruitless + 1;
    if (this.#fruitless >= MAX_FRUITLESS) this.#cooldownUntil = this.#now() + COOLDOWN_MS;
  }
}
