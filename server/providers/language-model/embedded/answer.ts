/** Answers from what the twin knows. */
import type { KnowledgePassage, ScoredPassage, Service } from '@understudy/contract/twin';
import { contentWords } from '../../../platform/text/words.ts';
import { serviceIn } from './cast.ts';
import { SELF_LINES } from './courtesies.ts';
import { ask, type Draft, leadIn, nextStep, opening, reflect, remark, say, unsaidParagraph } from './draft.ts';
import { ANGLE_LEAD, COVERED, DURATION_LINES, HINTS, NEAREST, PRICE_CAVEAT, PRICE_LINES, REFER } from './phrases.ts';
import type { Scene } from './scene.ts';
import { capital, enumerate, paragraphsOf } from './text.ts';
import { wantedQuestion } from './wanted.ts';

/** By which question the passage on her time is found. */
export const WHEN_QUESTION = 'how soon can you start';

/** From this share of the asked words on, a passage is an answer. */
const ANSWERS = 0.5;
/** A long message has words beside its subject: from this score on it is met all the same. */
const STRONG_SCORE = 40;
const STRONG_COVERAGE = 0.25;
/** From this share on it is at least near. */
const NEAR = 0.4;
const NEAR_SCORE = 12;
/** A second passage answers another part of the question when it comes this close to the best. */
const SECOND_SHARE = 0.5;

const answers = ({ coverage, score }: ScoredPassage) =>
  coverage >= ANSWERS || (coverage >= STRONG_COVERAGE && score >= STRONG_SCORE);

/** A later paragraph is told first when its rare words stand out by this much: where the first one has none of them, */
const STANDS_OUT = 0.5;
/** and where it has some. */
const STANDS_OUT_MORE = 0.6;
/** A word of three letters seldom is what is asked, unless it stands only once. */
const SHORT_WORD = 0.6;

const tellsOf = ({ cast }: Scene, word: string): number => {
  const rarity = cast.rarity(word);
  return word.length > 3 || rarity === 1 ? rarity : rarity * SHORT_WORD;
};

/** The paragraph of a passage that speaks most of what was asked; the first when none stands out. */
export function bestParagraph(scene: Scene, passage: KnowledgePassage, query: string): number {
  const general = new Set(contentWords([passage.title, passage.called, ...passage.tags].join(' ')));
  const asked = new Set(contentWords(query).filter((word) => !general.has(word)));
  const paragraphs = paragraphsOf(passage);
  const weigh = (paragraph: string) => {
    let weight = 0;
    for (const word of new Set(contentWords(paragraph))) if (asked.has(word)) weight += tellsOf(scene, word);
    return weight;
  };
  const scores = paragraphs.map((paragraph) => (scene.said.has(opening(paragraph)) ? 0 : weigh(paragraph)));
  const top = Math.max(...scores);
  const first = scores[0] ?? 0;
  return top >= first + (first === 0 ? STANDS_OUT : STANDS_OUT_MORE) ? scores.indexOf(top) : 0;
}

const YES_OR_NO =
  /^(?:and |so |but |ok,? )?(?:is|are|do|does|can|could|will|would|may) (?:it|this|that|you|she|we|i|there)\b/i;

/** Passages of the personality's own taste move forward among those that answer about as well. */
function byTaste(scene: Scene, hits: ScoredPassage[]): ScoredPassage[] {
  const { prefers } = scene.mode.manner;
  // 'Do you work at a distance' wants the fact, 'what do you think of it' the view.
  const wantsFact = YES_OR_NO.test(scene.message.trim());
  const taste = ({ score, passage: { tags } }: ScoredPassage) =>
    score * (tags.some((tag) => prefers.includes(tag)) ? 1.15 : 1) * (wantsFact && tags.includes('opinion') ? 0.7 : 1);
  return [...hits].sort((one, other) => taste(other) - taste(one));
}

/** Tags of subjects that one may offer to anybody, what most people want to know first. */
const INVITING = ['services', 'method', 'price', 'start', 'proof', 'advice', 'ai'];
const inviting = ({ tags }: KnowledgePassage) => INVITING.findIndex((tag) => tags.includes(tag));

/** Replies in which a subject that was named is not named again as a hint. */
const HINTED_LINES = 6;
/** From this share of what was asked on, a passage is related to it. */
const RELATED = 0.45;

/** What of these passages the visitor has not heard of yet. */
function unheard(scene: Scene, passages: Iterable<KnowledgePassage>, count: number): KnowledgePassage[] {
  const lately = scene.agentLines.slice(-HINTED_LINES).join('\n');
  const chosen: KnowledgePassage[] = [];
  for (const passage of new Set(passages)) {
    if (lately.includes(passage.called) || inviting(passage) < 0 || passage.tags.includes('story')) continue;
    if (unsaidParagraph(scene, passage)) chosen.push(passage);
    if (chosen.length === count) break;
  }
  return chosen;
}

/** Subjects related to what was found; none when nothing is. */
const related = (scene: Scene, hits: ScoredPassage[], count: number): KnowledgePassage[] =>
  unheard(
    scene,
    hits.filter(({ coverage, score }) => coverage >= RELATED && score >= NEAR_SCORE).map(({ passage }) => passage),
    count,
  );

/** Subjects to go on with: what was found, then what most people want to know first. */
export function hints(scene: Scene, hits: ScoredPassage[], count: number): KnowledgePassage[] {
  const rest = scene.cast.twin.knowledge.toSorted((one, other) => inviting(one) - inviting(other));
  return unheard(scene, [...hits.map(({ passage }) => passage), ...rest], count);
}

/** The closing line of an answer: the next step when interest is clear, else the personality's question. */
export function close(scene: Scene, tags: readonly string[] = []): string | null {
  return nextStep(scene) ?? wantedQuestion(scene, tags) ?? ask(scene, tags.includes('price') ? ['size'] : [], tags);
}

/** A word of how many may take part. */
const LIMIT = /\b(limit|maximum|at most|up to|more than|larger|bigger|fewer|smaller)\b/;
const HEADS = /\b(people|persons|participants|seats|heads|employees|guests)\b/;

/** For a question that names a number of people: the paragraph that says how many may be, when it was not said. */
function capacity(scene: Scene, passage: KnowledgePassage, chosen: string): string | null {
  if (!scene.facts.fresh.has('size') || !scene.message.includes('?')) return null;
  const speaks = (paragraph: string) =>
    paragraph !== chosen && LIMIT.test(paragraph) && HEADS.test(paragraph) && !scene.said.has(opening(paragraph));
  return paragraphsOf(passage).find(speaks) ?? null;
}

/** Tells a passage: its answer, or what was not told of it yet; null when all of it was said. */
export function tell(scene: Scene, passage: KnowledgePassage, query: string): Draft | null {
  const paragraph = unsaidParagraph(scene, passage, bestParagraph(scene, passage, query));
  if (!paragraph) return null;
  const begun = paragraphsOf(passage).some((other) => scene.said.has(opening(other)));
  const { manner } = scene.mode;
  const lead = begun ? say(scene, manner.more) : leadIn(scene);
  const limit = capacity(scene, passage, paragraph);
  const last = close(scene, passage.tags);
  // A remark and a long paragraph and a question would be a lecture.
  const room = paragraph.length + (limit?.length ?? 0) < 250 && scene.said.count % 2 === 0;
  const own = room || !last ? remark(scene, passage.tags) : null;
  return { parts: [lead, limit ? `${paragraph} ${limit}` : paragraph, own, last], knowledge: [passage.id] };
}

/** Tags of whole files, which relate too much. */
const BROAD_TAGS = new Set(['opinion', 'services', 'practical', 'background']);

/** A passage near to one, or to what was found, of which something is still untold. */
function neighbour(scene: Scene, passage: KnowledgePassage | null, hits: ScoredPassage[]): KnowledgePassage | null {
  // A life is no angle on a company.
  const untold = (other: KnowledgePassage) =>
    other !== passage && !other.tags.includes('background') && unsaidParagraph(scene, other) !== null;
  const fits = ({ tags }: KnowledgePassage) => tags.some((tag) => ANGLES.has(tag) || passage?.tags.includes(tag));
  const near = hits.find((hit) => answers(hit) && hit.score >= NEAR_SCORE && fits(hit.passage) && untold(hit.passage));
  if (near || !passage) return near?.passage ?? null;
  const shared = (other: KnowledgePassage) =>
    other.tags.filter((tag) => !BROAD_TAGS.has(tag) && passage.tags.includes(tag)).length;
  const found = scene.cast.find(`${passage.title} ${passage.tags.join(' ')}`, 6).map((hit) => hit.passage);
  // Where nothing is akin, what sheds light on any subject.
  const others = [
    ...found.filter((other) => shared(other) > 0),
    ...scene.cast.twin.knowledge.filter((other) => shared(other) > 0),
    ...[...ANGLES].flatMap((angled) => scene.cast.twin.knowledge.filter(({ tags }) => tags.includes(angled))),
  ];
  return others.find(untold) ?? null;
}

/** Tags of what sheds light on any subject, the best first. */
const ANGLES = new Set(['method', 'advice', 'problem', 'opinion', 'story']);

/** The subject from another side: something true that was not said yet; null when nothing near is left. */
export function angle(scene: Scene, passage: KnowledgePassage | null, hits: ScoredPassage[]): Draft | null {
  const other = neighbour(scene, passage, hits);
  const paragraph = other && unsaidParagraph(scene, other);
  if (!other || !paragraph) return null;
  const bridge = say(scene, ANGLE_LEAD, { hint: other.called });
  return { parts: [null, bridge, paragraph, close(scene, other.tags)], knowledge: [other.id] };
}

/** All of it was said: says so, and goes on from another side. */
export function covered(scene: Scene, passage: KnowledgePassage | null, hits: ScoredPassage[]): Draft {
  const first = passage ? say(scene, COVERED, { topic: passage.called }) : null;
  const other = angle(scene, passage, hits);
  if (other) return { ...other, parts: [first, ...other.parts.slice(1)] };
  return { parts: [first, reflect(scene, passage), nextStep(scene)], knowledge: [] };
}

/** Asked of the twin as of a person. */
const OWN_LIFE =
  /\b(do|did|can|have|are|would) you (\w+ )?(have (any )?(friends?|a (friend|family|boyfriend|girlfriend|hobby|body|face|soul))|(a|any) (cat|dog|pets?)|hobbies|like|enjoy|prefer|ever|get (bored|tired|lonely)|remember your|listen to|watch|dance|sing|smile|laugh|happy|lonely|bored|human)\b|\byour (favou?rite|birthday|age|friends|hobby|hobbies|dreams?|feelings|parents)\b|\bhow old are you\b/i;

/** What it does not know. */
export function unknown(scene: Scene, hits: ScoredPassage[]): Draft {
  const { manner } = scene.mode;
  // A question about the twin's own life is not one for the consultant.
  const self = OWN_LIFE.test(scene.message) ? say(scene, SELF_LINES) : null;
  if (self) return { parts: [self, ask(scene, ['problem'])], knowledge: [] };
  const line = say(scene, manner.unknown);
  const names = related(scene, hits, 2).map(({ called }) => called);
  const hint = names.length > 0 ? say(scene, HINTS, { hint: enumerate(names).replace(' and ', ' or ') }) : null;
  return {
    parts: [line, line?.includes(scene.cast.twin.persona.first_name) ? null : say(scene, REFER), hint],
    knowledge: [],
  };
}

/** Answers a question from the knowledge, in full, nearly or not at all. */
export function answer(scene: Scene, query: string): Draft {
  const hits = scene.cast.find(query, 5);
  const fit = byTaste(scene, hits.filter(answers));
  const named = serviceIn(scene.cast, scene.message);
  const own = named ? scene.cast.services.find(({ service }) => service === named)?.passage : null;
  const asksOwn = own && hits.some(({ passage, coverage }) => passage === own && coverage >= STRONG_COVERAGE);
  const ownTold = asksOwn ? tell(scene, own, query) : null;
  if (ownTold) return ownTold;
  const [best] = fit;
  if (best) {
    const told = tell(scene, best.passage, query);
    if (told) return told;
    // The best is told already: the next best that truly answers, before admitting that there is no more.
    for (const { passage, score } of fit.slice(1)) {
      if (score < best.score * SECOND_SHARE) break;
      const other = tell(scene, passage, query);
      if (other) return other;
    }
    return covered(scene, best.passage, hits);
  }
  const near = hits.find(({ coverage, passage }) => coverage >= NEAR && unsaidParagraph(scene, passage));
  if (!near || near.score < NEAR_SCORE) return unknown(scene, hits);
  const told = tell(scene, near.passage, query);
  const hedge = say(scene, NEAREST) ?? say(scene, scene.mode.manner.unknown);
  return told ? { ...told, parts: [hedge, ...told.parts.slice(1)] } : unknown(scene, hits);
}

/** A service's price or duration, from its own figures. */
export function figures(scene: Scene, service: Service, what: 'price' | 'duration'): Draft | null {
  const { name: service_name, price, duration } = service;
  const values = { Service: capital(service_name), service: service_name, price, duration };
  const line = say(scene, what === 'price' ? PRICE_LINES : DURATION_LINES, values);
  if (!line) return null;
  const passage = scene.cast.services.find((entry) => entry.service === service)?.passage;
  const caveat = what === 'price' ? say(scene, PRICE_CAVEAT) : null;
  const tags = what === 'price' ? ['price'] : ['method'];
  return {
    parts: [leadIn(scene), line, caveat, close(scene, tags)],
    knowledge: passage ? [passage.id] : [],
  };
}
