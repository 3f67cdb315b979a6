/** Questions: whether they stand alone or lean on what was talked of, and figures. */
import type { KnowledgePassage, ScoredPassage } from '@understudy/contract/twin';
import { contentWords } from '../../../platform/text/words.ts';
import { answer, close, covered, figures, tell, unknown } from './answer.ts';
import { notNamed, withoutCase } from './asked-thing.ts';
import { DEAR_LEAD } from './case-lines.ts';
import { type Cast, serviceIn } from './cast.ts';
import { classify } from './classify.ts';
import { type Draft, leadIn, say } from './draft.ts';
import { inTheirTrade } from './fit.ts';
import { CHARITY, generalise } from './generalise.ts';
import { DURATIONS } from './phrases.ts';
import { affordable, ofMoney, rate } from './rates.ts';
import type { Scene } from './scene.ts';
import { HOW_EARLY, scope, whenToBeHad } from './scope.ts';
import { BUDGET } from './signs.ts';
import { enumerate, literal } from './text.ts';
import { tradeIn } from './trade.ts';

/** Words that point back: the question is about what was just talked of. */
const POINTS_BACK =
  /\b(it|that|this|those|these|they|them|there|one|ones|same|instead)\b|^(and|but|what about|how about|so)\b/;
export const POINTS_BACK_BY_WORD = /\b(it|that|this|those|these|they|them|there|one|ones|same|instead)\b/;
/** Longer questions carry their own subject. */
const LEANS_MAX_WORDS = 12;
/** From this coverage on a question is understood at all. */
const UNDERSTOOD = 0.45;
/** From this coverage on a passage answers a question without what was said before. */
export const STANDS_ALONE = 0.75;
/** And from this coverage on nearly so, when the subject at hand has nothing of it. */
const HALF = 0.5;
/** A new subject is one that another passage covers by this much better than the one at hand. */
const NEW_SUBJECT = 0.3;
/** A question put nearly as the files put it is about what they say it is about. */
export const AS_ASKED = 0.72;
/** And one that shares most of its words with such a question is near to it. */
const ALIKE = 0.6;
/** The question's own words are too few to be its subject: 'what did she learn from it'. */
const POINTS_BACK_ONLY =
  /\b(it|that|this|them|those|these)\W*$|\b(from|about|of|with|for|after|before|behind|to) (it|that|this|them)\b/;
/** 'What are the topics': of what was just talked of, when nothing else is known by that name. */
const OF_THE_SAME = /^(and |so )?(what|which|who|where|when)('s| is| are| was| were) (the|its|their) (\w+ ?){1,3}\W*$/;
const FOR_ANOTHER = /^(and |or |ok |so |no,? |what about |how about |i meant? )*for (\w+,?[ -]?){1,7}\W*$/;
export const UNMARKED =
  /^(?:so |and |but |then )*(?:what|how|who|where|when|which|why|can|could|does|do|is|are|would|will|should)\b/;
export const OF_PRICE = new Set(
  contentWords('price prices cost costs charge fee fees rates rate pay total whole altogether money'),
);
const OF_THE_STORY = /\bdid (?:it|they|that|this|he|the \w+)\b|\b(?:happened|became|become) (?:to|of|with)?\b/;
const NO_SUBJECT =
  /^(?:and |so |for )*(?:how many|which|what) (?:people|persons|participants)(?: (?:is|are|can|may|do|does|at) ?(?:it|that|there|you|we|join|come|most)?)*\W*$/;
const HOW_LONG = /\bhow long\b|\bhow many (weeks?|days?|months?)\b/;
const TOO_DEAR =
  /\b(a lot( for|\W*$)|steep|pricey|hefty|expensive|afford|too (much|dear|high)|lot of money|out of (my|our) (budget|reach))\b/;
const HAGGLES = /\bnegotia\w+|\bhaggl\w+|\broom (?:in|on) the price\b/;
const TAKES_TIME = /^(and |so |but |ok )*how (long|much time) (does|do|will|would|is) (it|that|this|all|everything)\b/;
/** A question about prices as such, not about the price of what was just talked of. */
const IN_GENERAL =
  /\b(your|the) (prices|rates|fees|pricing|services)\b|\b(do|does) (you|she|her) (charge|cost)\b|\bhow (is|are)\b|\b(why|both|together|total|altogether|everything)\b/;
const NEXT_QUESTION =
  /[,;:] (?:and (?:also )?)?(?=(?:what|where|when|how|who|which|do|does|can|could|is|are|will|would) (?:you|she|i|we|is|are|it|does|do|much|many|long|soon|the|your|would|will|can|could)\b)/i;

/** 'Where are you based, do you work in English, and what does it cost?' is three questions. */
function apart(sentence: string): string[] {
  if (!sentence.trim().endsWith('?')) return [sentence];
  const parts = sentence.split(NEXT_QUESTION);
  // What stands before the first of them asks nothing.
  const asking = parts.filter((part) => UNMARKED.test(part.trim().toLowerCase()));
  // Nor does the money that is named before it, and it would be searched for.
  const frame = parts.some((part) => !asking.includes(part) && BUDGET.test(part.toLowerCase()));
  return parts.length < 2 || asking.length < (frame ? 1 : 2)
    ? [sentence]
    : asking.map((part) => (part.trim().endsWith('?') ? part : `${part}?`));
}

/** The questions of a message, without what stands round them: 'Do you travel? We are in Oslo' asks only the first. */
export function questionsIn(message: string): string[] {
  const sentences = message.match(/[^.?!\n]+[.?!]*/g)?.flatMap(apart) ?? [];
  return sentences.map((one) => one.trim()).filter((one) => one.endsWith('?') && /\p{L}{2}/u.test(one));
}

/** 'Say I give her two weeks. what do I get': the question at the end, which does not bother with its mark; or ''. */
function unmarkedIn(message: string): string {
  const last = message.split(/[.!;\n]\s+/).at(-1) ?? '';
  return last !== message && UNMARKED.test(last.toLowerCase()) ? last : '';
}

/** The question without the trade that it is asked for. */
function withoutTrade(query: string): string {
  const trade = tradeIn(query);
  return trade
    ? query.replace(new RegExp(`\\b(?:for|in|at|of|with|to) (?:[\\w-]+ ){0,3}?${literal(trade)}`, 'i'), '')
    : query;
}

/** What a message asks, for the search. */
function asked(scene: Scene): string {
  const questions = withoutCase(questionsIn(scene.message).join(' ') || unmarkedIn(scene.message));
  // 'We want to automate our telephone. Do you have experience with that?' asks of what it has just said.
  const whole = contentWords(questions).length === 0 || POINTS_BACK_ONLY.test(questions.toLowerCase());
  return asTheFilesPutIt(scene.cast, whole ? scene.message : questions);
}

/** A question without what nobody wrote down, where that is found better: the trade it is asked for, a place, a date. */
export function asTheFilesPutIt(cast: Cast, query: string): string {
  const [plain] = cast.find(query, 1);
  const bare = withoutTrade(query);
  const [beside] = bare === query || (plain?.coverage ?? 0) >= STANDS_ALONE ? [] : cast.find(bare, 1);
  if (beside && beside.coverage > (plain?.coverage ?? 0)) return bare;
  if ((plain?.coverage ?? 0) >= HALF && (plain?.likeness ?? 0) >= ALIKE) return query;
  const general = generalise(query);
  const [better] = general === query ? [] : cast.find(general, 1);
  return better && better.likeness >= AS_ASKED ? general : query;
}

export const understood = (scene: Scene) => (scene.cast.find(asked(scene), 1)[0]?.coverage ?? 0) >= UNDERSTOOD;

/** Whether a passage speaks of something that the message names. */
function sharesWord(passage: { text: string }, text: string): boolean {
  const spoken = new Set(contentWords(passage.text));
  return contentWords(text).some((word) => spoken.has(word));
}

/** Whether a question names a subject of its own, with what was found for it. */
function namesItsOwn(passage: KnowledgePassage, hits: ScoredPassage[], text: string): boolean {
  const [alone] = hits;
  if (!alone || alone.passage === passage) return false;
  const here = hits.find((hit) => hit.passage === passage);
  const asAsked = (hit: ScoredPassage | undefined) => (hit?.likeness ?? 0) >= AS_ASKED;
  if (asAsked(alone) && !asAsked(here)) return true;
  // Whoever asks what becomes of their words is answered at once, whatever was talked of.
  if (alone.passage.tags.includes('trust') && alone.likeness >= ALIKE) return true;
  // 'So how would the book survive' only begins like a follow-up.
  const foreign = contentWords(text).length > 0 && !sharesWord(passage, text);
  if (foreign && alone.coverage >= HALF && (here?.coverage ?? 0) < UNDERSTOOD && !POINTS_BACK_ONLY.test(text))
    return true;
  const itsOwnWords = !POINTS_BACK_BY_WORD.test(text) && contentWords(text).length > 0;
  if (itsOwnWords && alone.coverage >= HALF && !here) return true;
  if (alone.coverage < STANDS_ALONE) return false;
  if (POINTS_BACK_ONLY.test(text)) return false;
  return !sharesWord(passage, text) || alone.coverage - (here?.coverage ?? 0) >= NEW_SUBJECT;
}

/** A question that may lean on what was said before. */
export function question(scene: Scene, text: string): Draft {
  const { passage } = scene.thread;
  // 'And what did they learn' asks how the story went on.
  const goesOn =
    passage?.tags.includes('story') && OF_THE_STORY.test(text) ? tell(scene, passage, scene.message) : null;
  if (goesOn) return goesOn;
  const looks = scope(scene, text);
  if (looks) return looks;
  // 'So would it?', said to what was left open last time.
  const open = passage === null && contentWords(text).length === 0 ? scene.remembered?.open : null;
  if (open) return answer(scene, open);
  if (CHARITY.test(text)) return answer(scene, 'do non-profits pay less');
  const special = affordable(scene, text) ?? ofMoney(scene, text) ?? inTheirTrade(scene, text);
  if (special) return special;
  const query = asked(scene);
  const missing = notNamed(scene, query);
  if (missing) return missing;
  // 'How many people' has no subject of its own.
  const [nearest] = NO_SUBJECT.test(text) ? scene.cast.find(query, 1) : [];
  const noSubject = NO_SUBJECT.test(text) && (nearest?.likeness ?? 0) < AS_ASKED;
  const ofPeopleOnly = passage !== null && noSubject;
  if (!passage && noSubject) return unknown(scene, []);
  const leans =
    ofPeopleOnly || (passage !== null && POINTS_BACK.test(text) && text.split(' ').length <= LEANS_MAX_WORDS);
  const named = serviceIn(scene.cast, scene.message);
  const ownPassage = scene.cast.services.find(({ service }) => service === named)?.passage;
  // 'Who audits those figures' is put as the files put it and names no audit.
  const [alike] = scene.cast.find(query, 1);
  const elsewhere = alike && alike.passage !== ownPassage && alike.likeness >= AS_ASKED;
  if (ownPassage && ownPassage !== passage && !elsewhere) return answer(scene, query);
  if (!leans && passage && OF_THE_SAME.test(text) && !understood(scene)) {
    return tell(scene, passage, query) ?? answer(scene, query);
  }
  if (!leans) return answer(scene, query);
  const hits = scene.cast.find(query, 6);
  if (!ofPeopleOnly && namesItsOwn(passage, hits, text)) return answer(scene, query);
  // Nothing is left to tell, and what is asked is something else.
  const foreign = contentWords(query).length > 0 && !understood(scene);
  return tell(scene, passage, query) ?? (foreign ? unknown(scene, hits) : covered(scene, passage, hits));
}

/** How long the services take, when none is in question. */
export const durationList = (scene: Scene) =>
  enumerate(scene.cast.twin.persona.services.slice(0, 3).map(({ name, duration }) => `${name} takes ${duration}`));

function durations(scene: Scene): Draft {
  const line = say(scene, DURATIONS, { list: durationList(scene) });
  return { parts: [leadIn(scene), line, close(scene)], knowledge: [] };
}

/** 'And for the workshop?', said behind a question for a price. */
export function asksPriceToo(scene: Scene, text: string): boolean {
  const names = FOR_ANOTHER.test(text) && serviceIn(scene.cast, scene.message) !== null;
  return names && classify(scene.visitorLines.at(-1) ?? '').act === 'price';
}

/** Whether what was found for a question of price shares but one stray word with it: 'how much could be running by then'. */
function byChance(scene: Scene, query: string): boolean {
  const [hit] = scene.cast.find(query, 1);
  const beside = contentWords(query).filter((word) => !OF_PRICE.has(word));
  if (beside.length !== 1 || !hit || hit.likeness >= ALIKE || hit.passage.tags.includes('price')) return false;
  return !scene.cast.services.some(({ passage }) => passage === hit.passage);
}

/** Price or duration: of the service in question when there is one, otherwise in general. */
export function figure(scene: Scene, what: 'price' | 'duration', text: string): Draft {
  if (TOO_DEAR.test(text) && !text.endsWith('?') && !UNMARKED.test(text)) {
    const draft = answer(scene, 'discount cheaper budget');
    return { ...draft, parts: [say(scene, DEAR_LEAD) ?? draft.parts[0] ?? null, ...draft.parts.slice(1)] };
  }
  const notice = whenToBeHad(scene, text, HOW_EARLY);
  if (notice) return notice;
  if (HAGGLES.test(text)) return answer(scene, 'discount');
  const { passage } = scene.thread;
  const goesOn = what === 'duration' && passage?.tags.includes('story') && OF_THE_STORY.test(text);
  const told = goesOn && passage ? tell(scene, passage, scene.message) : null;
  if (told) return told;
  const special = what === 'price' ? (affordable(scene, text) ?? rate(scene, text)) : null;
  if (special) return special;
  const { service } = scene.thread;
  if (service && !IN_GENERAL.test(text)) {
    const told = figures(scene, service, what);
    if (told) return told;
  }
  if (what === 'price' && HOW_LONG.test(text)) {
    const { parts, knowledge } = answer(scene, 'what does it cost');
    const [lead, line, ...rest] = parts;
    const list = durationList(scene);
    const long = say(scene, DURATIONS, { list });
    if (line && long) return { parts: [lead ?? null, line, long, rest.at(-1) ?? null], knowledge };
  }
  const query = asked(scene);
  const [hit] = what === 'duration' ? scene.cast.find(query, 1) : [];
  if (what === 'duration' && (!hit || hit.coverage < STANDS_ALONE || TAKES_TIME.test(text))) {
    const draft = durations(scene);
    if (draft.parts[1]) return draft;
  }
  // 'How much for that' is no question of time because it begins like one.
  const bare = contentWords(query).every((word) => OF_PRICE.has(word));
  return answer(
    scene,
    what === 'price' && (bare || !understood(scene) || byChance(scene, query)) ? 'what does it cost' : query,
  );
}
