/** What a piece of work would look like: its whole, with its price for whom has named money, and its time for whom a date. */

import type { Service } from '@understudy/contract/twin';
import { fold } from '../../../platform/text/words.ts';
import { close, figures, WHEN_QUESTION } from './answer.ts';
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

/** Answers what a piece of work would look like, or whether a sum is enough for it; null when that is not asked, or was told. */
export function scope(scene: Scene, text: string): Draft | null {
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
