import { readFileSync } from 'node:fs';
import path from 'node:path';
import { INTENTS, type Intent } from '@understudy/contract/leads';
import { fold } from '../../../platform/text/words.ts';
import { VECTOR_SIZE } from '../../../providers/embedder/encoder/transformer.ts';
import {
  type Act,
  type Features,
  type FitOptions,
  type LinearModel,
  probabilitiesOf,
  type Understanding,
  unpackModel,
} from '../../understanding/index.ts';
import { type LeadFacts, type Quote, quoteOf, type Telling, tellingIn } from '../facts.ts';

/** A conversation's intent. */
interface ClassifiedIntent {
  intent: Intent | null;
  /** 0 to 1. */
  confidence: number;
  /** The strongest evidence for it: words that state the problem or the wish. */
  intentQuote: Quote | null;
}

/** Reads a conversation's intent line by line. */
export interface IntentClassifier {
  /** Adds the visitor's next line. */
  addLine(line: { seq: number; text: string; understanding: Understanding }): void;
  /**
   * The intent by everything read so far.
   *
   * @param buys whether the facts show that they mean to buy: then the intent is an engagement, chosen by the words,
   * and no mere question
   */
  classify(buys?: boolean): ClassifiedIntent;
  /** A copy that reads on independently. */
  fork(): IntentClassifier;
}

/** The fitted models. First messages have their own: they say less than a conversation, and in other words. */
export interface IntentModels {
  opening: LinearModel;
  conversation: LinearModel;
}

/** Where `npm run train -- intents` writes the models. */
export const INTENT_MODEL_FILE = path.join(import.meta.dirname, 'intent-model.json');
/** Visitors with one of these intents know which work they want. */
const DECIDED: ReadonlySet<Intent> = new Set(['purchase_intent', 'demo_request', 'speaking_request']);
/** A span of a line that shows why they came, in their words. */
interface Told {
  told: Telling | null;
  words: Quote;
}
const CHAT: Intent = 'general_chat';
/** Nothing is left of a line that was forged as a whole. */
const HAS_WORDS = /[\p{L}\p{N}]/u;
/** Added to a line's own probability: a stated problem shows why somebody came, whatever the line alone suggests. */
const BASE_PROBABILITY = 0.3;
/** Minimum probability of a conversation that counts as bulk mail. */
const MIN_SPAM = 0.75;

let shipped: IntentModels | undefined;

/** The fitted models that ship with the product; read once. */
function shippedIntentModels(): IntentModels {
  if (!shipped) {
    const { opening, conversation } = JSON.parse(readFileSync(INTENT_MODEL_FILE, 'utf8'));
    shipped = { opening: unpackModel(opening), conversation: unpackModel(conversation) };
  }
  return shipped;
}

/**
 * Starts classifying a conversation's intent from the meaning of its lines (mean, first, recent, strongest) and their
 * words: logistic regression over the ten intents, fitted to labelled conversations and first messages. A line costs
 * the same however long the conversation is.
 */
export function createIntentClassifier(models: IntentModels = shippedIntentModels()): IntentClassifier {
  return classifierOf(models, { featurizer: new IntentFeaturizer(), spoke: new Map(), isEmpty: true, forged: null });
}

/** What a classifier has read. */
interface ReadSoFar {
  featurizer: IntentFeaturizer;
  /** The best evidence per intent; on a tie, the newest. */
  spoke: Map<Intent, { worth: number; quote: Quote }>;
  isEmpty: boolean;
  /** Set by a line that contains none of the visitor's own words. */
  forged: Quote | null;
}

function classifierOf(models: IntentModels, read: ReadSoFar): IntentClassifier {
  const { featurizer, spoke } = read;
  let { isEmpty, forged } = read;
  return {
    fork: () => classifierOf(models, { featurizer: featurizer.fork(), spoke: new Map(spoke), isEmpty, forged }),
    addLine({ seq, text, understanding }) {
      const quote = quoteOf({ seq, text }, text);
      if (!HAS_WORDS.test(understanding.text)) {
        forged = quote;
        return;
      }
      isEmpty = false;
      featurizer.addLine(withoutOrders(understanding));
      const [troubled, decided] = [false, true].map((knows) => {
        const told = tellingIn(understanding, knows);
        const words = told ? quoteOf({ seq, text }, understanding.text.slice(told.from, told.to)) : quote;
        return { told, words };
      }) as [Told, Told];
      for (const intent of INTENTS) {
        const { told, words } = DECIDED.has(intent) ? decided : troubled;
        const worth = (BASE_PROBABILITY + understanding.intents[intent]) * (told?.worth ?? 0);
        // What becomes of a call that is booked says little of what it is for.
        if (isOfOwnCall(understanding) && spoke.has(intent)) continue;
        if (worth >= (spoke.get(intent)?.worth ?? 0)) spoke.set(intent, { worth, quote: words });
      }
    },
    classify(buys = false) {
      if (isEmpty) return { intent: forged ? 'spam' : null, confidence: forged ? 1 : 0, intentQuote: forged };
      const fitted = featurizer.lines > 1 ? models.conversation : models.opening;
      const probabilities = Array.from(probabilitiesOf(fitted, featurizer.features()));
      const none = probabilities.pop() ?? 0;
      const likely = mostProbable(probabilities);
      // A conversation without any intent counts as chat until one shows.
      const best = none > likely.confidence ? { intent: CHAT, confidence: none } : likely;
      const { intent, confidence } =
        buys && best.intent && ANSWER_ONLY.has(best.intent) ? engagementOf(probabilities) : best;
      return {
        intent,
        confidence: Math.round(confidence * 100) / 100,
        intentQuote: intent ? (spoke.get(intent)?.quote ?? null) : null,
      };
    },
  };
}

/** Whether a line moves or cancels the visitor's call. */
const isOfOwnCall = ({ requests, hints }: Understanding): boolean =>
  requests.has('cancel') && (hints.has('own-call') || hints.has('other-time'));

/** A line without the sentences that give orders to the machine: they do not show what a visitor wants. */
function withoutOrders(line: Understanding): IntentLine {
  const own = line.sentences.filter(({ injects }) => !injects);
  if (own.length === line.sentences.length) return line;
  return { ...line, plain: own.map(({ text }) => text).join(' '), vector: own[0]?.vector ?? null, sentences: own };
}

/** The most likely intent. Spam must be more likely than not, since a spammer gets no further answers. */
function mostProbable(probabilities: readonly number[]): { intent: Intent | null; confidence: number } {
  const left = probabilities.map((probability, at) =>
    INTENTS[at] === 'spam' && probability < MIN_SPAM ? 0 : probability,
  );
  const best = left.indexOf(Math.max(...left));
  return { intent: INTENTS[best] ?? null, confidence: left[best] ?? 0 };
}

/** The more likely engagement, once it is known to be no mere question. */
function engagementOf(probabilities: readonly number[]): { intent: Intent | null; confidence: number } {
  const left = probabilities.map((probability, at) => (ANSWER_ONLY.has(INTENTS[at] as Intent) ? 0 : probability));
  const total = left.reduce((sum, probability) => sum + probability, 0) || 1;
  return mostProbable(left.map((probability, at) => (ENGAGEMENT.has(INTENTS[at] as Intent) ? probability / total : 0)));
}

/** Intents of visitors who want an answer and no engagement, which contradicts money for one. */
const ANSWER_ONLY: ReadonlySet<Intent> = new Set(['advice_request', 'general_chat']);
/** The intents to choose from instead; the words decide which. */
const ENGAGEMENT: ReadonlySet<Intent> = new Set(['consulting_inquiry', 'purchase_intent']);

/**
 * Whether the visitor means to buy, whatever the tone of their questions: they have money of their own, and either
 * contact details or both a date and a need (docs/leads.md: an answer is wanted, 'not an engagement').
 */
export function meansToBuy({ entities, phone, painPoints, disqualified }: LeadFacts): boolean {
  if (disqualified || !entities.budget_range) return false;
  const reachable = entities.contact_email !== undefined || phone !== null;
  return reachable || (entities.timeline !== undefined && (painPoints.length > 0 || entities.use_case !== undefined));
}

/** The parts of a line that the model uses. The twin's words are never used, for they differ from twin to twin. */
export interface IntentLine extends Pick<Understanding, 'plain' | 'vector' | 'acts'> {
  sentences: readonly Pick<Understanding, 'vector'>[];
}

/** Acts that say nothing about the intent. */
const COURTESIES: ReadonlySet<Act> = new Set(['greet', 'thank', 'bye', 'filler']);

/** Whether a line is only polite. */
const isCourtesy = ({ acts }: Pick<IntentLine, 'acts'>): boolean =>
  acts.size > 0 && [...acts].every((act) => COURTESIES.has(act));

/** Label of lines that show no intent, such as a name or a yes. */
export const NO_INTENT = 'none';
/** The models' labels, in their order. */
export const INTENT_LABELS = [...INTENTS, NO_INTENT];

/** How `npm run train -- intents` fits the models. */
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

/** Featurizes a conversation in running sums, so that a late line costs as much as the first. */
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

  addLine(line: IntentLine): void {
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

  /** A copy that reads on independently. */
  fork(): IntentFeaturizer {
    const copy = new IntentFeaturizer();
    copy.#sum.set(this.#sum);
    copy.#first.set(this.#first);
    copy.#recent.set(this.#recent);
    copy.#strongest.set(this.#strongest);
    for (const [word, count] of this.#words) copy.#words.set(word, count);
    copy.#firstWords = this.#firstWords;
    copy.#courtesy = this.#courtesy;
    copy.#lines = this.#lines;
    copy.#sentences = this.#sentences;
    copy.#recentWeight = this.#recentWeight;
    return copy;
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
