/** More of a subject, advice, help with what was described, and the answer to doubt. */
import type { KnowledgePassage } from '@understudy/contract/twin';
import { fold } from '../../../platform/text/words.ts';
import { angle, answer, close, covered, tell } from './answer.ts';
import { ADVICE_ENDS, APPLIED, APPLIED_TRADE } from './case-lines.ts';
import { ask, type Draft, leadIn, nextStep, opening, say, unsaidParagraph } from './draft.ts';
import { fits } from './evidence.ts';
import { caseOf, troubleIn } from './mirror.ts';
import { ADVICE_NEEDS, CAN_HELP, PUSHBACK, REFER, SERVICE_FITS } from './phrases.ts';
import type { Scene } from './scene.ts';
import { TROUBLE } from './signs.ts';
import { situationsIn } from './situations.ts';
import { opinion, pointElsewhere } from './social.ts';
import { paragraphsOf, uncapital } from './text.ts';
import { tradeNoun } from './trade.ts';

/** A statement is answered from the knowledge when it is near to it by this much. */
export const SPEAKS_TO = 0.45;
export const SPEAKS_TO_SCORE = 25;
/** Lines of the visitor's in which a difficulty is looked for. */
const TROUBLE_LINES = 6;

/** The subject that the twin offered in its last line, when it only offered. */
function hinted(scene: Scene): KnowledgePassage | null {
  if (scene.told.at(-1)) return null;
  const end = scene.lastAgent.slice(-200);
  const offered = scene.cast.twin.knowledge.find((passage) => end.includes(passage.called));
  return offered && unsaidParagraph(scene, offered) ? offered : null;
}

/** Tells more of the subject at hand, or of a related one. */
export function elaborate(scene: Scene): Draft {
  const passage = hinted(scene) ?? scene.thread.passage;
  if (passage) return tell(scene, passage, '') ?? covered(scene, passage, []);
  const last = scene.told.findLast((told) => told !== null) ?? null;
  return angle(scene, last, []) ?? { parts: [opinion(scene), close(scene) ?? pointElsewhere(scene)], knowledge: [] };
}

const WANTS_ADVICE = /\b(would|should|advi[cs]e|recommend\w*|suggest\w*|tips|ideas)\b/i;
const WANTS_PROOF =
  /\b(pro(ve|of)|evidence|convince|believe|scepti\w+|skepti\w+|words|marketing|none|nothing|made up|invented|numbers|figures)\b/i;

/** An objection: not argued with; what the view rests on, if there is more of it. */
export function pushback(scene: Scene): Draft {
  const { passage } = scene.thread;
  const proofs = scene.cast.twin.knowledge.filter(({ tags }) => tags.includes('proof') && !tags.includes('story'));
  // Who asks for proof is not served with more of the same.
  const own = passage?.tags.includes('background') ? null : passage;
  const grounds = WANTS_PROOF.test(scene.message) ? [...proofs, own] : [own, ...proofs];
  for (const ground of grounds) {
    const paragraph = ground ? unsaidParagraph(scene, ground) : null;
    if (ground && paragraph) {
      return { parts: [say(scene, PUSHBACK), paragraph, ask(scene, ['deeper'])], knowledge: [ground.id] };
    }
  }
  return { parts: [say(scene, PUSHBACK), ask(scene)], knowledge: [] };
}

/** The passages that speak to the trouble which the visitor told of last, the nearest first. */
function onTheirTrouble(scene: Scene): { passage: KnowledgePassage; line: string }[] {
  return scene.visitorLines
    .slice(-TROUBLE_LINES)
    .map((line) => ({ line, common: situationsIn(fold(line)) }))
    .filter(({ line, common }) => common.length > 0 || TROUBLE.test(fold(line)))
    .reverse()
    .flatMap(({ line, common }) =>
      [...common, troubleIn(line)]
        .flatMap((told) => scene.cast.find(told, 3))
        .filter((hit) => hit.passage.tags.includes('problem') && fits(hit))
        .map(({ passage }) => ({ passage, line })),
    );
}

/** Words by which a paragraph tells what to do. */
const REMEDY =
  /(?:^|[.:;] )(?:Begin|Start|Look|Write|Give|Ask|Take|Hand|Keep|Try|Count|Name|Stop|Find|Move)\b|\bfirst (?:remedy|step)\b|\bfor one week\b|\b(?:would|suggests)\b/;
/** The passage that tells how the method begins, whatever the trouble is. */
export const FIRST_STEP = 'first-step';

/** What a passage advises, applied to the visitor's case; null when all of that was said. */
function applied(scene: Scene, passage: KnowledgePassage, orAnything: boolean): Draft | null {
  const unsaid = paragraphsOf(passage).filter((paragraph) => !scene.said.has(opening(paragraph)));
  const paragraph = unsaid.find((one) => REMEDY.test(one)) ?? (orAnything ? unsaid[0] : undefined);
  if (!paragraph) return null;
  const told = caseOf([...scene.visitorLines, scene.message]);
  const { trade } = scene.facts;
  const lead =
    (told && say(scene, APPLIED, { case: told })) ||
    (trade && say(scene, APPLIED_TRADE, { trade: tradeNoun(trade) })) ||
    null;
  return {
    parts: [lead ?? leadIn(scene), paragraph, close(scene, ['problem'])],
    knowledge: [passage.id],
  };
}

/** What to do: about the trouble that the visitor told of last, or about the subject at hand. */
export function advise(scene: Scene): Draft {
  const { passage } = scene.thread;
  const theirs = onTheirTrouble(scene);
  const useful = passage?.tags.some((tag) => tag === 'problem' || tag === 'advice' || tag === 'ai') ? passage : null;
  const firstStep = scene.cast.twin.knowledge.filter(({ tags }) => tags.includes(FIRST_STEP));
  const aboutTheirs = useful !== null && theirs.some((other) => other.passage === useful);
  const general = scene.facts.trouble ? firstStep : [];
  const order = aboutTheirs || theirs.length === 0 ? [useful, ...general] : [];
  for (const one of [...order, ...theirs.map((other) => other.passage), ...general]) {
    const draft = one && (scene.facts.trouble || general.includes(one) ? applied(scene, one, one === useful) : null);
    if (draft) return draft;
  }
  const more = useful && tell(scene, useful, scene.message);
  if (more) return more;
  for (const { passage: near, line } of theirs) {
    const told = tell(scene, near, line);
    if (told) return told;
  }
  if (!passage && !scene.facts.trouble && WANTS_ADVICE.test(scene.message)) {
    const first = say(scene, ADVICE_NEEDS);
    if (first) return { parts: [first, ask(scene, ['problem'])], knowledge: [] };
  }
  const known = answer(scene, scene.message);
  if (known.knowledge.length > 0 || !scene.facts.trouble) return known;
  return { parts: [say(scene, ADVICE_ENDS), nextStep(scene) ?? say(scene, REFER)], knowledge: [] };
}

/** 'Can you help?': yes to what was described, with what is known of it and the service one usually begins with. */
export function canHelp(scene: Scene): Draft {
  const [trouble] = scene.facts.trouble ? onTheirTrouble(scene) : [];
  const service = scene.cast.twin.persona.services[0];
  if (!trouble || !service) return answer(scene, 'how can you help what do you offer');
  const paragraph = unsaidParagraph(scene, trouble.passage);
  const fits = say(scene, SERVICE_FITS, { service: service.name, summary: uncapital(service.summary) });
  return {
    parts: [say(scene, CAN_HELP), paragraph, fits, nextStep(scene) ?? ask(scene, ['size'])],
    knowledge: paragraph ? [trouble.passage.id] : [],
  };
}
