/** Statements: the visitor tells of their situation, answers a question, or says yes. */
import type { QuestionSlot } from '@understudy/contract/manner';
import type { ScoredPassage } from '@understudy/contract/twin';
import { contentWords, fold } from '../../../platform/text/words.ts';
import { elaborate, FIRST_STEP, SPEAKS_TO, SPEAKS_TO_SCORE } from './advise.ts';
import { angle, answer, close, tell } from './answer.ts';
import { GO_ON_TELLING, OUTSIDER_LINES, REFLECTED, REFLECTED_WHOLE, STILL, WRITE_TO } from './case-lines.ts';
import { book } from './contact.ts';
import { AFFIRM_BARE, FEELING_LINES, LISTENING } from './courtesies.ts';
import { ask, type Draft, forward, meet, nextStep, remark, say, unsaidParagraph } from './draft.ts';
import { fits, isNamed } from './evidence.ts';
import { caseOf, mirror, triedIn, troubleIn } from './mirror.ts';
import { meetNeed } from './need.ts';
import { BUDGET_NOTED, DATE_NOTED, FRAME_NOTED, NOTED, RELATED, SIZE_NOTED } from './phrases.ts';
import { acknowledgeReady, wellTold } from './ready.ts';
import type { Scene } from './scene.ts';
import { EVENT, OUTSIDER, TROUBLE } from './signs.ts';
import { situationsIn } from './situations.ts';
import { opinion, pointElsewhere } from './social.ts';
import { capital, uncapital } from './text.ts';
import { wantedQuestion } from './wanted.ts';

/** Shorter statements are bare facts and call for no lecture. */
const BARE_FACT_CHARS = 40;
/** What is told in a word or two. */
const BARE = new Set<QuestionSlot | 'name' | 'renamed' | 'email' | 'phone' | 'company' | 'budget'>([
  'size',
  'role',
  'timeline',
  'budget',
  'since',
  'name',
  'renamed',
  'email',
  'company',
  'phone',
]);
const THEIR_TALE = /\b(?:i|we|my|our|he|she|they)\b(?: \S+){2,}/;
/** Somebody of the visitor's. */
const THEIR_PERSON = /\b(my|our) \w+/i;

/** What was understood, in the visitor's own words; null when they cannot be said back. */
function reflectBack(scene: Scene): string | null {
  const { facts, message } = scene;
  const tried = triedIn(message);
  const before = tried && !facts.fresh.has('problem') ? caseOf(scene.visitorLines) : null;
  if (tried && before) {
    const still = say(scene, STILL, { Tried: capital(tried), case: before });
    if (still) return still;
  }
  // Who introduces themselves is greeted.
  if (facts.fresh.has('name') && !facts.fresh.has('problem')) return null;
  // 'She' is the consultant, unless somebody of theirs was named.
  const theirs = THEIR_PERSON.test([...scene.visitorLines.slice(-3), message].join(' '));
  if (!theirs && /\b(she|her)\b/i.test(message)) return null;
  const told = mirrorOf(message, facts.fresh.has('problem'));
  if (!told || (!tried && mirroredLast(scene))) return null;
  const values = { case: told, Case: capital(told) };
  const small = told === uncapital(told) && told.charAt(0) === told.charAt(0).toLowerCase();
  return say(scene, (small ? [...REFLECTED, ...REFLECTED_WHOLE] : REFLECTED_WHOLE).filter(unheard(scene)), values);
}

const mirrorOf = (line: string, problem: boolean) => mirror(line, problem ? TROUBLE : null) ?? mirror(line, null);

/** Whether the last two replies said their words back: a third is an echo. */
function mirroredLast({ visitorLines, agentLines }: Scene): boolean {
  const mirrored = (line: string | undefined, reply: string | undefined) => {
    const said = fold(reply ?? '');
    const told = line === undefined ? [] : [mirrorOf(line, true), mirrorOf(line, false)];
    return told.some((one) => one !== null && said.includes(fold(one)));
  };
  return [-1, -2].every((at) => mirrored(visitorLines.at(at), agentLines.at(at)));
}

/** Replies in which a turn of phrase is not used again, whatever words of theirs stand in it. */
const PHRASE_LINES = 5;

/** Whether a line with their words in it was not used of late. */
function unheard({ agentLines }: Scene): (line: string) => boolean {
  const lately = agentLines.slice(-PHRASE_LINES).map(fold);
  return (line) => {
    const [before = '', after = ''] = line.split(/\{[Cc]ase\}/).map((part) => fold(part).trim());
    return !lately.some((spoken) => (before ? spoken.startsWith(`${before} `) : spoken.includes(after)));
  };
}

/** A date by which something is to be so, and not one on which something else is. */
const DEADLINE =
  /\b(?:by|before|until|deadline|done|ready|settled|in place|finished|(?:need|want|like) (?:it|this|that))\b/;

/** Money or a date that was named: acknowledged once, in other words than theirs; null when there is nothing new of it. */
function frame(scene: Scene): string | null {
  const { fresh, trouble, timeline } = scene.facts;
  const money = fresh.has('budget');
  const date =
    fresh.has('timeline') && (trouble || money) && DEADLINE.test(fold(scene.message)) && !/^no /.test(timeline ?? '');
  const lines = money && date ? FRAME_NOTED : money ? BUDGET_NOTED : date ? DATE_NOTED : [];
  const noted = [...FRAME_NOTED, ...lines].some((line) => scene.said.has(line));
  return noted ? null : say(scene, lines);
}

/** How a statement is received: by name, in their own words, or as noted. */
function reception(scene: Scene, bare: boolean): { opening: string | null; heard: string | null } {
  const { facts, mode } = scene;
  const met = meet(scene);
  const size = facts.fresh.has('size') && facts.size ? say(scene, SIZE_NOTED, { size: String(facts.size) }) : null;
  const framed = frame(scene);
  const back = bare || (framed && !facts.fresh.has('problem')) ? null : reflectBack(scene);
  const trouble = facts.fresh.has('problem') || facts.fresh.has('deeper') || facts.fresh.has('tried');
  const heard = back ?? (trouble && !bare && !framed ? say(scene, mode.manner.heard) : null);
  return met
    ? { opening: met, heard: heard ?? framed }
    : { opening: heard ?? framed ?? size ?? say(scene, NOTED), heard: heard ? framed : null };
}

/** Words that tell nothing of a situation. */
const EVERYWHERE = new Set(
  contentWords('company firm business team staff people employees owner founder ceo director'),
);

/** The passages that truly speak to what was said, the nearest first. */
function onWhatWasSaid(scene: Scene): ScoredPassage[] {
  const part = troubleIn(scene.message);
  const common = situationsIn(fold(scene.message));
  const found = [part, ...common, ...(part === scene.message ? [] : [scene.message])].flatMap((text) =>
    scene.cast.find(text, 4),
  );
  // A company, its people and its owner are in every passage.
  const words = contentWords(scene.message).filter((word) => !EVERYWHERE.has(word)).length;
  if (words === 0 && common.length === 0) return [];
  return found.filter((hit) => fits(hit) && (words > 1 || isNamed(hit))).sort((a, b) => b.score - a.score);
}

/** Replies without a fact after which somebody who tells of a trouble is owed one. */
const OWED_AFTER = 2;

/** How the method would begin, for somebody who has told much and was only asked. */
function firstStep(scene: Scene): { paragraph: string; id: string } | null {
  const lately = scene.told.slice(-OWED_AFTER);
  if (!scene.facts.trouble || scene.visitorLines.length < OWED_AFTER || lately.some((told) => told !== null))
    return null;
  const passage = scene.cast.twin.knowledge.find(({ tags }) => tags.includes(FIRST_STEP));
  const paragraph = passage ? unsaidParagraph(scene, passage) : null;
  return passage && paragraph ? { paragraph, id: passage.id } : null;
}

/** Somebody who studies, writes or organises: told what they can have here, and what fits an event. */
function receive(scene: Scene): Draft {
  const { facts } = scene;
  const met = meet(scene);
  const event = EVENT.test(fold(scene.message)) ? answer(scene, 'does she give talks at conferences') : null;
  if (event?.knowledge.length) return { ...event, parts: [met ?? say(scene, NOTED), ...event.parts.slice(1)] };
  const [hit] = scene.cast.find(scene.message, 1);
  const particular = contentWords(scene.message).some((word) => !EVERYWHERE.has(word));
  const told =
    hit && particular && hit.coverage >= SPEAKS_TO && hit.score >= SPEAKS_TO_SCORE
      ? tell(scene, hit.passage, scene.message)
      : null;
  const welcome = OUTSIDER.test(fold(scene.message)) ? say(scene, OUTSIDER_LINES) : null;
  if (welcome) return { parts: [met, welcome, told?.parts[1] ?? null], knowledge: told?.knowledge ?? [] };
  const way = facts.fresh.has('timeline') || facts.fresh.has('size') ? say(scene, WRITE_TO) : null;
  return told ?? { parts: [met ?? say(scene, NOTED), way ?? pointElsewhere(scene)], knowledge: [] };
}

/** The visitor told of their situation, or answered a question. */
export function listen(scene: Scene): Draft {
  const { facts, said } = scene;
  if (facts.outsider) return receive(scene);
  const need = meetNeed(scene);
  if (need) return need;
  const bare =
    (facts.fresh.has('since') && scene.message.length < BARE_FACT_CHARS / 2) ||
    (facts.fresh.size > 0 &&
      [...facts.fresh].every((slot) => BARE.has(slot)) &&
      scene.message.length < BARE_FACT_CHARS);
  const { opening, heard } = reception(scene, bare);
  for (const { passage } of bare ? [] : onWhatWasSaid(scene)) {
    const told = tell(scene, passage, scene.message);
    if (!told) continue;
    const [, paragraph, own, last] = told.parts;
    const isCase = passage.tags.includes('proof') && passage.tags.includes('story');
    const bridge = isCase && scene.thread.passage !== passage ? say(scene, RELATED) : null;
    const remarked = said.count % 2 ? (own ?? null) : null;
    return { parts: [opening, heard, bridge, paragraph ?? null, remarked, last ?? null], knowledge: told.knowledge };
  }
  // What leads on from a trouble hangs in the air behind a fact beside it.
  const theirs = facts.trouble && (TROUBLE.test(fold(scene.message)) || contentWords(scene.message).length > 2);
  const last =
    nextStep(scene) ?? wantedQuestion(scene) ?? ask(scene, theirs ? forward(scene) : [], theirs ? ['problem'] : []);
  const gift = bare || facts.fresh.has('size') ? null : firstStep(scene);
  if (gift) return { parts: [opening, heard, gift.paragraph, last], knowledge: [gift.id] };
  // After a tale of theirs, other subjects would be a change of them.
  const tale = !bare && !last && THEIR_TALE.test(fold(scene.message)) ? say(scene, GO_ON_TELLING) : null;
  const thought = last ? null : (wellTold(scene) ?? (facts.trouble ? remark(scene, ['problem']) : null));
  return {
    parts: [opening, heard, thought, last ?? (thought ? null : (tale ?? pointElsewhere(scene)))],
    knowledge: [],
  };
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
  const ready = acknowledgeReady(scene);
  if (ready) return ready;
  const { passage } = scene.thread;
  const turn = scene.agentLines.length % 2 === 0;
  const more = turn && passage ? (tell(scene, passage, '') ?? angle(scene, passage, [])) : null;
  if (more) return more;
  const thought = opinion(scene);
  const next = (scene.lastAgent.endsWith('?') ? null : close(scene)) ?? pointElsewhere(scene);
  if (thought || next) return { parts: [thought, next], knowledge: [] };
  return elaborate(scene);
}
