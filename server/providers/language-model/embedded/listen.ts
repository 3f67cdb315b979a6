/** Statements: the visitor tells of their situation, answers a question, or says yes. */
import type { ScoredPassage } from '@understudy/contract/twin';
import { contentWords } from '../../../platform/text/words.ts';
import { elaborate, SPEAKS_TO, SPEAKS_TO_SCORE } from './advise.ts';
import { angle, close, tell } from './answer.ts';
import { book } from './contact.ts';
import { AFFIRM_BARE, FEELING_LINES, LISTENING } from './courtesies.ts';
import { ask, type Draft, meet, remark, say } from './draft.ts';
import { NOTED, RELATED, SIZE_NOTED } from './phrases.ts';
import type { Scene } from './scene.ts';
import { opinion, pointElsewhere } from './social.ts';

/** Shorter statements are bare facts and call for no lecture. */
const BARE_FACT_CHARS = 40;

/** How a statement is received: by name, with sympathy, or as noted. */
function reception(scene: Scene): { opening: string | null; heard: string | null; met: string | null } {
  const { facts, mode } = scene;
  const met = meet(scene);
  const size = facts.fresh.has('size') && facts.size ? say(scene, SIZE_NOTED, { size: String(facts.size) }) : null;
  const trouble = facts.fresh.has('problem') || facts.fresh.has('deeper') || facts.fresh.has('tried');
  const heard = trouble ? say(scene, mode.manner.heard) : null;
  return { met, heard, opening: met ?? heard ?? size ?? say(scene, NOTED) };
}

/** Another side of what they speak of, or of the trouble that was last talked of; not of anything else. */
function fromTheirs(scene: Scene, near: ScoredPassage[]): Draft | null {
  const { passage } = scene.thread;
  const trouble = passage?.tags.some((tag) => tag === 'problem' || tag === 'advice') ? passage : null;
  const anchor = near[0]?.passage ?? trouble;
  return anchor && angle(scene, anchor, near);
}

/** The visitor told of their situation, or answered a question. */
export function listen(scene: Scene): Draft {
  const { facts, said } = scene;
  const { met, heard, opening } = reception(scene);
  const meaning = contentWords(scene.message).length;
  const near = scene.cast
    .find(scene.message, 4)
    .filter(({ coverage, score }) => (coverage >= SPEAKS_TO && meaning > 1) || score >= SPEAKS_TO_SCORE);
  const troubled = facts.fresh.has('problem');
  const bareFact =
    facts.fresh.size > 0 && !troubled && !facts.fresh.has('outcome') && scene.message.length < BARE_FACT_CHARS;
  for (const { passage } of bareFact ? [] : near) {
    const told = tell(scene, passage, scene.message);
    if (!told) continue;
    const [, paragraph, own, last] = told.parts;
    const isCase = passage.tags.includes('proof') && passage.tags.includes('story');
    const bridge = isCase && scene.thread.passage !== passage ? say(scene, RELATED) : null;
    const remarked = said.count % 2 ? (own ?? null) : null;
    return {
      parts: [opening, met ? heard : null, bridge, paragraph ?? null, remarked, last ?? null],
      knowledge: told.knowledge,
    };
  }
  const last = close(scene);
  // What has nothing to do with the subject does not call for more of it.
  const onSubject = (near.length > 0 && !bareFact) || troubled || scene.lastAsked !== null || facts.fresh.has('tried');
  const other = onSubject && (!last || troubled) ? fromTheirs(scene, near) : null;
  if (other && (!bareFact || !last)) return { ...other, parts: [opening, met ? heard : null, ...other.parts.slice(1)] };
  const thought = heard ? remark(scene, facts.trouble ? ['problem', 'founder'] : []) : null;
  return { parts: [opening, met ? heard : null, thought, last ?? pointElsewhere(scene)], knowledge: [] };
}

/** A mood or a grief: heard, and nothing sold; a difficulty of the work is answered as one. */
export function feel(scene: Scene): Draft {
  const [hit] = scene.cast.find(scene.message, 1);
  const near = hit !== undefined && hit.score >= SPEAKS_TO_SCORE && hit.coverage >= SPEAKS_TO;
  // What answers a question about their trouble belongs to that trouble.
  const answers = scene.facts.trouble && scene.lastAsked !== null;
  if (answers || (near && hit.passage.tags.includes('problem'))) return listen(scene);
  return { parts: [say(scene, FEELING_LINES) ?? say(scene, LISTENING)], knowledge: [] };
}

/** Yes: to the offer, to the question, or to what was being told. */
export function affirm(scene: Scene): Draft {
  const { cast, lastAgent } = scene;
  const offered = cast.offers.some((offer) => lastAgent.includes(offer)) || /\bcall\b/.test(lastAgent.slice(-120));
  if (offered && !scene.facts.noContact) return book(scene);
  if (scene.lastAsked) {
    return { parts: [say(scene, AFFIRM_BARE), ask(scene, ['problem']) ?? pointElsewhere(scene)], knowledge: [] };
  }
  const draft = elaborate(scene);
  return { ...draft, parts: [say(scene, AFFIRM_BARE), ...draft.parts.slice(1)] };
}

/** 'Ok': every other time something is added; an 'ok' to a question was no answer, and another would be an interrogation. */
export function acknowledge(scene: Scene): Draft {
  const { passage } = scene.thread;
  const turn = scene.agentLines.length % 2 === 0;
  const more = turn && passage ? (tell(scene, passage, '') ?? angle(scene, passage, [])) : null;
  if (more) return more;
  const thought = opinion(scene);
  const next = (scene.lastAgent.endsWith('?') ? null : close(scene)) ?? pointElsewhere(scene);
  if (thought || next) return { parts: [thought, next], knowledge: [] };
  return elaborate(scene);
}
