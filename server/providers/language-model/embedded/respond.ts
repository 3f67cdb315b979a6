/** The dialogue policy: from what a message does to what is said. */

import { contentWords } from '../../../platform/text/words.ts';
import { type Act, classify } from './acts.ts';
import { answer, close, covered, figures, tell, unknown } from './answer.ts';
import { book, emailLeft, noCommitment } from './contact.ts';
import { ask, type Draft, nextStep, remark, say, unsaidParagraph } from './draft.ts';
import {
  AFFIRM_BARE,
  ASK_TIME,
  DENY_LINES,
  DISCLOSURE,
  DURATIONS,
  NOTED,
  PUSHBACK,
  RELATED,
  SIZE_NOTED,
  TIME_NOTED,
  UNSURE_LINES,
} from './phrases.ts';
import { type Scene, serviceIn } from './scene.ts';
import { opinion, pointElsewhere, social } from './social.ts';
import { enumerate } from './text.ts';

/** Words that point back: the question is about what was just talked of. */
const POINTS_BACK =
  /\b(it|that|this|those|these|they|them|there|one|ones|same|instead)\b|^(and|but|what about|how about|so)\b/;
/** A statement is answered from the knowledge when it is near to it by this much. */
const SPEAKS_TO = 0.45;
const SPEAKS_TO_SCORE = 25;
/** Tags of whole files, which relate too much. */
const BROAD_TAGS = new Set(['opinion', 'services', 'practical', 'background']);
/** Longer questions carry their own subject. */
const LEANS_MAX_WORDS = 12;
/** From this coverage on a question is understood without what was said before. */
const STANDS_ALONE = 0.75;
/** The question's own words are too few to be its subject: 'what did she learn from it'. */
const POINTS_BACK_ONLY =
  /\b(it|that|this|them|those|these)\W*$|\b(from|about|of|with|for|after|before|behind|to) (it|that|this|them)\b/;
/** 'What are the topics': of what was just talked of, when nothing else is known by that name. */
const OF_THE_SAME = /^(and |so )?(what|which|who|where|when)('s| is| are| was| were) (the|its|their) (\w+ ?){1,3}\W*$/;
const TOO_DEAR = /\b(expensive|afford|too (much|dear|high)|lot of money|out of (my|our) (budget|reach))\b/;
const TAKES_TIME = /^(and |so |but |ok )*how (long|much time) (does|do|will|would|is) (it|that|this|all|everything)\b/;
/** A question about prices as such, not about the price of what was just talked of. */
const IN_GENERAL =
  /\b(your|the) (prices|rates|fees|pricing|services)\b|\b(do|does) (you|she|orla) (charge|cost)\b|\bhow (is|are)\b|\b(why|both|together|total|altogether|everything)\b/;

/** Tells more of the subject at hand, or of a related one. */
function elaborate(scene: Scene): Draft {
  const { passage } = scene.thread;
  if (passage) {
    const more = tell(scene, passage, '');
    if (more) return more;
    const near = scene.cast.find(`${passage.title} ${passage.tags.join(' ')}`, 6).map((hit) => hit.passage);
    for (const other of near) {
      const related = other.tags.some((tag) => !BROAD_TAGS.has(tag) && passage.tags.includes(tag));
      const told = related ? tell(scene, other, '') : null;
      if (told) return told;
    }
    return covered(scene, passage, []);
  }
  const line = opinion(scene);
  return { parts: [line, close(scene) ?? pointElsewhere(scene)], knowledge: [] };
}

/** A story that was not told: one that fits the subject before any. */
function example(scene: Scene, query: string): Draft {
  const stories = scene.cast.twin.knowledge.filter(({ tags }) => tags.includes('story') && tags.includes('proof'));
  const wanted = scene.cast
    .find(`${query} example case story`, 6)
    .map(({ passage }) => passage)
    .filter((passage) => stories.includes(passage));
  // A story that was begun is finished by 'tell me more'; here another one is wanted.
  const untold = [...wanted, ...stories].filter(({ text }) => !scene.said.has(text.slice(0, 60)));
  for (const story of untold) {
    const told = tell(scene, story, query);
    if (told) return told;
  }
  return elaborate(scene);
}

/** An objection: not argued with; what the view rests on, if there is more of it. */
function pushback(scene: Scene): Draft {
  const { passage } = scene.thread;
  const proofs = scene.cast.twin.knowledge.filter(({ tags }) => tags.includes('proof') && !tags.includes('story'));
  for (const ground of [passage, ...proofs]) {
    const paragraph = ground ? unsaidParagraph(scene, ground) : null;
    if (ground && paragraph) {
      return { parts: [say(scene, PUSHBACK), paragraph, ask(scene, ['deeper'])], knowledge: [ground.id] };
    }
  }
  return { parts: [say(scene, PUSHBACK), ask(scene)], knowledge: [] };
}

/** Whether a passage speaks of something that the message names. */
function sharesWord(passage: { text: string }, text: string): boolean {
  const spoken = new Set(contentWords(passage.text));
  return contentWords(text).some((word) => spoken.has(word));
}

/** What to do: about the subject at hand, or about the trouble that the visitor told of last. */
function advise(scene: Scene): Draft {
  const { passage } = scene.thread;
  const useful = passage?.tags.some((tag) => tag === 'problem' || tag === 'advice' || tag === 'ai');
  const more = passage && useful ? tell(scene, passage, scene.message) : null;
  if (more) return more;
  for (const line of scene.visitorLines.slice(-6).reverse()) {
    const hits = scene.cast.find(line, 3).filter((hit) => hit.passage.tags.includes('problem'));
    for (const hit of hits) {
      const told = hit.coverage >= SPEAKS_TO || hit.score >= SPEAKS_TO_SCORE ? tell(scene, hit.passage, line) : null;
      if (told) return told;
    }
  }
  return answer(scene, scene.message);
}

const understood = (scene: Scene) => (scene.cast.find(scene.message, 1)[0]?.coverage ?? 0) >= SPEAKS_TO;

/** A question that may lean on what was said before. */
function question(scene: Scene, text: string): Draft {
  const { passage } = scene.thread;
  const leans = passage !== null && POINTS_BACK.test(text) && text.split(' ').length <= LEANS_MAX_WORDS;
  const named = serviceIn(scene.cast, scene.message);
  const ownPassage = scene.cast.services.find(({ service }) => service === named)?.passage;
  if (ownPassage && ownPassage !== passage) return answer(scene, scene.message);
  if (!leans && passage && OF_THE_SAME.test(text) && !understood(scene)) {
    return tell(scene, passage, scene.message) ?? answer(scene, scene.message);
  }
  if (!leans) return answer(scene, scene.message);
  const hits = scene.cast.find(scene.message, 3);
  const [alone] = hits;
  // 'And do you work remotely' begins like a follow-up and is none: it names its own subject in full.
  const own = alone !== undefined && alone.passage !== passage && alone.coverage >= STANDS_ALONE;
  // Whoever asks what becomes of their words is answered at once, whatever was talked of.
  if (own && alone.passage.tags.includes('trust')) return answer(scene, scene.message);
  if (own && !sharesWord(passage, text) && !POINTS_BACK_ONLY.test(text)) return answer(scene, scene.message);
  return tell(scene, passage, scene.message) ?? covered(scene, passage, hits);
}

/** How long the services take, when none is in question. */
function durations(scene: Scene): Draft {
  const list = scene.cast.twin.persona.services.slice(0, 3).map(({ name, duration }) => `${name} takes ${duration}`);
  const line = say(scene, DURATIONS, { list: enumerate(list) });
  return { parts: [say(scene, scene.mode.manner.lead_in), line, close(scene)], knowledge: [] };
}

/** Price or duration: of the service in question when there is one, otherwise in general. */
function figure(scene: Scene, what: 'price' | 'duration', text: string): Draft {
  if (TOO_DEAR.test(text) && !text.endsWith('?')) return answer(scene, 'discount cheaper budget');
  const { service } = scene.thread;
  if (service && !IN_GENERAL.test(text)) {
    const told = figures(scene, service, what);
    if (told) return told;
  }
  const [hit] = what === 'duration' ? scene.cast.find(scene.message, 1) : [];
  if (what === 'duration' && (!hit || hit.coverage < STANDS_ALONE || TAKES_TIME.test(text))) {
    const draft = durations(scene);
    if (draft.parts[1]) return draft;
  }
  return answer(scene, what === 'price' && !understood(scene) ? 'what does it cost' : scene.message);
}

/** The visitor told of their situation, or answered a question. */
function listen(scene: Scene): Draft {
  const { facts, said } = scene;
  const thread = scene.thread.passage;
  const { manner } = scene.mode;
  const met = facts.fresh.has('name') ? say(scene, manner.met) : null;
  const size = facts.fresh.has('size') && facts.size ? say(scene, SIZE_NOTED, { size: String(facts.size) }) : null;
  const heard =
    facts.fresh.has('problem') || facts.fresh.has('deeper') || facts.fresh.has('tried')
      ? say(scene, manner.heard)
      : null;
  const meaning = contentWords(scene.message).length;
  const hits = scene.cast.find(scene.message, 4);
  const near = hits.filter(({ coverage, score }) => (coverage >= SPEAKS_TO && meaning > 1) || score >= SPEAKS_TO_SCORE);
  // A problem calls for what is known about it; a bare fact does not call for a lecture.
  const best = facts.fresh.has('problem') || near[0] ? near : [];
  for (const { passage } of best) {
    if (facts.fresh.size > 0 && !facts.fresh.has('problem') && !facts.fresh.has('outcome') && scene.message.length < 40)
      break;
    const told = tell(scene, passage, scene.message);
    if (!told) continue;
    const [, paragraph, own, last] = told.parts;
    const opening = met ?? heard ?? size ?? say(scene, NOTED);
    const bridge =
      passage.tags.includes('proof') && passage.tags.includes('story') && thread !== passage
        ? say(scene, RELATED)
        : null;
    return {
      parts: [
        opening,
        met ? heard : null,
        bridge,
        paragraph ?? null,
        said.count % 2 ? (own ?? null) : null,
        last ?? null,
      ],
      knowledge: told.knowledge,
    };
  }
  const opening = [met, heard ?? size ?? (met ? null : say(scene, NOTED))];
  const last = close(scene);
  const thought = heard || !last ? remark(scene, facts.told.has('problem') ? ['problem', 'founder'] : []) : null;
  return { parts: [...opening, thought, last ?? pointElsewhere(scene)], knowledge: [] };
}

/** Yes: to the offer, to the question, or to what was being told. */
function affirm(scene: Scene): Draft {
  const { cast, lastAgent } = scene;
  const offered =
    cast.offers.some((offer) => lastAgent.includes(offer.slice(0, 40))) || /\bcall\b/.test(lastAgent.slice(-120));
  if (offered) return book(scene);
  if (scene.lastAsked) {
    return { parts: [say(scene, AFFIRM_BARE), ask(scene, ['problem']) ?? pointElsewhere(scene)], knowledge: [] };
  }
  const draft = elaborate(scene);
  return { ...draft, parts: [say(scene, AFFIRM_BARE), ...draft.parts.slice(1)] };
}

function reply(scene: Scene, act: Act, text: string): Draft {
  switch (act) {
    case 'commitment':
      return noCommitment(scene);
    case 'book':
      return book(scene);
    case 'price':
    case 'duration':
      return figure(scene, act, text);
    case 'another':
      return scene.thread.passage?.tags.includes('story') ? example(scene, 'story') : elaborate(scene);
    case 'pushback':
      return pushback(scene);
    case 'advise':
      return advise(scene);
    case 'help':
      return answer(scene, `${scene.message} what do you offer`);
    case 'example':
      return example(scene, scene.message);
    case 'elaborate':
    case 'repeat':
      return elaborate(scene);
    case 'acknowledge': {
      // An 'ok' to a question was no answer: another question would be an interrogation.
      const then = (scene.lastAgent.endsWith('?') ? null : close(scene)) ?? pointElsewhere(scene);
      const more =
        scene.agentLines.length % 2 === 0 && scene.thread.passage ? tell(scene, scene.thread.passage, '') : null;
      return more ?? { parts: [opinion(scene), then], knowledge: [] };
    }
    case 'affirm':
      return affirm(scene);
    case 'deny':
      return { parts: [say(scene, DENY_LINES), ask(scene, ['deeper']) ?? pointElsewhere(scene)], knowledge: [] };
    case 'unsure':
      return {
        parts: [say(scene, UNSURE_LINES), nextStep(scene) ?? ask(scene) ?? pointElsewhere(scene)],
        knowledge: [],
      };
    case 'question':
      return question(scene, text);
    case 'statement':
      return listen(scene);
    default:
      return unknown(scene, []);
  }
}

const A_TIME =
  /\b((mon|tues|wednes|thurs|fri|satur|sun)days?|\d{1,2}([:.]\d\d)? ?(am|pm|o'clock)|\d{1,2}:\d\d|mornings?|afternoons?)\b/i;

/** The visitor answered when a call would suit. */
const timeTold = (scene: Scene, act: Act) =>
  act === 'statement' &&
  !scene.facts.fresh.has('email') &&
  (ASK_TIME.some((line) => scene.lastAgent.endsWith(line)) ||
    (scene.facts.email !== null && A_TIME.test(scene.message)));

/** What to say to a message. */
export function respond(scene: Scene): Draft {
  const { act, text, language } = classify(scene.message);
  const { fresh } = scene.facts;
  const courtesy = social(scene, act, language);
  let draft: Draft;
  if (courtesy) draft = courtesy;
  else if (timeTold(scene, act)) draft = { parts: [say(scene, TIME_NOTED), remark(scene, ['start'])], knowledge: [] };
  else if (fresh.has('email') && act !== 'commitment') draft = emailLeft(scene);
  else draft = reply(scene, act, text);
  // A name that came with a question is greeted before the answer.
  if (fresh.has('name') && act !== 'statement' && act !== 'manipulation' && act !== 'insult') {
    draft = { ...draft, parts: [say(scene, scene.mode.manner.met), ...draft.parts.slice(courtesy ? 0 : 1)] };
  }
  // Typed before the greeting came: said all the same.
  const first = scene.agentLines.length === 0 && act !== 'greeting' && act !== 'is_ai';
  return first ? { ...draft, parts: [say(scene, DISCLOSURE), ...draft.parts] } : draft;
}
