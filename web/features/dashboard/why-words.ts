import type { KnowledgeSearch, TurnStage } from '@understudy/contract/reply-trace';
import { t } from '../../platform/texts.ts';
import { spaced } from '../../ui/id-words.ts';

/** What 'Why this answer?' says. */
export const whyWords = () => ({
  why: t('why.why'),
  better: t('why.better'),
  loading: t('why.loading'),
  answeredBy: t('why.answeredBy'),
  embedded: t('why.embedded'),
  nobody: t('why.nobody'),
  mode: t('why.mode'),
  passages: t('why.passages'),
  noPassages: t('why.noPassages'),
  used: t('why.used'),
  removed: t('why.removed'),
  shares: t('why.shares'),
  facts: t('why.facts'),
  noFacts: t('why.noFacts'),
  memories: t('why.memories'),
  noMemories: t('why.noMemories'),
  forgotten: t('why.forgotten'),
  moves: t('why.moves'),
  noMoves: t('why.noMoves'),
  stages: t('why.stages'),
  isOld: t('why.isOld'),
  given: t('why.given'),
  asked: (model: string) => t('why.asked', { model }),
  share: (share: number) => (share < 1 ? '< 1%' : `${share}%`),
});

/** What was done with the best passage, with how sure the twin was. */
export const decisionWords = ({ decision, sure }: Pick<KnowledgeSearch, 'decision' | 'sure'>): string =>
  t('why.sure', { done: t(`why.decision.${decision}`), sure });

export const stageWords = (stage: TurnStage): string => t(`why.stage.${stage}`);

/** Facts of a prompt, by the names of their fields. */
const FACTS = ['name', 'role', 'company', 'size', 'budget', 'timeline', 'contact'] as const;
export function factWords(field: string): string {
  const known = FACTS.find((one) => one === field);
  return known ? t(`why.fact.${known}`) : spaced(field);
}

/** Moves whose names say too little. */
const MOVES = [
  'first',
  'met_first',
  'met',
  'nearest',
  'offer_topics',
  'heard_topics',
  'not_known',
  'not_known_unkept',
  'is_ai',
  'fact',
  'fact_unkept',
  'heard',
  'interest',
  'situation',
  'own_case',
  'more',
  'injection',
  'greeting',
  'followup',
] as const;
/** A move of the embedded twin in a few words. */
export function moveWords(move: string): string {
  const known = MOVES.find((one) => one === move);
  return known ? t(`why.move.${known}`) : spaced(move);
}
