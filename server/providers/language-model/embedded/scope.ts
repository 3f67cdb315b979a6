/** What a piece of work would look like: its whole, with its price for whom has named money, and its time for whom a date. */

import type { Service } from '@understudy/contract/twin';
import { fold } from '../../../platform/text/words.ts';
import { close, figures, tell, WHEN_QUESTION } from './answer.ts';
import { serviceIn } from './cast.ts';
import { type Draft, leadIn, say, unsaidParagraph } from './draft.ts';
import { PRICE_LINES } from './phrases.ts';
import type { Scene } from './scene.ts';
import { BUDGET } from './signs.ts';
import { capital } from './text.ts';

const LOOKS_LIKE =
  /\b(?:what|how)\b.{0,80}\b(?:looks? like|(?:would|does|do|will) .{0,40}\b(?:involve|include|entail|consist of|happen|run))\b/;
/** 'What is included in that': in the piece of work that was last told of. */
const INCLUDED = /\bwhat(?:'s| is| would be| else is) (?:included|in (?:it|that|this))\b/;
const ENOUGH =
  /\b(?:is|would|will) (?:that|this|it|[€$£]?\d[\d.,]*k?) (?:be )?(?:enough|sufficient|realistic|too little)\b|\b(?:does|would|will) (?:that|this|it) (?:cover|buy|suffice)\b/;
/** Replies in which a piece of work is looked for. */
const LINES = 6;

/** The piece of work that is asked about. */
function serviceOf(scene: Scene, text: string): Service | null {
  const { services } = scene.cast;
  const named = serviceIn(scene.cast, scene.message);
  if (named || !INCLUDED.test(text)) return named;
  const told = scene.told.slice(-LINES).findLast((passage) => services.some((entry) => entry.passage === passage));
  return services.find((entry) => told && entry.passage === told)?.service ?? scene.thread.service;
}

/** Asks whether, or how long ahead, a piece of work can be had. */
const CAN_BE_HAD =
  /\b(?:fit|possible|available|free|squeeze|manage|schedule|book|have|hold|do|run|start|begin)\b.*\b(?:in|on|by|before|for|next|this|until|around|early|late|mid) ?(?:-|the |an? )?(?:(?:early|late|mid|end of|first|second|last) ?-?)*(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|q[1-4]|week|month|quarter|year)\b/;
/** How long ahead it is to be asked for. */
export const HOW_EARLY =
  /\b(?:how|what)\b.*\b(?:ahead|in advance|notice|lead ?times?|waiting times?)\b|\bhow (?:soon|early)\b|\b(?:lead|waiting) times?\b/;
/** Asks when, and nothing else. */
const ASKS_WHEN =
  /^(?:(?:and|so|but|ok|hi|hello|well)[, ]+)*(?:can|could|would|will|is|are|do|does|may|how|what|when)\b/;

/**
 * Answers when a named piece of work can be had, by the paragraph that speaks of it; null when that is not asked, or was told.
 *
 * @param sign by which words it is asked
 */
export function whenToBeHad(scene: Scene, text: string, sign: RegExp): Draft | null {
  const service = serviceIn(scene.cast, scene.message);
  const [hit] = service && ASKS_WHEN.test(text) && sign.test(text) ? scene.cast.find(WHEN_QUESTION, 1) : [];
  if (!service || !hit?.passage.tags.includes('start')) return null;
  // The files may call it by its kind: 'workshops are easiest with six weeks' notice'.
  return tell(scene, hit.passage, [service.name, ...service.aliases].join(' '));
}

/** Answers what a piece of work would look like, or whether a sum is enough for it; null when that is not asked, or was told. */
export function scope(scene: Scene, text: string): Draft | null {
  const had = whenToBeHad(scene, text, HOW_EARLY) ?? whenToBeHad(scene, text, CAN_BE_HAD);
  if (had) return had;
  if (!LOOKS_LIKE.test(text) && !INCLUDED.test(text) && !ENOUGH.test(text)) return null;
  const service = serviceOf(scene, text);
  if (service && ENOUGH.test(text)) return figures(scene, service, 'price');
  const passage = scene.cast.services.find((entry) => entry.service === service)?.passage ?? null;
  const whole = passage && unsaidParagraph(scene, passage);
  if (!service || !passage || !whole) return null;
  const { name, price, duration } = service;
  const values = { Service: capital(name), service: name, price, duration };
  const money = BUDGET.test(fold(scene.message)) ? say(scene, PRICE_LINES, values) : null;
  const [soon] = scene.facts.fresh.has('timeline') ? scene.cast.find(WHEN_QUESTION, 1) : [];
  const when = soon?.passage.tags.includes('start') ? unsaidParagraph(scene, soon.passage) : null;
  return {
    parts: [leadIn(scene), whole, money, when, close(scene, passage.tags)],
    knowledge: [passage.id, ...(soon && when ? [soon.passage.id] : [])],
  };
}
