/** Reads a visitor's line once; everything else in the program uses the result. */

import { setImmediate } from 'node:timers/promises';
import { INTENTS, type Intent } from '@understudy/contract/leads';
import { eld } from 'eld/extrasmall';
import { LRUCache } from 'lru-cache';
import type { SentenceEncoder } from '../../providers/embedder/encoder/sentence-encoder.ts';
import { withConsultant } from './consultant.ts';
import { entitiesIn } from './entities.ts';
import { createLineVectors, type LineVectors, shippedLineModel } from './line-model.ts';
import type { LinearModel } from './linear-model.ts';
import { flagsOf, requestsOf, signsIn, vetoesOf } from './phrase-tables.ts';
import { createLegible, type EncodedText, type Label, type Legible, type Reading, withLikelier } from './reading.ts';
import { lastWordsOf, sentencesOf, windowTokens } from './sentences.ts';
import {
  ACTS,
  FLAGS,
  isAboutWork,
  isChoice,
  type LineContext,
  REQUESTS,
  type Request,
  type Sentence,
  SUBJECTS,
  type Subject,
  type Understand,
  type Understanding,
} from './understanding.ts';

/** Number of lines to cache: those of turns in progress. */
const KEPT_LINES = 200;

/** Maximum number of tokens in a line that is only an answer. */
const MAX_ANSWER_TOKENS = 15;
/** Labels that count in any sentence, whatever the conversation is about: even in passing, they are meant. */
const WHEREVER_IT_STANDS: readonly Label[] = [
  'flag:selfharm',
  'flag:selfharm_other',
  'flag:medical',
  'flag:danger',
  'flag:injection',
];
/** The row of tables/signs.yaml that cancels all other signs of a sentence. */
const SUPPOSED = 'supposed';
/** Sentences to read before yielding to the event loop. */
const AT_A_STRETCH = 4;
/** Probability from which a single sentence makes a request. */
const SURE_OF_REQUEST = 0.45;
/** Lower than the fitted threshold (0.37): a missed statement is forgotten, but one too many is still a true quote. */
const INFORMS_FROM = 0.2;

/**
 * @param encoder encodes sentences; when it is null or cannot be loaded, words and tables alone decide
 * @param names the consultant's names, which tables and model see as one word
 * @param model the fitted line model; the shipped one by default
 */
export function createUnderstand(
  encoder: SentenceEncoder | null,
  names: () => readonly string[] = () => [],
  model: LinearModel = shippedLineModel(),
): Understand {
  const vectorsOf = createLineVectors(encoder);
  const legible = createLegible(model, names);

  const understand = async (line: string, context: LineContext): Promise<Understanding> => {
    const tokens = windowTokens(line);
    const said = context.before === null ? null : lastWordsOf(context.before);
    const vectors = await vectorsOf(
      line,
      tokens,
      sentencesOf(line).map(({ text }) => text),
      said,
    );
    const before = said === null ? null : { text: said, vector: vectors.before };
    const told = legible({ text: line, vector: vectors.line });
    const sentences = await readSentences(legible, line, told, vectors, before);
    const whole = withLikelier(told.after(before), WHEREVER_IT_STANDS, [
      told.after(null),
      ...sentences.map(({ alone }) => alone),
    ]);
    const acts = holding(whole, ACTS);
    const requests = holding(whole, REQUESTS, 'request:');
    // Somebody who decides, in a line about work, wants to begin.
    const intents = likelihoods<Intent>(whole, INTENTS, 'intent:');
    if (acts.has('decide') && !acts.has('decline') && isAboutWork({ intents })) requests.add('hire');
    // A yes to the twin's offer of a call requests it.
    if (acts.has('agree') && !acts.has('decline') && tokens.length <= MAX_ANSWER_TOKENS && isOffer(said, names()))
      requests.add('call');
    const asked = isChoice(line) ? sentences.map(() => new Set<Request>()) : requestsOfSentences(sentences, requests);
    if (sentences.length > AT_A_STRETCH) await setImmediate();
    const entities = entitiesIn(line, tokens, vectors.words, said);
    return {
      text: line,
      plain: told.plain,
      context,
      language: languageOf(line),
      sentences: sentences.map(({ reading: _, alone: __, ...sentence }, at) => ({
        ...sentence,
        requests: asked[at] as Set<Request>,
      })),
      vector: vectors.line,
      beforeVector: vectors.before,
      acts,
      subjects: subjectsOf(whole),
      requests: new Set(asked.flatMap((own) => [...own])),
      flags: new Set([...holding(whole, FLAGS, 'flag:'), ...sentences.flatMap(({ signs }) => [...flagsOf(signs)])]),
      hints: new Set(told.hints),
      probabilities: {
        ...likelihoods(whole, ACTS),
        ...likelihoods(whole, SUBJECTS, 'about:'),
        ...likelihoods(whole, REQUESTS, 'request:'),
        ...likelihoods(whole, FLAGS, 'flag:'),
      },
      intents,
      entities,
    };
  };

  // Reply, analysis and memory all read the line of a turn, so it is read only once.
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

/** The labels of a kind that hold. */
const holding = <Name extends string>(reading: Reading, names: readonly Name[], kind = ''): Set<Name> =>
  new Set(names.filter((name) => reading.holds(`${kind}${name}` as Label)));

/** The probability of each label of a kind. */
const likelihoods = <Name extends string>(reading: Reading, names: readonly Name[], kind = '') =>
  Object.fromEntries(names.map((name) => [name, reading.likelihood(`${kind}${name}` as Label)])) as Record<
    Name,
    number
  >;

/** A sentence before its requests are known. */
interface ReadSentence extends Omit<Sentence, 'requests'> {
  /** In the context of what the twin said. */
  reading: Reading;
  alone: Reading;
}

/** Reads the sentences of a line. @param told the line, which may be a single sentence */
async function readSentences(
  legible: (text: EncodedText) => Legible,
  line: string,
  told: Legible,
  vectors: LineVectors,
  before: EncodedText | null,
): Promise<ReadSentence[]> {
  const sentences: ReadSentence[] = [];
  for (const [at, span] of sentencesOf(line).entries()) {
    if (at > 0 && at % AT_A_STRETCH === 0) await setImmediate();
    const vector = vectors.sentences[at] ?? null;
    const own = span.text === line ? told : legible({ text: span.text, vector });
    const reading = own.after(before);
    const alone = before ? own.after(null) : reading;
    sentences.push({
      ...span,
      vector,
      reading,
      alone,
      asks: reading.holds('question'),
      about: likelihoods<Subject>(reading, SUBJECTS, 'about:'),
      informs: alone.likelihood('inform') >= INFORMS_FROM,
      injects: reading.holds('flag:injection'),
      signs: meantSigns(own.plain),
    });
  }
  return sentences;
}

/**
 * The subjects of a question. It is about the consultant's work or about the rest of the world, whichever is more
 * likely.
 */
function subjectsOf(reading: Reading): Set<Subject> {
  const subjects = holding(reading, SUBJECTS, 'about:');
  if (subjects.has('knowledge') && subjects.has('offtopic'))
    subjects.delete(
      reading.likelihood('about:knowledge') > reading.likelihood('about:offtopic') ? 'offtopic' : 'knowledge',
    );
  return subjects;
}

/** The signs of a sentence; only `supposed` for one that only supposes. */
function meantSigns(sentence: string): Set<string> {
  const signs = signsIn(sentence);
  return new Set(signs.includes(SUPPOSED) ? [SUPPOSED] : signs);
}

const isOffer = (said: string | null, names: readonly string[]): boolean =>
  said !== null && signsIn(withConsultant(said, names)).includes('offers-call');

/**
 * The requests of each sentence. A request of the line as a whole belongs to the sentence in which it is most likely,
 * and to none when every sentence denies or supposes it.
 *
 * @param ofLine the requests of the line as a whole
 */
function requestsOfSentences(sentences: readonly ReadSentence[], ofLine: ReadonlySet<Request>): Set<Request>[] {
  const vetoes = sentences.map(({ signs }) => vetoesOf(signs));
  const made = sentences.map(({ signs }) => requestsOf(signs));
  const requests = sentences.map(() => new Set<Request>());
  for (const request of REQUESTS) {
    const likelihood = (at: number): number => sentences[at]?.reading.likelihood(`request:${request}`) ?? 0;
    // Beside other sentences, a request scores lower than alone.
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

/** Lead that another language needs over English, because short English lines resemble many languages. */
const MIN_LEAD = 0.175;
const MIN_WORDS = 2;
/** 'Thx' and 'k' belong to no language. */
const SPOKEN = /[aeiouy\u00C0-\u024F]/i;
/** Addresses, links and anything with a digit belong to no language. */
const NO_LANGUAGE = /\S*[@/\p{N}]\S*/gu;
const MAX_LANGUAGE_CHARS = 500;

/** The ISO 639-1 code of a text's language; 'en' when there is no evidence for another. */
function languageOf(text: string): string {
  const words = text.slice(0, MAX_LANGUAGE_CHARS).replace(NO_LANGUAGE, ' ').trim();
  const guess = eld.detect(words);
  if (!guess.language || guess.language === 'en') return 'en';
  const scores: Record<string, number> = guess.getScores();
  // In scripts without spaces, a text is one word.
  const known =
    /[^\p{Script=Latin}\p{Script=Common}]/u.test(words) ||
    words.split(/\s+/).filter((word) => SPOKEN.test(word)).length >= MIN_WORDS;
  const lead = (scores[guess.language] ?? 0) - (scores['en'] ?? 0);
  return known && guess.isReliable() && lead > MIN_LEAD ? guess.language : 'en';
}
