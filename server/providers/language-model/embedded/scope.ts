/** What a piece of work would look like: its whole, with its price for whom has named money, and its time for whom a date. */
import { fold } from '../../../platform/text/words.ts';
import { close } from './answer.ts';
import { serviceIn } from './cast.ts';
import { type Draft, leadIn, say, unsaidParagraph } from './draft.ts';
import { PRICE_LINES } from './phrases.ts';
import type { Scene } from './scene.ts';
import { BUDGET } from './signs.ts';
import { capital } from './text.ts';

const LOOKS_LIKE =
  /\b(?:what|how)\b.{0,80}\b(?:looks? like|(?:would|does|do|will) .{0,40}\b(?:involve|include|entail|consist of|happen|run))\b/;

/** Answers what a named piece of work would look like; null when that is not asked, or was told. */
export function scope(scene: Scene, text: string): Draft | null {
  const service = LOOKS_LIKE.test(text) ? serviceIn(scene.cast, scene.message) : null;
  const passage = scene.cast.services.find((entry) => entry.service === service)?.passage ?? null;
  const whole = passage && unsaidParagraph(scene, passage);
  if (!service || !passage || !whole) return null;
  const { name, price, duration } = service;
  const values = { Service: capital(name), service: name, price, duration };
  const money = BUDGET.test(fold(scene.message)) ? say(scene, PRICE_LINES, values) : null;
  const [soon] = scene.facts.fresh.has('timeline') ? scene.cast.find('how soon can you start', 1) : [];
  const when = soon?.passage.tags.includes('start') ? unsaidParagraph(scene, soon.passage) : null;
  return {
    parts: [leadIn(scene), whole, money, when, close(scene, passage.tags)],
    knowledge: [passage.id, ...(soon && when ? [soon.passage.id] : [])],
  };
}
