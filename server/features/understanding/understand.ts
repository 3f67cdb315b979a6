/** Reads a visitor's line once; everything else in the program uses what this returns. */

import { INTENTS, type Intent } from '@understudy/contract/leads';
import { LRUCache } from 'lru-cache';
import type { SentenceEncoder } from '../../providers/embedder/encoder/sentence-encoder.ts';
import { isChoice } from './choice.ts';
import { withConsultant } from './consultant.ts';
import { entitiesIn } from './entities.ts';
import { languageOf } from './language.ts';
import { createLineVectors, type LineVectors } from './line-vectors.ts';
import type { LinearModel } from './linear-model.ts';
import { hintsIn, requestsOf, signsIn, vetoesOf } from './phrase-tables.ts';
import { createRead, type EncodedText, type Label, likeliestOf, type Read, type Reading } from './reading.ts';
import { lastWordsOf, sentencesOf } from './sentences.ts';
import { shippedLineModel } from './shipped-line-model.ts';
import { tokensOf } from './tokens.ts';
import {
  ACTS,
  FLAGS,
  type LineContext,
  REQUESTS,
  type Request,
  type Sentence,
  SUBJECTS,
  type Subject,
  type Understand,
  type Understanding,
} from './understanding.ts';

/** Lines whose readings are kept: those of turns that are being answered. */
const KEPT_LINES = 200;
/** Words at a line's beginning and end in which entities are looked for: what visitors tell of themselves stands there. */
const HEAD_TOKENS = 350;
const TAIL_TOKENS = 150;

/** Intents of somebody who has work to give, and from where on together they are certain. */
const WORK = ['purchase_intent', 'consulting_inquiry', 'speaking_request'] as const;
const SURE_OF_WORK = 0.6;
/** Words and marks of an answer that is nothing but an answer. */
const MAX_ANSWER_TOKENS = 15;
/** A symptom or an order named in passing is one all the same, whatever the talk is about. */
const WHATEVER_THE_TALK: readonly Label[] = ['flag:medical', 'flag:injection'];
/** The row of tables/signs.yaml of which nothing else is meant. */
const SUPPOSED = 'supposed';
/** What a sentence by itself asks for counts from here on. */
const SURE_OF_REQUEST = 0.45;
/** A statement missed is forgotten, one too many is a true quote: heard earlier than the fitted threshold (0.37). */
const INFORMS_FROM = 0.2;

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
  const vectorsOf = createLineVectors(encoder);
  const read = createRead(model, names);

  const understand = async (line: string, context: LineContext): Promise<Understanding> => {
    const all = tokensOf(line);
    const tokens =
      all.length > HEAD_TOKENS + TAIL_TOKENS ? [...all.slice(0, HEAD_TOKENS), ...all.slice(-TAIL_TOKENS)] : all;
    const said = context.before === null ? null : lastWordsOf(context.before);
    const vectors = await vectorsOf(
      line,
      tokens,
      sentencesOf(line).map(({ text }) => text),
      said,
    );
    const before = said === null ? null : { text: said, vector: vectors.before };
    const whole = readWhole(read, { text: line, vector: vectors.line }, before);
    const sentences = readSentences(read, line, vectors, before, whole, names());

    const acts = holding(whole, ACTS);
    const requests = holding(whole, REQUESTS, 'request:');
    // Whoever decides, and is about work, wants to begin.
    const work = WORK.reduce((sum, intent) => sum + whole.likelihood(`intent:${intent}`), 0);
    if (acts.has('decide') && !acts.has('decline') && work > SURE_OF_WORK) requests.add('hire');
    // A yes to the twin's offer of a call asks for it.
    if (acts.has('agree') && !acts.has('decline') && all.length <= MAX_ANSWER_TOKENS && isOffer(said, names()))
      requests.add('call');
    const asked = isChoice(line) ? sentences.map(() => new Set<Request>()) : requestsOfSentences(sentences, requests);
    const plain = withConsultant(line, names());
    return {
      text: line,
      plain,
      context,
      language: languageOf(line),
      sentences: sentences.map(({ reading: _, ...sentence }, at) => ({
        ...sentence,
        requests: asked[at] as Set<Request>,
      })),
      vector: vectors.line,
      beforeVector: vectors.before,
      acts,
      subjects: subjectsOf(whole),
      requests: new Set(asked.flatMap((own) => [...own])),
      flags: holding(whole, FLAGS, 'flag:'),
      hints: new Set(hintsIn(plain)),
      probabilities: {
        ...likelihoods(whole, ACTS),
        ...likelihoods(whole, SUBJECTS, 'about:'),
        ...likelihoods(whole, REQUESTS, 'request:'),
        ...likelihoods(whole, FLAGS, 'flag:'),
      },
      intents: likelihoods<Intent>(whole, INTENTS, 'intent:'),
      entities: entitiesIn(line, tokens, vectors.words, said),
    };
  };

  // Reply, analysis and memory ask for the same line of a turn: it is read once.
  const recent = new LRUCache<string, Promise<Understanding>>({ max: KEPT_LINES });
  return (line, context) => {
    const key = JSON.stringify([line, context.before, context.channel, names()]);
    const known = recent.get(key);
    if (known) return known;
    const reading = understand(line, context);
    recent.set(key, reading);
    reading.catch(() => recent.delete(key));
    return reading;
  };
}

/** The labels of a kind that hold. */
const holding = <Name extends string>(reading: Reading, names: readonly Name[], kind = ''): Set<Name> =>
  new Set(names.filter((name) => reading.holds(`${kind}${name}` as Label)));

/** How likely each label of a kind is. */
const likelihoods = <Name extends string>(reading: Reading, names: readonly Name[], kind = '') =>
  Object.fromEntries(names.map((name) => [name, reading.likelihood(`${kind}${name}` as Label)])) as Record<
    Name,
    number
  >;

/** The line as a whole. */
function readWhole(read: Read, line: EncodedText, before: EncodedText | null): Reading {
  const whole = read(line, before);
  if (before === null) return whole;
  const both = likeliestOf([whole, read(line, null)]);
  const readingOf = (label: Label) => (WHATEVER_THE_TALK.includes(label) ? both : whole);
  return {
    likelihood: (label) => readingOf(label).likelihood(label),
    holds: (label, least) => readingOf(label).holds(label, least),
  };
}

/** A sentence before it is known what it asks to be done, with its reading. */
interface ReadSentence extends Omit<Sentence, 'requests'> {
  reading: Reading;
}

/** The sentences of a line. @param whole what the line says as a whole, for where it is one sentence */
function readSentences(
  read: Read,
  line: string,
  vectors: LineVectors,
  before: EncodedText | null,
  whole: Reading,
  names: readonly string[],
): ReadSentence[] {
  return sentencesOf(line).map((span, at) => {
    const vector = vectors.sentences[at] ?? null;
    const told = { text: span.text, vector };
    const reading = span.text === line ? whole : read(told, before);
    return {
      ...span,
      vector,
      reading,
      asks: reading.holds('question'),
      about: likelihoods<Subject>(reading, SUBJECTS, 'about:'),
      informs: read(told, null).likelihood('inform') >= INFORMS_FROM,
      injects: reading.holds('flag:injection'),
      signs: meantSigns(withConsultant(span.text, names)),
    };
  });
}

/** What is asked about. A question is about the consultant's work or about the rest of the world: whichever is likelier. */
function subjectsOf(reading: Reading): Set<Subject> {
  const subjects = holding(reading, SUBJECTS, 'about:');
  if (subjects.has('knowledge') && subjects.has('offtopic'))
    subjects.delete(
      reading.likelihood('about:knowledge') > reading.likelihood('about:offtopic') ? 'offtopic' : 'knowledge',
    );
  return subjects;
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
 * @param ofLine what the line asks for, read as one
 */
function requestsOfSentences(sentences: readonly ReadSentence[], ofLine: ReadonlySet<Request>): Set<Request>[] {
  const vetoes = sentences.map(({ signs }) => vetoesOf(signs));
  const made = sentences.map(({ signs }) => requestsOf(signs));
  const requests = sentences.map(() => new Set<Request>());
  for (const request of REQUESTS) {
    const likelihood = (at: number): number => sentences[at]?.reading.likelihood(`request:${request}`) ?? 0;
    // Beside other sentences, a request is heard less well than alone.
    const holds = (at: number) => sentences[at]?.reading.holds(`request:${request}`, SURE_OF_REQUEST);
    const places = [...sentences.keys()].filter(
      (at) => !sentences[at]?.signs.has(SUPPOSED) && !vetoes[at]?.has(request),
    );
    const open = places.sort((one, other) => likelihood(other) - likelihood(one));
    const heard = open.filter((at) => holds(at) || made[at]?.has(request));
    for (const at of heard.length > 0 || !ofLine.has(request) ? heard : open.slice(0, 1)) requests[at]?.add(request);
  }
  return requests;
}
