/** What would be good to know of a visitor who may become a client, asked where it fits in the talk. */
import { NEXT_QUESTIONS } from '@understudy/contract/leads';
import type { Act } from './acts.ts';
import { insulted, mayAsk } from './draft.ts';
import type { Scene } from './scene.ts';

/** Acts behind which it may be asked: who tells or asks about the matter. Not who complains, doubts, refuses or leaves. */
const INVITES = new Set<Act>([
  'question',
  'statement',
  'price',
  'duration',
  'elaborate',
  'another',
  'advise',
  'can_help',
  'example',
  'help',
  'affirm',
  'acknowledge',
]);

/** The scene for the answer to an act: behind most of them nothing is wanted of the visitor. */
export const withMoment = (scene: Scene, act: Act): Scene =>
  scene.wanted !== null && (!INVITES.has(act) || insulted(scene)) ? { ...scene, wanted: null } : scene;

/** Lines before which nobody is asked for an address. */
const ADDRESS_LINES = 3;
/** Replies in which an offer counts as just made. */
const OFFER_LINES = 4;
/** Replies in which prices count as talked of. */
const PRICE_LINES = 4;

/** Whether each question has a place in the talk, beside what is known from it. */
const FITS: Partial<Record<string, (scene: Scene, about: readonly string[]) => boolean>> = {
  [NEXT_QUESTIONS.need]: ({ facts, asked }) =>
    !facts.told.has('problem') && !facts.told.has('outcome') && !asked.has('problem') && !asked.has('outcome'),
  [NEXT_QUESTIONS.timeline]: ({ facts, asked }) => facts.timeline === null && !asked.has('timeline'),
  [NEXT_QUESTIONS.authority]: ({ facts, asked }) =>
    facts.role === null && !facts.told.has('decider') && !asked.has('decider'),
  [NEXT_QUESTIONS.company]: ({ facts }) => facts.company === null && facts.trade === null,
  // Who was told no price is not asked what they would pay.
  [NEXT_QUESTIONS.budget]: ({ facts, told }, about) =>
    !facts.budget &&
    (about.includes('price') || told.slice(-PRICE_LINES).some((passage) => passage?.tags.includes('price'))),
  [NEXT_QUESTIONS.contact]: ({ facts, consent, call, visitorLines, agentLines, cast }) =>
    consent !== false &&
    call === null &&
    facts.email === null &&
    facts.phone === null &&
    !facts.noContact &&
    visitorLines.length + 1 >= ADDRESS_LINES &&
    !agentLines.slice(-OFFER_LINES).some((line) => line.includes(cast.twin.persona.contact.email)),
};

const ALL: readonly string[] = Object.values(NEXT_QUESTIONS);

/**
 * The question, once in a conversation, and never two of its kind in a row: a talk is no form.
 *
 * @param about tags of what the reply speaks of
 */
export function wantedQuestion(scene: Scene, about: readonly string[] = []): string | null {
  const { wanted, visitorLines, lastAgent, said } = scene;
  if (wanted === null || visitorLines.length === 0 || !mayAsk(scene) || said.has(wanted)) return null;
  if (ALL.some((question) => lastAgent.endsWith(question))) return null;
  return (FITS[wanted]?.(scene, about) ?? true) ? wanted : null;
}
