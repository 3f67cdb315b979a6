import { readFileSync } from 'node:fs';
import type { Slot } from '../reading/asked.ts';
import type { Clause } from '../reading/clauses.ts';
import type { Reading } from '../reading/stance.ts';
import type { Found } from './found.ts';
import { piecesOf } from './pain-features.ts';

/** Phrases taken from one line. */
const LINE_MOST = 2;

let weights: Record<string, number> | null = null;

/** What a phrase's features are worth together; above 0 it tells of what hurts. */
function painScore(features: readonly string[]): number {
  weights ??= JSON.parse(readFileSync(new URL('pain-weights.json', import.meta.url), 'utf8')) as Record<string, number>;
  let sum = 0;
  for (const feature of features) if (Object.hasOwn(weights, feature)) sum += weights[feature] ?? 0;
  return sum;
}

/** Phrases for what hurts in a line, in their order. */
export function painsIn(clauses: readonly Clause[], readings: readonly Reading[], asked: ReadonlySet<Slot>): Found[] {
  const found = piecesOf(clauses, readings, asked)
    .map(({ value, from, to, features }) => ({ value, from, to, strength: painScore(features) }))
    .filter(({ strength }) => strength > 0);
  const best = new Set([...found].sort((one, other) => other.strength - one.strength).slice(0, LINE_MOST));
  return found.filter((one) => best.has(one));
}
