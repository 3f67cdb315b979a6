/** The dialogue policy: from what a message does to what is said. */
import { type Act, classify } from './acts.ts';
import { answer, close, covered, figures, tell, unknown } from './answer.ts';
import { book, emailLeft, noCommitment } from './contact.ts';
import { ask, type Draft, nextStep, remark, say } from './draft.ts';
import { AFFIRM_BARE, DENY_LINES, DISCLOSURE, NOTED, SIZE_NOTED, UNSURE_LINES } from './phrases.ts';
import type { Scene } from './scene.ts';
import { opinion, pointElsewhere, social } from './social.ts';

/** Words that point back: the question is about what was just talked of. */
const POINTS_BACK =
  /\b(it|that|this|those|these|they|them|there|one|ones|same|instead)\b|^(and|but|what about|how about|so)\b/;
/** A statement is answered from the knowledge when it is near to it by this much. */
const SPEAKS_TO = 0.45;
const SPEAKS_TO_SCORE = 25;

/** Tells more of the subject at hand, or of a related one. */
function elaborate(scene: Scene): Draft {
  const { passage } = scene.thread;
  if (passage) {
    const more = tell(scene, passage, '');
    if (more) return more;
    const related = scene.cast.find(`${passage.title} ${passage.tags.join(' ')}`, 6).map((hit) => hit.passage);
    for (const other of related) {
      const told = other.tags.some((tag) => passage.tags.includes(tag)) ? tell(scene, other, '') : null;
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
  for (const story of [...wanted, ...stories]) {
    const told = tell(scene, story, query);
    if (told) return told;
  }
  return elaborate(scene);
}

/** A question that may lean on what was said before. */
function question(scene: Scene, text: string): Draft {
  const { thread } = scene;
  const words = text.split(' ').length;
  const leans = POINTS_BACK.test(text) && words <= 12;
  const alone = answerable(scene, scene.message);
  if (leans && !alone && thread.passage) {
    const joined = `${scene.message} ${thread.passage.title}`;
    if (answerable(scene, joined)) return answer(scene, joined);
    return elaborate(scene);
  }
  return answer(scene, scene.message);
}

const answerable = (scene: Scene, query: string) => (scene.cast.find(query, 1)[0]?.coverage ?? 0) >= 0.6;

/** Price or duration: of the service in question when there is one, otherwise in general. */
function figure(scene: Scene, what: 'price' | 'duration', text: string): Draft {
  const { service } = scene.thread;
  const general =
    /\b(your|the) (prices|rates|fees|pricing|services)\b|\b(do|does) (you|she|orla) (charge|cost)\b|\bhow (is|are)\b|\bwhy\b/.test(
      text,
    );
  if (service && !general) {
    const told = figures(scene, service, what);
    if (told) return told;
  }
  return answer(scene, scene.message);
}

/** The visitor told of their situation, or answered a question. */
function listen(scene: Scene): Draft {
  const { facts, said } = scene;
  const { manner } = scene.mode;
  const met = facts.fresh.has('name') ? say(scene, manner.met) : null;
  const size = facts.fresh.has('size') && facts.size ? say(scene, SIZE_NOTED, { size: String(facts.size) }) : null;
  const heard =
    facts.fresh.has('problem') || facts.fresh.has('deeper') || facts.fresh.has('tried')
      ? say(scene, manner.heard)
      : null;
  const hits = scene.cast.find(scene.message, 4);
  const near = hits.filter(({ coverage, score }) => coverage >= SPEAKS_TO || score >= SPEAKS_TO_SCORE);
  // A problem calls for what is known about it; a bare fact does not call for a lecture.
  const best = facts.fresh.has('problem') || near[0] ? near : [];
  for (const { passage } of best) {
    if (facts.fresh.size > 0 && !facts.fresh.has('problem') && !facts.fresh.has('outcome') && scene.message.length < 40)
      break;
    const told = tell(scene, passage, scene.message);
    if (!told) continue;
    const [, paragraph, own, last] = told.parts;
    const opening = met ?? heard ?? size ?? say(scene, NOTED);
    return {
      parts: [opening, met ? heard : null, paragraph ?? null, said.count % 2 ? (own ?? null) : null, last ?? null],
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
    case 'example':
      return example(scene, scene.message);
    case 'elaborate':
    case 'repeat':
      return elaborate(scene);
    case 'acknowledge': {
      const more =
        scene.agentLines.length % 2 === 0 && scene.thread.passage ? tell(scene, scene.thread.passage, '') : null;
      return more ?? { parts: [opinion(scene), close(scene) ?? pointElsewhere(scene)], knowledge: [] };
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

/** What to say to a message. */
export function respond(scene: Scene): Draft {
  const { act, text, language } = classify(scene.message);
  const { fresh } = scene.facts;
  const courtesy = social(scene, act, language);
  let draft: Draft;
  if (courtesy) draft = courtesy;
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
