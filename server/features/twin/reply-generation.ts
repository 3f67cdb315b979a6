import { setTimeout as wait } from 'node:timers/promises';
import type { Twin } from '@understudy/contract/twin';
import { createSentenceEncoder, type SentenceEncoder } from '../../providers/embedder/encoder/sentence-encoder.ts';
import {
  createLanguageModel,
  type LanguageModelConfig,
  type SwitchableModels,
} from '../../providers/language-model/create-language-model.ts';
import type { LanguageModel, ReplyRequest } from '../../providers/language-model/port.ts';
import { streamReply } from '../../providers/language-model/written-reply.ts';
import { modeOf } from '../conversation/index.ts';
import { createUnderstand, namesOf, type Understand } from '../understanding/index.ts';
import { readMoves } from './reply/moves.ts';
import { prepareReply, type Speaker } from './reply/prepare.ts';
import { createAnswers } from './retrieval/find-answer.ts';
import { createPassageEncoder, type EncodePassages } from './retrieval/passage-vectors.ts';
import { passagesOf } from './retrieval/passages.ts';

/** How long a question waits for the passages' vectors before it is answered by words alone. */
const VECTORS_TIMEOUT_MS = 2_000;
/** How long a visitor's line may take to be encoded. */
const LINE_TIMEOUT_MS = 1_000;

/** What generates replies: models, the encoder and the current twin. */
export interface ReplyGeneration {
  models: SwitchableModels;
  encoder: SentenceEncoder;
  /** Encodes written texts, and caches their vectors. */
  encodeTexts: EncodePassages;
  understand: Understand;
  /** The current twin, ready to answer by itself; a turn keeps it until its end. */
  speaker(): Speaker;
  /** Another twin, once its passages are encoded or cannot be, but not later than a question waits for them. */
  speakerOf(twin: Twin): Promise<Speaker>;
  /** Understands lines said to another twin, whose consultant may have another name. */
  understandOf(twin: Twin): Understand;
}

/**
 * Composes the configured providers, in order, with the embedded twin at the end.
 *
 * @param twin the current twin; swapped when a text is edited
 * @param cacheDir where its passages' vectors are cached; null for no cache
 * @param timeoutMs how long a question waits for them, and a line to be encoded; two seconds and one by default
 * @param onEncodingProgress called with the number of the twin's texts read, and their total
 * @param encoder reads lines and passages; one of its own by default
 */
export function createReplyGeneration(
  chain: LanguageModelConfig['chain'],
  twin: () => Twin,
  cacheDir: string | null,
  timeoutMs?: number,
  onEncodingProgress?: (made: number, of: number) => void,
  encoder: SentenceEncoder = createSentenceEncoder({ timeoutMs: timeoutMs ?? LINE_TIMEOUT_MS }),
): ReplyGeneration {
  const understand = createUnderstand(encoder, () => namesOf(twin().persona));
  const others = new WeakMap<Twin, Understand>();
  const search = { passages: createPassageEncoder(encoder, cacheDir, onEncodingProgress), questions: encoder };
  const makeSpeaker = (of: Twin, answers?: Speaker['answers']): Speaker => ({
    twin: of,
    answers: answers ?? createAnswers(of, search, timeoutMs ?? VECTORS_TIMEOUT_MS),
    moves: readMoves(of.replies),
    providers: () => models.chain.map(({ provider }) => provider),
  });
  const speaker = memoizeByTwin(twin, (of) => makeSpeaker(of));
  const embedded: LanguageModel = {
    async *reply(request, signal) {
      const written = request.written ?? (await writeAlone(speaker(), understand, request));
      yield* streamReply(written, request.continueAfter, signal);
    },
  };
  const models = createLanguageModel({ chain }, { twinCatalogue: twin, embedded });
  return {
    models,
    encoder,
    encodeTexts: createPassageEncoder(encoder, cacheDir),
    understand,
    speaker,
    async speakerOf(other) {
      const running = speaker();
      const made = makeSpeaker(other, hasSameAnswers(running.twin, other) ? running.answers : undefined);
      const waited = wait(timeoutMs ?? VECTORS_TIMEOUT_MS, undefined, { ref: false });
      await Promise.race([made.answers.warm(), waited]);
      return made;
    },
    understandOf(other) {
      if (namesOf(other.persona).join() === namesOf(twin().persona).join()) return understand;
      const known = others.get(other) ?? createUnderstand(encoder, () => namesOf(other.persona));
      others.set(other, known);
      return known;
    },
  };
}

/** Whether the search finds the same in two twins, so that an index can serve both. */
function hasSameAnswers(one: Twin, other: Twin): boolean {
  const searched = (twin: Twin) => JSON.stringify([passagesOf(twin), namesOf(twin.persona), twin.persona.name]);
  return searched(one) === searched(other);
}

/** A reply to lines without any context: plain messages of `embedded_chat`. */
async function writeAlone(speaker: Speaker, understand: Understand, request: ReplyRequest) {
  const { reply } = await prepareReply(speaker, understand, {
    kind: request.kind,
    mode: modeOf(speaker.twin, request.modeId),
    performer: request.performer,
    words: request.userMessage,
    history: request.history,
    topic: null,
    consent: null,
    call: null,
    locale: null,
    newRequests: [],
    callTime: null,
    isCallRefused: false,
    booking: null,
    known: null,
    knownBefore: null,
    memories: [],
    returning: null,
    seed: 0,
  });
  return reply;
}

/** Memoizes a value derived from the twin; recomputed when an edited text replaces the twin. */
function memoizeByTwin<Value>(twin: () => Twin, make: (twin: Twin) => Value): () => Value {
  let of: Twin | null = null;
  let value: Value;
  return () => {
    const now = twin();
    if (now !== of) {
      value = make(now);
      of = now;
    }
    return value;
  };
}

/** Readings that take less are not reported. */
const SLOW_MS = 2_000;
/** Interval between reports. */
const EVERY_MS = 10_000;

/**
 * Reports progress of reading the twin's knowledge if that takes long.
 *
 * @param meanwhile what applies until it is read, in a sentence
 * @param now the time in milliseconds; tests set it
 */
export function reportEncodingProgress(
  say: (sentence: string) => void,
  meanwhile = '',
  now: () => number = Date.now,
): (made: number, of: number) => void {
  let isTold = false;
  /** When the next report is due; null before a reading. */
  let due: number | null = null;
  return (made, of) => {
    due ??= now() + SLOW_MS;
    if (made === of) {
      if (isTold) say("The twin's knowledge is read.");
      isTold = false;
      due = null;
    } else if (now() >= due) {
      say(`Reading the twin's knowledge, once after a change: ${made} of ${of} texts. ${meanwhile}`.trimEnd());
      isTold = true;
      due = now() + EVERY_MS;
    }
  };
}
