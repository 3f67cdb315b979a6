/** Whether it works in the visitor's trade: what the notes have on it, and an honest word where they have nothing. */
import { tell } from './answer.ts';
import { IN_TRADE, TRADE_NOT_NAMED } from './case-lines.ts';
import { type Draft, opening, say } from './draft.ts';
import type { Scene } from './scene.ts';
import { paragraphsOf } from './text.ts';
import { onTrade, professionIn, tradeIn, tradeNoun } from './trade.ts';

/** Asks whether it works, or has been done, in a trade. */
const ASKS_FIT =
  /\b(?:works?|working|do (?:this|that|it)|done|help\w*|good|right|suitable|suited|fits?|useful|sense|apply|applies|possible|experience|know|knows|understand|understands|worked|clients?|examples?|anything|too (?:small|special)|what about|how about)\b(?: \S+){0,6} (?:for|in|with|at|to|as|like)?\b/;
/** Words by which the files' own passage on fit is found. */
const FIT_QUESTION = 'do you have experience in our industry';

const OF_OURS = /\blike (?:mine|ours|us)\b|\b(?:for|in|with) (?:us|our|my)\b/;

/** Answers whether it works in a trade; null when that is not asked, or no trade is known. */
export function inTheirTrade(scene: Scene, text: string): Draft | null {
  const own = OF_OURS.test(text) ? scene.facts.trade : null;
  const named = tradeIn(scene.message) ?? own ?? professionIn(text);
  if (!named || !ASKS_FIT.test(text)) return null;
  const known = onTrade(scene.cast, named);
  const general = scene.cast.find(FIT_QUESTION, 1)[0]?.passage ?? null;
  const told = known && tell(scene, known, scene.message);
  if (told) {
    const lead = known?.tags.includes('story') ? say(scene, IN_TRADE, { trade: tradeNoun(named) }) : null;
    return lead ? { ...told, parts: [lead, ...told.parts.slice(1)] } : told;
  }
  // That the trade is not named is said only where it is so.
  const begun = general && paragraphsOf(general).some((paragraph) => scene.said.has(opening(paragraph)));
  const lead = known || begun ? null : say(scene, TRADE_NOT_NAMED, { trade: tradeNoun(named) });
  const rest = general && tell(scene, general, 'trade matters');
  if (!rest) return null;
  return { ...rest, parts: [lead ?? rest.parts[0] ?? null, ...rest.parts.slice(1)] };
}
