/** The dialogue policy: from what a message does to what is said. */

import type { Act } from './acts.ts';
import { advise, canHelp, elaborate, pushback } from './advise.ts';
import { angle, answer, unknown } from './answer.ts';
import { notNamed, withoutCase } from './asked-thing.ts';
import { noCall, ofTheCall, wishCall } from './call-wish.ts';
import { LATER, MISSED } from './case-lines.ts';
import { classify } from './classify.ts';
import { book, callStatus, emailLeft, noCommitment, noContact, phoneLeft } from './contact.ts';
import { correction } from './correction.ts';
import { ACCUSED, DENY_LINES, DISCLOSURE, NO_IS_AN_ANSWER, SEND_LINES, UNSURE_LINES } from './courtesies.ts';
import { ask, type Draft, meet, nextStep, say } from './draft.ts';
import { grievance, wantsHuman } from './grievance.ts';
import { ambiguous, inAWord } from './in-a-word.ts';
import { inKind } from './in-kind.ts';
import { acknowledge, affirm, feel, listen } from './listen.ts';
import { media } from './media.ts';
import { helloAgain, isDone, news, sameAsBefore } from './news.ts';
import { REFER } from './phrases.ts';
import { asksPriceToo, figure, question } from './question.ts';
import { noteTime, timeTold, toldInWriting } from './ready.ts';
import type { Scene } from './scene.ts';
import { several } from './several.ts';
import { opinion, pointElsewhere, social } from './social.ts';
import { example } from './stories.ts';
import { urgent } from './urgent.ts';
import { withMoment } from './wanted.ts';

/** Not knowing: a question they can answer, or something to hold on to. */
function unsure(scene: Scene): Draft {
  const first = say(scene, UNSURE_LINES);
  const next = nextStep(scene) ?? ask(scene);
  const theirs = scene.thread.passage?.tags.some((tag) => tag === 'problem' || tag === 'advice');
  const other = next || !theirs ? null : angle(scene, scene.thread.passage, []);
  if (other) return { ...other, parts: [first, ...other.parts.slice(1)] };
  return { parts: [first, next ?? pointElsewhere(scene)], knowledge: [] };
}

/** The answer missed: says so, and tries once more at what was asked before. */
function tryAgain(scene: Scene): Draft {
  const before = scene.visitorLines.at(-1) ?? '';
  const first = say(scene, MISSED);
  const again = before ? answer(scene, before) : null;
  if (!again || again.knowledge.length === 0) return { parts: [first, say(scene, REFER)], knowledge: [] };
  return { ...again, parts: [first, ...again.parts.slice(1)] };
}

function reply(scene: Scene, act: Act, text: string): Draft {
  switch (act) {
    case 'commitment':
      return noCommitment(scene);
    case 'no_contact':
      return noContact(scene);
    case 'book':
      // 'What is your VAT number' asks for a number too.
      return notNamed(scene, scene.message) ?? (scene.call ? callStatus(scene) : book(scene));
    case 'call_status':
      return callStatus(scene);
    case 'price':
    case 'duration':
      return several(scene) ?? figure(scene, act, text);
    case 'another':
      return scene.thread.passage?.tags.includes('story') ? example(scene, 'story') : elaborate(scene);
    case 'pushback':
      return pushback(scene);
    case 'unanswered':
      return tryAgain(scene);
    case 'advise':
      return advise(scene);
    case 'help':
      return answer(scene, 'what do you offer');
    case 'can_help':
      return canHelp(scene);
    case 'example':
      return example(scene, scene.message);
    case 'elaborate':
    case 'repeat':
      return elaborate(scene);
    case 'acknowledge':
      return acknowledge(scene);
    case 'affirm':
      return affirm(scene);
    case 'deny':
      // 'No' is an answer, if something was asked.
      return {
        parts: [
          say(scene, scene.lastAsked ? NO_IS_AN_ANSWER : DENY_LINES),
          ask(scene, ['deeper']) ?? pointElsewhere(scene),
        ],
        knowledge: [],
      };
    case 'later':
      return { parts: [say(scene, LATER)], knowledge: [] };
    case 'unsure':
      return unsure(scene);
    case 'question':
      if (asksPriceToo(scene, text)) return figure(scene, 'price', text);
      return several(scene) ?? question(scene, text);
    case 'feeling':
      return feel(scene);
    case 'human':
      return wantsHuman(scene);
    case 'news':
      return news(scene);
    case 'call_wish':
      return scene.call ? callStatus(scene) : wishCall(scene);
    case 'accuse':
      return { parts: [say(scene, ACCUSED)], knowledge: [] };
    case 'send':
      return { parts: [say(scene, SEND_LINES), pointElsewhere(scene)], knowledge: [] };
    case 'statement':
      if (NO_MONEY.test(text)) return figure(scene, 'price', 'out of our budget');
      return asksPriceToo(scene, text) ? figure(scene, 'price', text) : (inAWord(scene, text) ?? listen(scene));
    default:
      return unknown(scene, []);
  }
}

/** 'Did that go through?', said of the form. */
const DID_IT_ARRIVE = /\bdid (?:that|it|this) (?:go|get|come) through\b|\bdid (?:that|it|this) work\W*$/;

/** 'Can we make it Monday instead?' */
const OTHER_TIME =
  /\b(?:make|move|have|do) (?:it|that|the call) (?:on |to |at )?(?:an?other|next|later|earlier|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d)|\b(?:another|a different|a later|an earlier) (?:time|day|hour)\b/;

/** There is no money for it. */
const NO_MONEY = /\b(?:zero|no|hardly any|almost no|not much) (?:budget|money|funds)\b|\bcan(?:'t|not) pay\b/;

function viewOf(scene: Scene): Draft | null {
  const view = opinion(scene);
  return view ? { parts: [null, view], knowledge: [] } : null;
}

/** What is said beside what most messages do: of a call, of what was left open, an offer, or a wish for something to read. */
const aside = (scene: Scene, act: Act, text: string): Draft | null =>
  correction(scene, text) ??
  ofTheCall(scene, text) ??
  sameAsBefore(scene, text) ??
  isDone(scene, text) ??
  inKind(scene, act, text) ??
  toldInWriting(scene) ??
  media(scene, text) ??
  (ASKS_OPINION.test(text) ? viewOf(scene) : null);

/** Asks what the consultant thinks, of nothing in particular. */
const ASKS_OPINION =
  /\b(?:her|your) (?:[\w-]+ ){0,3}(?:opinions?|views?|beliefs?|convictions?|motto|credo)\b(?! (?:on|of|about)\b)/;
/** 'Hi, me again.' */
const ME_AGAIN = /^(?:(?:hi|hello|hey|so|ok)[,. ]+)*(?:it'?s )?(?:me|i'?m here|i am here) again\W*$/;

/** Acts that are answered as such, whatever else is said. */
const STANDS_FIRST = new Set<Act>(['distress', 'manipulation', 'insult', 'goodbye', 'foreign', 'recall']);

/** Acts whose answer says that it is an AI. */
const SAYS_SO = new Set<Act>(['greeting', 'is_ai', 'who_are_you', 'which_model']);

/** What to say to a message. */
export function respond(moment: Scene): Draft {
  const { name, first_name } = moment.cast.twin.persona;
  const { act, text, language } = classify(withoutCase(moment.message), [name, first_name]);
  const scene = withMoment(moment, act);
  const { fresh } = scene.facts;
  const courtesy =
    (act === 'greeting' || ME_AGAIN.test(text) ? helloAgain(scene) : null) ?? social(scene, act, language);
  const cannotWait = act === 'manipulation' || act === 'insult' || act === 'distress' ? null : urgent(scene);
  const unclear = ambiguous(scene, text);
  const refused = STANDS_FIRST.has(act) ? null : noCall(scene);
  let draft: Draft;
  // 'Great. a@b.example' is more than praise.
  const leaves = (fresh.has('email') || fresh.has('phone')) && (!STANDS_FIRST.has(act) || act === 'foreign');
  const wrong = STANDS_FIRST.has(act) && !leaves ? null : grievance(scene, act, text);
  if (wrong) draft = wrong;
  else if (cannotWait) draft = cannotWait;
  else if (refused) draft = refused;
  else if (scene.call && (DID_IT_ARRIVE.test(text) || OTHER_TIME.test(text))) draft = callStatus(scene);
  else if (courtesy && !leaves) draft = courtesy;
  else if (timeTold(scene, act)) draft = noteTime(scene);
  else if (unclear) draft = unclear;
  else if (fresh.has('phone') && !fresh.has('email')) draft = phoneLeft(scene);
  else if (fresh.has('email') && act !== 'commitment') draft = emailLeft(scene);
  else draft = aside(scene, act, text) ?? reply(scene, act, text);
  // A name that came with a question is greeted before the answer.
  if (fresh.has('name') && act !== 'statement' && act !== 'manipulation' && act !== 'insult') {
    draft = { ...draft, parts: [meet(scene), ...draft.parts.slice(courtesy ? 0 : 1)] };
  }
  // A call is noted in whatever language it is asked for; that it is answered in English is said in theirs.
  if (act === 'call_wish' && language && !scene.said.has(language.line)) {
    draft = { ...draft, parts: [language.line, ...draft.parts] };
  }
  // Typed before the greeting came: said all the same.
  const first = scene.agentLines.length === 0 && !SAYS_SO.has(act);
  return first ? { ...draft, parts: [say(scene, DISCLOSURE), ...draft.parts] } : draft;
}
