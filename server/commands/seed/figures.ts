import { EMBEDDED_ID } from '@understudy/contract/twin';
import { type CountedSession, figuresOf } from '../../features/analytics/figures.ts';
import { modelHasNone, questionKey } from '../../features/analytics/unanswered.ts';
import type { SpeechUsed } from '../../features/speech/speech-limits.ts';
import type { KeptUsage } from '../../platform/database/schema.ts';
import type { StoredFigure } from '../../platform/database/schema-analytics.ts';
import { nextRandom } from '../../platform/random.ts';

/** Who answers how many of twenty conversations, and how fast. */
const WRITERS = [
  { provider: 'groq', model: 'openai/gpt-oss-120b', medianMs: 900, spread: 0.5, of20: 13 },
  { provider: 'openai', model: 'gpt-5-mini', medianMs: 2_100, spread: 0.55, of20: 4 },
  { provider: EMBEDDED_ID, model: EMBEDDED_ID, medianMs: 7, spread: 0.6, of20: 3 },
] as const;
/** One conversation in this many is spoken. */
const SPOKEN_EVERY = 3;
/** Tokens of a prompt before anything was said. */
const PROMPT_TOKENS = 520;
const CHARS_PER_TOKEN = 4;
/** Speech rate of visitors. */
const HEARD_CHARS_PER_SECOND = 14;

/** A turn of a template, for counting. */
export interface TimedTurn {
  turn: number;
  /** The visitor's words with their position; null for a greeting. */
  asked: { seq: number; text: string } | null;
  text: string;
}

/** Times and usage of a turn. */
interface TurnWork {
  turn: number;
  provider: string;
  model: string;
  reply_ms: number;
  usage: KeptUsage[] | null;
  /** The page's latency trace, without its id; null for a typed turn. */
  latency_trace: Record<string, number> | null;
}

/** All of a template's figures in the charts. */
export interface TemplateFigures {
  work: TurnWork[];
  speech: SpeechUsed[];
  questions: { seq: number; question: string; key: string }[];
  figures: StoredFigure[];
}

/** What counting needs of a template, beside the invented times and usage. */
type Said = Pick<CountedSession, 'intent' | 'score' | 'contact' | 'cta' | 'pains' | 'topics'>;

/** Invents times and tokens for a template's turns, and counts it like a real conversation. */
export function figuresOfTemplate(place: number, turns: readonly TimedTurn[], said: Said): TemplateFigures {
  const state = { seed: Math.imul(place + 1, 0x9e3779b1) };
  const chance = () => nextRandom(state);
  const pick = Math.floor(chance() * 20);
  const writer = WRITERS.find(
    ({ of20 }, at) => pick < of20 + WRITERS.slice(0, at).reduce((sum, one) => sum + one.of20, 0),
  );
  const { provider, model, medianMs, spread } = writer ?? WRITERS[0];
  const isSpoken = place % SPOKEN_EVERY === 0;
  let context = 0;
  const work = turns.map(({ turn, asked, text }): TurnWork => {
    context += (asked?.text.length ?? 0) + text.length;
    const reply_ms = timeNear(medianMs, spread, chance);
    const tokens = {
      prompt_tokens: PROMPT_TOKENS + Math.round(context / CHARS_PER_TOKEN),
      completion_tokens: Math.ceil(text.length / CHARS_PER_TOKEN),
    };
    const usage = provider === EMBEDDED_ID ? null : [{ provider, model, ...tokens, estimated: false }];
    return {
      turn,
      provider,
      model,
      reply_ms,
      usage,
      latency_trace: isSpoken && asked ? latencyTraceOf(reply_ms, chance) : null,
    };
  });
  const heard = turns.reduce((sum, { asked }) => sum + (asked?.text.length ?? 0), 0);
  const characters = turns.reduce((sum, { text }) => sum + text.length, 0);
  const speech: SpeechUsed[] = isSpoken
    ? [
        {
          kind: 'transcription',
          provider: 'groq',
          model: 'whisper-large-v3-turbo',
          amount: Math.round((heard / HEARD_CHARS_PER_SECOND) * 1_000),
        },
        { kind: 'voice', provider: 'groq', model: 'canopylabs/orpheus-v1-english', amount: characters },
      ]
    : [];
  const questions = provider === EMBEDDED_ID ? [] : questionsOf(turns);
  const figures = figuresOf({
    ...said,
    booked: false,
    messages: turns.filter(({ asked }) => asked).length,
    replies: work.map((one) => ({ turnId: String(one.turn), provider: one.provider, ms: one.reply_ms })),
    voiceTurns: work.flatMap((one) => (one.latency_trace ? [{ ...one.latency_trace, turn_id: String(one.turn) }] : [])),
    usage: work.flatMap(({ usage }) => usage ?? []),
    speech,
  });
  return { work, speech, questions, figures };
}

/** The latency trace of a spoken turn, whose stages follow one another. */
function latencyTraceOf(replyMs: number, chance: () => number): Record<string, number> {
  const utterance_sent = timeNear(180, 0.3, chance);
  const transcribed = utterance_sent + timeNear(260, 0.4, chance);
  const first_word = transcribed + Math.round(replyMs * (0.2 + 0.3 * chance()));
  const first_audio = first_word + timeNear(240, 0.45, chance);
  return {
    end_of_speech: 0,
    utterance_sent,
    transcribed,
    first_word,
    first_audio,
    playback_start: first_audio + timeNear(35, 0.3, chance),
  };
}

/** The questions that a reply did not answer. */
function questionsOf(turns: readonly TimedTurn[]): TemplateFigures['questions'] {
  const found = new Map<string, TemplateFigures['questions'][number]>();
  for (const { asked, text } of turns) {
    const key = asked && modelHasNone(text) ? questionKey(asked.text, []) : null;
    if (asked && key) found.set(key, { seq: asked.seq, question: asked.text, key });
  }
  return [...found.values()];
}

/** A network-like time: mostly near the median, occasionally several times as long. */
function timeNear(medianMs: number, spread: number, chance: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
  return Math.max(1, Math.round(medianMs * Math.exp(spread * normal)));
}
