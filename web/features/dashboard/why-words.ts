import type { KnowledgeSearch, TurnStage } from '@understudy/contract/reply-trace';
import { spaced } from '../../ui/id-words.ts';

/** What 'Why this answer?' says. */
export const WHY_WORDS = {
  why: 'Why this answer?',
  better: 'Answer this better',
  loading: 'Looking up why',
  answeredBy: 'Answered by',
  embedded: 'the embedded twin, without a language model',
  nobody: 'nobody: the reply failed',
  asked: (model: string) => `in place of ${model}`,
  mode: 'Personality',
  passages: 'Passages found',
  noPassages: 'None: nothing was searched for this message.',
  used: 'used',
  removed: 'no longer in the texts',
  share: (share: number) => (share < 1 ? '< 1%' : `${share}%`),
  shares: 'The percentages tell how clearly each one stood out from all others.',
  facts: 'Facts about the visitor',
  noFacts: 'None.',
  memories: 'Memories from earlier conversations',
  noMemories: 'None.',
  forgotten: 'A memory that was deleted since.',
  moves: 'What was decided',
  noMoves: 'Nothing besides the answer.',
  stages: 'Time of each stage',
  isOld: 'This reply is older than this record. Only what is shown here was kept.',
  given: 'Passages that it used',
} as const;

/** What was done with the best passage, with how sure the twin was. */
export function decisionWords({ decision, sure }: Pick<KnowledgeSearch, 'decision' | 'sure'>): string {
  const done = {
    answer: 'Answered from the first passage',
    near: 'Offered the first passage as a possible answer',
    offer: 'Too uncertain for an answer: offered as topics',
    unknown: 'Not used: too uncertain',
  }[decision];
  return `${done} (${sure}% sure that it answers)`;
}

export const STAGE_WORDS: Record<TurnStage, string> = {
  saved: 'message saved',
  understood: 'understood',
  recalled: 'recalled',
  first_word: 'first word',
  written: 'done',
};

/** Names of facts in a prompt, by field. */
const FACTS: Record<string, string> = { size: 'people', timeline: 'time', contact: 'contact' };
export const factWords = (field: string): string => FACTS[field] ?? spaced(field);

/** Decisions whose names say too little. */
const MOVES: Record<string, string> = {
  first: 'introduced itself',
  met_first: 'greeted by name',
  met: 'greeted by name',
  nearest: 'gave an uncertain answer',
  offer_topics: 'offered topics to choose from',
  heard_topics: 'offered topics to choose from',
  not_known: 'said that it does not know',
  not_known_unkept: 'said that it does not know',
  is_ai: 'said that it is an AI',
  fact: 'read back what it heard',
  fact_unkept: 'read back what it heard',
  heard: 'acknowledged',
  interest: 'noted an interest',
  situation: 'noted a situation',
  own_case: 'offered to pass a case on',
  more: 'went on with the topic',
  injection: 'refused an instruction',
  greeting: 'greeted',
  followup: 'followed up after a silence',
};
/** A move of the embedded twin in a few words. */
export const moveWords = (move: string): string => MOVES[move] ?? spaced(move);
