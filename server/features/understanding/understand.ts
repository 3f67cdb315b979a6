/** Reads a visitor's line once; everything else in the program uses what this returns. */

import { INTENTS, type Intent } from '@understudy/contract/leads';
import { LRUCache } from 'lru-cache';
import type { SentenceEncoder, SentenceVector } from '../../providers/embedder/encoder/sentence-encoder.ts';
import { isChoice } from './choice.ts';
import { withConsultant } from './consultant.ts';
import { entitiesIn, shippedEntityModel } from './entities.ts';
import { languageOf } from './language.ts';
import { lineFeatures } from './line-model.ts';
import { type LinearModel, probabilitiesOf } from './linear-model.ts';
import { hintsIn, requestsOf, signsIn, vetoesOf } from './phrase-tables.ts';
import { lastWordsOf, sentencesOf } from './sentences.ts';
import { shippedLineModel } from './shipped-line-model.ts';
import { tokensOf } from './tokens.ts';
import {
  ACTS,
  FLAGS,
  type LineContext,
  REQUESTS,
  type Request,
  SUBJECTS,
  type Subject,
  type Understand,
  type Understanding,
} from './understanding.ts';

/** Vectors that are kept, for lines that are read again: the twin's, and all of a conversation at its end. */
const KEPT_VECTORS = 2_000;
/** Lines whose readings are kept: those of turns that are being answered. */
const KEPT_LINES = 200;
/** Words at a line's beginning and end in which entities are looked for: what visitors tell of themselves stands there. */
const HEAD_TOKENS = 350;
const TAIL_TOKENS = 150;
/** Numbers that are kept of the words of lines that may be read again. */
const KEPT_NUMBERS = 1_000_000;

/** Intents of somebody who has work to give, and from where on together they are certain. */
const WORK = ['purchase_intent', 'consulting_inquiry', 'speaking_request'];
const SURE_OF_WORK = 0.6;
/** Words and marks of an answer that is nothing but an answer. */
const MAX_ANSWER_TOKENS = 15;
/** A symptom or an order named in passing is one all the same, whatever the talk is about. */
const WHATEVER_THE_TALK = ['flag:medical', 'flag:injection'];
/** The row of tables/signs.yaml of which nothing else is meant. */
const SUPPOSED = 'supposed';
/** What a sentence by itself asks for counts from here on. */
const SURE_OF_REQUEST = 0.45;
/** A statement missed is forgotten, one too many is a true quote: heard earlier than the fitted threshold (0.37). */
const INFORMS_FROM = 0.2;

/** Labels as the line model names them. */
export const LABELS = [
  ...ACTS,
  ...SUBJECTS.map((subject) => `about:${subject}` as const),
  ...REQUESTS.map((request) => `request:${request}` as const),
  ...FLAGS.map((flag) => `flag:${flag}` as const),
  ...INTENTS.map((intent) => `intent:${intent}` as const),
];

/**
 * @param encoder makes vectors of sentences; without one, or where it cannot be loaded, words and tables alone decide
 * @param names how the consultant is called, who is one word to tables and model
 * @param model the fitted line model, the shipped one unless given
 */
export function createUnderstand(
  encoder: SentenceEncoder | null,
  names: () => readonly string[] = () => [],
  model: LinearModel = shippedLineModel(),
): Understand {
  const kept = new LRUCache<string, SentenceVector>({ max: KEPT_VECTORS });
  const keptWords = new LRUCache<string, Float32Array>({
    maxSize: KEPT_NUMBERS,
    sizeCalculation: ({ length }) => Math.max(1, length),
  });

  const understand = async (line: string, context: LineContext): Promise<Understanding> => {
    const spans = sentencesOf(line);
    const before = context.before === null ? null : lastWordsOf(context.before);
    const all = tokensOf(line);
    const tokens =
      all.length > HEAD_TOKENS + TAIL_TOKENS ? [...all.slice(0, HEAD_TOKENS), ...all.slice(-TAIL_TOKENS)] : all;
    if (encoder && !(kept.has(line) && keptWords.has(line))) {
      const read = await encoder.encodeWords(
        tokens.map(({ text }) => text),
        shippedEntityModel().network.layer,
      );
      if (read) {
        kept.set(line, Float32Array.from(read.vector));
        keptWords.set(line, read.words);
      }
    }
    const wanted = [...new Set([...spans.map(({ text }) => text), ...(before ? [before] : [])])];
    const missing = wanted.filter((text) => !kept.has(text));
    const vectors = missing.length > 0 && encoder ? await encoder.encode(missing) : [];
    for (const [at, vector] of (vectors ?? []).entries()) kept.set(missing[at] as string, vector);
    const vectorOf = (text: string | null) => (text === null ? null : (kept.get(text) ?? null));
    const read = (text: string, after = before) => {
      const told = withConsultant(text, names());
      return probabilitiesOf(
        model,
        lineFeatures({
          text: told,
          vector: vectorOf(text),
          before: after,
          beforeVector: vectorOf(after),
          hints: hintsIn(told),
        }),
      );
    };
    const probabilities = read(line);
    if (before) {
      const alone = read(line, null);
      for (const label of WHATEVER_THE_TALK) {
        const at = model.labels.indexOf(label);
        probabilities[at] = Math.max(probabilities[at] as number, alone[at] as number);
      }
    }
    const probabilityOf = new Map(model.labels.map((label, at) => [label, probabilities[at] as number]));
    const holds = new Set(
      model.labels.filter((_, at) => (probabilities[at] as number) >= (model.thresholds[at] as number)),
    );
    const ofSentences = spans.map(({ text }) => (text === line ? probabilities : read(text)));
    const placeOf = new Map(model.labels.map((label, at) => [label, at]));
    const holdsIn = (label: (typeof LABELS)[number], sentence: number, least = 0): boolean => {
      const at = placeOf.get(label) as number;
      return (ofSentences[sentence]?.[at] ?? 0) >= Math.max(least, model.thresholds[at] as number);
    };
    const holding = <Label extends string>(labels: readonly Label[], kind = ''): Set<Label> =>
      new Set(labels.filter((label) => holds.has(kind + label)));
    const named = <Label extends string>(labels: readonly Label[], kind = '') =>
      Object.fromEntries(labels.map((label) => [label, probabilityOf.get(kind + label) ?? 0])) as Record<Label, number>;

    const acts = holding(ACTS);
    const [subjects, requests, flags] = [
      holding(SUBJECTS, 'about:'),
      holding(REQUESTS, 'request:'),
      holding(FLAGS, 'flag:'),
    ];

    // A question is about the consultant's work or about the rest of the world: whichever is likelier.
    if (subjects.has('knowledge') && subjects.has('offtopic')) {
      const [own = 0, other = 0] = ['about:knowledge', 'about:offtopic'].map((label) => probabilityOf.get(label));
      subjects.delete(own > other ? 'offtopic' : 'knowledge');
    }

    const sentences = spans.map((span, at) => ({
      ...span,
      vector: vectorOf(span.text),
      asks: holdsIn('question', at),
      about: Object.fromEntries(
        SUBJECTS.map((subject) => [subject, ofSentences[at]?.[placeOf.get(`about:${subject}`) as number] ?? 0]),
      ) as Record<Subject, number>,
      informs: (read(span.text, null)[placeOf.get('inform') as number] as number) >= INFORMS_FROM,
      injects: holdsIn('flag:injection', at),
      signs: meantSigns(withConsultant(span.text, names())),
    }));

    // Whoever decides, and is about work, wants to begin.
    const work = WORK.reduce((sum, intent) => sum + (probabilityOf.get(`intent:${intent}`) ?? 0), 0);
    if (acts.has('decide') && !acts.has('decline') && work > SURE_OF_WORK) requests.add('hire');
    // A yes to the twin's offer of a call asks for it.
    if (acts.has('agree') && !acts.has('decline') && all.length <= MAX_ANSWER_TOKENS && isOffer(before, names()))
      requests.add('call');
    const asked = isChoice(line)
      ? sentences.map(() => new Set<Request>())
      : requestsOfSentences(
          sentences.map(({ signs }) => signs),
          requests,
          // Beside other sentences, a request is heard less well than alone.
          (request, at) => holdsIn(`request:${request}`, at, SURE_OF_REQUEST),
          (request, at) => ofSentences[at]?.[placeOf.get(`request:${request}`) as number] ?? 0,
        );
    return {
      text: line,
      plain: withConsultant(line, names()),
      context,
      language: languageOf(line),
      sentences: sentences.map((sentence, at) => ({ ...sentence, requests: asked[at] as Set<Request> })),
      vector: vectorOf(line),
      beforeVector: vectorOf(before),
      acts,
      subjects,
      requests: new Set(asked.flatMap((own) => [...own])),
      flags,
      hints: new Set(hintsIn(withConsultant(line, names()))),
      probabilities: {
        ...named(ACTS),
        ...named(SUBJECTS, 'about:'),
        ...named(REQUESTS, 'request:'),
        ...named(FLAGS, 'flag:'),
      },
      intents: named<Intent>(INTENTS, 'intent:'),
      entities: entitiesIn(line, tokens, keptWords.get(line) ?? null, before),
    };
  };

  // Reply, analysis and memory ask for the same line of a turn: it is read once.
  const recent = new LRUCache<string, Promise<Understanding>>({ max: KEPT_LINES });
  return (line, context) => {
    const key = JSON.stringify([line, context.before, names()]);
    const known = recent.get(key);
    if (known) return known;
    const reading = understand(line, context);
    recent.set(key, reading);
    reading.catch(() => recent.delete(key));
    return reading;
  };
}

/** The signs of a sentence; of one that only supposes, that it does. */
function meantSigns(sentence: string): Set<string> {
  const signs = signsIn(sentence);
  return new Set(signs.includes(SUPPOSED) ? [SUPPOSED] : signs);
}

/** Whether the twin offered a call. */
const isOffer = (said: string | null, names: readonly string[]): boolean =>
  said !== null && signsIn(withConsultant(said, names)).includes('offers-call');

/**
 * What each sentence of a line asks for. What is asked for by the line as a whole is asked for by the sentence in which
 * it is likeliest, and by none where each sentence denies or supposes it.
 *
 * @param signs of each sentence
 * @param ofLine what the line asks for, read as one
 * @param holds whether a sentence by itself asks for something
 * @param likelihood how likely it does
 */
function requestsOfSentences(
  signs: readonly ReadonlySet<string>[],
  ofLine: ReadonlySet<Request>,
  holds: (request: Request, sentence: number) => boolean,
  likelihood: (request: Request, sentence: number) => number,
): Set<Request>[] {
  const vetoes = signs.map(vetoesOf);
  const made = signs.map(requestsOf);
  const requests = signs.map(() => new Set<Request>());
  for (const request of REQUESTS) {
    const places = [...signs.keys()].filter((at) => !signs[at]?.has(SUPPOSED) && !vetoes[at]?.has(request));
    const open = places.sort((one, other) => likelihood(request, other) - likelihood(request, one));
    const heard = open.filter((at) => holds(request, at) || made[at]?.has(request));
    for (const at of heard.length > 0 || !ofLine.has(request) ? heard : open.slice(0, 1)) requests[at]?.add(request);
  }
  return requests;
}
