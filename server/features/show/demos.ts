import {
  DEMO_ENHANCEMENT_EVERY_MS,
  DEMO_EXAMPLES,
  DEMO_LEARNING_RATE,
  DEMO_PERFORMANCE_MIN,
  DEMO_REUSE_BLOCK_MS,
  DEMO_WEIGHTS,
  ENERGY_MAX,
  type ShowMode,
} from '@understudy/contract/constants';
import type { DemoScript } from '@understudy/contract/twin';
import { contentWords, fold } from '../../platform/text/words.ts';
import type { SentenceVector } from '../../providers/embedder/encoder/sentence-encoder.ts';
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

/** A demo with its score. */
export interface DemoHit {
  script: DemoScript;
  /** 0 to 1. */
  score: number;
  /** How near the visitor's words are to its cue, 0 to 1. */
  semantic: number;
}

/** Age at which a used demo is fresh again. */
const FRESH_AFTER_MS = 30 * 60_000;

/** Nearness by words, for demos without vectors: the share of a cue's words that the line has. */
function wordNearness(text: string, { exchange, metadata }: DemoScript): number {
  const words = new Set(contentWords(text));
  const line = fold(text);
  return Math.max(
    0,
    ...[exchange.human, ...metadata.triggers].map((cue) => {
      if (line.includes(fold(cue))) return 1;
      const own = contentWords(cue);
      return own.length === 0 ? 0 : own.filter((word) => words.has(word)).length / own.length;
    }),
  );
}

/** How well a demo's tags and contexts fit the topics, and its energy the show's; 0 to 1. */
function contextOf({ metadata }: DemoScript, { text, topics, energy }: DemoQuery): number {
  const words = new Set(contentWords([text, ...topics].join(' ')));
  const cues = [...metadata.tags, ...metadata.optimal_context];
  const fitting = cues.some((cue) => contentWords(cue).some((word) => words.has(word)));
  return (fitting ? 0.5 : 0) + 0.5 * (1 - Math.abs(metadata.energy_level - energy) / ENERGY_MAX);
}

/**
 * The demos that fit best (section 9): at most DEMO_EXAMPLES, none within DEMO_ENHANCEMENT_EVERY_MS of the last, none
 * again within DEMO_REUSE_BLOCK_MS, none that has shown to be worth less than DEMO_PERFORMANCE_MIN. Best first.
 */
export function findDemos(demos: readonly Encoded<DemoScript>[], query: DemoQuery): DemoHit[] {
  const { now, usedAt, used, performance } = query;
  if (usedAt !== null && now - usedAt < DEMO_ENHANCEMENT_EVERY_MS) return [];
  const lastUse = new Map(used.map(({ id, at }) => [id, at]));
  return demos
    .flatMap(({ value: script, vectors }): DemoHit[] => {
      const worth = performance.get(script.id) ?? script.performance_metrics.overall_effectiveness;
      const at = lastUse.get(script.id);
      if (worth < DEMO_PERFORMANCE_MIN || (at !== undefined && now - at < DEMO_REUSE_BLOCK_MS)) return [];
      const semantic =
        query.vector && vectors.length > 0 ? nearness(query.vector, vectors) : wordNearness(query.text, script);
      const parts = {
        semantic,
        context: contextOf(script, query),
        performance: worth,
        freshness: at === undefined ? 1 : Math.min(1, (now - at) / FRESH_AFTER_MS),
        mode: script.metadata.mode === query.mode ? 1 : 0,
      };
      const keys = Object.keys(DEMO_WEIGHTS) as (keyof typeof DEMO_WEIGHTS)[];
      return [{ script, semantic, score: keys.reduce((sum, key) => sum + DEMO_WEIGHTS[key] * parts[key], 0) }];
    })
    .sort((one, other) => other.score - one.score)
    .slice(0, DEMO_EXAMPLES);
}

/** The performance after a use. @param reward what the audience made of it, 0 to 1 */
export const learnt = (before: number, reward: number): number => before + DEMO_LEARNING_RATE * (reward - before);
