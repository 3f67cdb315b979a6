/** What there is to read, hear or see: asked for by its kind, whatever it is to be about. */
import { contentWords } from '../../../platform/text/words.ts';
import { unknown } from './answer.ts';
import { serviceIn } from './cast.ts';
import { type Draft, leadIn, opening, say, unsaidParagraph } from './draft.ts';
import { NEAREST, NO_MORE_MEDIA, REFER } from './phrases.ts';
import type { Scene } from './scene.ts';
import { paragraphsOf } from './text.ts';

const KINDS =
  'podcast|audio ?book|book|e-?book|video|film|newsletter|blog|article|webinar|online course|white ?paper|recording';
const ASKS_FOR = new RegExp(
  String.raw`\b(?:is|are|do|does|did|has|have|can|could|got|any|what|which|where)\b(?: [a-z']+){0,5}? (?:(?:an?|any|some|the|her|your) (?:[a-z]+ )?(${KINDS})s?|(${KINDS})s)\b|^any (?:[a-z]+ )?(${KINDS})s?\b`,
);
/** Asks what others wrote that is worth reading: 'any good papers on delegation'. */
const ADVICE_TO_READ =
  /\b(?:any|some|what|which|good|best|recommend\w*|suggest\w*)\b(?: [a-z']+){0,3} (?:papers?|books?|articles?|literature|studies|reading)\b(?:(?: [a-z']+){0,3} (?:on|about|that|you|to read|i should)\b|\W*$)/;
/** By which words the files tell what to read. */
const RECOMMENDS = /\brecommend/i;
/** How the files are searched for what there is. */
const SOUGHT = 'podcast book newsletter blog videos articles to read';
/** From this coverage on a passage tells of it. */
const TELLS = 0.5;

/** What the files recommend to read; null when that is not asked, or they recommend nothing. */
function adviceToRead(scene: Scene, text: string): Draft | null {
  if (!ADVICE_TO_READ.test(text) || /\b(?:her|your) /.test(text) || serviceIn(scene.cast, scene.message)) return null;
  const [hit] = scene.cast.find(`recommend ${SOUGHT}`, 1);
  const told = hit && paragraphsOf(hit.passage).find((one) => RECOMMENDS.test(one) && !scene.said.has(opening(one)));
  return hit && told ? { parts: [leadIn(scene), told, say(scene, REFER)], knowledge: [hit.passage.id] } : null;
}

/** Answers whether there is a podcast, a book or the like; null when none is asked for. */
export function media(scene: Scene, text: string): Draft | null {
  const advised = adviceToRead(scene, text);
  if (advised) return advised;
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
