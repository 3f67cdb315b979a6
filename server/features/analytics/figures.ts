import type { LatencyStage } from '@understudy/contract/analytics';
import { HIGH_QUALITY_LEAD_SCORE } from '@understudy/contract/constants';
import type { KeptUsage } from '../../platform/database/schema.ts';
import type { StoredFigure } from '../../platform/database/schema-analytics.ts';
import type { SpeechUsed } from '../speech/index.ts';
import { stepOf } from './histogram.ts';

/** What counting needs of a conversation that has ended. */
export interface CountedSession {
  intent: string | null;
  /** The final score, 0 to 100. */
  score: number;
  /** The number of the visitor's messages. */
  messages: number;
  /** Whether they left an address or a telephone number of their own. */
  contact: boolean;
  cta: boolean;
  /** Whether a call was booked in it, later canceled or not. */
  booked: boolean;
  pains: readonly string[];
  topics: readonly string[];
  /** Complete replies to messages, with the provider that wrote them and the time they took. */
  replies: readonly { turnId: string; provider: string; ms: number }[];
  /** The page's measurements of spoken turns. They come from a browser and cannot be trusted. */
  voiceTurns: readonly unknown[];
  /** Calls of language models. */
  usage: readonly KeptUsage[];
  speech: readonly SpeechUsed[];
}

/** Names of figures, with what their key is and what their two numbers, count and sum, are. */
export const FIGURES = {
  /** Key: intent ('none' for none). Count: conversations. Sum: leads of high quality among them. */
  sessions: 'sessions',
  /** No key. Count: conversations. Kept per quarter of an hour, for charts by the hour. */
  start: 'start',
  /** Key: step of the funnel. Count: conversations that reached it. */
  funnel: 'funnel',
  /** Key: the band's lower bound. Count: conversations. */
  score: 'score',
  /** Key: spelling. Count: conversations. */
  pain: 'pain',
  topic: 'topic',
  /** Key: stage, provider and step of the histogram. Count: times in that step. */
  latency: 'latency',
  /** Key: provider and model. Count: tokens read. Sum: tokens written. */
  chat: 'chat',
  /** Key: provider and model. Count: tokens read that were in the provider's cache. */
  cached: 'cached',
  /** Key: provider and model. Count: calls whose tokens were estimated. */
  estimated: 'estimated',
  /** Key: provider and model. Count: characters spoken. */
  voice: 'voice',
  /** Key: provider and model. Count: milliseconds heard. */
  transcription: 'transcription',
  /**
   * Key: band. Count: leads that are neither won nor lost, by when they were last seen. Maintained by a trigger on
   * `leads`.
   */
  openLead: 'open_lead',
} as const;

/** Maximum length of each part of a key. */
const MAX_PART_CHARS = 200;
/** The provider name for the browser's own voice and speech recognition. */
const BROWSER = 'browser';
/** The provider name if a conversation used several. */
const SEVERAL = 'several';
/** Spoken turns counted per conversation. */
const MAX_VOICE_TURNS = 1_000;
/** A visitor who has sent this many messages has stayed (the funnel's 'three_turns'). */
export const STAYED_FROM_MESSAGES = 3;

/** Joins the parts of a key with tabs; a tab within a part becomes a space. */
export const keyOf = (...parts: (string | number)[]): string =>
  parts.map((part) => String(part).replaceAll('\t', ' ').slice(0, MAX_PART_CHARS).toWellFormed()).join('\t');

/** The lower bound of a score's band: 0 to 9, 10 to 19 and so on, 90 to 100. */
export const bandOf = (score: number): number => Math.min(9, Math.floor(Math.max(0, score) / 10)) * 10;

/** Computes the figures of a conversation. Pure. Each pair of name and key occurs once. */
export function figuresOf(session: CountedSession): StoredFigure[] {
  const figures = new Figures();
  const { score, speech } = session;
  figures.add(FIGURES.sessions, session.intent ?? 'none', 1, Number(score >= HIGH_QUALITY_LEAD_SCORE));
  figures.add(FIGURES.start, '');
  figures.add(FIGURES.score, keyOf(bandOf(score)));
  // Whoever booked has gone all the way, in however few messages.
  const { booked } = session;
  if (session.messages >= STAYED_FROM_MESSAGES || booked) {
    figures.add(FIGURES.funnel, 'three_turns');
    if (session.contact || booked) figures.add(FIGURES.funnel, 'contact');
    if (session.cta || booked) figures.add(FIGURES.funnel, 'cta');
    if (booked) figures.add(FIGURES.funnel, 'booked');
  }
  for (const pain of distinct(session.pains)) figures.add(FIGURES.pain, pain);
  for (const topic of distinct(session.topics)) figures.add(FIGURES.topic, topic);
  for (const { provider, ms } of session.replies) addTime(figures, 'reply', provider, ms);
  addVoiceTurns(figures, session);
  for (const { provider, model, prompt_tokens, completion_tokens, cached_tokens, estimated } of session.usage) {
    figures.add(FIGURES.chat, keyOf(provider, model), prompt_tokens, completion_tokens);
    if (cached_tokens) figures.add(FIGURES.cached, keyOf(provider, model), cached_tokens);
    if (estimated) figures.add(FIGURES.estimated, keyOf(provider, model));
  }
  for (const { kind, provider, model, amount } of speech) figures.add(FIGURES[kind], keyOf(provider, model), amount);
  return figures.list();
}

/** Merges figures with the same name and key. */
class Figures {
  readonly #figures = new Map<string, StoredFigure>();

  add(name: string, key: string, count = 1, sum = 0): void {
    const id = `${name}\n${key}`;
    const [, , counted, summed] = this.#figures.get(id) ?? [name, key, 0, 0];
    this.#figures.set(id, [name, key, counted + Math.round(count), summed + Math.round(sum)]);
  }

  /** Sorted, so that the same conversation always yields the same list. */
  list(): StoredFigure[] {
    return [...this.#figures].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, figure]) => figure);
  }
}

/** Adds a time to its histogram; ignores anything that is not a time. */
function addTime(figures: Figures, stage: LatencyStage, provider: string, ms: unknown): void {
  const step = typeof ms === 'number' ? stepOf(ms) : null;
  if (step !== null) figures.add(FIGURES.latency, keyOf(stage, provider, step));
}

/**
 * Adds the stages of spoken turns. Transcriber and voice are known per conversation only: usually there is one of
 * each, and if none of ours was used it was the browser's.
 */
function addVoiceTurns(figures: Figures, { voiceTurns, replies, speech }: CountedSession): void {
  const writers = new Map(replies.map(({ turnId, provider }) => [turnId, provider]));
  const providerOf = (kind: SpeechUsed['kind']) => {
    const providers = new Set(speech.filter((used) => used.kind === kind).map(({ provider }) => provider));
    return providers.size > 1 ? SEVERAL : ([...providers][0] ?? BROWSER);
  };
  const transcriber = providerOf('transcription');
  const voice = providerOf('voice');
  const seen = new Set<string>();
  for (const measured of voiceTurns.slice(0, MAX_VOICE_TURNS)) {
    const turn = (measured ?? {}) as Record<string, unknown>;
    const turnId = typeof turn['turn_id'] === 'string' ? turn['turn_id'].toLowerCase() : '';
    const writer = writers.get(turnId);
    // A page may send anything, even twice; turns that are not part of this conversation are not counted.
    if (writer === undefined || seen.has(turnId)) continue;
    seen.add(turnId);
    addTime(figures, 'utterance_sent', transcriber, turn['utterance_sent']);
    addTime(figures, 'transcribed', transcriber, turn['transcribed']);
    addTime(figures, 'first_word', writer, turn['first_word']);
    addTime(figures, 'first_audio', voice, turn['first_audio']);
    addTime(figures, 'playback_start', voice, turn['playback_start']);
  }
}

/** Unique terms in their first spelling; case and spaces are ignored. */
function distinct(terms: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const term of terms) {
    const shown = term.replace(/\s+/g, ' ').trim().slice(0, MAX_PART_CHARS).toWellFormed();
    if (shown && !known.has(termKey(shown))) known.set(termKey(shown), shown);
  }
  return [...known.values()];
}

/** The normalized form of a term, shared by all its spellings. */
export const termKey = (term: string): string => term.normalize('NFC').toLowerCase();
