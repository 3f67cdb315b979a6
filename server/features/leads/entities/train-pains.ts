/**
 * Learns from the labelled conversations what the features of a phrase are worth (pain-weights.json, `npm run train`).
 * Logistic regression by gradient descent, deterministic; before the last fit over everything it is fitted to all but one
 * file at a time and tried on that one.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fold, stem } from '../../../platform/text/words.ts';
import { askedIn } from '../reading/asked.ts';
import { clausesOf } from '../reading/clauses.ts';
import { readableOf } from '../reading/readable.ts';
import { readStances } from '../reading/stance.ts';
import { piecesOf } from './pain-features.ts';

interface Example {
  features: string[];
  hurts: boolean;
  fold: number;
}

const ROUNDS = 120;
const RATE = 0.5;
/** How strongly weights are held near 0; words seldom seen learn little. */
const SHRINK = 0.015;
/** Words in fewer phrases are not learnt at all. */
const SEEN_LEAST = 4;
/** The share of phrases that tell of what hurts is small; this moves the line between. */
const LEAN = 0.2;
/** Overlap of words from which a phrase is the labelled one. */
const SAME = 0.34;

const wordsOf = (text: string): Set<string> =>
  new Set((fold(text).match(/[\p{L}\d]+/gu) ?? []).filter((word) => word.length > 2).map(stem));

function overlap(one: string, other: string): number {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const both = [...a].filter((word) => b.has(word)).length;
  return a.size + b.size === 0 ? 0 : (2 * both) / (a.size + b.size);
}

function examplesOf(folder: string): Example[] {
  const examples: Example[] = [];
  for (const [number, file] of readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .entries()) {
    for (const line of readFileSync(`${folder}/${file}`, 'utf8').trim().split('\n')) {
      const { messages, labels } = JSON.parse(line) as {
        messages: { speaker: string; text: string }[];
        labels: { pain_points?: string[] };
      };
      let before: string | null = null;
      const pieces: { value: string; features: string[] }[] = [];
      for (const { speaker, text } of messages) {
        if (speaker === 'agent') before = text;
        else {
          const clauses = clausesOf(readableOf(text).text);
          pieces.push(...piecesOf(clauses, readStances(clauses), askedIn(before)));
          before = null;
        }
      }
      const hurting = new Set<object>();
      const near = new Set<object>();
      for (const label of labels.pain_points ?? []) {
        const ranked = pieces
          .map((piece) => ({ piece, same: overlap(piece.value, label) }))
          .sort((one, other) => other.same - one.same);
        for (const [at, { piece, same }] of ranked.entries()) {
          if (same >= SAME && at === 0) hurting.add(piece);
          else if (same >= SAME / 2) near.add(piece);
        }
      }
      for (const piece of pieces) {
        if (hurting.has(piece) || !near.has(piece))
          examples.push({ features: piece.features, hurts: hurting.has(piece), fold: number });
      }
    }
  }
  return examples;
}

function fit(examples: readonly Example[]): Map<string, number> {
  const seen = new Map<string, number>();
  for (const { features } of examples) for (const feature of features) seen.set(feature, (seen.get(feature) ?? 0) + 1);
  const weights = new Map<string, number>(
    [...seen].filter(([, times]) => times >= SEEN_LEAST).map(([feature]) => [feature, 0]),
  );
  for (let round = 0; round < ROUNDS; round += 1) {
    const slopes = new Map<string, number>();
    for (const { features, hurts } of examples) {
      let sum = 0;
      for (const feature of features) sum += weights.get(feature) ?? 0;
      const wrong = (hurts ? 1 : 0) - 1 / (1 + Math.exp(-sum));
      for (const feature of features) if (weights.has(feature)) slopes.set(feature, (slopes.get(feature) ?? 0) + wrong);
    }
    for (const [feature, weight] of weights) {
      // Common features move less at a step, so that all settle.
      const step = (RATE * (slopes.get(feature) ?? 0)) / Math.sqrt((seen.get(feature) ?? 1) * 25);
      weights.set(feature, weight + step - SHRINK * weight * RATE * (feature === 'all' ? 0 : 5));
    }
  }
  return weights;
}

const scoreOf = (weights: ReadonlyMap<string, number>, features: readonly string[]): number =>
  features.reduce((sum, feature) => sum + (weights.get(feature) ?? 0), LEAN_BY);
const LEAN_BY = -Math.log(LEAN / (1 - LEAN));

/** What phrases are worth, and how that does on files that it was not fitted to. */
export interface PainTraining {
  /** By feature; what is nearly 0 is left out. */
  weights: Record<string, number>;
  phrases: number;
  /** On the files left out, one at a time. */
  tally: { found: number; wrong: number; missed: number };
}

/** Fits the weights of phrases to the labelled conversations of a folder. The same files give the same weights. */
export function trainPains(folder: string): PainTraining {
  const examples = examplesOf(folder);
  const tally = { found: 0, wrong: 0, missed: 0 };
  for (const left of new Set(examples.map((one) => one.fold))) {
    const weights = fit(examples.filter((one) => one.fold !== left));
    for (const { features, hurts } of examples.filter((one) => one.fold === left)) {
      const said = scoreOf(weights, features) > 0;
      if (said && hurts) tally.found += 1;
      else if (said) tally.wrong += 1;
      else if (hurts) tally.missed += 1;
    }
  }
  const weights = fit(examples);
  weights.set('all', (weights.get('all') ?? 0) + LEAN_BY);
  const telling = [...weights].filter(([, weight]) => Math.abs(weight) >= 0.05);
  const rounded = Object.fromEntries(telling.map(([feature, weight]) => [feature, Math.round(weight * 100) / 100]));
  return { weights: rounded, phrases: examples.length, tally };
}
