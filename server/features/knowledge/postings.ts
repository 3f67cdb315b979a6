import type { KnowledgePassage } from '@understudy/contract/twin';
import MiniSearch from 'minisearch';
import { contentWords } from '../../platform/text/words.ts';
import { isSlip } from './slips.ts';
import { synonymOf } from './synonyms.ts';

/**
 * How far a word that occurs nowhere may be from one that does, as a share of its length; short words must be right.
 */
const FUZZY_SHARE = 0.2;
const FUZZY_MIN_LENGTH = 5;
/** What a field counts for beside the passage's text. */
const BOOST = { asked: 3, title: 2, tags: 1.5 };

/** How much of a word a passage speaks of that only holds it, or that is named by a synonym of it. */
const SHARE_IF_HELD = 0.45;
const SHARE_BY_SYNONYM = 0.8;

/** What one word says about one passage. */
export interface Posting {
  /** The passage's place among all. */
  at: number;
  /** How well the passage answers the word alone (BM25 over its fields); 0 for one that does not hold it. */
  score: number;
  /** How much of the word the passage speaks of, 0 to 1: all, if it is meant to be found by it. */
  share: number;
}

/** The words of all passages, each with the passages that speak of it. */
export interface Postings {
  /** The passages that hold a word or are named by a synonym of it. */
  of(word: string): readonly Posting[];
  /** What a word counts for: rare ones more than common ones. */
  weightOf(word: string): number;
  /** A word that occurs nowhere stands for its nearest neighbour, if it has one. */
  correct(word: string): string;
}

/** A field as it is searched: its words, and what else they may be called. */
const indexedWords = (text: string) => contentWords(text).flatMap((word) => [word, synonymOf(word) ?? []].flat());

/**
 * Indexes passages by their words. A query is the sum of its words, so a word is searched for once, when it is first
 * asked for, and what was found is kept: the passages' words and their synonyms are all that can come together.
 */
export function createPostings(passages: readonly KnowledgePassage[]): Postings {
  const index = new MiniSearch<Record<'title' | 'asked' | 'tags' | 'text', string> & { id: number }>({
    fields: ['title', 'asked', 'tags', 'text'],
    // Words come here already cut and folded.
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term || null,
  });
  const names: Set<string>[] = [];
  const frequency = new Map<string, number>();
  for (const [id, { title, asked, tags, text }] of passages.entries()) {
    const fields = { title, asked: asked.join(' '), tags: tags.join(' ') };
    const named = new Set(indexedWords(Object.values(fields).join(' ')));
    names.push(named);
    for (const word of named.union(new Set(indexedWords(text)))) frequency.set(word, (frequency.get(word) ?? 0) + 1);
    index.add({
      id,
      title: indexedWords(fields.title).join(' '),
      asked: indexedWords(fields.asked).join(' '),
      tags: indexedWords(fields.tags).join(' '),
      text: indexedWords(text).join(' '),
    });
  }
  const weightAt = (holders: number) => Math.log(1 + passages.length / (holders + 0.5));
  const weights = new Map([...frequency].map(([word, holders]) => [word, weightAt(holders)]));
  const weightOfUnknown = weightAt(0);
  const found = new Map<string, readonly Posting[]>();

  function read(word: string): Posting[] {
    const scores = new Map(index.search(word, { boost: BOOST }).map(({ id, score }) => [Number(id), score]));
    const synonym = synonymOf(word);
    return names.flatMap((named, at) => {
      const score = scores.get(at);
      if (score !== undefined) return { at, score, share: named.has(word) ? 1 : SHARE_IF_HELD };
      return synonym && named.has(synonym) ? { at, score: 0, share: SHARE_BY_SYNONYM } : [];
    });
  }

  return {
    of(word) {
      if (!frequency.has(word) && !synonymOf(word)) return [];
      const known = found.get(word) ?? read(word);
      found.set(word, known);
      return known;
    },
    weightOf: (word) => weights.get(word) ?? weightOfUnknown,
    correct(word) {
      if (frequency.has(word) || word.length < FUZZY_MIN_LENGTH) return word;
      const found = index.search(word, { fuzzy: FUZZY_SHARE, prefix: false, tokenize: (text) => [text] });
      return found.flatMap(({ terms }) => terms).find((term) => isSlip(word, term)) ?? word;
    },
  };
}
