/** The way to the person: a call, an address, a time. */
import { fold } from '../../../platform/text/words.ts';
import { bestParagraph, tell, WHEN_QUESTION } from './answer.ts';
import { callStands, numberForCall, wishCall } from './call-wish.ts';
import {
  CALL_ASKED,
  CALL_CHANGED,
  CALL_NOT_KEPT,
  CALL_NOTED,
  EMAIL_KEPT,
  EMAIL_NOT_KEPT,
  HAVE_EMAIL_KEPT,
  NO_CALL,
  NO_CALL_NOT_KEPT,
  NOT_BOOKED,
  PHONE_KEPT,
  PHONE_NOT_KEPT,
  PHONE_NOTED,
  REFLECTED_WHOLE,
  WRITE_THERE,
  WRITE_TO,
} from './case-lines.ts';
import { type Draft, remark, say, unsaidParagraph } from './draft.ts';
import { mirror } from './mirror.ts';
import { meetNeed } from './need.ts';
import {
  ALREADY_HAVE_EMAIL,
  ASK_EMAIL,
  ASK_TIME,
  BOOK_LINES,
  EMAIL_NOTED,
  EMAIL_QUIETLY,
  NO_COMMITMENT,
  NO_CONTACT_LINES,
  REFER,
} from './phrases.ts';
import { AS_ASKED, questionsIn } from './question.ts';
import { wishOf } from './remembered.ts';
import type { Scene } from './scene.ts';
import { CALL_WISH, DECIDER, TROUBLE } from './signs.ts';
import { agreed } from './social.ts';
import { capital } from './text.ts';

const START_TAGS = ['contact', 'start'];

/** A job is no matter for a first call. */
const LOOKS_FOR_WORK = /\b(?:hiring|recruiting|openings?|vacanc\w+|internships?|traineeships?)\b/i;

/** The question that is still open before a first call, if any. */
export function openPoint(scene: Scene): string | null {
  if (scene.facts.noQuestions || scene.facts.noContact || scene.facts.outsider || scene.consent === false) return null;
  if (!scene.facts.email) return say(scene, ASK_EMAIL);
  const { callTime, timeline, noCall } = scene.facts;
  return callTime || timeline || noCall || LOOKS_FOR_WORK.test(scene.message) ? null : say(scene, ASK_TIME);
}

/** How much of a message must be beside the address for it to be answered too, in characters. */
const MORE_THAN_ADDRESS = 60;
/** A match of this score is what the message is about. */
const ABOUT_SCORE = 25;

/** The visitor wants to be left alone: agreed, and nothing is asked. */
export function noContact(scene: Scene): Draft {
  const [about] = scene.cast.find(scene.message, 1);
  // 'No calls: can we do this by video' asks something beside it.
  const asks = scene.message.includes('?') && about && about.score >= ABOUT_SCORE;
  const paragraph = asks ? unsaidParagraph(scene, about.passage) : null;
  return { parts: [say(scene, NO_CONTACT_LINES), paragraph], knowledge: asks && paragraph ? [about.passage.id] : [] };
}

/** What becomes of an address: it depends on whether the conversation is kept. */
const addressNoted = (scene: Scene) =>
  (scene.consent === true && say(scene, EMAIL_KEPT)) ||
  (scene.consent === false && say(scene, EMAIL_NOT_KEPT)) ||
  say(scene, scene.consent === false ? WRITE_THERE : EMAIL_NOTED);

/** What the files say of a question beside the address, where it is put nearly as they put it. */
function whatIsAsked(scene: Scene): { paragraph: string; knowledge: string[] } | null {
  const [question] = questionsIn(scene.message);
  const [hit] = question ? scene.cast.find(question, 1) : [];
  const paragraph =
    question && hit && hit.likeness >= AS_ASKED
      ? unsaidParagraph(scene, hit.passage, bestParagraph(scene, hit.passage, question))
      : null;
  return hit && paragraph ? { paragraph, knowledge: [hit.passage.id] } : null;
}

/** What a message wants beside leaving an address. */
function besideAddress(scene: Scene): { paragraph: string; knowledge: string[] } | null {
  const asked = whatIsAsked(scene);
  if (asked) return asked;
  const need = meetNeed(scene);
  const wanted = need?.parts[1];
  if (need && wanted) return { paragraph: wanted, knowledge: need.knowledge };
  const [about] = scene.message.includes('?') ? scene.cast.find(scene.message, 1) : [];
  const paragraph = about && about.score >= ABOUT_SCORE ? unsaidParagraph(scene, about.passage) : null;
  return about && paragraph ? { paragraph, knowledge: [about.passage.id] } : null;
}

/** 'Don't call, email is better'. */
const NO_CALL_BUT = /\b(?:don'?t|do not|not|never|no need to|rather than) (?:\w+ )?(?:call|ring|phone)\b/;

/** The visitor left an address: thanks, says what becomes of it, answers the rest, and asks for a time if none was told. */
export function emailLeft(scene: Scene): Draft {
  if (scene.facts.noContact) return { parts: [say(scene, EMAIL_QUIETLY)], knowledge: [] };
  const text = fold(scene.message);
  if (CALL_WISH.test(text)) return wishCall(scene);
  if (NO_CALL_BUT.test(text)) return { parts: [null, addressNoted(scene)], knowledge: [] };
  const need = scene.message.length > MORE_THAN_ADDRESS ? besideAddress(scene) : null;
  const paragraph = need?.paragraph ?? troubleBack(scene);
  const knowledge = need?.knowledge ?? [];
  // The first place is for a greeting by name.
  return { parts: [null, paragraph, addressNoted(scene), openPoint(scene)], knowledge };
}

const WANTS_CALL =
  /\b(?:call|phone|ring) (?:me|us)\b|\bcall back\b|\b(?:give|want|like|need) (?:me |us )?a (?:phone )?call\b/i;

/** The trouble that was told in the same line, in their own words; null when there was none. */
function troubleBack(scene: Scene): string | null {
  if (!scene.facts.fresh.has('problem') && !scene.facts.fresh.has('decider')) return null;
  const told = mirror(scene.message, TROUBLE) ?? mirror(scene.message, DECIDER);
  // The wish for a call is answered, and not said back.
  return told && !/\b(?:call|ring|phone) you\b/i.test(told)
    ? say(scene, REFLECTED_WHOLE, { Case: capital(told) })
    : null;
}

/** The visitor left a telephone number: what becomes of it depends on whether the conversation is kept. */
export function phoneLeft(scene: Scene): Draft {
  const kept = scene.consent === true ? PHONE_KEPT : scene.consent === false ? PHONE_NOT_KEPT : PHONE_NOTED;
  const called = () =>
    scene.consent === true ? numberForCall(scene) : say(scene, scene.consent === false ? CALL_NOT_KEPT : CALL_NOTED);
  const wants = WANTS_CALL.test(scene.message) || scene.facts.callWish;
  const wish = wants && !scene.facts.noContact ? called() : null;
  // The first place is for a greeting by name.
  return { parts: [null, troubleBack(scene), wish ?? say(scene, kept) ?? say(scene, REFER)], knowledge: [] };
}

/** What the files say of the time that a message names: 'nothing begins in July'. */
function timeFor(scene: Scene): { paragraph: string; id: string } | null {
  if (!scene.facts.fresh.has('timeline')) return null;
  const [hit] = scene.cast.find(WHEN_QUESTION, 1);
  if (!hit?.passage.tags.includes('start')) return null;
  const paragraph = unsaidParagraph(scene, hit.passage, bestParagraph(scene, hit.passage, scene.message));
  return paragraph ? { paragraph, id: hit.passage.id } : null;
}

/** The visitor wants to begin or to speak with the person. */
export function book(scene: Scene): Draft {
  // A thesis or an event begins with a letter and not with a first call about a company.
  if (scene.facts.outsider) return { parts: [say(scene, WRITE_TO), say(scene, REFER)].slice(0, 1), knowledge: [] };
  const passage = START_TAGS.map((tag) => scene.cast.twin.knowledge.find(({ tags }) => tags.includes(tag))).find(
    Boolean,
  );
  const known = scene.facts.email !== null && scene.consent !== false;
  const first = known ? say(scene, scene.consent ? HAVE_EMAIL_KEPT : ALREADY_HAVE_EMAIL) : null;
  // Who has left an address knows how it begins.
  const told = passage && !first ? tell(scene, passage, scene.message) : null;
  if (told) {
    const [lead, paragraph] = told.parts;
    const { email } = scene.cast.twin.persona.contact;
    const where = scene.consent === false && !paragraph?.includes(email) ? say(scene, WRITE_THERE) : null;
    const when = timeFor(scene);
    return {
      parts: [lead ?? null, when?.paragraph ?? null, paragraph ?? null, where ?? openPoint(scene)],
      knowledge: [...told.knowledge, ...(when ? [when.id] : [])],
    };
  }
  if (scene.consent === false) return { parts: [say(scene, WRITE_THERE) ?? say(scene, REFER)], knowledge: [] };
  return { parts: [first ?? say(scene, BOOK_LINES), remark(scene, ['start']), openPoint(scene)], knowledge: [] };
}

/** The visitor wants a promise: there is none from a twin. */
export function noCommitment(scene: Scene): Draft {
  const haggles = /%|percent|discount|cheap|free|[€$£]|euro|eur|usd|price|\bfor \d/i.test(scene.message);
  const discounts = haggles ? (scene.cast.find('discount', 1)[0]?.passage ?? null) : null;
  const told = discounts ? tell(scene, discounts, scene.message) : null;
  const paragraph = told?.parts[1] ?? null;
  return {
    parts: [say(scene, NO_COMMITMENT), paragraph ?? say(scene, REFER)],
    knowledge: paragraph && told ? told.knowledge : [],
  };
}

const CHANGES_CALL =
  /\b(?:change|move|shift|reschedule|cancel|postpone|make it|instead|another|different|later|earlier)\b/i;

/** Asked whether a call stands, and for when: what was noted, or that nothing is booked. */
export function callStatus(scene: Scene): Draft {
  const { call, consent, facts } = scene;
  // The first place is for a greeting by name.
  const one = (...lines: (string | null)[]): Draft => ({ parts: [null, ...lines], knowledge: [] });
  if (call && CHANGES_CALL.test(scene.message)) {
    return one(say(scene, CALL_CHANGED, { wish: wishOf(call), email_call: call.email }));
  }
  if (call) return one(say(scene, CALL_ASKED, { wish: wishOf(call), email_call: call.email }));
  if (consent === false) return one(say(scene, NO_CALL_NOT_KEPT));
  if (facts.callWish) return callStands(scene);
  const talkedOf = consent && facts.email && facts.callTime ? agreed(scene) : null;
  return talkedOf ? one(say(scene, NOT_BOOKED), talkedOf) : one(say(scene, NO_CALL));
}
