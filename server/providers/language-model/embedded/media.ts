/** What there is to read, hear or see: asked for by its kind, whatever it is to be about. */
import { contentWords } from '../../../platform/text/words.ts';
import { unknown } from './answer.ts';
import { serviceIn } from './cast.ts';
import { type Draft, leadIn, opening, say, unsaidParagraph } from './draft.ts';
import { NEAREST, NO_MORE_MEDIA } from './phrases.ts';
import type { Scene } from './scene.ts';
import { paragraphsOf } from './text.ts';

const KINDS =
  'podcast|audio ?book|book|e-?book|video|film|newsletter|blog|article|webinar|online course|white ?paper|recording';
const ASKS_FOR = new RegExp(
  String.raw`\b(?:is|are|do|does|did|has|have|can|could|got|any|what|which|where)\b(?: [a-z']+){0,5}? (?:(?:an?|any|some|the|her|your) (?:[a-z]+ )?(${KINDS})s?|(${KINDS})s)\b|^any (?:[a-z]+ )?(${KINDS})s?\b`,
);
/** How the files are searched for what there is. */
const SOUGHT = 'podcast book newsletter blog videos articles to read';
/** From this coverage on a passage tells of it. */
const TELLS = 0.5;

/** Answers whether there is a podcast, a book or the like; null when none is asked for. */
export function media(scene: Scene, text: string): Draft | null {
  const found = ASKS_FOR.exec(text);
  const kind = found?.[1] ?? found?.[2] ?? found?.[3];
  if (!kind || !text.includes('?') || serviceIn(scene.cast, scene.message)) return null;
  const [hit] = scene.cast.find(`${kind} ${SOUGHT}`, 1);
  if (!hit || hit.coverage < TELLS) return unknown(scene, []);
  const words = contentWords(kind);
  const paragraphs = paragraphsOf(hit.passage);
  const own = paragraphs.find((paragraph) => {
    const spoken = contentWords(paragraph);
    return words.every((word) => spoken.includes(word));
  });
  const said = own !== undefined && scene.said.has(opening(own));
  const paragraph = said ? null : (own ?? unsaidParagraph(scene, hit.passage));
  if (!paragraph)
    return {
      parts: [null, say(scene, NO_MORE_MEDIA, { kinds: `${kind}s` }) ?? say(scene, scene.mode.manner.unknown)],
      knowledge: [],
    };
  return { parts: [own ? leadIn(scene) : say(scene, NEAREST), paragraph], knowledge: [hit.passage.id] };
}
