/** A client with whom something went wrong: heard once, passed on, and sold nothing. */
import type { Act } from './acts.ts';
import { answer } from './answer.ts';
import { complains, SETTLED, triedBefore, wantsMoneyBack } from './complaint-signs.ts';
import { type Draft, say, unsaidParagraph, wronged } from './draft.ts';
import {
  ADDED,
  ASK_REACH,
  HUMAN_BY_EMAIL,
  HUMAN_PASSED_ON,
  HUMAN_UNREACHABLE,
  NO_HUMAN_HERE,
  NO_OTHER_WAY,
  NO_THIRD_LETTER,
  NOT_PASSED_ON,
  PASSED_ON,
  PERHAPS_PASSED_ON,
  REACH_NOTED,
  REFUND_LINES,
  REFUND_PASSED_ON,
  SETTLED_LINES,
  SORRY_LINES,
  SORRY_NEXT,
  STANDS_SO,
  WHAT_NEXT,
  WHAT_NEXT_UNREACHABLE,
  WHO_READS,
} from './grievance-lines.ts';
import { REFER } from './phrases.ts';
import { AS_ASKED, STANDS_ALONE } from './question.ts';
import type { Scene } from './scene.ts';

/** How they can be reached; null when that is unknown. */
const reachOf = ({ facts, call }: Scene): string | null => facts.phone ?? facts.email ?? call?.email ?? null;

const draft = (...parts: (string | null)[]): Draft => ({ parts: [null, ...parts], knowledge: [] });

/** What is missing for an answer, asked once. */
function askReach(scene: Scene): string | null {
  if (scene.consent !== true || reachOf(scene) || scene.facts.noContact || scene.facts.noQuestions) return null;
  return ASK_REACH.some((line) => scene.said.has(line)) ? null : say(scene, ASK_REACH);
}

/** What becomes of it. */
function passOn(scene: Scene): string | null {
  if (scene.consent === true) return say(scene, PASSED_ON);
  return say(scene, passingOn(scene));
}

/** Where clients turn to, as the files say it. */
function whereClientsTurn(scene: Scene): { text: string; id: string } | null {
  const [hit] = scene.cast.find('I am a client and I want to complain', 1);
  const text = hit?.passage.tags.includes('contact') ? unsaidParagraph(scene, hit.passage) : null;
  return hit && text ? { text, id: hit.passage.id } : null;
}

/** Something went wrong, and is told for the first time. */
function complaint(scene: Scene, text: string): Draft {
  const sorry = say(scene, SORRY_LINES);
  const money = wantsMoneyBack(text) ? say(scene, REFUND_LINES) : null;
  const reach = reachOf(scene);
  if (scene.consent === true) {
    // Who wrote before is told at once that no further letter is asked of them.
    const where = (triedBefore(text) && say(scene, NO_THIRD_LETTER)) || passOn(scene);
    return draft(sorry, money, where, reach ? say(scene, REACH_NOTED, { reach }) : askReach(scene));
  }
  const turn = scene.consent === false ? null : whereClientsTurn(scene);
  return {
    parts: [sorry, money, turn?.text ?? passOn(scene) ?? say(scene, REFER)],
    knowledge: turn ? [turn.id] : [],
  };
}

/** Money is asked back. */
function refund(scene: Scene): Draft {
  const line = say(scene, REFUND_LINES);
  if (scene.consent === true) return draft(line, say(scene, REFUND_PASSED_ON), askReach(scene));
  return draft(line, say(scene, SORRY_NEXT) ?? say(scene, REFER));
}

/** A person is asked for: who that is, and what becomes of the wish. */
export function wantsHuman(scene: Scene): Draft {
  const first = say(scene, NO_HUMAN_HERE);
  const reach = reachOf(scene);
  if (scene.consent !== true) return draft(first, say(scene, HUMAN_BY_EMAIL) ?? say(scene, REFER));
  if (reach) return draft(first, say(scene, HUMAN_PASSED_ON, { reach }));
  return draft(first, say(scene, HUMAN_UNREACHABLE), askReach(scene));
}

/** Asks what becomes of it, */
const WHAT_BECOMES =
  /\bwhat (?:happens|comes|is|'s)?(?: \w+)? ?(?:now|next|then)\b|\b(?:what|how) (?:are|will|can|do) (?:you|her|she) (?:going to )?(?:do|help|going)\b|\bhow long\b.*\b(?:take|wait)\b|^(?:so|and|and then|and now|now what)\W*$/;
/** and whether anybody reads or answers. */
const ASKS_WHO_READS =
  /\b(?:will|does|would|did|is|if|that|whether) (?:she|her|he|anybody|anyone|somebody|someone)(?:'ll)? (?:even |ever |really |actually |going to )*(?:read|see|answer|call|reply|know|get|write|hear)\w*\b|\b(?:she|her|he)(?:'ll| will) (?:even |ever |really |actually )*(?:read|see|answer|call|reply)\b|\bwhen (?:will|do|does|can|would) (?:i|we|she|her|he|you)\b|\bhow do i know\b/;

function whatNext(scene: Scene, lines: readonly string[]): Draft {
  if (scene.consent !== true) return draft(say(scene, passingOn(scene)) ?? say(scene, SORRY_NEXT) ?? say(scene, REFER));
  const reach = reachOf(scene);
  if (reach) return draft(say(scene, lines, { reach }) ?? say(scene, REFER));
  const line = say(scene, WHAT_NEXT_UNREACHABLE);
  return draft(line, askReach(scene) ?? (line ? null : say(scene, REFER)));
}

const passingOn = ({ consent }: Scene) => (consent === false ? NOT_PASSED_ON : PERHAPS_PASSED_ON);

/** More about it: it goes with the rest. */
function more(scene: Scene, text: string, sorry: string | null = null): Draft {
  const again = triedBefore(text);
  if (scene.consent === true) {
    const line = again ? say(scene, NO_THIRD_LETTER) : null;
    return draft(sorry, line ?? say(scene, ADDED) ?? say(scene, REFER), askReach(scene));
  }
  return draft(sorry, (again ? say(scene, NO_OTHER_WAY) : null) ?? say(scene, SORRY_NEXT) ?? say(scene, REFER));
}

/** Acts that are about the complaint, whatever their words are. */
const ABOUT_IT = new Set<Act>([
  'complaint',
  'statement',
  'book',
  'call_wish',
  'call_status',
  'human',
  'accuse',
  'feeling',
  'unanswered',
  'pushback',
  'deny',
  'unsure',
  'send',
  'acknowledge',
  'affirm',
  'elaborate',
  'advise',
  'can_help',
  'news',
  'commitment',
]);

/** What to say to somebody with whom something went wrong; null when nothing did, or this is about something else. */
export function grievance(scene: Scene, act: Act, text: string): Draft | null {
  const begun = wronged(scene);
  if (!begun) return act === 'complaint' ? complaint(scene, text) : null;
  if (SETTLED.test(text) && !text.includes('?')) return { parts: [say(scene, SETTLED_LINES)], knowledge: [] };
  if (wantsMoneyBack(text)) return refund(scene);
  if (act === 'human') return wantsHuman(scene);
  const { fresh } = scene.facts;
  if (fresh.has('phone') || fresh.has('email')) {
    const reach = reachOf(scene);
    return scene.consent === true && reach ? draft(say(scene, REACH_NOTED, { reach }) ?? say(scene, ADDED)) : null;
  }
  if (ASKS_WHO_READS.test(text)) return whatNext(scene, WHO_READS);
  if (WHAT_BECOMES.test(text)) return whatNext(scene, WHAT_NEXT);
  if (complains(text)) return more(scene, text, triedBefore(text) ? null : say(scene, SORRY_LINES));
  const [hit] = act === 'statement' ? scene.cast.find(scene.message, 1) : [];
  if (act === 'statement' && (hit?.coverage ?? 0) >= STANDS_ALONE) return { ...answer(scene, scene.message) };
  if (act === 'book' || act === 'call_wish' || act === 'call_status') return whatNext(scene, WHO_READS);
  if (ABOUT_IT.has(act)) return more(scene, text);
  // A question that nothing answers well is about the complaint, and no place for what lies near it.
  const [known] = act === 'question' ? scene.cast.find(scene.message, 1) : [];
  const answered = (known?.coverage ?? 0) >= STANDS_ALONE || (known?.likeness ?? 0) >= AS_ASKED;
  return act === 'question' && !answered ? whatNext(scene, WHO_READS) : null;
}

/** At the door: where it stands; null when nothing went wrong or nothing is kept. */
export function standsSo(scene: Scene): string | null {
  const reach = reachOf(scene);
  return wronged(scene) && scene.consent === true && reach ? say(scene, STANDS_SO, { reach }) : null;
}
