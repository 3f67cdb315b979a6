/** A call that is asked for in words, and what stands of it. */
import { refusesCall } from '../../../platform/text/refuses-call.ts';
import {
  CALL_KEPT,
  CALL_WISH_HEARD,
  CALL_WISH_HEARD_AT,
  CALL_WISH_PERHAPS,
  CALL_WISH_STANDS,
  CALL_WISH_STANDS_AT,
  HOUR_NOT_MINE,
  NO_CALL_THEN,
  OTHER_HOUR,
  REACH_FOR_CALL,
  WHICH_NUMBER,
  WRITE_THERE,
  WRITTEN_INSTEAD,
  WRITTEN_WHERE,
} from './case-lines.ts';
import { type Draft, say } from './draft.ts';
import { REFER } from './phrases.ts';
import type { Scene } from './scene.ts';

const draft = (...parts: (string | null)[]): Draft => ({ parts: [null, ...parts], knowledge: [] });

/** Where the call or its confirmation goes: the number, or else the address. */
const reachOf = ({ facts }: Scene): string | null => facts.phone ?? facts.email;

/** The visitor asks in words to be called: noted where it is kept, with what is missing for it, and no hour promised. */
export function wishCall(scene: Scene): Draft {
  const { facts, consent } = scene;
  if (consent === false) return draft(say(scene, WRITE_THERE) ?? say(scene, REFER));
  const time = facts.callTime;
  const heard =
    consent === null
      ? say(scene, CALL_WISH_PERHAPS)
      : ((time && say(scene, CALL_WISH_HEARD_AT, { time })) ?? say(scene, CALL_WISH_HEARD));
  if (!heard) return callStands(scene);
  const reach = reachOf(scene);
  const asks = !reach && !facts.noQuestions ? say(scene, WHICH_NUMBER) : null;
  return draft(heard, reach ? say(scene, REACH_FOR_CALL, { reach }) : null, say(scene, HOUR_NOT_MINE), asks);
}

/** Longer messages say more than that no call is wanted. */
const REFUSAL_WORDS = 18;

/** The visitor wants no call, or takes one back: agreed, and where the answer goes in its place. Null when they say something else. */
export function noCall(scene: Scene): Draft | null {
  const { facts, consent, message } = scene;
  if (message.includes('?') || message.split(/\s+/).length > REFUSAL_WORDS || !refusesCall(message)) return null;
  if (facts.noContact && !/\b(?:mail|write|writing)\b/i.test(message)) return null;
  const where = /\b(?:e-?mail|mail|write|writing|message)\b/i.test(message) ? say(scene, WRITTEN_WHERE) : null;
  const written = facts.email ? say(scene, WRITTEN_INSTEAD, { reach: facts.email }) : where;
  return draft(say(scene, NO_CALL_THEN) ?? say(scene, REFER), consent === true ? written : null);
}

/** The number for it, in a message of its own or with the wish. */
export function numberForCall(scene: Scene): string | null {
  const { callTime, phone } = scene.facts;
  return (
    (callTime && phone && say(scene, CALL_WISH_STANDS_AT, { time: callTime, reach: phone })) || say(scene, CALL_KEPT)
  );
}

/** What stands of a call that was asked for in words. */
export function callStands(scene: Scene): Draft {
  const reach = reachOf(scene);
  const time = scene.facts.callTime;
  if (scene.consent === false) return draft(say(scene, WRITE_THERE) ?? say(scene, REFER));
  const line =
    (time && reach && say(scene, CALL_WISH_STANDS_AT, { time, reach })) ||
    say(scene, CALL_WISH_STANDS, { time: time ?? 'an hour that suits you' });
  const asks = !reach && !scene.facts.noQuestions ? say(scene, WHICH_NUMBER) : null;
  return draft(line ?? say(scene, REFER), asks);
}

/** Words that are still about the call, said right behind it. */
const OF_THE_CALL =
  /\b(?:she|her|he|they|somebody|someone)(?:'ll| will| is going to|'s going to|'s| is)\b.{0,30}\b(?:call|calls|calling|ring|phone|busy|free|late|away|there)\b|\b(?:what|which|at what) (?:time|hour|day)\b|\bwhen exactly\b|\b(?:is|was) (?:that|it|this) (?:now )?(?:sure|certain|guaranteed|confirmed|fixed|booked|noted)\b|\bdo you (?:promise|guarantee) (?:that|it)\b/;
const IF_NOT =
  /\bif (?:she|her|he|they|nobody|no one|i)\b.{0,20}\b(?:busy|not free|isn'?t|is not|away|can'?t|cannot|doesn'?t|does not|don'?t|misses?|miss)\b/;
/** Longer messages have a subject of their own. */
const MAX_WORDS = 12;

/** Answers what is said right behind a wish for a call about that call; null when it is about something else. */
export function ofTheCall(scene: Scene, text: string): Draft | null {
  if (!scene.facts.callWish || scene.call || text.split(' ').length > MAX_WORDS) return null;
  const lately = scene.agentLines.slice(-2).join(' ');
  if (!/\b(?:call|called|confirms?|hour)\b/.test(lately)) return null;
  if (IF_NOT.test(text)) return draft(say(scene, OTHER_HOUR) ?? say(scene, HOUR_NOT_MINE) ?? say(scene, REFER));
  return OF_THE_CALL.test(text) ? callStands(scene) : null;
}
