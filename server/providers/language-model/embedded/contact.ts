/** The way to the person: a call, an address, a time. */
import { tell } from './answer.ts';
import { type Draft, remark, say, unsaidParagraph } from './draft.ts';
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
import type { Scene } from './scene.ts';

const START_TAGS = ['contact', 'start'];

/** The question that is still open before a first call, if any. */
function openPoint(scene: Scene): string | null {
  if (scene.facts.noQuestions || scene.facts.noContact) return null;
  if (!scene.facts.email) return say(scene, ASK_EMAIL);
  return scene.facts.told.has('timeline') ? null : say(scene, ASK_TIME);
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

/** The visitor left an address: thanks, says what becomes of it, answers the rest, and asks for a time if none was told. */
export function emailLeft(scene: Scene): Draft {
  if (scene.facts.noContact) return { parts: [say(scene, EMAIL_QUIETLY)], knowledge: [] };
  const [about] = scene.message.length > MORE_THAN_ADDRESS ? scene.cast.find(scene.message, 1) : [];
  const paragraph = about && about.score >= ABOUT_SCORE ? unsaidParagraph(scene, about.passage) : null;
  const knowledge = about && paragraph ? [about.passage.id] : [];
  return { parts: [paragraph, say(scene, EMAIL_NOTED), openPoint(scene)], knowledge };
}

/** The visitor wants to begin or to speak with the person. */
export function book(scene: Scene): Draft {
  const passage = START_TAGS.map((tag) => scene.cast.twin.knowledge.find(({ tags }) => tags.includes(tag))).find(
    Boolean,
  );
  const first = scene.facts.email ? say(scene, ALREADY_HAVE_EMAIL) : null;
  // Who has left an address knows how it begins.
  const told = passage && !first ? tell(scene, passage, scene.message) : null;
  if (told) {
    const [lead, paragraph] = told.parts;
    return { parts: [lead ?? null, paragraph ?? null, openPoint(scene)], knowledge: told.knowledge };
  }
  return { parts: [first ?? say(scene, BOOK_LINES), remark(scene, ['start']), openPoint(scene)], knowledge: [] };
}

/** The visitor wants a promise: there is none from a twin. */
export function noCommitment(scene: Scene): Draft {
  const haggles = /%|percent|discount|cheap|free|[€$£]|euro|eur|usd|price/i.test(scene.message);
  const discounts = haggles ? (scene.cast.find('discount', 1)[0]?.passage ?? null) : null;
  const told = discounts ? tell(scene, discounts, scene.message) : null;
  const paragraph = told?.parts[1] ?? null;
  return {
    parts: [say(scene, NO_COMMITMENT), paragraph ?? say(scene, REFER)],
    knowledge: paragraph && told ? told.knowledge : [],
  };
}
