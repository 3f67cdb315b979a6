/** A need or a doubt that is told and not asked: 'our lawyer will want a contract' asks for one all the same. */
import type { ScoredPassage } from '@understudy/contract/twin';
import { fold } from '../../../platform/text/words.ts';
import { close, tell } from './answer.ts';
import { NEED_LEAD } from './case-lines.ts';
import { serviceIn } from './cast.ts';
import { type Draft, meet, say, unsaidParagraph } from './draft.ts';
import type { Scene } from './scene.ts';

/** What somebody wants, expects, fears or holds against it. */
const NEED =
  /\b(?:will|would|'ll|might|may|is going to|are going to|has to|have to) (?:\w+ )?(?:ask(?: for| about)?|want|need|insist on|demand|expect|object(?: to)?|complain about|resist|refuse|hate|see)\b|\b(?:wants?|needs?|asks? for|insists? on|demands?|requires?|expects?|look(?:s|ing) for)\b|\b(?:thinks|believes?|fears?|doubts?)\b|\b(?:worried|worries|afraid|scared|sceptical|skeptical|concerned|unsure|nervous|not convinced|not sure|allergic to|against)\b|\bha(?:s|ve) (?:no|little|not enough|not much) \w+|\bdo(?:es)?n'?t (?:like|trust|believe in|want|have)\b|\bwe(?:'re| are) (?=an? [a-z-]+\W*$)\b|\b(?:burnt|burned|bad experiences?) (?:by|with)\b/;

/** Doubt of the whole trade of advice, in its many forms, as people commonly put it. */
const DOUBT =
  /\b(?:last|former|previous|other|another|big|your|of those|more) consult(?:ant|anc|ing)\w*|\bconsult(?:ants?|ing) (?:borrows?|only|just|never|always|costs?|leaves?|left|promises?|charges?|talks?|is|are|wrote|told)\b/;
const DOUBT_PUT = 'we had bad experiences with consultants';

/** They want it no more. */
const DROPS =
  /\b(?:forget|drop|cancel|skip|scrap|no longer|instead of|said no|don'?t (?:want|need)|do not (?:want|need))\b/;

/** A passage answers a need when it covers this much of it with this score, */
const MEETS = 0.6;
const MEETS_SCORE = 25;
/** or a little less with much more. */
const NEARLY = 0.4;
const NEARLY_SCORE = 45;
/** And it is found for all that was said too: a need of 'different things' alone is none. */
const OF_THE_WHOLE = 30;
/** What tells of a life or of other companies answers no need. */
const NOT_AN_ANSWER = new Set(['background', 'story', 'opinion']);

const meets = ({ coverage, score, likeness, passage }: ScoredPassage) =>
  (likeness >= MEETS || !passage.tags.some((tag) => NOT_AN_ANSWER.has(tag)) || passage.tags.includes('trust')) &&
  ((coverage >= MEETS && score >= MEETS_SCORE) || (coverage >= NEARLY && score >= NEARLY_SCORE));

/** What the need is of, with and without who has it. */
function subjects(message: string): string[] {
  const text = fold(message);
  if (DOUBT.test(text)) return [DOUBT_PUT];
  const found = NEED.exec(text);
  return found ? [message, message.slice(found.index + found[0].length)] : [];
}

/** Answers a need that a statement names; null when it names none, or none that is known of. */
export function meetNeed(scene: Scene): Draft | null {
  const text = fold(scene.message);
  const wanted = NEED.test(text) && !DROPS.test(text) ? serviceIn(scene.cast, scene.message) : null;
  const own = wanted && scene.cast.services.find(({ service }) => service === wanted)?.passage;
  const offered = own ? tell(scene, own, scene.message) : null;
  if (offered) return { ...offered, parts: [meet(scene) ?? say(scene, NEED_LEAD), ...offered.parts.slice(1)] };
  const whole = new Map(scene.cast.find(scene.message, 6).map((hit) => [hit.passage, hit.score]));
  const hits = subjects(scene.message)
    .flatMap((subject) => scene.cast.find(subject, 3))
    .filter(
      (hit) =>
        meets(hit) &&
        ((whole.get(hit.passage) ?? 0) >= OF_THE_WHOLE || hit.likeness === 1) &&
        unsaidParagraph(scene, hit.passage) !== null,
    )
    .sort((one, other) => other.score * other.coverage - one.score * one.coverage);
  const [best] = hits;
  // A difficulty is heard first.
  if (!best || (scene.facts.fresh.has('problem') && best.passage.tags.includes('problem') && best.likeness < MEETS))
    return null;
  // What was told is a need, and no answer to be asked deeper about.
  const asked = { ...scene, facts: { ...scene.facts, fresh: new Set<never>() } };
  const told = tell(asked, best.passage, scene.message);
  if (!told) return null;
  const lead = meet(scene) ?? say(scene, NEED_LEAD);
  return {
    parts: [
      lead,
      told.parts[1] ?? null,
      close(
        asked,
        best.passage.tags.filter((tag) => tag === 'price'),
      ),
    ],
    knowledge: told.knowledge,
  };
}
