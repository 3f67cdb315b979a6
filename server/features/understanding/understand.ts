import { setImmediate } from 'node:timers/promises';
import { INTENTS } from '@understudy/contract/leads';
import { eld } from 'eld/extrasmall';
import { createWordCache } from '../../platform/word-cache.ts';
import type { SentenceEncoder } from '../../providers/embedder/encoder/sentence-encoder.ts';
import {
  type Classification,
  createPrepareText,
  type EncodedText,
  type Label,
  type PreparedText,
  withHighest,
} from './classification.ts';
import { namesConsultant, withConsultant } from './consultant.ts';
import { entitiesIn } from './entities.ts';
import { createLineVectors, type LineVectors, shippedLineModel } from './line-model.ts';
import type { LinearModel } from './linear-model.ts';
import { isAppointment } from './parsers/appointments.ts';
import { flagsOf, requestsOf, signsIn, vetoesOf } from './phrase-tables.ts';
import { lastWordsOf, sentencesOf, windowTokens } from './sentences.ts';
import {
  ACTS,
  FLAGS,
  type Flag,
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

/** Lines to cache: those of turns in progress. */
const MAX_CACHED_LINES = 200;

/** Maximum number of tokens in a line that is only an answer. */
const MAX_ANSWER_TOKENS = 15;
/** Labels that hold for the line if they hold for any of its sentences: even in passing, they are meant. */
const SAFETY_LABELS: readonly Label[] = [
  'flag:selfharm',
  'flag:selfharm_other',
  'flag:medical',
  'flag:danger',
  'flag:injection',
];
/** The row of tables/signs.yaml that cancels all other signs of a sentence. */
const SUPPOSED = 'supposed';
/** How much likelier the rest of the world must be than the consultant's work: a question missed is worse. */
const MIN_OFFTOPIC_LEAD = 0.05;
/** Sentences to read before yielding to the event loop. */
const MAX_SENTENCES_AT_ONCE = 4;
/** Minimum probability of a request in a single sentence. */
const MIN_REQUEST_PROBABILITY = 0.45;
/**
 * Minimum probability of a statement. Lower than the fitted threshold (0.37): a missed statement is forgotten, but one
 * too many is still a true quote.
 */
const MIN_INFORM_PROBABILITY = 0.2;

/**
 * Creates the reader of visitors' lines. It caches recent results, so that reply, analysis and memory share one
 * classification.
 *
 * @param encoder encodes sentences; when it is null or cannot be loaded, words and tables alone decide
 * @param names the consultant's current names, which tables and model see as one word
 * @param model the fitted line model; the shipped one by default
 */
export function createUnderstand(
  encoder: SentenceEncoder | null,
  names: () => readonly string[] = () => [],
  model: LinearModel = shippedLineModel(),
): Understand {
  const vectorsOf = createLineVectors(encoder);
  const prepare = createPrepareText(model, names);

  const understand = async (line: string, context: LineContext): Promise<Understanding> => {
    const tokens = windowTokens(line);
    const said = context.before === null ? null : lastWordsOf(context.before);
    const spans = sentencesOf(line);
    const vectors = await vectorsOf(
      line,
      tokens,
      spans.map(({ text }) => text),
      said,
    );
    const before = said === null ? null : { text: said, vector: vectors.before };
    const text = prepare({ text: line, vector: vectors.line });
    const sentences = await readSentences(prepare, spans, { line, whole: text }, vectors, before);
    const whole = withHighest(text.after(before), SAFETY_LABELS, [
      text.after(null),
      ...sentences.filter(({ text: own }) => !isFragment(own, sentences.length)).map(({ alone }) => alone),
    ]);
    const acts = holding(whole, LABELLED.acts);
    const requests = holding(whole, LABELLED.requests);
    // Somebody who decides, in a line about work, wants to begin.
    const intents = probabilitiesFor(whole, LABELLED.intents);
    if (acts.has('decide') && !acts.has('decline') && isAboutWork({ intents })) requests.add('hire');
    // A yes to the twin's offer of a call requests it.
    if (acts.has('agree') && !acts.has('decline') && tokens.length <= MAX_ANSWER_TOKENS && isOffer(said, names()))
      requests.add('call');
    const language = languageOf(line);
    const asked = isChoice(line) ? sentences.map(() => new Set<Request>()) : requestsOfSentences(sentences, requests);
    // A time that is told of something else.
    const told = sentences.map(({ text: sentence }) => sentence);
    for (const [at, own] of asked.entries())
      if (own.has('slot') && language === 'en' && !isAppointment(told, at, said)) own.delete('slot');
    if (sentences.length > MAX_SENTENCES_AT_ONCE) await setImmediate();
    const entities = entitiesIn(line, tokens, vectors.words, said).filter(
      (one) => one.type !== 'person' || !namesConsultant(line, one, names()),
    );
    return {
      text: line,
      plain: text.plain,
      context,
      language,
      sentences: sentences.map(({ classification: _, alone: __, ...sentence }, at) => ({
        ...sentence,
        requests: asked[at] as Set<Request>,
      })),
      vector: vectors.line,
      beforeVector: vectors.before,
      acts,
      subjects: subjectsOf(whole),
      requests: new Set(asked.flatMap((own) => [...own])),
      flags: flagsOfLine(holding(whole, LABELLED.flags), sentences),
      hints: new Set(text.hints),
      probabilities: {
        ...probabilitiesFor(whole, LABELLED.acts),
        ...probabilitiesFor(whole, LABELLED.subjects),
        ...probabilitiesFor(whole, LABELLED.requests),
        ...probabilitiesFor(whole, LABELLED.flags),
        ...Object.fromEntries(sentences.flatMap(({ signs }) => [...flagsOf(signs)].map((flag) => [flag, 1]))),
      },
      aboutAlone: probabilitiesFor(text.after(null), LABELLED.subjects),
      intents,
      entities,
    };
  };

  const recent = createWordCache<Promise<Understanding>>({ max: MAX_CACHED_LINES });
  return (line, context) => {
    const key = JSON.stringify([line, context.before, names()]);
    const known = recent.get(key);
    if (known) return known;
    const understanding = understand(line, context);
    recent.set(key, understanding);
    understanding.catch(() => recent.delete(key));
    return understanding;
  };
}

/** Words of the longest question that only takes up a word. */
const MAX_FRAGMENT_WORDS = 2;

/** Whether a sentence beside others only takes up a word and asks it back ('My mouth?'): by itself it says nothing. */
const isFragment = (sentence: string, sentences: number): boolean =>
  sentences > 1 && sentence.endsWith('?') && sentence.split(/\s+/).length <= MAX_FRAGMENT_WORDS;

/** Names with their labels. @param kind the prefix of the labels, such as 'flag:' */
const labelled = <Name extends string>(names: readonly Name[], kind: string) =>
  names.map((name) => [name, `${kind}${name}` as Label] as const);
/** The labels of each kind. */
const LABELLED = {
  acts: labelled(ACTS, ''),
  subjects: labelled(SUBJECTS, 'about:'),
  requests: labelled(REQUESTS, 'request:'),
  flags: labelled(FLAGS, 'flag:'),
  intents: labelled(INTENTS, 'intent:'),
};

/** The labels of a kind that hold. */
const holding = <Name extends string>(classification: Classification, labels: readonly (readonly [Name, Label])[]) =>
  new Set(labels.flatMap(([name, label]) => (classification.holds(label) ? name : [])));

/**
 * The flags of a line. One that a sentence rules out ('the cat was sick') holds only where another sentence shows it,
 * and nothing is ruled out in a line that also speaks of somebody hurt.
 *
 * @param ofLine the flags of the line as a whole
 */
function flagsOfLine(ofLine: ReadonlySet<Flag>, sentences: readonly ReadSentence[]): Set<Flag> {
  const shown = sentences.flatMap(({ signs }) => [...flagsOf(signs)]);
  const signs = new Set(sentences.flatMap((sentence) => [...sentence.signs]));
  const cancelled = vetoesOf(signs);
  const vetoes = vetoesOf([...signs].filter((sign) => !cancelled.has(sign)));
  const isElsewhere = (flag: Flag): boolean =>
    sentences.some(({ signs: own, alone }) => !vetoesOf(own).has(flag) && alone.holds(`flag:${flag}`));
  return new Set([...[...ofLine].filter((flag) => !vetoes.has(flag) || isElsewhere(flag)), ...shown]);
}

/** The probability of each label of a kind. */
const probabilitiesFor = <Name extends string>(
  classification: Classification,
  labels: readonly (readonly [Name, Label])[],
) =>
  Object.fromEntries(labels.map(([name, label]) => [name, classification.probability(label)])) as Record<Name, number>;

/** A sentence before its requests are known. */
interface ReadSentence extends Omit<Sentence, 'requests'> {
  /** In the context of what the twin said. */
  classification: Classification;
  alone: Classification;
}

/** Reads the sentences of a line, which may be a single one. */
async function readSentences(
  prepare: (text: EncodedText) => PreparedText,
  spans: ReturnType<typeof sentencesOf>,
  { line, whole }: { line: string; whole: PreparedText },
  vectors: LineVectors,
  before: EncodedText | null,
): Promise<ReadSentence[]> {
  const sentences: ReadSentence[] = [];
  for (const [at, span] of spans.entries()) {
    if (at > 0 && at % MAX_SENTENCES_AT_ONCE === 0) await setImmediate();
    const vector = vectors.sentences[at] ?? null;
    const own = span.text === line ? whole : prepare({ text: span.text, vector });
    const classification = own.after(before);
    const alone = before ? own.after(null) : classification;
    sentences.push({
      ...span,
      vector,
      classification,
      alone,
      asks: classification.holds('question'),
      about: probabilitiesFor(classification, LABELLED.subjects),
      informs: alone.probability('inform') >= MIN_INFORM_PROBABILITY,
      injects: classification.holds('flag:injection'),
      signs: meantSigns(own.plain),
    });
  }
  return sentences;
}

/** The subjects of a question: of the consultant's work and the rest of the world, only the more probable one. */
function subjectsOf(classification: Classification): Set<Subject> {
  const subjects = holding(classification, LABELLED.subjects);
  if (subjects.has('knowledge') && subjects.has('offtopic'))
    subjects.delete(
      classification.probability('about:knowledge') + MIN_OFFTOPIC_LEAD > classification.probability('about:offtopic')
        ? 'offtopic'
        : 'knowledge',
    );
  return subjects;
}

/** The signs of a sentence; only `supposed` for one that only supposes. */
function meantSigns(sentence: string): Set<string> {
  const signs = signsIn(sentence);
  return new Set(signs.includes(SUPPOSED) ? [SUPPOSED] : signs);
}

/** Whether the twin's words offer a call. */
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
    const probability = (at: number): number => sentences[at]?.classification.probability(`request:${request}`) ?? 0;
    // Beside other sentences, a request scores lower than alone.
    const holds = (at: number) => sentences[at]?.classification.holds(`request:${request}`, MIN_REQUEST_PROBABILITY);
    const places = [...sentences.keys()].filter(
      (at) => !sentences[at]?.signs.has(SUPPOSED) && !vetoes[at]?.has(request),
    );
    const open = places.sort((one, other) => probability(other) - probability(one));
    const heard = open.filter((at) => holds(at) || made[at]?.has(request));
    for (const at of heard.length > 0 || !ofLine.has(request) ? heard : open.slice(0, 1)) requests[at]?.add(request);
  }
  return requests;
}

/** Minimum lead of another language over English, because short English lines resemble many languages. */
const MIN_LEAD = 0.175;
/** Minimum number of words that belong to a language. */
const MIN_WORDS = 2;
/** 'Thx' and 'k' belong to no language. */
const SPOKEN = /[aeiouy\u00C0-\u024F]/i;
/** Addresses, links and anything with a digit belong to no language. */
const NO_LANGUAGE = /\S*[@/\p{N}]\S*/gu;
const MAX_LANGUAGE_CHARS = 500;

/** The ISO 639-1 code of a text's language; 'en' when there is no evidence for another. */
function languageOf(text: string): string {
  const words = text.slice(0, MAX_LANGUAGE_CHARS).replace(NO_LANGUAGE, ' ').trim();
  // In scripts without spaces, a text is one word.
  const isKnown =
    /[^\p{Script=Latin}\p{Script=Common}]/u.test(words) ||
    words.split(/\s+/).filter((word) => SPOKEN.test(word)).length >= MIN_WORDS;
  if (!isKnown) return 'en';
  const guess = eld.detect(words);
  if (!guess.language || guess.language === 'en') return 'en';
  const scores: Record<string, number> = guess.getScores();
  const lead = (scores[guess.language] ?? 0) - (scores['en'] ?? 0);
  return guess.isReliable() && lead > MIN_LEAD ? guess.language : 'en';
}
