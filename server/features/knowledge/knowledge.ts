import type { KnowledgePassage, ScoredPassage, Twin } from '@understudy/contract/twin';
import MiniSearch from 'minisearch';
import { contentWords } from '../../platform/text/words.ts';
import { createPhrasebook } from './phrasebook.ts';
import { synonymOf } from './synonyms.ts';

/** Longest stretch of a query that is looked at, in UTF-16 units: the question is seldom later. */
const QUERY_MAX_CHARS = 600;
/** How far a word that occurs nowhere may be from one that does, as a share of its length; short words must be right. */
const FUZZY_SHARE = 0.2;
const FUZZY_MIN_LENGTH = 5;
/** A synonym counts for less than the visitor's own word. */
const SYNONYM_WEIGHT = 0.6;
/** What a question put exactly as in the file is worth, beside word scores of about 10 to 100. */
const PHRASE_SCORE = 80;
const PHRASE_NEEDS_COVERAGE = 0.5;

/** What the twin knows, searchable. */
export interface Knowledge {
  /** The passages nearest to the query, best first; empty when no word of it occurs. */
  find(query: string, limit: number): ScoredPassage[];
}

interface Indexed {
  id: string;
  title: string;
  asked: string;
  tags: string;
  text: string;
}

/** A word of a question with what it counts for: rare words more than common ones. */
interface Weighed {
  word: string;
  weight: number;
  synonym: string | null;
}

/** Words of a passage: those by which it is meant to be found, and all of them. */
interface Vocabulary {
  named: Set<string>;
  all: Set<string>;
}

const withSynonyms = (words: string[]) => words.flatMap((word) => [word, synonymOf(word) ?? []].flat());

/** A field as it is searched: its words, and what else they may be called. */
const indexed = (text: string) => withSynonyms(contentWords(text)).join(' ');

function vocabularyOf(passage: KnowledgePassage): Vocabulary {
  const named = new Set(withSynonyms(contentWords([passage.title, ...passage.asked, ...passage.tags].join(' '))));
  return { named, all: new Set([...named, ...withSynonyms(contentWords(passage.text))]) };
}

/** Builds the index once; a query takes well under a millisecond. */
export function createKnowledge(twin: Pick<Twin, 'knowledge' | 'persona'>): Knowledge {
  const byId = new Map(twin.knowledge.map((passage) => [passage.id, passage]));
  const vocabularies = new Map(twin.knowledge.map((passage) => [passage.id, vocabularyOf(passage)]));
  // The consultant's name stands in most questions and says nothing about what is asked.
  const ownName = new Set(contentWords(twin.persona.name));
  const frequency = new Map<string, number>();
  for (const { all } of vocabularies.values()) {
    for (const word of all) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  }
  const weightAt = (passages: number) => Math.log(1 + twin.knowledge.length / (passages + 0.5));
  const weights = new Map([...frequency].map(([word, passages]) => [word, weightAt(passages)]));
  const weightOfUnknown = weightAt(0);

  const likeness = createPhrasebook(twin.knowledge, twin.persona.name);

  const index = new MiniSearch<Indexed>({
    fields: ['title', 'asked', 'tags', 'text'],
    // Words come here already cut and folded.
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term || null,
  });
  index.addAll(
    twin.knowledge.map(({ id, title, asked, tags, text }) => ({
      id,
      title: indexed(title),
      asked: indexed(asked.join(' ')),
      tags: indexed(tags.join(' ')),
      text: indexed(text),
    })),
  );

  /** A word that occurs nowhere stands for its nearest neighbour, if it has one. */
  function correct(word: string): string {
    if (frequency.has(word) || word.length < FUZZY_MIN_LENGTH) return word;
    const [nearest] = index.search(word, { fuzzy: FUZZY_SHARE, prefix: false, tokenize: (text) => [text] });
    return nearest?.terms[0] ?? word;
  }

  /** What each word of a question counts for, made once a question and not once a passage. */
  function weigh(words: string[]): Weighed[] {
    return words.map((word) => ({
      word,
      weight: weights.get(word) ?? weightOfUnknown,
      synonym: synonymOf(word) ?? null,
    }));
  }

  function coverageOf(id: string, words: Weighed[]): number {
    const vocabulary = vocabularies.get(id);
    if (!vocabulary) return 0;
    let asked = 0;
    let spoken = 0;
    for (const { word, weight, synonym } of words) {
      asked += weight;
      if (vocabulary.named.has(word)) spoken += weight;
      else if (vocabulary.all.has(word)) spoken += weight * 0.45;
      else if (synonym && vocabulary.named.has(synonym)) spoken += weight * 0.8;
    }
    return asked === 0 ? 0 : spoken / asked;
  }

  function search(words: string[]): Map<string, number> {
    if (words.length === 0) return new Map();
    const synonyms = new Set(words.flatMap((word) => synonymOf(word) ?? []));
    for (const word of words) synonyms.delete(word);
    const found = index.search([...words, ...synonyms].join(' '), {
      boost: { asked: 3, title: 2, tags: 1.5 },
      boostTerm: (term) => (synonyms.has(term) ? SYNONYM_WEIGHT : 1),
    });
    return new Map(found.map(({ id, score }) => [String(id), score]));
  }

  return {
    find(query, limit) {
      const asked = query.slice(0, QUERY_MAX_CHARS);
      const words = [...new Set(contentWords(asked))].filter((word) => !ownName.has(word)).map(correct);
      const weighed = weigh(words);
      const scores = search(words);
      const alike = likeness(asked);
      const hits: ScoredPassage[] = [];
      for (const id of new Set([...scores.keys(), ...alike.keys()])) {
        const passage = byId.get(id);
        const spoken = coverageOf(id, weighed);
        // 'Do you have pets' is like 'do you have time' in all but the word that matters.
        const phrase = words.length === 0 || spoken >= PHRASE_NEEDS_COVERAGE ? (alike.get(id) ?? 0) : 0;
        const coverage = Math.max(spoken, phrase);
        if (coverage === 0) continue;
        const score = (scores.get(id) ?? 0) * (0.3 + coverage) + PHRASE_SCORE * phrase ** 3;
        if (passage) hits.push({ passage, coverage, score, likeness: phrase });
      }
      return hits.sort((one, other) => other.score - one.score).slice(0, limit);
    },
  };
}
