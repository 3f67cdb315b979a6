/** What follows once somebody has told what a first talk needs (money, a date, who decides), and the hour they name for it. */
import { fold } from '../../../platform/text/words.ts';
import { tell } from './answer.ts';
import { TIME_NOT_KEPT, WHICH_NUMBER, WRITE_THERE } from './case-lines.ts';
import { openPoint } from './contact.ts';
import { type Draft, nextStep, remark, say } from './draft.ts';
import { ASK_TIME, BOOK_LINES, TIME_NOTED } from './phrases.ts';
import { AT_REST, NOTED_WITH_WISH, NOTED_WITH_WISH_IF_KEPT, TAKEN_UP, WELL_TOLD } from './ready-lines.ts';
import type { Scene } from './scene.ts';
import { CALL_TIME, WISH_TIME } from './signs.ts';
import { capital } from './text.ts';

/** Whether they have told most of what is asked before a first talk. */
export function isReady({ facts }: Scene): boolean {
  const told = [facts.budget, facts.timeline !== null, facts.told.has('decider')].filter(Boolean).length;
  return !facts.outsider && !facts.noContact && !facts.declined && told >= 2;
}

/** Whether the next step was offered, or asked about, in the twin's last words. */
const offeredLast = ({ cast, lastAgent }: Scene): boolean => cast.offers.some((offer) => lastAgent.includes(offer));

/** 'Ok' from somebody who is ready, or who was offered a step: that step, once, or a short close; null when neither is left to say. */
export function acknowledgeReady(scene: Scene): Draft | null {
  const { facts, consent } = scene;
  const one = (...parts: (string | null)[]): Draft => ({ parts, knowledge: [] });
  if (facts.noContact || facts.outsider) return null;
  if (offeredLast(scene) && !facts.email && !facts.declined) {
    const way = consent === false ? say(scene, WRITE_THERE) : openPoint(scene);
    if (way) return one(say(scene, TAKEN_UP), way);
  }
  if (!isReady(scene) && !facts.callWish && scene.call === null) return null;
  const step = facts.callWish ? null : nextStep(scene);
  if (step) return one(null, step);
  const rest = say(scene, AT_REST);
  return rest ? one(null, rest) : null;
}

/** Behind facts that leave nothing to ask: a word on what they are good for; null for anybody else. */
export function wellTold(scene: Scene): string | null {
  const { fresh } = scene.facts;
  const news = fresh.has('budget') || fresh.has('timeline') || fresh.has('decider');
  return news && isReady(scene) ? say(scene, WELL_TOLD) : null;
}

/** An hour by itself is no longer. */
const JUST_A_TIME_CHARS = 48;

/** The day or hour that a short message names; null when it names none, or only what does not suit. */
function timeIn(message: string): string | null {
  if (
    message.length > JUST_A_TIME_CHARS ||
    /\b(?:except|not|never|but|unless|since|until|by|before|deadline)\b/i.test(message)
  )
    return null;
  return WISH_TIME.exec(message)?.[0].trim() ?? null;
}

/** Replies in which an offered step, or the question for an address, is still what a bare hour belongs to. */
const STEP_LINES = 3;

function stepLately({ cast, agentLines }: Scene): boolean {
  const lately = agentLines.slice(-STEP_LINES);
  return lately.some(
    (line) => cast.offers.some((offer) => line.includes(offer)) || BOOK_LINES.some((told) => line.includes(told)),
  );
}

/** Whether the visitor has just said when a call would suit, with the question for it, an address or a wish for one before it. */
export function timeTold(scene: Scene, act: string): boolean {
  const { facts, message, lastAgent } = scene;
  if (facts.fresh.has('email') || facts.noContact || facts.outsider) return false;
  const toBeCalled = facts.phone !== null && /\bcall/.test(lastAgent);
  const wanted = facts.callWish || toBeCalled || (act !== 'question' && !facts.declined && stepLately(scene));
  if (wanted && act !== 'call_wish' && !facts.fresh.has('phone') && timeIn(message) !== null) return true;
  if (act !== 'statement' && (act !== 'question' || message.includes('?'))) return false;
  return ASK_TIME.some((line) => lastAgent.endsWith(line)) || (facts.email !== null && CALL_TIME.test(message));
}

/** Takes the hour down, with the wish for a call when there is one, and asks for what is missing. */
export function noteTime(scene: Scene): Draft {
  const { facts, consent, message } = scene;
  if (consent === false) return { parts: [say(scene, TIME_NOT_KEPT) ?? say(scene, WRITE_THERE)], knowledge: [] };
  const time = timeIn(message);
  if (!time || (facts.email && !facts.callWish)) {
    return { parts: [say(scene, TIME_NOTED), remark(scene, ['start'])], knowledge: [] };
  }
  const noted = say(scene, consent === null ? NOTED_WITH_WISH_IF_KEPT : NOTED_WITH_WISH, { Time: capital(time) });
  const reachable = facts.phone ?? facts.email;
  const asks = reachable || facts.noQuestions ? null : facts.callWish ? say(scene, WHICH_NUMBER) : openPoint(scene);
  return { parts: [noted ?? say(scene, TIME_NOTED), asks], knowledge: [] };
}

/** Asks to interview or question the consultant: that is for the press, and no wish for a first call. */
const INTERVIEW =
  /\b(?:interview|quote|cite)\b(?! (?:the )?(?:my|our|candidates?|staff|team)\b)|\banswer (?:me )?(?:a few|some|two|three|my|our) questions\b/;
const FOR_INTERVIEWS = 'press enquiry, can I interview her, may I quote her, I am writing a thesis or an article';

/** How the consultant answers those who write or study, as the files have it; null when that is not asked, or was told. */
export function toldInWriting(scene: Scene): Draft | null {
  if (!INTERVIEW.test(fold(scene.message))) return null;
  const hit = scene.cast.find(FOR_INTERVIEWS, 2).find(({ passage }) => passage.tags.includes('press'));
  const told = hit && tell(scene, hit.passage, scene.message);
  // Nothing is asked of them that one asks a client.
  return told ? { ...told, parts: told.parts.slice(0, 2) } : null;
}
