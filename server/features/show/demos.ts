import {
  DEMO_ENHANCEMENT_EVERY_MS,
  DEMO_EXAMPLES,
  DEMO_PERFORMANCE_MIN,
  DEMO_REUSE_BLOCK_MS,
  DEMO_WEIGHTS,
  ENERGY_MAX,
  type ShowMode,
} from '@understudy/contract/constants';
import type { DemoScript } from '@understudy/contract/show-files';
import { contentWords, fold } from '../../platform/text/words.ts';
import type { SentenceVector } from '../../providers/embedder/encoder/sentence-encoder.ts';
import type { ShowState } from './engine/show-state.ts';
import { activeTopics } from './engine/threads.ts';
import { type Encoded, nearness } from './library.ts';

/** What a demo is chosen for. */
export interface DemoQuery {
  now: number;
  text: string;
  vector: SentenceVector | null;
  mode: ShowMode;
  energy: number;
  /** Topics of the show now. */
  topics: readonly string[];
  /** When a demo was last used, and which. */
  usedAt: number | null;
  used: readonly { id: string; at: number }[];
  /** Learnt performance by id, 0 to 1. */
  performance: ReadonlyMap<string, number>;
}

/** What a demo is chosen for in a show as it is now. */
export const demoQuery = (
  state: ShowState,
  { text, vector }: Pick<DemoQuery, 'text' | 'vector'>,
  performance: DemoQuery['performance'],
): DemoQuery => ({
  ...{ now: state.clock, text, vector, mode: state.mode, energy: state.energy, topics: activeTopics(state) },
  ...{ usedAt: state.demoUsedAt, used: state.demos, performance },
});

/** A demo with its score. */
export interface DemoHit {
  script: DemoScript;
  /** 0 to 1. */
  score: number;
  /** How near the visitor's words are to its cue, 0 to 1. */
  semantic: number;
}

/** A demo with all parts of its score, each 0 to 1. */
export interface ScoredDemo extends DemoHit {
  context: number;
  performance: number;
  freshness: number;
  mode: number;
}

/** Age at which a used demo is fresh again. */
const FRESH_AFTER_MS = 30 * 60_000;

/** A demo's words, folded: those of its tags and contexts, and of each of its cues. */
interface DemoWords {
  tags: ReadonlySet<string>;
  cues: readonly { folded: string; words: readonly string[] }[];
}

/** Each line is compared with every demo, whose own words are taken apart once. */
const demoWords = new WeakMap<DemoScript, DemoWords>();
function wordsOf(script: DemoScript): DemoWords {
  const known = demoWords.get(script);
  if (known) return known;
  const { exchange, metadata } = script;
  const words = {
    tags: new Set([...metadata.tags, ...metadata.optimal_context].flatMap((tag) => contentWords(tag))),
    cues: [exchange.human, ...metadata.triggers].map((cue) => ({ folded: fold(cue), words: contentWords(cue) })),
  };
  demoWords.set(script, words);
  return words;
}

/** What a demo is compared with: the line, and the topics of the show. */
interface QueryWords {
  line: string;
  words: ReadonlySet<string>;
  topics: readonly string[];
}

/** Nearness of a line that has all words of a cue, but not in a row: not near enough to say the demo's reply. */
const ALL_WORDS = 0.7;

/** Nearness by words, for demos without vectors: by the share of a cue's words that the line has. */
function wordNearness({ line, words }: QueryWords, script: DemoScript): number {
  return Math.max(
    0,
    ...wordsOf(script).cues.map(({ folded, words: own }) => {
      if (line.includes(folded)) return 1;
      return own.length === 0 ? 0 : (ALL_WORDS * own.filter((word) => words.has(word)).length) / own.length;
    }),
  );
}

/** How well a demo's tags and contexts fit the topics, and its energy the show's; 0 to 1. */
function contextOf(script: DemoScript, { topics }: QueryWords, energy: number): number {
  const { tags } = wordsOf(script);
  const fitting = topics.some((word) => tags.has(word));
  return (fitting ? 0.5 : 0) + 0.5 * (1 - Math.abs(script.metadata.energy_level - energy) / ENERGY_MAX);
}

/** A demo's score: the weighted sum of its parts (section 9). */
function scored(
  { value: script, vectors }: Encoded<DemoScript>,
  query: DemoQuery,
  words: QueryWords,
  usedAt: number | null,
): ScoredDemo {
  const parts = {
    semantic: query.vector && vectors.length > 0 ? nearness(query.vector, vectors) : wordNearness(words, script),
    context: contextOf(script, words, query.energy),
    performance: query.performance.get(script.id) ?? script.performance_metrics.overall_effectiveness,
    freshness: usedAt === null ? 1 : Math.min(1, (query.now - usedAt) / FRESH_AFTER_MS),
    mode: script.metadata.mode === query.mode ? 1 : 0,
  };
  const keys = Object.keys(DEMO_WEIGHTS) as (keyof typeof DEMO_WEIGHTS)[];
  return { script, ...parts, score: keys.reduce((sum, key) => sum + DEMO_WEIGHTS[key] * parts[key], 0) };
}

/** All demos with their scores, whether or not they may be used now. Best first. */
export function rankDemos(demos: readonly Encoded<DemoScript>[], query: DemoQuery): ScoredDemo[] {
  const lastUse = new Map(query.used.map(({ id, at }) => [id, at]));
  const words: QueryWords = {
    line: fold(query.text),
    words: new Set(contentWords(query.text)),
    topics: contentWords([query.text, ...query.topics].join(' ')),
  };
  return demos
    .map((demo) => scored(demo, query, words, lastUse.get(demo.value.id) ?? null))
    .sort((one, other) => other.score - one.score);
}

/**
 * The demos that fit best (section 9): at most DEMO_EXAMPLES, none within DEMO_ENHANCEMENT_EVERY_MS of the last, none
 * again within DEMO_REUSE_BLOCK_MS, none that has shown to be worth less than DEMO_PERFORMANCE_MIN. Best first.
 */
export function findDemos(demos: readonly Encoded<DemoScript>[], query: DemoQuery): ScoredDemo[] {
  const { now, usedAt, used } = query;
  if (usedAt !== null && now - usedAt < DEMO_ENHANCEMENT_EVERY_MS) return [];
  const isBlocked = (id: string) => used.some((use) => use.id === id && now - use.at < DEMO_REUSE_BLOCK_MS);
  return rankDemos(demos, query)
    .filter(({ script, performance }) => performance >= DEMO_PERFORMANCE_MIN && !isBlocked(script.id))
    .slice(0, DEMO_EXAMPLES);
}
