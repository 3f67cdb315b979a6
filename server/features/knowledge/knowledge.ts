import type { ScoredPassage, Twin } from '@understudy/contract/twin';
import { contentWords } from '../../platform/text/words.ts';
import { createPhrasebook } from './phrasebook.ts';
import { createPostings } from './postings.ts';
import { synonymOf } from './synonyms.ts';

/** Longest stretch of a query that is looked at, in UTF-16 units: the question is seldom later. */
const QUERY_MAX_CHARS = 600;
/** A synonym's score counts for less than that of the visitor's own word. */
const SYNONYM_WEIGHT = 0.6;
/** What a question put exactly as in the file is worth, beside word scores of about 10 to 100. */
const PHRASE_SCORE = 80;
const PHRASE_NEEDS_COVERAGE = 0.5;

/** What the twin knows, searchable. */
export interface Knowledge {
  /** The passages nearest to the query, best first; empty when no word of it occurs. */
  find(query: string, limit: number): ScoredPassage[];
}

/** Builds the index once; a query takes well under a millisecond. */
export function createKnowledge(twin: Pick<Twin, 'knowledge' | 'persona'>): Knowledge {
  const passages = twin.knowledge;
  // The consultant's name stands in most questions and says nothing about what is asked.
  const ownName = new Set(contentWords(twin.persona.name));
  const postings = createPostings(passages);
  const likeness = createPhrasebook(passages, twin.persona.name);

  /** What the words of a query come to in each passage, by its place; used for one query after the other. */
  const scores = new Float64Array(passages.length);
  const found = new Uint16Array(passages.length);
  const spoken = new Float64Array(passages.length);

  /** Adds up what each word of a query, and each synonym that was not said itself, says about the passages. */
  function tally(words: readonly string[]): void {
    for (const sums of [scores, found, spoken]) sums.fill(0);
    const terms = new Map<string, number>();
    for (const word of words) terms.set(word, (terms.get(word) ?? 0) + 1);
    for (const [word, times] of terms) {
      const weight = times * postings.weightOf(word);
      for (const { at, score, share } of postings.of(word)) {
        add(at, times * score);
        spoken[at] = (spoken[at] ?? 0) + weight * share;
      }
    }
    const synonyms = new Set(words.map(synonymOf));
    for (const synonym of synonyms) {
      if (synonym === null || terms.has(synonym)) continue;
      for (const { at, score } of postings.of(synonym)) add(at, SYNONYM_WEIGHT * score);
    }
  }

  function add(at: number, score: number): void {
    if (score === 0) return;
    scores[at] = (scores[at] ?? 0) + score;
    found[at] = (found[at] ?? 0) + 1;
  }

  return {
    find(query, limit) {
      const asked = query.slice(0, QUERY_MAX_CHARS);
      const words = [...new Set(contentWords(asked))].filter((word) => !ownName.has(word)).map(postings.correct);
      const askedWeight = words.reduce((sum, word) => sum + postings.weightOf(word), 0);
      tally(words);
      const alike = likeness(asked);
      const hits: ScoredPassage[] = [];
      for (const [at, passage] of passages.entries()) {
        const share = askedWeight === 0 ? 0 : (spoken[at] ?? 0) / askedWeight;
        // 'Do you have pets' is like 'do you have time' in all but the word that matters.
        const phrase = words.length === 0 || share >= PHRASE_NEEDS_COVERAGE ? (alike.get(passage.id) ?? 0) : 0;
        const coverage = Math.max(share, phrase);
        if (coverage === 0) continue;
        // A passage that holds two of the words answers better than one that holds the same one twice as well.
        const byWords = (scores[at] ?? 0) * (found[at] ?? 0) * (0.3 + coverage);
        hits.push({ passage, coverage, score: byWords + PHRASE_SCORE * phrase ** 3, likeness: phrase });
      }
      return hits.sort((one, other) => other.score - one.score).slice(0, limit);
    },
  };
}
