import type { LatencyStage } from '@understudy/contract/analytics';
import { HIGH_QUALITY_LEAD_SCORE } from '@understudy/contract/constants';
import type { KeptUsage } from '../../platform/database/schema.ts';
import type { StoredFigure } from '../../platform/database/schema-analytics.ts';
import { stepOf } from './histogram.ts';

/** A conversation that is over, as far as it is counted. */
export interface CountedSession {
  intent: string | null;
  /** Final, 0 to 100. */
  score: number;
  /** What the visitor said, in messages. */
  messages: number;
  /** Whether they left an address or a telephone number of their own. */
  contact: boolean;
  cta: boolean;
  pains: readonly string[];
  topics: readonly string[];
  /** Turns that answered a message and were whole, with who answered and how long it took. */
  replies: readonly { turnId: string; provider: string; ms: number }[];
  /** What the page measured of spoken turns. It came from a browser and may be anything. */
  voiceTurns: readonly unknown[];
  /** Calls of language models. */
  usage: readonly KeptUsage[];
  speech: readonly SpeechUsed[];
}

/** Characters spoken, or milliseconds heard, by one model. */
export interface SpeechUsed {
  kind: 'voice' | 'transcription';
  provider: string;
  model: string;
  amount: number;
}

/** Names of figures, and what their two numbers are. The key is what they are by. */
export const FIGURES = {
  /** By intent ('none'): conversations, and how many of them are leads of high quality. */
  sessions: 'sessions',
  /** By nothing: conversations; no sum. A row a quarter of an hour, for what is shown by the hour. */
  start: 'start',
  /** By step of the funnel: those that got so far; no sum. */
  funnel: 'funnel',
  /** By the band's lower end: conversations; no sum. */
  score: 'score',
  /** By spelling: conversations; no sum. */
  pain: 'pain',
  topic: 'topic',
  /** By stage, provider and step of the histogram: times that lie in it; no sum. */
  latency: 'latency',
  /** By provider and model: tokens read, and written. */
  chat: 'chat',
  /** By provider and model: of the tokens read, those that the provider had in its cache; no sum. */
  cached: 'cached',
  /** By provider and model: calls whose tokens were estimated; no sum. */
  estimated: 'estimated',
  /** By provider and model: characters spoken; no sum. */
  voice: 'voice',
  /** By provider and model: milliseconds heard; no sum. */
  transcription: 'transcription',
  /** By band: leads that are neither won nor lost. Counted by a trigger of `leads`, by when they were last seen. */
  openLead: 'open_lead',
} as const;

/** A key of several parts, with tabs between them; a tab within a part becomes a space. */
export const keyOf = (...parts: (string | number)[]): string =>
  parts.map((part) => String(part).replaceAll('\t', ' ').slice(0, LONGEST_PART).toWellFormed()).join('\t');
const LONGEST_PART = 200;
/** Voices and transcribers that no provider of ours was: the browser's own. */
const BROWSER = 'browser';
const SEVERAL = 'several';
/** Spoken turns of one conversation that are counted. */
const MAX_VOICE_TURNS = 1_000;
/** The visitor's messages from which on they stayed, as the funnel has it ('three_turns'). */
export const STAYED_FROM_MESSAGES = 3;

/** The lower end of a score's band: 0 to 9, 10 to 19 and so on, 90 to 100. */
export const bandOf = (score: number): number => Math.min(9, Math.floor(Math.max(0, score) / 10)) * 10;

/** What is counted of a conversation. Depends on nothing but what is given; the same figure stands in it once. */
export function figuresOf(session: CountedSession): StoredFigure[] {
  const figures = new Figures();
  const { score, speech } = session;
  figures.add(FIGURES.sessions, session.intent ?? 'none', 1, Number(score >= HIGH_QUALITY_LEAD_SCORE));
  figures.add(FIGURES.start, '');
  figures.add(FIGURES.score, keyOf(bandOf(score)));
  if (session.messages >= STAYED_FROM_MESSAGES) {
    figures.add(FIGURES.funnel, 'three_turns');
    if (session.contact) figures.add(FIGURES.funnel, 'contact');
    if (session.cta) figures.add(FIGURES.funnel, 'cta');
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

/** Figures with one name and key are one. */
class Figures {
  readonly #figures = new Map<string, StoredFigure>();

  add(name: string, key: string, count = 1, sum = 0): void {
    const id = `${name}\n${key}`;
    const [, , counted, summed] = this.#figures.get(id) ?? [name, key, 0, 0];
    this.#figures.set(id, [name, key, counted + Math.round(count), summed + Math.round(sum)]);
  }

  /** In an order of their own, so that the same conversation has the same figures. */
  list(): StoredFigure[] {
    return [...this.#figures].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, figure]) => figure);
  }
}

function addTime(figures: Figures, stage: LatencyStage, provider: string, ms: unknown): void {
  const step = typeof ms === 'number' ? stepOf(ms) : null;
  if (step !== null) figures.add(FIGURES.latency, keyOf(stage, provider, step));
}

/**
 * Where the time of spoken turns went. Who transcribed and who spoke is known of the conversation: mostly one of each,
 * and where none of ours did it was the browser.
 */
function addVoiceTurns(figures: Figures, { voiceTurns, replies, speech }: CountedSession): void {
  const writers = new Map(replies.map(({ turnId, provider }) => [turnId, provider]));
  const who = (kind: SpeechUsed['kind']) => {
    const providers = new Set(speech.filter((used) => used.kind === kind).map(({ provider }) => provider));
    return providers.size > 1 ? SEVERAL : ([...providers][0] ?? BROWSER);
  };
  const transcriber = who('transcription');
  const voice = who('voice');
  const seen = new Set<string>();
  for (const told of voiceTurns.slice(0, MAX_VOICE_TURNS)) {
    const turn = (told ?? {}) as Record<string, unknown>;
    const turnId = typeof turn['turn_id'] === 'string' ? turn['turn_id'].toLowerCase() : '';
    const writer = writers.get(turnId);
    // A page may say what it likes, and twice: what belongs to no turn of this conversation is not counted.
    if (writer === undefined || seen.has(turnId)) continue;
    seen.add(turnId);
    addTime(figures, 'utterance_sent', transcriber, turn['utterance_sent']);
    addTime(figures, 'transcribed', transcriber, turn['transcribed']);
    addTime(figures, 'first_word', writer, turn['first_word']);
    addTime(figures, 'first_audio', voice, turn['first_audio']);
    addTime(figures, 'playback_start', voice, turn['playback_start']);
  }
}

/** Terms in their first spelling; two that differ in case or spaces are one. */
function distinct(terms: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const term of terms) {
    const shown = term.replace(/\s+/g, ' ').trim().slice(0, LONGEST_PART).toWellFormed();
    if (shown && !known.has(termKey(shown))) known.set(termKey(shown), shown);
  }
  return [...known.values()];
}

/** What spellings of one term have in common. */
export const termKey = (term: string): string => term.normalize('NFC').toLowerCase();
